/** Bulk list changes, with progress, and undo by a click for ten seconds. */
import type { ChangeSubject, ListChange, ListChangeAction } from '@footfall/contract/list-changes';
import { hideNotification, showNotification, updateNotification } from '@mantine/notifications';
import { useCall, useOutdate } from '../api/queries.ts';
import { useMessages } from '../messages/language.tsx';
import { sayFault, sayUndoable, sayUnfinished } from './toasts.ts';

export interface ListChangeRequest {
  list: { id: string; name: string };
  action: ListChangeAction;
  /** Run one after another. */
  of: { of: ChangeSubject; filter: string | undefined }[];
  test: boolean;
  bots: boolean;
}

type Named = Pick<ListChangeRequest, 'list' | 'action'>;

const pollMs = 700;

export const isUnderWay = ({ state }: ListChange) => state === 'running' || state === 'undoing';
export const isFailed = ({ state }: ListChange) => state === 'failed' || state === 'undo_failed';

export function useListChanges() {
  const call = useCall();
  const outdate = useOutdate();
  const { bulk, common } = useMessages();

  const ask = async (request: ListChangeRequest, isTrial: boolean) => {
    const changes: ListChange[] = [];
    for (const { of, filter } of request.of) {
      const { list, action, test, bots } = request;
      const listRequest = { list_id: list.id, action, of, test, bots, dry_run: isTrial };
      const body = filter === undefined ? listRequest : { ...listRequest, filter };
      changes.push((await call('POST /list-changes', { body })).body.data);
    }
    return changes;
  };

  /** Resolves once all are done. */
  const follow = async (changes: ListChange[], title: string) => {
    const id = `list-change-${performance.now()}`;
    let now = changes;
    if (now.some(isUnderWay)) {
      showNotification({ id, title, message: common.loading, loading: true, autoClose: false });
    }
    while (now.some(isUnderWay)) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      now = await Promise.all(
        now.map(async (change) =>
          change.id === null || !isUnderWay(change)
            ? change
            : (await call('GET /list-changes/{id}', { params: { id: change.id } })).body.data,
        ),
      );
      updateNotification({ id, title, message: summaryOf(now), loading: true, autoClose: false });
    }
    hideNotification(id);
    return now;
  };

  /** Progress and errors. */
  const summaryOf = (changes: ListChange[]) => {
    const far = common.progress(sumOf(changes, 'seen'), sumOf(changes, 'matched'));
    const reason = reasonOf(changes);
    return reason ? bulk.triedAgain(far, reason) : far;
  };

  const settle = () =>
    outdate(['GET /lists', 'GET /lists/{id}', 'GET /lists/{id}/members', 'GET /list-changes']);

  const each = (
    route: 'POST /list-changes/{id}/undo' | 'POST /list-changes/{id}/retry',
    changes: ListChange[],
  ) =>
    Promise.all(
      changes.map(async ({ id }) => (await call(route, { params: { id: id ?? '' } })).body.data),
    );

  /** Reports the results. Returns whether all is done. */
  const finish = async (
    changes: ListChange[],
    { list, action }: Named,
    onDone?: (done: ListChange[]) => void,
  ): Promise<boolean> => {
    await outdate(['GET /list-changes']);
    const title = bulk.running[action](list.name);
    const now = await follow(changes, title);
    await settle();
    if (!now.some(isFailed)) {
      onDone?.(now);
      return true;
    }
    const far = common.progress(sumOf(now, 'seen'), sumOf(now, 'matched'));
    const isUndoFailed = now.some(({ state }) => state === 'undo_failed');
    sayUnfinished(title, bulk.failed(far, reasonOf(now)), common, {
      retry: () => retry(now, { list, action }),
      undo: isUndoFailed ? undefined : () => undo(now, { list, action }),
    });
    return false;
  };

  /** Returns whether it is already undone. */
  const undo = async (changes: ListChange[], named: Named) =>
    finish(await each('POST /list-changes/{id}/undo', changes), named);

  const retry = async (changes: ListChange[], named: Named) =>
    finish(await each('POST /list-changes/{id}/retry', changes), named);

  return {
    /** Number of records it would affect. @throws ApiFault */
    count: async (request: ListChangeRequest) => sumOf(await ask(request, true), 'matched'),
    /** Starts it; toasts report the rest. @throws ApiFault if refused */
    async make(request: ListChangeRequest) {
      const { list, action } = request;
      const begun = await ask(request, false);
      void finish(begun, request, (done) => {
        const changed = sumOf(done, 'changed');
        sayUndoable(bulk.done[action](changed, list.name), common, () => undo(done, request));
      }).catch((fault: unknown) =>
        sayFault(fault instanceof Error ? fault : new Error(String(fault)), common),
      );
    },
    /** @throws ApiFault */
    undo,
    /** @throws ApiFault */
    retry,
  };
}

function reasonOf(changes: ListChange[]): string | undefined {
  return changes.find(({ reason }) => reason !== null)?.reason ?? undefined;
}

function sumOf(changes: ListChange[], name: 'matched' | 'seen' | 'changed'): number {
  return changes.reduce((sum, change) => sum + change[name], 0);
}
