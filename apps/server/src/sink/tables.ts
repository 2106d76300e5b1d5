/** The tables in ClickHouse, and what of PostgreSQL stands in them. */
import type { Sql, Tx } from '../platform/db/connect.ts';

export type SinkTable = 'visits' | 'events';

/** Names in ClickHouse, so that a database which holds other things has them apart. */
const tableNames: Record<SinkTable, string> = {
  visits: 'footfall_visits',
  events: 'footfall_events',
};

/** [name, type in ClickHouse, where it is from] of a visit `s`. */
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

/** Of an event `e`. What a claim says of a person stays in PostgreSQL. */
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
  // Without what is known of the visit: it stands in the visit, but for the address.
  ['tags', 'String', "coalesce((e.context - 'visit')::text, '')"],
];

/**
 * By what is the same of all versions of a row: a visit may begin earlier when a late message comes, an event never happens at
 * another time. ClickHouse sorts ids by their second half, so events of a day are kept together by the day.
 */
const keys: Record<SinkTable, string> = {
  visits: 'order by (workspace_id, is_test, id, visitor_id)',
  events:
    'partition by toYYYYMM(occurred_at) order by (workspace_id, is_test, toDate(occurred_at), id)',
};

/** Harmless where they are there. */
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

/** Rows as lines of JSON; events of a batch may be of any number of months. */
export function insertInto(table: SinkTable, lines: string[]): string {
  const settings = 'settings max_partitions_per_insert_block = 0, async_insert = 0';
  return `insert into ${tableNames[table]} ${settings} format JSONEachRow\n${lines.join('\n')}\n`;
}

/** Of visits `s` of a workspace: each as a line of JSON. */
export function visitLine(tx: Tx, workspaceId: string, version: string): Sql {
  return line(tx, visitColumns, workspaceId, version);
}

/** Of events `e` of a workspace. */
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

/** Of a visit that is none any more. */
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

/** Ids and numbers of our own only: nothing in it is anybody's text. */
export function deleteFrom(table: SinkTable, condition: string): string {
  return `alter table ${tableNames[table]} delete where ${condition}`;
}

function instantType(): string {
  return "DateTime64(3, 'UTC')";
}

function instant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')`;
}
