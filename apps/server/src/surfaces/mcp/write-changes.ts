/** The exact changes of a write, by doing it, permanently or as a trial, and how to undo it. */
import type { Erasure } from '@footfall/contract/erasures';
import type { OperationSpec } from '@footfall/contract/operation';
import { operations } from '@footfall/contract/operations';
import { isObject } from '../../platform/common/is-object.ts';
import { mayRun } from '../operations/agent-desk.ts';
import { tellingOf } from './answers.ts';
import { pageOf } from './links.ts';
import { itemOf } from './list-tool.ts';
import { type AgentSession, runAs } from './session.ts';
import { shownValue } from './shown-value.ts';
import type { Wanted } from './write-tools.ts';

export interface Change {
  preview: Record<string, unknown>;
  /** Without any value. */
  summary: string;
  howToUndo: string;
  rows: number;
  /** Of the record before. */
  entityTag: string | undefined;
  isOfVisitors: boolean;
  resourceId: string | undefined;
}

export interface How {
  isTrial?: boolean;
  /** The record's version at the preview. */
  ifMatch?: string | undefined;
}

type Row = Record<string, unknown>;

export function changeOf(session: AgentSession, wanted: Wanted, how: How): Promise<Change> {
  const { method } = wanted.operation;
  if (method === 'PATCH') return updated(session, wanted, how);
  if (method === 'DELETE') return erased(session, wanted, how);
  return wanted.input.params ? membersMoved(session, wanted, how) : created(session, wanted, how);
}

/** Changes with every write, so meaningless here. */
const ofTheMoment = new Set(['updated_at']);

async function updated(session: AgentSession, wanted: Wanted, how: How): Promise<Change> {
  const { operation, input, tool, args } = wanted;
  const before = await recordBefore(session, wanted);
  const ifMatch = how.ifMatch ?? before.entityTag;
  const answer = await runAs(session, operation, input, { isTrial: how.isTrial ?? false, ifMatch });
  const after = dataIn(answer.body);
  const difference = differenceOf(before.record, after);
  const schema = itemOf({ operation, use: { tool } });
  const telling = { ...tellingOf(session, 'one'), whole: true };
  const was = shownValue(schema, difference.before, telling);
  const is = shownValue(schema, difference.after, telling);
  const id = String(after.id);
  const link = tool === 'update_lead' ? pageOf(session, 'lead', id) : undefined;
  const { hidesPersonal } = session.permissions;
  // Hidden values look the same before and after.
  const names = Object.keys((hidesPersonal && input.body) || difference.after);
  const isChanged = names.length > 0;
  return {
    preview: {
      id,
      before: was.value,
      after: is.value,
      ...(!how.isTrial && isChanged && { undo: undoOf(tool, args) }),
      ...(link && { link }),
    },
    summary: isChanged ? `changes ${names.join(', ')} of one record.` : 'no changes.',
    howToUndo: isChanged ? howToUndo(tool, hidesPersonal) : '',
    rows: isChanged ? 1 : 0,
    entityTag: before.entityTag,
    isOfVisitors: was.isOfVisitors || is.isOfVisitors,
    resourceId: id,
  };
}

function undoOf(tool: Wanted['tool'], fields: Row): Row {
  if (tool !== 'set_favorite') return { tool, id: fields.id, with: 'the previous values' };
  return { tool, identity_id: fields.identity_id, is_favorite: fields.is_favorite !== true };
}

function howToUndo(tool: Wanted['tool'], hidesPersonal: boolean): string {
  const call = `To undo, call ${tool}`;
  if (tool === 'set_favorite') return `${call} with the arguments in undo.`;
  const values = `${call} with the previous values, and null for missing ones.`;
  return hidesPersonal
    ? `${values} This key cannot restore values that are hidden from it.`
    : values;
}

/** A key that may only write gets the record too: by a trial that sets nothing. */
async function recordBefore(session: AgentSession, { operation, input }: Wanted) {
  const reading = Object.values(operations).find(
    (one: OperationSpec) => one.method === 'GET' && one.path === operation.path,
  );
  const { params } = input;
  const answer =
    reading && mayRun(reading, session.permissions)
      ? await runAs(session, reading, { params: params ?? {} })
      : await runAs(session, operation, { params: params ?? {}, body: {} }, { isTrial: true });
  const isRead = reading !== undefined && mayRun(reading, session.permissions);
  return { record: dataIn(answer.body), entityTag: isRead ? answer.entityTag : undefined };
}

/** Fields that differ; within objects the differing keys, null if absent. */
function differenceOf(before: Row, after: Row): { before: Row; after: Row } {
  const difference: { before: Row; after: Row } = { before: {}, after: {} };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const was = before[name] ?? null;
    const is = after[name] ?? null;
    if (ofTheMoment.has(name) || JSON.stringify(was) === JSON.stringify(is)) continue;
    if (isObject(was) && isObject(is)) {
      const parts = differenceOf(was, is);
      difference.before[name] = parts.before;
      difference.after[name] = parts.after;
    } else {
      difference.before[name] = was;
      difference.after[name] = is;
    }
  }
  return difference;
}

async function created(session: AgentSession, wanted: Wanted, how: How): Promise<Change> {
  const { operation, input, tool } = wanted;
  const { body } = await runAs(session, operation, input, { isTrial: how.isTrial ?? false });
  const record = dataIn(body);
  const kind = tool === 'create_lead' ? 'lead' : 'list';
  // These differ the next time.
  const { id, created_at: _, updated_at: __, ...lasting } = record;
  const schema = itemOf({ operation, use: { tool } });
  const shown = shownValue(schema, how.isTrial ? lasting : record, tellingOf(session, 'one'));
  const undo = `delete it with DELETE /api/v1/lists/${id}`;
  return {
    preview: {
      [kind]: shown.value,
      ...(!how.isTrial && { link: pageOf(session, kind, String(id)) }),
      ...(!how.isTrial && kind === 'list' && { undo }),
    },
    summary: `creates one ${kind}.`,
    howToUndo:
      kind === 'list'
        ? `To undo, ${undo}.`
        : 'Leads cannot be deleted, but update_lead can change them.',
    rows: 1,
    entityTag: undefined,
    isOfVisitors: shown.isOfVisitors,
    resourceId: how.isTrial ? undefined : String(id),
  };
}

/** Counts and ids alone. */
async function erased(session: AgentSession, wanted: Wanted, how: How): Promise<Change> {
  const { operation, input } = wanted;
  const query = how.isTrial ? { dry_run: 'true' } : {};
  const { body } = await runAs(session, operation, { ...input, query });
  const { id, removed, shared_with: sharers, kept } = dataIn(body) as unknown as Erasure;
  const counts = Object.fromEntries(Object.entries(removed).filter(([, count]) => count > 0));
  return {
    preview: how.isTrial
      ? { removes: counts, shares_devices_with: sharers, kept }
      : { erasure_id: id, removed: counts },
    summary: `erases ${removed.people} person for good.`,
    howToUndo: 'This cannot be undone.',
    rows: removed.people,
    entityTag: undefined,
    isOfVisitors: false,
    resourceId: id ?? undefined,
  };
}

const contrary = { add_to_list: 'remove_from_list', remove_from_list: 'add_to_list' } as const;
/** Most ids listed, however few stayed. */
const idsShown = 50;

interface Moved {
  added?: number;
  already_there?: number;
  removed?: number;
  not_there?: number;
  visitor_ids: string[];
  identity_ids: string[];
}

async function membersMoved(session: AgentSession, wanted: Wanted, how: How): Promise<Change> {
  const { operation, input, tool, args } = wanted;
  const { body } = await runAs(session, operation, input, { isTrial: how.isTrial ?? false });
  const { visitor_ids, identity_ids, ...counts } = dataIn(body) as unknown as Moved;
  const rows = visitor_ids.length + identity_ids.length;
  const listId = String(args.list_id);
  const back = contrary[tool as keyof typeof contrary];
  const moved = new Set([...visitor_ids, ...identity_ids]);
  const others = idsIn(args).filter((id) => !moved.has(id));
  // The shorter form: an answer has space for half the ids of a call.
  const ids =
    rows <= others.length + idsShown ? { visitor_ids, identity_ids } : { same_ids_but: others };
  const undo = { tool: back, list_id: listId, ...ids };
  return {
    preview: {
      ...counts,
      ...(how.isTrial && ids),
      ...(!how.isTrial && rows > 0 && { undo }),
      link: pageOf(session, 'list', listId),
    },
    summary: `${tool === 'add_to_list' ? 'adds' : 'removes'} ${rows} members.`,
    howToUndo: rows > 0 ? `To undo, call ${back} with the arguments in undo.` : '',
    rows,
    entityTag: undefined,
    isOfVisitors: false,
    resourceId: listId,
  };
}

function idsIn({
  visitor_ids = [],
  identity_ids = [],
}: {
  visitor_ids?: string[];
  identity_ids?: string[];
}) {
  return [...visitor_ids, ...identity_ids].map((id) => id.toLowerCase());
}

function dataIn(body: object | undefined): Row {
  return (body as { data: Row }).data;
}
