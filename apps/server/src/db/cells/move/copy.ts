/**
 * Rows of a workspace from one database to another. COPY INTO takes no table with row level security, so they arrive in a
 * temporary one first.
 */
import { PassThrough } from 'node:stream';
import type postgres from 'postgres';
import { copyIn, copyOut } from '../../copy-rows.ts';
import { sqlState } from '../../faults.ts';
import type { Note } from './fence.ts';
import { columnsOf, isOnlyAddedTo, type MovingTable, valuesOf } from './tables.ts';

/** What follows from rows has followed where they come from, and came along. */
export const movingOn = `set local app.moving = 'on'`;
const keysAtOnce = 5_000;

export interface Ends {
  from: postgres.TransactionSql;
  to: postgres.TransactionSql;
}

/** All rows of a table. Returns how many there are. @throws when not as many came over */
export async function copyTable(
  { from, to }: Ends,
  workspaceId: string,
  table: MovingTable,
): Promise<number> {
  const rows = `from public.${table.name} where workspace_id = '${workspaceId}'`;
  await arrive({ from, to }, table, `select ${columnsOf(table)} ${rows}`);
  return requireSameCount({ from, to }, table, rows);
}

async function requireSameCount(
  { from, to }: Ends,
  table: MovingTable,
  rows: string,
): Promise<number> {
  const [here, there] = await Promise.all([countRows(from, rows), countRows(to, rows)]);
  requireAsMany(table, here, there);
  return there;
}

function requireAsMany(table: MovingTable, here: number, there: number): void {
  // What was done at home before stays there; who follows changes is told so at the new place.
  const mayBeMore = isOnlyAddedTo(table) || table.name === 'change_floors';
  if (here === there || (mayBeMore && there > here)) return;
  throw new Error(`${table.name} has ${here} rows, and ${there} came over`);
}

const queryCanceled = '57014';

/** All rows of a table, where counting them takes no longer. Returns whether they were. @throws when not as many came over */
export async function compareWithin(
  [source, target]: [postgres.Sql, postgres.Sql],
  workspaceId: string,
  table: MovingTable,
  ms: number,
): Promise<boolean> {
  const count = (end: postgres.Sql) =>
    end.begin('read only', async (tx) => {
      await tx.unsafe(`set local statement_timeout = ${ms}`);
      const [row] = await tx.unsafe<{ rows: number }[]>(
        `select count(*)::integer as rows from public.${table.name} where workspace_id = '${workspaceId}'`,
      );
      return row?.rows ?? 0;
    });
  try {
    const [here, there] = await Promise.all([count(source), count(target)]);
    requireAsMany(table, here, there);
    return true;
  } catch (error) {
    if (sqlState(error) === queryCanceled) return false;
    throw error;
  }
}

async function countRows(tx: postgres.ISql, rows: string): Promise<number> {
  const [row] = await tx.unsafe<{ total: number }[]>(`select count(*)::integer as total ${rows}`);
  return row?.total ?? 0;
}

async function arrive({ from, to }: Ends, table: MovingTable, query: string): Promise<void> {
  await to.unsafe(
    `create temporary table arriving on commit drop as select ${columnsOf(table)} from public.${table.name} limit 0`,
  );
  const passing = new PassThrough();
  await Promise.all([
    copyOut(from, `copy (${query})`, passing),
    copyIn(to, `copy arriving (${columnsOf(table)})`, passing),
  ]);
  await to.unsafe(`
    insert into public.${table.name} (${columnsOf(table)}) select ${valuesOf(table)} from arriving i ${onConflict(table)}`);
  await to.unsafe('drop table arriving');
}

function onConflict(table: MovingTable): string {
  if (isOnlyAddedTo(table)) return 'on conflict do nothing';
  // At home there is a row of every workspace.
  if (table.name !== 'workspaces') return '';
  const sets = table.columns.map((column) => `${column} = excluded.${column}`).join(', ');
  return `on conflict (workspace_id) do update set ${sets}`;
}

/** What was noted, as it is by now. Returns how many rows more there are of it. @throws when not as many came over */
export async function copyNoted(
  ends: Ends,
  workspaceId: string,
  table: MovingTable,
  notes: Note[],
): Promise<number> {
  const key = table.primaryKey;
  let more = 0;
  for (let first = 0; first < notes.length; first += keysAtOnce) {
    const keys = JSON.stringify(notes.slice(first, first + keysAtOnce).map((note) => note.key));
    for (const end of [ends.from, ends.to]) {
      await end.unsafe(
        `create temporary table moving_keys on commit drop as
         select ${key.join(', ')} from jsonb_populate_recordset(null::public.${table.name}, $1::text::jsonb)`,
        [keys],
      );
      await end.unsafe('analyze moving_keys');
    }
    const same = key.map((column) => `t.${column} = k.${column}`).join(' and ');
    if (!isOnlyAddedTo(table)) {
      const { count } = await ends.to.unsafe(
        `delete from public.${table.name} t using moving_keys k where t.workspace_id = '${workspaceId}' and ${same}`,
      );
      more -= count;
    }
    const columns = table.columns.map((column) => `t.${column}`).join(', ');
    const rows = `from moving_keys k join public.${table.name} t on t.workspace_id = '${workspaceId}' and ${same}`;
    await arrive(ends, table, `select ${columns} ${rows}`);
    more += await requireSameCount(ends, table, rows);
    for (const end of [ends.from, ends.to]) await end.unsafe('drop table moving_keys');
  }
  return more;
}
