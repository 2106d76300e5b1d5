import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCall, useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { Card } from '../../kit/card.tsx';
import { Fault } from '../../kit/fault.tsx';
import { Lines } from '../../kit/lines.tsx';
import { Pager, usePages } from '../../kit/pager.tsx';
import { RecordLink } from '../../kit/record-link.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMay, useTest } from '../../shell/frame-context.tsx';
import { CorrectionDialog, type PlannedCorrection } from './correction.tsx';

type Correction = AnswerOf<'GET /corrections'>['data'][number];

/** Corrections of the person, each with undo. Hidden without any. */
export function CorrectionsCard({ id }: { id: string }) {
  const { people } = useMessages();
  const mayCorrect = useMay('admin', 'member');
  const test = useTest();
  const [planned, plan] = useState<PlannedCorrection>();
  const pages = usePages('corrections', 5);
  const { limit, offset } = pages;
  const corrections = useRead(
    'GET /corrections',
    { query: { identity_id: id, test, limit, offset } },
    { keepsPrevious: true },
  );
  if (corrections.data?.pagination.total === 0) return null;
  return (
    <Card title={people.corrections}>
      {corrections.error && (
        <Fault fault={corrections.error} onAgain={() => void corrections.refetch()} />
      )}
      {!corrections.error && (
        <Lines
          label={people.corrections}
          empty=""
          lines={corrections.data?.data.map((correction) => ({
            id: correction.id,
            main: <CorrectionWords correction={correction} personId={id} />,
            note: <CorrectionNote correction={correction} />,
            side: mayCorrect && correction.undone_at === null && (
              <UndoButton correction={correction} plan={plan} />
            ),
            isOff: correction.undone_at !== null,
          }))}
        />
      )}
      <Pager pages={pages} total={corrections.data?.pagination.total} />
      <CorrectionDialog planned={planned} personId={id} onClose={() => plan(undefined)} />
    </Card>
  );
}

function CorrectionWords({ correction, personId }: { correction: Correction; personId: string }) {
  const { people } = useMessages();
  const { kind, emails, user_ids: userIds, identity_id: one, other_identity_id: two } = correction;
  const other = two === personId ? one : two;
  const names = [...emails, ...userIds].join(', ');
  return (
    <>
      {people.correctionKinds[kind]}
      {names && `: ${names}`}
      {other && (
        <>
          {' · '}
          <RecordLink page="people" id={other}>
            {people.other}
          </RecordLink>
        </>
      )}
    </>
  );
}

function CorrectionNote({
  correction: { by, created_at: at, undone_at },
}: {
  correction: Correction;
}) {
  const { people, why } = useMessages();
  return (
    <>
      {why.by[by.kind]} · <When at={at} />
      {undone_at && (
        <>
          {' · '}
          {people.undone} <When at={undone_at} />
        </>
      )}
    </>
  );
}

interface UndoButtonProps {
  correction: Correction;
  plan: (planned: PlannedCorrection) => void;
}

function UndoButton({ correction: { id }, plan }: UndoButtonProps) {
  const { people, common } = useMessages();
  const call = useCall();
  const ask = async (isDryRun: boolean) => {
    const body = { dry_run: isDryRun };
    return (await call('POST /corrections/{id}/undo', { params: { id }, body })).body.data;
  };
  return (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() =>
        plan({ key: `undo ${id}`, title: people.undo, done: common.undone, isUndoing: true, ask })
      }
    >
      {common.undo}
    </Button>
  );
}
