import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.ts';
import { RecordLink } from '../../kit/record-link.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useTest } from '../../shell/frame-context.tsx';

/** Who the visitors of a company are, as links to their pages; of more than a hundred the older ones stay anonymous. */
export function useVisitorNames(companyId: string): (visitorId: string) => ReactNode {
  const { companies, timeline } = useMessages();
  const test = useTest();
  const { data } = useRead('GET /visitors', {
    query: {
      company_id: companyId,
      test,
      expand: 'identity',
      fields: 'id,identity_id,identity',
      limit: 100,
    },
  });
  const people = new Map(data?.data.map(({ id, identity }) => [id, identity]));
  return (visitorId) => {
    const person = people.get(visitorId);
    return person ? (
      <RecordLink page="people" id={person.id}>
        {person.name || person.email || companies.unnamed}
      </RecordLink>
    ) : (
      <RecordLink page="visitors" id={visitorId}>
        {timeline.anonymous(visitorId.slice(-6))}
      </RecordLink>
    );
  };
}
