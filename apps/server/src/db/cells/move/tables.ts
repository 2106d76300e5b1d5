/** Which rows of a workspace go from one database to another, and what becomes of them there. */
import type postgres from 'postgres';
import { numbersElsewhere } from '../../transaction-numbers.ts';

export interface MovingTable {
  name: string;
  columns: string[];
  primaryKey: string[];
}

/** Who is a member is known at home; what moves, and how far a sink is, belongs to one database. */
const keptTables = [
  'workspace_members',
  'invitations',
  'workspace_places',
  'workspace_fences',
  'workspace_move_notes',
  'sink_positions',
];

/**
 * Copied as a whole while nothing changes: what makes others look for the workspace, and what housekeeping of the other
 * database would add up meanwhile.
 */
const lastTables = new Set([
  'workspaces',
  'api_keys',
  'signing_secrets',
  'shares',
  'jobs',
  'changes',
  'change_floors',
  'record_counts',
  'search_pending',
  'stats_marks',
  'stats_state',
  'list_upkeep',
  'daily_usage',
  'idempotent_answers',
]);

export async function selectMovingTables(owner: postgres.ISql): Promise<MovingTable[]> {
  return owner<MovingTable[]>`
    select c.relname as name,
      array(select attname::text from pg_attribute
            where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select a.attname::text from pg_index i, unnest(i.indkey) with ordinality k (attnum, place)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
            where i.indrelid = c.oid and i.indisprimary and k.place <= i.indnkeyatts order by k.place) as "primaryKey"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all(${keptTables})
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id')
    order by c.relname`;
}

export function isLast({ name }: MovingTable): boolean {
  return lastTables.has(name);
}

/** Its rows are only ever added, and at home those from before a move stay. */
export function isOnlyAddedTo({ name }: MovingTable): boolean {
  return name === 'audit_log';
}

export function columnsOf({ columns }: MovingTable): string {
  return columns.join(', ');
}

/** What is stored of a row that arrives as `i`. */
export function valuesOf({ name, columns }: MovingTable): string {
  const own = numbersElsewhere[name] ?? {};
  return columns.map((column) => own[column] ?? `i.${column}`).join(', ');
}
