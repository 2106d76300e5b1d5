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

type Override = AnswerOf<'GET /overrides'>['data'][number];

interface OverridesProps {
  /** The record they are about. */
  of: { visitor_id: string } | { company_id: string };
  /** Routes that depend on them. */
  outdates: ReadRoute[];
}

/** Overrides in force, each with undo. The page refreshes while records are updated. */
export function Overrides({ of, outdates }: OverridesProps) {
  const { why } = useMessages();
  const overrides = useFollowedOverrides({ of, outdates });
  if (overrides.error)
    return <Fault fault={overrides.error} onAgain={() => void overrides.refetch()} />;
  if (!overrides.data || overrides.data.data.length === 0) return null;
  return (
    <Lines
      label={why.overrides}
      empty=""
      lines={overrides.data.data.map((override) => ({
        id: override.id,
        main: <OverrideWords override={override} of={of} />,
        note: (
          <>
            {why.by[override.by.kind]} <When at={override.created_at} />
            {override.reason && ` · ${override.reason}`}
            {override.pending > 0 && ` · ${why.pending(override.pending)}`}
          </>
        ),
        side: <UndoOverride id={override.id} outdates={outdates} />,
      }))}
    />
  );
}

/** Also watches undone ones: their effects are reverted in the background. */
function useFollowedOverrides({ of, outdates }: OverridesProps) {
  const test = useTest();
  const outdate = useOutdate();
  const [isPending, setPending] = useState(false);
  const options = isPending ? { refetchSeconds: 2 } : {};
  const query = { ...of, test, limit: 100 };
  const overrides = useRead('GET /overrides', { query: { ...query, undone: false } }, options);
  const undone = useRead('GET /overrides', { query: { ...query, undone: true } }, options);
  const all = [...(overrides.data?.data ?? []), ...(undone.data?.data ?? [])];
  const pending = all.reduce((sum, override) => sum + override.pending, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the count is progress
  useEffect(() => {
    if (isPending) void outdate(outdates);
    setPending(pending > 0);
  }, [pending]);
  return overrides;
}

function OverrideWords({ override, of }: { override: Override; of: OverridesProps['of'] }) {
  const { why } = useMessages();
  const { kind, visitor_id: visitor, company_id: company } = override;
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

function UndoOverride({ id, outdates }: { id: string; outdates: ReadRoute[] }) {
  const { common } = useMessages();
  const { undo, isDeciding } = useDecide(outdates);
  if (!useMay('admin', 'member')) return null;
  return (
    <Button size="compact-xs" variant="default" loading={isDeciding} onClick={() => void undo(id)}>
      {common.undo}
    </Button>
  );
}
