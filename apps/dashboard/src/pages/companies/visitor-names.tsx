import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.ts';
import { RecordLink } from '../../kit/record-link.tsx';
import { VisitorName } from '../../kit/visitor-name.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useTest } from '../../shell/frame-context.tsx';

/**
 * Who the visitors of a company are, as links to their pages; of more than a hundred the older ones stay anonymous.
 * `hasBots`: bots are among them, which the list of visitors leaves out.
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
