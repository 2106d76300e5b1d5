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
import { IdentityOverrideDialog, type PlannedIdentityOverride } from './identity-override.tsx';

type IdentityOverride = AnswerOf<'GET /identity-overrides'>['data'][number];

/** Identity overrides of the person, each with undo. Hidden without any. */
export function IdentityOverridesCard({ id }: { id: string }) {
  const { people } = useMessages();
  const mayCorrect = useMay('admin', 'member');
  const test = useTest();
  const [planned, plan] = useState<PlannedIdentityOverride>();
  const pages = usePages('overrides', 5);
  const { limit, offset } = pages;
  const identityOverrides = useRead(
    'GET /identity-overrides',
    { query: { identity_id: id, test, limit, offset } },
    { keepsPrevious: true },
  );
  if (identityOverrides.data?.pagination.total === 0) return null;
  return (
    <Card title={people.identityOverrides}>
      {identityOverrides.error && (
        <Fault fault={identityOverrides.error} onAgain={() => void identityOverrides.refetch()} />
      )}
      {!identityOverrides.error && (
        <Lines
          label={people.identityOverrides}
          empty=""
          lines={identityOverrides.data?.data.map((identityOverride) => ({
            id: identityOverride.id,
            main: <IdentityOverrideWords identityOverride={identityOverride} personId={id} />,
            note: <IdentityOverrideNote identityOverride={identityOverride} />,
            side: mayCorrect && identityOverride.undone_at === null && (
              <UndoButton identityOverride={identityOverride} plan={plan} />
            ),
            isOff: identityOverride.undone_at !== null,
          }))}
        />
      )}
      <Pager pages={pages} total={identityOverrides.data?.pagination.total} />
      <IdentityOverrideDialog planned={planned} personId={id} onClose={() => plan(undefined)} />
    </Card>
  );
}

function IdentityOverrideWords({
  identityOverride,
  personId,
}: {
  identityOverride: IdentityOverride;
  personId: string;
}) {
  const { people } = useMessages();
  const {
    kind,
    emails,
    user_ids: userIds,
    identity_id: one,
    other_identity_id: two,
  } = identityOverride;
  const other = two === personId ? one : two;
  const names = [...emails, ...userIds].join(', ');
  return (
    <>
      {people.identityOverrideKinds[kind]}
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

function IdentityOverrideNote({
  identityOverride: { by, created_at: at, undone_at },
}: {
  identityOverride: IdentityOverride;
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
  identityOverride: IdentityOverride;
  plan: (planned: PlannedIdentityOverride) => void;
}

function UndoButton({ identityOverride: { id }, plan }: UndoButtonProps) {
  const { people, common } = useMessages();
  const call = useCall();
  const ask = async (isDryRun: boolean) => {
    const body = { dry_run: isDryRun };
    return (await call('POST /identity-overrides/{id}/undo', { params: { id }, body })).body.data;
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
