/** The tables in ClickHouse, and their PostgreSQL sources. */
import type { Sql, Tx } from '../platform/db/connect.ts';

export type SinkTable = 'visits' | 'events';

/** Prefixed, for databases that contain other tables. */
const tableNames: Record<SinkTable, string> = {
  visits: 'footfall_visits',
  events: 'footfall_events',
};

/** [name, type in ClickHouse, source] for a visit `s`. */
const visitColumns: [name: string, type: string, from: string][] = [
  ['visitor_id', 'UUID', 's.visitor_id'],
  ['id', 'UUID', 's.id'],
  ['is_test', 'Bool', 's.is_test'],
  ['started_at', instantType(), instant('s.started_at')],
  ['last_activity_at', instantType(), instant('s.last_activity_at')],
  ['ended_at', `Nullable(${instantType()})`, instant('s.ended_at')],
  ['event_count', 'UInt32', 's.event_count'],
  ['page_view_count', 'UInt32', 's.page_view_count'],
  ['engaged_ms', 'UInt32', 's.engaged_ms'],
  ['source', 'LowCardinality(String)', 's.source'],
  ['entry_url', 'String', 's.entry_url'],
  ['exit_url', 'String', 's.exit_url'],
  ['referrer', 'String', 's.referrer'],
  ['campaign', 'String', "coalesce(s.campaign::text, '')"],
  ['campaign_id', 'Nullable(UUID)', 's.campaign_id'],
  ['country', 'LowCardinality(String)', 's.country'],
  ['city', 'String', 's.city'],
  ['user_agent', 'String', 's.user_agent'],
  ['locale', 'LowCardinality(String)', 's.locale'],
  ['timezone', 'LowCardinality(String)', 's.timezone'],
  ['screen', 'LowCardinality(String)', 's.screen'],
  ['bot', 'String', 's.bot'],
  ['network_owner', 'String', 's.network_owner'],
  ['company_id', 'Nullable(UUID)', 's.company_id'],
];

/** For an event `e`. Personal data in claims stays in PostgreSQL. */
const eventColumns: [name: string, type: string, from: string][] = [
  ['id', 'UUID', 'e.id'],
  ['visitor_id', 'UUID', 'e.visitor_id'],
  ['session_id', 'UUID', 'e.session_id'],
  ['is_test', 'Bool', 'e.is_test'],
  ['occurred_at', instantType(), instant('e.occurred_at')],
  ['received_at', instantType(), instant('e.received_at')],
  ['type', 'LowCardinality(String)', 'e.type'],
  ['name', 'LowCardinality(String)', 'e.name'],
  ['url', 'String', "coalesce(e.url, '')"],
  ['title', 'String', "coalesce(e.title, '')"],
  ['referrer', 'String', "coalesce(e.referrer, '')"],
  [
    'properties',
    'String',
    "case when e.type = 'identify' then '' else coalesce(e.properties::text, '') end",
  ],
  // Without visit facts: those are in the visit, except the address.
  ['tags', 'String', "coalesce((e.context - 'visit')::text, '')"],
];

/**
 * Columns that are equal in all versions of a row: a late message may move a visit's start, but events never change their
 * time. ClickHouse sorts UUIDs by their second half, so the day keeps a day's events together.
 */
const keys: Record<SinkTable, string> = {
  visits: 'order by (workspace_id, is_test, id, visitor_id)',
  events:
    'partition by toYYYYMM(occurred_at) order by (workspace_id, is_test, toDate(occurred_at), id)',
};

/** Idempotent. */
export const createTables: string[] = [
  createTable('visits', visitColumns),
  createTable('events', eventColumns),
];

function createTable(table: SinkTable, columns: [string, string, string][]): string {
  const lines = [
    'workspace_id UUID',
    ...columns.map(([name, type]) => `${name} ${type}`),
    'version UInt64',
    'is_deleted UInt8',
  ];
  return `create table if not exists ${tableNames[table]} (\n  ${lines.join(',\n  ')}\n)
engine = ReplacingMergeTree(version, is_deleted) ${keys[table]}`;
}

/** Rows as JSON lines; a batch's events may span any number of months. */
export function insertInto(table: SinkTable, lines: string[]): string {
  const settings = 'settings max_partitions_per_insert_block = 0, async_insert = 0';
  return `insert into ${tableNames[table]} ${settings} format JSONEachRow\n${lines.join('\n')}\n`;
}

/** For visits `s` of a workspace: a JSON line each. */
export function visitLine(tx: Tx, workspaceId: string, version: string): Sql {
  return line(tx, visitColumns, workspaceId, version);
}

/** For events `e` of a workspace. */
export function eventLine(tx: Tx, workspaceId: string, version: string): Sql {
  return line(tx, eventColumns, workspaceId, version);
}

function line(tx: Tx, columns: [string, string, string][], workspaceId: string, version: string) {
  const list = columns.map(([name, , from]) => `${from} as ${name}`).join(', ');
  return tx`(
    select row_to_json(r)::text from (
      select ${workspaceId}::uuid as workspace_id, ${tx.unsafe(list)}, ${version}::bigint as version, 0 as is_deleted
    ) r)`;
}

/** A visit that no longer exists. */
export interface GoneVisit {
  visitorId: string;
  sessionId: string;
  isTest: boolean;
}

export function goneVisitLine(workspaceId: string, version: string, gone: GoneVisit): string {
  const { visitorId, sessionId, isTest } = gone;
  return (
    `{"workspace_id":"${workspaceId}","visitor_id":"${visitorId}","id":"${sessionId}","is_test":${isTest},` +
    `"started_at":"1970-01-01 00:00:00.000","last_activity_at":"1970-01-01 00:00:00.000","version":${version},"is_deleted":1}`
  );
}

/** Contains only our own ids and numbers, no user text. */
export function deleteFrom(table: SinkTable, condition: string): string {
  return `alter table ${tableNames[table]} delete where ${condition}`;
}

function instantType(): string {
  return "DateTime64(3, 'UTC')";
}

function instant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')`;
}
