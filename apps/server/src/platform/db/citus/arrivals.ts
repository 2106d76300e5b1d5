/**
 * A part of the workspaces comes to a node from another server: it was moved, or the database was on one server before. Numbers of
 * transactions that are stored in it are of that server, so they are replaced before anybody works with it here.
 */
import type postgres from 'postgres';
import { floorsOf, numbersElsewhere } from '../transaction-numbers.ts';
import { anchorTable } from './tables.ts';

/** A table of a part, on this node. */
export interface Shard {
  table: string;
  /** Of the anchor table; null: on every node. */
  part: string | null;
  shard: string;
  columns: string[];
}

/**
 * Whoever sends to ClickHouse has lost its turn, and the time for which it had it goes on: what it sent last has arrived by the
 * time of the next.
 */
const replaced: typeof numbersElsewhere = {
  ...numbersElsewhere,
  sink_positions: { collected: "'1:1:'", holder: 'null' },
};

/** Those of which that has not been done here. */
export async function renumberArrivals(
  node: postgres.TransactionSql,
  shards: Shard[],
): Promise<void> {
  const anchors = shards.filter(({ table, part }) => table === anchorTable && part !== null);
  for (const anchor of anchors) {
    // Citus does not show shards in pg_class.
    const [mark] = await node<{ text: string; isThere: boolean }[]>`
      select mark as text, coalesce(obj_description(id, 'pg_class') = mark, false) as "isThere"
      from (select ${`public.${anchor.shard}`}::text::regclass::oid as id) own
      cross join lateral (select groupid || ':' || id as mark from pg_dist_local_group) made`;
    if (!mark) throw new Error('the node has no number');
    if (mark.isThere) continue;
    for (const statement of statementsFor(shards.filter(({ part }) => part === anchor.part))) {
      await node.unsafe(statement);
    }
    // With a table that goes elsewhere its mark would be wrong: there it has another number.
    await node.unsafe(`comment on table public.${anchor.shard} is '${mark.text}'`);
  }
}

/** Of the tables of a part, of which an older version has not all. */
function statementsFor(shards: Shard[]): string[] {
  const updates = shards.flatMap(({ table, shard, columns }) => {
    const sets = Object.entries(replaced[table] ?? {}).filter(([name]) => columns.includes(name));
    if (sets.length === 0) return [];
    const text = sets.map(([name, value]) => `${name} = ${value}`).join(', ');
    return [`update public.${shard} set ${text}`];
  });
  const nameOf = (name: string) => shards.find(({ table }) => table === name)?.shard;
  const floors = nameOf('change_floors');
  const floor = floors && floorsOf(`public.${nameOf(anchorTable)}`, `public.${floors}`);
  return floor ? [...updates, floor] : updates;
}
