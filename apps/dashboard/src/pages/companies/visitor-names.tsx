import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.ts';
import { RecordLink } from '../../kit/record-link.tsx';
import { VisitorName } from '../../kit/visitor-name.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useTest } from '../../shell/frame-context.tsx';

/**
 * A company's visitors as links to their pages; beyond a hundred, older ones stay anonymous. `hasBots`: includes
 * bots, which the visitor list omits.
 */
export function useVisitorNames(
  companyId: string,
  { hasBots = false } = {},
): (visitorId: string) => ReactNode {
  const { companies } = useMessages();
  const test = useTest();
  const query = { company_id: companyId, test, limit: 100 };
  const { data } = useRead('GET /visitors', {
    query: { ...query, expand: ['identity'], fields: ['id', 'identity_id', 'identity', 'bot'] },
  });
  const bots = useRead(
    'GET /visitors',
    { query: { ...query, bots: true, fields: ['id', 'bot'] } },
    { isEnabled: hasBots },
  );
  const visitors = new Map(
    [...(data?.data ?? []), ...(bots.data?.data ?? [])].map((visitor) => [visitor.id, visitor]),
  );
  return (visitorId) => {
    const visitor = visitors.get(visitorId);
    const person = visitor?.identity;
    return person ? (
      <RecordLink page="people" id={person.id}>
        {person.name || person.email || companies.unnamed}
      </RecordLink>
    ) : (
      <RecordLink page="visitors" id={visitorId}>
        <VisitorName visitor={visitor ?? { id: visitorId, bot: null }} />
      </RecordLink>
    );
  };
}
