import { Badge } from '@mantine/core';
import type { AnswerOf } from '../../api/routes.ts';
import { useMessages } from '../../messages/language.tsx';

type Lead = AnswerOf<'GET /leads'>['data'][number];

/** Who it is as far as that is known, else the code. */
export function LeadName({ lead }: { lead: Pick<Lead, 'code' | 'identity' | 'suspect'> }) {
  const { leads } = useMessages();
  const { identity } = lead;
  return (
    <>
      {identity?.name || identity?.email || lead.code}
      {lead.suspect && (
        <Badge ml={6} size="xs" color="orange" variant="light" title={leads.suspectText}>
          {leads.suspect}
        </Badge>
      )}
    </>
  );
}
