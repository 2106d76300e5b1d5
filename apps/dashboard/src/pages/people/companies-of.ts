import { filterText } from '@footfall/contract/filter-text';
import { useQuery } from '@tanstack/react-query';
import { useConnection } from '../../api/connection.tsx';
import { queryKey, useCall } from '../../api/queries.ts';
import { useMe, useTest } from '../../shell/frame-context.tsx';

export interface PersonsCompany {
  id: string;
  name: string;
}

/** So many people are asked for at once: a filter has a greatest length, and a list a greatest page. */
const peopleAtOnce = 25;

/** The companies of the people of a page, by their visitors, which have one. */
export function useCompaniesOf(people: string[]): ReadonlyMap<string, PersonsCompany> {
  const { workspace } = useMe();
  const connection = useConnection();
  const test = useTest();
  const call = useCall();
  const ask = async (some: string[]) => {
    const filter = filterText({
      and: [
        { field: 'identity_id', op: 'in', value: some },
        { field: 'company_id', op: ':', value: '*' },
      ],
    });
    const fields = 'identity_id,company';
    const { body } = await call('GET /visitors', {
      query: { test, filter, limit: 100, expand: 'company', fields },
    });
    return body.data;
  };
  const { data } = useQuery({
    enabled: people.length > 0 && workspace.features.includes('companies'),
    queryKey: queryKey(connection.workspace, 'GET /visitors', { companiesOf: people, test }),
    queryFn: async () => {
      const parts = Array.from(
        { length: Math.ceil(people.length / peopleAtOnce) },
        (_part, place) => people.slice(place * peopleAtOnce, (place + 1) * peopleAtOnce),
      );
      const visitors = (await Promise.all(parts.map(ask))).flat();
      return new Map(
        visitors.flatMap(({ identity_id: person, company }) =>
          person && company
            ? [[person, { id: company.id, name: company.name || company.domain }] as const]
            : [],
        ),
      );
    },
  });
  return data ?? new Map();
}
