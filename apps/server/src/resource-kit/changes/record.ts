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

interface ChangeRow {
  id: string;
  kind: ChangeKind;
  action: ChangeAction;
  isTest: boolean;
  ids: string[];
  visitorIds: string[];
}

/** A row of them stays below the size from which PostgreSQL would store it apart. */
const idsInChange = 50;

const columns: Column<ChangeRow>[] = [
  { name: 'id', type: 'uuid', value: (row) => row.id },
  { name: 'kind', type: 'text', value: (row) => row.kind },
  { name: 'action', type: 'text', value: (row) => row.action },
  { name: 'is_test', type: 'boolean', value: (row) => row.isTest },
  { name: 'ids', type: 'uuid[]', value: ({ ids }) => `{${ids.join()}}` },
  { name: 'visitor_ids', type: 'uuid[]', value: ({ visitorIds }) => `{${visitorIds.join()}}` },
];

const insert = (first: number) => `
  insert into changes (workspace_id, ${nameList(columns)})
  select $1::uuid, ${selectList(columns)} from ${unnestClause(columns, first)}`;

/** As a part of a larger statement. */
export function changesPart(records: ChangedRecord[]): StatementPart {
  return {
    name: 'recorded_changes',
    change: insert,
    parameters: columnValues(columns, rowsOf(records)),
  };
}

export async function recordChanges(
  tx: Tx,
  workspaceId: string,
  records: ChangedRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const parameters = [workspaceId, ...columnValues(columns, rowsOf(records))];
  await tx.unsafe(insert(2), parameters, { prepare: true });
}

/** Each record once, by kind, in the order in which they are given. */
function rowsOf(records: ChangedRecord[]): ChangeRow[] {
  const groups: Group[] = [];
  const rows: ChangeRow[] = [];
  for (const record of records) {
    const { id, visitorId } = record;
    let group = groups.find((known) => isOf(record, known));
    if (!group) {
      group = { row: rowFor(record), seen: new Set() };
      groups.push(group);
      rows.push(group.row);
    }
    const key = visitorId === undefined ? id : id + visitorId;
    if (group.seen.has(key)) continue;
    group.seen.add(key);
    if (group.row.ids.length === idsInChange) {
      group.row = rowFor(record);
      rows.push(group.row);
    }
    group.row.ids.push(id);
    if (visitorId !== undefined) group.row.visitorIds.push(visitorId);
  }
  return rows;
}

/** Of the same kind, action and mode; the last row of them is not full yet. */
interface Group {
  row: ChangeRow;
  seen: Set<string>;
}

function isOf({ kind, isTest, isRemoved = false }: ChangedRecord, { row }: Group): boolean {
  return (
    row.kind === kind && row.isTest === isTest && row.action === (isRemoved ? 'removed' : 'changed')
  );
}

function rowFor({ kind, isTest, isRemoved = false }: ChangedRecord): ChangeRow {
  const action = isRemoved ? 'removed' : 'changed';
  return { id: uuidv7(), kind, action, isTest, ids: [], visitorIds: [] };
}
