import type { ListChange } from '@footfall/contract/list-changes';
import type { VisitorList } from '@footfall/contract/list-record';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/queries.ts';
import { Card } from '../../kit/card.tsx';
import { Fault } from '../../kit/fault.tsx';
import { Lines } from '../../kit/lines.tsx';
import { isFailed, isUnderWay, useListChanges } from '../../kit/list-change.ts';
import { Pager, usePages } from '../../kit/pager.tsx';
import { sayFault } from '../../kit/toasts.ts';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMay } from '../../shell/frame-context.tsx';

const pollSeconds = 3;

/** Bulk changes of the last day: progress, and actions after a failure. */
export function ListChanges({ list }: { list: VisitorList }) {
  const isEnabled = useMay('admin', 'member') && list.of === undefined;
  const { lists } = useMessages();
  const pages = usePages('changes', 5);
  const { limit, offset } = pages;
  const input = { query: { list_id: list.id, limit, offset } };
  const [isPolled, setPolled] = useState(false);
  const changesQuery = useRead('GET /list-changes', input, {
    isEnabled,
    keepsPrevious: true,
    ...(isPolled && { refetchSeconds: pollSeconds }),
  });
  const changes = changesQuery.data?.data ?? [];
  const goesOn = changes.some(isUnderWay);
  if (goesOn !== isPolled) setPolled(goesOn);
  if (changesQuery.error)
    return <Fault fault={changesQuery.error} onAgain={() => void changesQuery.refetch()} />;
  if (changes.length === 0) return null;
  return (
    <Card title={lists.changes}>
      <Lines
        label={lists.changes}
        empty=""
        lines={changes.map((change) => ({
          id: change.id ?? '',
          main: <ChangeSummary change={change} />,
          note: (
            <>
              {change.created_by?.name && `${change.created_by.name} · `}
              <When at={change.created_at} />
            </>
          ),
          side: <Actions change={change} list={list} />,
          isOff: change.state === 'undone',
        }))}
      />
      <Pager pages={pages} total={changesQuery.data?.pagination.total} />
    </Card>
  );
}

function ChangeSummary({ change }: { change: ListChange }) {
  const { bulk, lists, common } = useMessages();
  const { action, changed, seen, matched, state, reason } = change;
  const far = common.progress(seen, matched);
  if (isFailed(change)) {
    return `${lists.changeStates[state]} ${bulk.failed(far, reason ?? undefined)}`;
  }
  if (isUnderWay(change)) {
    return `${lists.changeStates[state]} ${reason ? bulk.triedAgain(far, reason) : far}`;
  }
  const summary = lists.changed[action](changed);
  return state === 'undone' ? `${summary} ${lists.changeStates.undone}` : summary;
}

function Actions({ change, list }: { change: ListChange; list: VisitorList }) {
  const { lists, common } = useMessages();
  const { undo, retry } = useListChanges();
  const named = { list, action: change.action };
  const summary = lists.changed[change.action](change.changed);
  const button = (label: string, work: () => Promise<unknown>) => (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`${label}: ${summary}`}
      onClick={() =>
        void work().catch((fault: unknown) =>
          sayFault(fault instanceof Error ? fault : new Error(String(fault)), common),
        )
      }
    >
      {label}
    </Button>
  );
  return (
    <>
      {isFailed(change) && button(common.fault.again, () => retry([change], named))}
      {change.undo_until !== null && button(common.undo, () => undo([change], named))}
    </>
  );
}
