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
  const open = new Map<string, ChangeRow>();
  const rows: ChangeRow[] = [];
  const seen = new Set<string>();
  for (const { kind, id, isTest, visitorId, isRemoved = false } of records) {
    const group = `${kind}${isTest}${isRemoved}`;
    const key = `${group}${id}${visitorId}`;
    if (seen.has(key)) continue;
    seen.add(key);
    let row = open.get(group);
    if (!row || row.ids.length === idsInChange) {
      const action = isRemoved ? 'removed' : 'changed';
      row = { id: uuidv7(), kind, action, isTest, ids: [], visitorIds: [] };
      open.set(group, row);
      rows.push(row);
    }
    row.ids.push(id);
    if (visitorId !== undefined) row.visitorIds.push(visitorId);
  }
  return rows;
}
