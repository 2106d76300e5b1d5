/** Many records put on a list, or taken off: in one change where a filter says which, else in parts of their ids. */
import type { ChangeSubject, ListChange, ListChangeAction } from '@footfall/contract/list-changes';
import { type Answered, type CallOptions, callWithTag } from '../api/call.ts';
import { useConnection } from '../api/connection.tsx';
import type { InputOf, Route } from '../api/routes.ts';
import type { Selection } from './selection.tsx';

export interface Wanted {
  listId: string;
  action: ListChangeAction;
  of: ChangeSubject;
  selection: Selection;
  /** Of the table: whom "all" means. */
  filter: string | undefined;
  isTest: boolean;
}

/** As many ids as a filter takes. */
const idsAtOnce = 90;
const pauseMs = 400;

type Call = <R extends Route>(
  route: R,
  input: InputOf<R>,
  options?: CallOptions,
) => Promise<Answered<R>>;

export function useListChange() {
  const connection = useConnection();
  const call: Call = (route, input, options) => callWithTag(connection, route, input, options);

  const ask = async (wanted: Wanted, filter: string | undefined, isTrial: boolean) => {
    const { listId, action, of, isTest } = wanted;
    const body = {
      list_id: listId,
      action,
      of,
      ...(filter && { filter }),
      test: isTest,
      dry_run: isTrial,
    };
    return (await call('POST /list-changes', { body })).body.data;
  };

  return {
    /** Exactly how many it is about. */
    async count(wanted: Wanted): Promise<number> {
      const changes = await inTurn(filtersOf(wanted), (filter) => ask(wanted, filter, true));
      return sumOf(changes, 'matched');
    },

    async change(
      wanted: Wanted,
      onProgress: (done: number, all: number) => void,
    ): Promise<ListChange[]> {
      const filters = filtersOf(wanted);
      const finished: ListChange[] = [];
      for (const filter of filters) {
        let change = await ask(wanted, filter, false);
        while (change.state === 'running' && change.id !== null) {
          onProgress(sumOf([...finished, change], 'seen'), wanted.selection.count);
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
          const params = { id: change.id };
          change = (await call('GET /list-changes/{id}', { params })).body.data;
        }
        finished.push(change);
        onProgress(sumOf(finished, 'seen'), wanted.selection.count);
      }
      return finished;
    },

    async undo(changes: ListChange[]): Promise<void> {
      await inTurn(changes, async ({ id }) => {
        if (id !== null) await call('POST /list-changes/{id}/undo', { params: { id } });
      });
    },
  };
}

/** One undefined filter means everybody. */
function filtersOf({ selection, filter }: Wanted): (string | undefined)[] {
  if (selection.isAll) return [filter];
  const ids = [...selection.ids];
  const parts: string[] = [];
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    parts.push(`id IN (${ids.slice(from, from + idsAtOnce).join(', ')})`);
  }
  return parts;
}

async function inTurn<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

export function sumOf(changes: ListChange[], name: 'matched' | 'seen' | 'changed'): number {
  return changes.reduce((sum, change) => sum + change[name], 0);
}
