/**
 * Optimistic edits of a record: shown at once, sent with the ETag as read, and reverted on refusal. If somebody else
 * changed the same parts first, `conflict` has the three versions, for <ConflictDialog>.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answered, callWithTag } from '../api/call.ts';
import { useConnection } from '../api/connection.tsx';
import { ApiFault } from '../api/fault.ts';
import { queryKey, useOutdate } from '../api/queries.ts';
import type { ChangeRoute, InputOf, ReadRoute, Route } from '../api/routes.ts';
import { useMessages } from '../messages/language.tsx';
import { isObject, isSame, type JsonObject } from './json-object.ts';
import { sayDone, sayFault, sayUndoable } from './toasts.ts';

export interface Conflict {
  before: JsonObject;
  now: JsonObject;
  yours: JsonObject;
  keepMine: () => void;
  takeTheirs: () => void;
}

interface EditOptions<R extends ReadRoute, C extends ChangeRoute> {
  read: R;
  change: C;
  /** For both routes; absent for a single record. */
  params?: { id: string };
  /** From useRecord. */
  record: Answered<R> | undefined;
  /** Further routes that show it, such as `GET /leads`. */
  outdates: ReadRoute[];
  /** Called once it is saved, or the other version is taken. */
  onEnd?: () => void;
  /** Replaces the toast. */
  onFault?: (fault: Error) => void;
  /** It cannot be restored, so no undo is offered. */
  isFinal?: boolean;
}

export function useEdit<R extends ReadRoute, C extends ChangeRoute>(options: EditOptions<R, C>) {
  const { read, change, params, record, outdates, onEnd, isFinal = false } = options;
  const connection = useConnection();
  const queries = useQueryClient();
  const outdate = useOutdate();
  const { common, table } = useMessages();
  const { onFault = (fault: Error) => sayFault(fault, common) } = options;
  const [conflict, setConflict] = useState<Conflict>();
  const of = params ? { params } : {};
  const key = [...queryKey(connection.workspace, read, of), 'tagged'];
  const show = (shown: Answered<R> | undefined) => queries.setQueryData(key, shown);

  const send = async (body: JsonObject, seen: Answered<R>): Promise<Answered<C>> => {
    const input = { ...of, body } as unknown as InputOf<C>;
    const ifMatch = seen.etag === undefined ? {} : { ifMatch: seen.etag };
    return callWithTag(connection, change, input, ifMatch);
  };

  const saving = useMutation({
    mutationFn: async ({ body, seen }: { body: JsonObject; seen: Answered<R> }) => {
      await queries.cancelQueries({ queryKey: key });
      show(patched(seen, body));
      return send(body, seen);
    },
    onSuccess(answered, { body, seen }) {
      setConflict(undefined);
      const saved = answered as unknown as Answered<R>;
      show(saved);
      onEnd?.();
      if (isFinal) return sayDone(table.saved);
      sayUndoable(table.saved, common, async () => {
        show((await send(opposite(dataOf(seen), body), saved)) as unknown as Answered<R>);
      });
    },
    async onError(fault, { body, seen }) {
      show(seen);
      if (!(fault instanceof ApiFault) || fault.code !== 'precondition_failed') {
        return onFault(fault);
      }
      const now = await callWithTag(connection, read as Route, of as never);
      const conflict = conflictOf(body, seen, now as unknown as Answered<R>);
      if (isSame(conflict.before, conflict.now)) return conflict.keepMine();
      setConflict(conflict);
    },
    onSettled: () => outdate(outdates),
  });

  const conflictOf = (body: JsonObject, seen: Answered<R>, now: Answered<R>): Conflict => ({
    before: partsOf(dataOf(seen), body),
    now: partsOf(dataOf(now), body),
    yours: partsOf(dataOf(patched(seen, body)), body),
    keepMine: () => saving.mutate({ body, seen: now }),
    takeTheirs() {
      setConflict(undefined);
      show(now);
      onEnd?.();
    },
  });

  return {
    isSaving: saving.isPending,
    conflict,
    /** `body`: changed fields relative to `seen`; objects are merged, null removes. */
    save: (body: JsonObject, seen = record) => seen && saving.mutate({ body, seen }),
  };
}

function dataOf(answered: { body: unknown }): JsonObject {
  return (answered.body as { data: JsonObject }).data;
}

function patched<R extends Route>(seen: Answered<R>, body: JsonObject): Answered<R> {
  const data = merged(dataOf(seen), body);
  return { ...seen, body: { ...(seen.body as object), data } as Answered<R>['body'] };
}

/** JSON Merge Patch (RFC 7396), as in the service. */
function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: JsonObject = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null && isObject(target) && isObject(patch)) delete result[name];
    else result[name] = merged(result[name], value);
  }
  return result;
}

/** The change that reverts `body`. */
function opposite(before: unknown, body: JsonObject): JsonObject {
  const fields = isObject(before) ? before : {};
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const old = fields[name] ?? null;
      return [name, isObject(value) && isObject(old) ? opposite(old, value) : old];
    }),
  );
}

/** The parts of the record that the change concerns. */
function partsOf(data: JsonObject, body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([name, changed]) => {
      const value = data[name] ?? null;
      return [name, isObject(changed) ? partsOf(isObject(value) ? value : {}, changed) : value];
    }),
  );
}
