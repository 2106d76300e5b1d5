import { useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { Card } from '../../kit/card.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Fault } from '../../kit/fault.tsx';
import { Lines } from '../../kit/lines.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMe } from '../../shell/frame-context.tsx';
import { usePlaceOf } from '../leads/place-of.ts';
import { CompanyOf } from './company-of.tsx';

type Person = AnswerOf<'GET /identities/{id}'>['data'];

export function PersonFacts({ person }: { person: Person }) {
  const { people } = useMessages();
  const placeOf = usePlaceOf();
  const { workspace } = useMe();
  const { data } = useRead(
    'GET /identities/{id}',
    { params: { id: person.id }, query: { expand: ['company'], fields: ['id', 'company'] } },
    { isEnabled: workspace.features.includes('companies') },
  );
  return (
    <Card title={people.facts}>
      <Facts
        facts={[
          { name: people.name, value: person.name || '–' },
          { name: people.email, value: person.email || '–' },
          {
            name: people.company,
            value: <CompanyOf company={data?.data.company ?? null} />,
          },
          { name: people.place, value: placeOf(person) },
          { name: people.address, value: person.ip || '–' },
          { name: people.firstSeen, value: <When at={person.first_seen} /> },
          { name: people.created, value: <When at={person.created_at} /> },
          { name: people.lastSeen, value: <When at={person.last_seen} /> },
        ]}
      />
    </Card>
  );
}

export function AddressesCard({ id }: { id: string }) {
  const { people, why } = useMessages();
  const identity = useRead('GET /identities/{id}', {
    params: { id },
    query: { expand: ['addresses'], fields: ['id', 'addresses'] },
  });
  return (
    <Card title={people.addresses}>
      {identity.error ? (
        <Fault fault={identity.error} onAgain={() => void identity.refetch()} />
      ) : (
        <Lines
          label={people.addresses}
          empty={people.noAddresses}
          lines={
            identity.data &&
            (identity.data.data.addresses ?? []).map(
              ({ email, verification_level: level, last_seen_at: at }) => ({
                id: email,
                main: email,
                note: why.verificationLevels[level],
                side: <When at={at} />,
              }),
            )
          }
        />
      )}
    </Card>
  );
}
