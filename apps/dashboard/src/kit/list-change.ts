/** Many put on a list, or taken off: followed while it is under way, and for ten seconds undone by a click. */
import type { ChangeSubject, ListChange, ListChangeAction } from '@footfall/contract/list-changes';
import { hideNotification, showNotification, updateNotification } from '@mantine/notifications';
import { useCall, useOutdate } from '../api/queries.ts';
import { useMessages } from '../messages/language.tsx';
import { sayFault, sayUndoable } from './toasts.ts';

export interface ListChangeRequest {
  list: { id: string; name: string };
  action: ListChangeAction;
  /** One after another. */
  of: { of: ChangeSubject; filter: string | undefined }[];
  test: boolean;
  bots: boolean;
}

const pollMs = 700;

export function useListChanges() {
  const call = useCall();
  const outdate = useOutdate();
  const { bulk, common } = useMessages();

  const ask = async (request: ListChangeRequest, isTrial: boolean) => {
    const changes: ListChange[] = [];
    for (const { of, filter } of request.of) {
      const { list, action, test, bots } = request;
      const asked = { list_id: list.id, action, of, test, bots, dry_run: isTrial };
      const body = filter === undefined ? asked : { ...asked, filter };
      changes.push((await call('POST /list-changes', { body })).body.data);
    }
    return changes;
  };

  /** Until all are done. */
  const follow = async (changes: ListChange[], title: string) => {
    const id = `list-change-${performance.now()}`;
    const isUnderWay = ({ state }: ListChange) => state === 'running' || state === 'undoing';
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
      const message = common.progress(sumOf(now, 'seen'), sumOf(now, 'matched'));
      updateNotification({ id, title, message, loading: true, autoClose: false });
    }
    hideNotification(id);
    return now;
  };

  const settle = () => outdate(['GET /lists', 'GET /lists/{id}', 'GET /lists/{id}/members']);

  const undo = async (changes: ListChange[], title: string) => {
    const undone = await Promise.all(
      changes.map(async ({ id }) => {
        const { body } = await call('POST /list-changes/{id}/undo', { params: { id: id ?? '' } });
        return body.data;
      }),
    );
    await follow(undone, title);
    await settle();
  };

  return {
    /** How many it would be about. @throws ApiFault */
    count: async (request: ListChangeRequest) => sumOf(await ask(request, true), 'matched'),
    /** Begins it; what follows is told at the edge of the page. @throws ApiFault what was refused */
    async make(request: ListChangeRequest) {
      const { list, action } = request;
      const begun = await ask(request, false);
      const title = bulk.running[action](list.name);
      void follow(begun, title)
        .then((done) => {
          const changed = sumOf(done, 'changed');
          sayUndoable(bulk.done[action](changed, list.name), common, () => undo(done, title));
          return settle();
        })
        .catch((fault: unknown) =>
          sayFault(fault instanceof Error ? fault : new Error(String(fault)), common),
        );
    },
  };
}

function sumOf(changes: ListChange[], name: 'matched' | 'seen' | 'changed'): number {
  return changes.reduce((sum, change) => sum + change[name], 0);
}
