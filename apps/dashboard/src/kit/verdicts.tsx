import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useOutdate, useRead } from '../api/queries.ts';
import type { AnswerOf, ReadRoute } from '../api/routes.ts';
import { useMessages } from '../messages/language.tsx';
import { useMay, useTest } from '../shell/frame-context.tsx';
import { useDecide } from './decide.ts';
import { Fault } from './fault.tsx';
import { Lines } from './lines.tsx';
import { RecordLink } from './record-link.tsx';
import { When } from './when.tsx';

type Verdict = AnswerOf<'GET /verdicts'>['data'][number];

interface VerdictsProps {
  /** The record they are about. */
  of: { visitor_id: string } | { company_id: string };
  /** Routes that depend on them. */
  outdates: ReadRoute[];
}

/** Verdicts in force, each with undo. The page refreshes while records are updated. */
export function Verdicts({ of, outdates }: VerdictsProps) {
  const { why } = useMessages();
  const verdicts = useFollowedVerdicts({ of, outdates });
  if (verdicts.error)
    return <Fault fault={verdicts.error} onAgain={() => void verdicts.refetch()} />;
  if (!verdicts.data || verdicts.data.data.length === 0) return null;
  return (
    <Lines
      label={why.verdicts}
      empty=""
      lines={verdicts.data.data.map((verdict) => ({
        id: verdict.id,
        main: <VerdictWords verdict={verdict} of={of} />,
        note: (
          <>
            {why.by[verdict.by.kind]} <When at={verdict.created_at} />
            {verdict.reason && ` · ${verdict.reason}`}
            {verdict.pending > 0 && ` · ${why.pending(verdict.pending)}`}
          </>
        ),
        side: <UndoVerdict id={verdict.id} outdates={outdates} />,
      }))}
    />
  );
}

/** Also watches undone ones: their effects are reverted in the background. */
function useFollowedVerdicts({ of, outdates }: VerdictsProps) {
  const test = useTest();
  const outdate = useOutdate();
  const [isPending, setPending] = useState(false);
  const options = isPending ? { refetchSeconds: 2 } : {};
  const query = { ...of, test, limit: 100 };
  const verdicts = useRead('GET /verdicts', { query: { ...query, undone: false } }, options);
  const undone = useRead('GET /verdicts', { query: { ...query, undone: true } }, options);
  const all = [...(verdicts.data?.data ?? []), ...(undone.data?.data ?? [])];
  const pending = all.reduce((sum, verdict) => sum + verdict.pending, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the count is progress
  useEffect(() => {
    if (isPending) void outdate(outdates);
    setPending(pending > 0);
  }, [pending]);
  return verdicts;
}

function VerdictWords({ verdict, of }: { verdict: Verdict; of: VerdictsProps['of'] }) {
  const { why } = useMessages();
  const { kind, visitor_id: visitor, company_id: company } = verdict;
  const words = visitor === null ? why.nobody : why.kinds[kind];
  const isOfVisitor = 'visitor_id' in of;
  return (
    <>
      {words}
      {isOfVisitor && company && (
        <>
          {' · '}
          <RecordLink page="companies" id={company}>
            {why.company}
          </RecordLink>
        </>
      )}
      {!isOfVisitor && visitor && (
        <>
          {' · '}
          <RecordLink page="visitors" id={visitor}>
            {why.visitor}
          </RecordLink>
        </>
      )}
    </>
  );
}

function UndoVerdict({ id, outdates }: { id: string; outdates: ReadRoute[] }) {
  const { common } = useMessages();
  const { undo, isDeciding } = useDecide(outdates);
  if (!useMay('admin', 'member')) return null;
  return (
    <Button size="compact-xs" variant="default" loading={isDeciding} onClick={() => void undo(id)}>
      {common.undo}
    </Button>
  );
}
