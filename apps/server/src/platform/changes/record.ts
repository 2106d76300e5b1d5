/**
 * Records a workspace's changes in the transaction that makes them: one row per kind of record and number of
 * ids, so that a group of messages costs a few rows.
 */
import type { ChangeAction, ChangeKind } from '@footfall/contract/changes';
import { uuidv7 } from 'uuidv7';
import { type Column, nameList, selectList } from '../db/columns.ts';
import { runCombined, type StatementPart } from '../db/combined-statement.ts';
import type { Tx } from '../db/connect.ts';
import { type SharedValues, sharedParameters, sharedRows } from '../db/shared-values.ts';

/** A created, updated or deleted record. */
export interface ChangedRecord {
  kind: ChangeKind;
  id: string;
  isTest: boolean;
  /** For sessions: two visitors may use the same id. */
  visitorId?: string;
  isRemoved?: boolean;
}

/** Records of one kind and mode with the same action, each once. */
export interface ChangedRecords {
  kind: ChangeKind;
  action: ChangeAction;
  isTest: boolean;
  ids: string[];
  /** For sessions: the visitor of each. */
  visitorIds: string[];
}

/** A part of them, with its position in all ids. */
interface ChangeRow extends Omit<ChangedRecords, 'ids' | 'visitorIds'> {
  id: string;
  idsFrom: number;
  idsTo: number;
  visitorsFrom: number;
  visitorsTo: number;
}

/** Keeps rows below the size at which PostgreSQL stores them out of line. */
const idsInChange = 50;

const columns: Column<ChangeRow>[] = [
  { name: 'id', type: 'uuid', value: (row) => row.id },
  { name: 'kind', type: 'text', value: (row) => row.kind },
  { name: 'action', type: 'text', value: (row) => row.action },
  { name: 'is_test', type: 'boolean', value: (row) => row.isTest },
];

const places: Column<ChangeRow>[] = [
  { name: 'ids_from', type: 'integer', value: (row) => row.idsFrom },
  { name: 'ids_to', type: 'integer', value: (row) => row.idsTo },
  { name: 'visitors_from', type: 'integer', value: (row) => row.visitorsFrom },
  { name: 'visitors_to', type: 'integer', value: (row) => row.visitorsTo },
];

const sent = [...columns, ...places];

/** Each row takes a slice of the statement's shared ids: separate arrays would be parsed twice. */
const insert = (first: number) => `
  insert into changes (workspace_id, ${nameList(columns)}, ids, visitor_ids)
  select $1::uuid, ${selectList(columns)}, (${sharedParameters.uuid})[t.ids_from:t.ids_to],
         (${sharedParameters.uuid})[t.visitors_from:t.visitors_to]
  from ${sharedRows(sent, first)}`;

/** For a combined statement: best as its first part, since it determines the order of the ids. */
export function changesPart(changed: ChangedRecords[]): StatementPart {
  return {
    name: 'recorded_changes',
    change: insert,
    parameters: (shared) => shared.columnValues(sent, rowsOf(changed, shared)),
  };
}

export async function recordChanges(
  tx: Tx,
  workspaceId: string,
  records: ChangedRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await runCombined(tx, workspaceId, [changesPart(eachOnce(records))]);
}

function rowsOf(changed: ChangedRecords[], shared: SharedValues): ChangeRow[] {
  const rows: ChangeRow[] = [];
  for (const { kind, action, isTest, ids, visitorIds } of changed) {
    const firstId = shared.run(ids);
    const firstVisitor = shared.run(visitorIds);
    for (let from = 0; from < ids.length; from += idsInChange) {
      const last = Math.min(from + idsInChange, ids.length) - 1;
      const hasVisitors = visitorIds.length > 0;
      rows.push({
        id: uuidv7(),
        kind,
        action,
        isTest,
        idsFrom: firstId + from,
        idsTo: firstId + last,
        visitorsFrom: hasVisitors ? firstVisitor + from : 1,
        visitorsTo: hasVisitors ? firstVisitor + last : 0,
      });
    }
  }
  return rows;
}

/** In the given order. */
export function eachOnce(records: ChangedRecord[]): ChangedRecords[] {
  const groups = new Map<string, { changed: ChangedRecords; seen: Set<string> }>();
  for (const { kind, id, isTest, visitorId = '', isRemoved = false } of records) {
    const action = isRemoved ? 'removed' : 'changed';
    const name = `${kind} ${action} ${isTest}`;
    const group = groups.get(name);
    const { changed, seen } = group ?? {
      changed: { kind, action, isTest, ids: [], visitorIds: [] },
      seen: new Set(),
    };
    if (!group) groups.set(name, { changed, seen });
    if (seen.has(id + visitorId)) continue;
    seen.add(id + visitorId);
    changed.ids.push(id);
    if (visitorId !== '') changed.visitorIds.push(visitorId);
  }
  return [...groups.values()].map(({ changed }) => changed);
}
