import type { AnswerOf } from '../../api/routes.ts';
import { Mark } from '../../kit/mark.tsx';
import { useMessages } from '../../messages/language.tsx';

type Lead = AnswerOf<'GET /leads'>['data'][number];

/** The person's name if known, else the code. */
export function LeadName({ lead }: { lead: Pick<Lead, 'code' | 'identity' | 'suspect'> }) {
  const { leads } = useMessages();
  const { identity } = lead;
  return (
    <>
      {identity?.name || identity?.email || lead.code}{' '}
      {lead.suspect && (
        <Mark look="warn" title={leads.suspectText}>
          {leads.suspect}
        </Mark>
      )}
    </>
  );
}
