/**
 * What changed in a workspace, written in the transaction of the change: a row for each kind of record
 * and hundred ids, so that a group of messages costs a few rows and not one each.
 */
import type { ChangeAction, ChangeKind } from '@footfall/contract/changes';
import { uuidv7 } from 'uuidv7';
import { type Column, columnValues, nameList, selectList, unnestClause } from '../../db/columns.ts';
import type { StatementPart } from '../../db/combined-statement.ts';
import type { Tx } from '../../db/connect.ts';

/** A record that was made, changed or removed. */
export interface ChangedRecord {
  kind: ChangeKind;
  id: string;
  isTest: boolean;
  /** Of sessions: two visitors may use the same id. */
  visitorId?: string;
  isRemoved?: boolean;
}

/** Records of one kind and mode to which the same happened, each once. */
export interface ChangedRecords {
  kind: ChangeKind;
  action: ChangeAction;
  isTest: boolean;
  ids: string[];
  /** Of sessions: whose each one is. */
  visitorIds: string[];
}

/** A part of them, with where it is in all ids. */
interface ChangeRow extends Omit<ChangedRecords, 'ids' | 'visitorIds'> {
  id: string;
  idsFrom: number;
  idsTo: number;
  visitorsFrom: number;
  visitorsTo: number;
}

/** A row of them stays below the size from which PostgreSQL would store it apart. */
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

/** The ids of all rows come as one array, of which each row has a part: an array for each would be read twice. */
const insert = (first: number) => `
  insert into changes (workspace_id, ${nameList(columns)}, ids, visitor_ids)
  select $1::uuid, ${selectList(columns)}, ($${first}::uuid[])[t.ids_from:t.ids_to],
         ($${first + 1}::uuid[])[t.visitors_from:t.visitors_to]
  from ${unnestClause(sent, first + 2)}`;

/** As a part of a larger statement. */
export function changesPart(changed: ChangedRecords[]): StatementPart {
  return { name: 'recorded_changes', change: insert, parameters: parametersOf(changed) };
}

export async function recordChanges(
  tx: Tx,
  workspaceId: string,
  records: ChangedRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const parameters = [workspaceId, ...parametersOf(eachOnce(records))];
  await tx.unsafe(insert(2), parameters, { prepare: true });
}

function parametersOf(changed: ChangedRecords[]): string[] {
  const rows: ChangeRow[] = [];
  let ids: string[] = [];
  let visitorIds: string[] = [];
  for (const { kind, action, isTest, ids: own, visitorIds: ownVisitors } of changed) {
    for (let from = 0; from < own.length; from += idsInChange) {
      const to = Math.min(from + idsInChange, own.length);
      const idsFrom = ids.length + from + 1;
      const idsTo = ids.length + to;
      const hasVisitors = ownVisitors.length > 0;
      const visitorsFrom = hasVisitors ? visitorIds.length + from + 1 : 1;
      const visitorsTo = hasVisitors ? visitorIds.length + to : 0;
      rows.push({
        id: uuidv7(),
        kind,
        action,
        isTest,
        idsFrom,
        idsTo,
        visitorsFrom,
        visitorsTo,
      });
    }
    ids = ids.concat(own);
    visitorIds = visitorIds.concat(ownVisitors);
  }
  return [`{${ids.join()}}`, `{${visitorIds.join()}}`, ...columnValues(sent, rows)];
}

/** In the order in which they are given. */
function eachOnce(records: ChangedRecord[]): ChangedRecords[] {
  const groups = new Map<string, { changed: ChangedRecords; seen: Set<string> }>();
  for (const { kind, id, isTest, visitorId = '', isRemoved = false } of records) {
    const action = isRemoved ? 'removed' : 'changed';
    const name = `${kind} ${action} ${isTest}`;
    const known = groups.get(name);
    const { changed, seen } = known ?? {
      changed: { kind, action, isTest, ids: [], visitorIds: [] },
      seen: new Set(),
    };
    if (!known) groups.set(name, { changed, seen });
    if (seen.has(id + visitorId)) continue;
    seen.add(id + visitorId);
    changed.ids.push(id);
    if (visitorId !== '') changed.visitorIds.push(visitorId);
  }
  return [...groups.values()].map(({ changed }) => changed);
}
