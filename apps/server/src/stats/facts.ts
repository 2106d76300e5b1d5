/**
 * Facts: what visits count as, derived from visits and stored. All are in `session_facts`; those not yet in sums
 * are in `open_facts` as well.
 */
import {
  type Column,
  columnValues,
  nameList,
  placedClause,
  selectList,
  unnestClause,
} from '../platform/db/columns.ts';
import type { Tx } from '../platform/db/connect.ts';
import { utcMicrosText } from '../platform/db/instants.ts';
import { shareOf } from '../records/visit/shares.ts';
import type { MarkedSession } from '../records/visit/stats-marks.ts';
import { type Measures, measures, type VisitDimension, visitDimensionNames } from './dimensions.ts';

/** The key of a visit, as in its mark. */
export type VisitKey = MarkedSession;

export interface Fact extends VisitKey, Measures, Record<VisitDimension, number> {
  /** Quarters of an hour since 1970. */
  quarter: number;
  /** Days since 1970, in the workspace's time zone. */
  day: number;
  /** Value of its conversions by currency, as PostgreSQL writes `jsonb`; null if unused. */
  revenue: string | null;
  /** Null: not read yet. */
  pages: number[] | null;
  /** Views per page; null: one each. */
  page_counts: number[] | null;
  /** Scheme and host, if all its pages share them and have full URLs; else 0. */
  origin: number;
  os: number;
  /** Time of its last message; undefined if none. */
  activeAt: string | undefined;
}

export interface StoredFact extends Fact {
  /** Index of its visit's key in the requested list. */
  place: number;
  settled: boolean;
}

export const keyColumns: Column<VisitKey>[] = [
  { name: 'session_id', type: 'uuid', value: (row) => row.sessionId },
  { name: 'visitor_id', type: 'uuid', value: (row) => row.visitorId },
  { name: 'is_test', type: 'boolean', value: (row) => row.isTest },
];

/** The key of a row. */
export type FactRow = VisitKey & Pick<Fact, 'quarter'>;

const quarterColumn: Column<FactRow> = {
  name: 'quarter',
  type: 'integer',
  value: (row) => row.quarter,
};

const listText = (list: number[] | null) => list && `{${list.join()}}`;

/** Columns of a visit that no sum includes. */
const factColumns: Column<Fact>[] = [
  { name: 'origin', type: 'integer', value: (row) => row.origin },
  { name: 'os', type: 'integer', value: (row) => row.os },
  { name: 'active_at', type: 'timestamptz', value: ({ activeAt }) => activeAt ?? 'now' },
];

const columns: Column<Fact>[] = [
  ...keyColumns,
  quarterColumn,
  { name: 'day', type: 'integer', value: (row) => row.day },
  ...[...measures, ...visitDimensionNames].map(
    (name): Column<Fact> => ({ name, type: 'integer', value: (row) => row[name] }),
  ),
  { name: 'revenue', type: 'jsonb', value: (row) => row.revenue },
  ...factColumns,
  { name: 'share', type: 'integer', value: ({ visitorId }) => shareOf(visitorId) },
  { name: 'pages', type: 'text', value: ({ pages }) => listText(pages) },
  { name: 'page_counts', type: 'text', value: ({ page_counts }) => listText(page_counts) },
];

/** Nested lists cannot differ in length in PostgreSQL, so these are sent as text. */
const isList = (name: string) => name === 'pages' || name === 'page_counts';
const selected = columns.map((column) =>
  isList(column.name) ? `t.${column.name}::integer[]` : selectList([column]),
);
const keyNames = [...keyColumns, quarterColumn].map(({ name }) => name);
const written = columns.map(({ name }) => name).filter((name) => !keyNames.includes(name));

/** One statement for both tables, so that the rows are sent once. */
const intoBoth = (insertInto: (table: string) => string) => `
  with given as materialized (
    select $1::uuid as workspace_id, ${selected.join(', ')} from ${unnestClause(columns, 2)}
  ), opened as (${insertInto('open_facts')})
  ${insertInto('session_facts')}`;

const insertInto = (table: string) =>
  `insert into ${table} (workspace_id, ${nameList(columns)}) select * from given`;
const insert = intoBoth(insertInto);
const upsert = intoBoth(
  (table) => `${insertInto(table)}
    on conflict (workspace_id, session_id, visitor_id, is_test, quarter) do update set
      ${written.map((name) => `${name} = excluded.${name}`).join(', ')}`,
);

/** Adds open facts. `fresh`: those not stored; looking for them costs a fifth of writing. */
export async function writeFacts(
  tx: Tx,
  workspaceId: string,
  fresh: Fact[],
  rewritten: Fact[],
): Promise<void> {
  const statements: [string, Fact[]][] = [
    [insert, fresh],
    [upsert, rewritten],
  ];
  for (const [statement, facts] of statements) {
    if (facts.length === 0) continue;
    const parameters = [workspaceId, ...columnValues(columns, facts)];
    await tx.unsafe(statement, parameters, { prepare: true });
  }
}

export const factRowColumns: Column<FactRow>[] = [...keyColumns, quarterColumn];
/** `t` has the columns. */
export const isFactRow = `f.workspace_id = $1::uuid and f.session_id = t.session_id and f.visitor_id = t.visitor_id
  and f.is_test = t.is_test and f.quarter = t.quarter`;
const removeFrom = (table: string) =>
  `delete from ${table} f using ${unnestClause(factRowColumns, 2)} where ${isFactRow}`;
const remove = removeFrom('session_facts');
const settle = removeFrom('open_facts');

export async function deleteFacts(tx: Tx, workspaceId: string, facts: FactRow[]): Promise<void> {
  if (facts.length === 0) return;
  const parameters = [workspaceId, ...columnValues(factRowColumns, facts)];
  await Promise.all([
    tx.unsafe(remove, parameters, { prepare: true }),
    tx.unsafe(settle, parameters, { prepare: true }),
  ]);
}

/** Marks them as included in sums. */
export async function settleFacts(tx: Tx, workspaceId: string, facts: FactRow[]): Promise<void> {
  if (facts.length === 0) return;
  await tx.unsafe(settle, [workspaceId, ...columnValues(factRowColumns, facts)], { prepare: true });
}

const retoldColumns = [...factRowColumns, ...factColumns];
const retell = (table: string) => `
  update ${table} f set origin = t.origin, os = t.os, active_at = t.active_at
  from ${unnestClause(retoldColumns, 2)} where ${isFactRow}`;
const retellAll = retell('session_facts');
const retellOpen = retell('open_facts');

/** Updates columns that no sum includes. */
export async function retellFacts(tx: Tx, workspaceId: string, facts: Fact[]): Promise<void> {
  if (facts.length === 0) return;
  const parameters = [workspaceId, ...columnValues(retoldColumns, facts)];
  await Promise.all([
    tx.unsafe(retellAll, parameters, { prepare: true }),
    tx.unsafe(retellOpen, parameters, { prepare: true }),
  ]);
}

const factList = [
  't.place',
  'f.session_id as "sessionId", f.visitor_id as "visitorId", f.is_test as "isTest", f.quarter, f.day',
  ...[...measures, ...visitDimensionNames].map((name) => `f.${name}`),
  `f.origin, f.os, ${utcMicrosText('f.active_at')} as "activeAt"`,
  'f.revenue::text as revenue, f.pages, f.page_counts, o.session_id is null as settled',
].join(', ');

const selectOf = `
  select ${factList} from ${placedClause(keyColumns, 2)}
  join session_facts f on f.workspace_id = $1::uuid and f.session_id = t.session_id
    and f.visitor_id = t.visitor_id and f.is_test = t.is_test
  left join open_facts o on o.workspace_id = $1::uuid and o.session_id = t.session_id
    and o.visitor_id = t.visitor_id and o.is_test = t.is_test and o.quarter = f.quarter`;

export async function selectFacts(
  tx: Tx,
  workspaceId: string,
  keys: VisitKey[],
): Promise<StoredFact[]> {
  const parameters = [workspaceId, ...columnValues(keyColumns, keys)];
  return tx.unsafe<StoredFact[]>(selectOf, parameters, { prepare: true });
}
