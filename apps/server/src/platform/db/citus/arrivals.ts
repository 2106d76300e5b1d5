/**
 * Handles shards that arrive on a node from another server, by a move or the switch to a cluster. Stored transaction numbers are
 * those of the old server, so they are replaced before the shard is used here.
 */
import type postgres from 'postgres';
import { floorsOf, numbersElsewhere } from '../transaction-numbers.ts';
import { anchorTable } from './tables.ts';

/** A shard of a table on this node. */
export interface Shard {
  table: string;
  /** Suffix of the anchor table's shard; null: replicated on every node. */
  part: string | null;
  shard: string;
  columns: string[];
}

/** A sender to ClickHouse loses its turn, but the turn's time continues: its last data has arrived before the next turn. */
const replaced: typeof numbersElsewhere = {
  ...numbersElsewhere,
  sink_positions: { collected: "'1:1:'", holder: 'null' },
};

/** Renumbers the shards for which that was not done yet. */
export async function renumberArrivals(
  node: postgres.TransactionSql,
  shards: Shard[],
): Promise<void> {
  const anchors = shards.filter(({ table, part }) => table === anchorTable && part !== null);
  for (const anchor of anchors) {
    // Citus hides shards in pg_class.
    const [mark] = await node<{ text: string; isThere: boolean }[]>`
      select mark as text, coalesce(obj_description(id, 'pg_class') = mark, false) as "isThere"
      from (select ${`public.${anchor.shard}`}::text::regclass::oid as id) own
      cross join lateral (select groupid || ':' || id as mark from pg_dist_local_group) made`;
    if (!mark) throw new Error('the node has no number');
    if (mark.isThere) continue;
    for (const statement of statementsFor(shards.filter(({ part }) => part === anchor.part))) {
      await node.unsafe(statement);
    }
    // If the table moves elsewhere, the mark no longer matches, since its number differs there.
    await node.unsafe(`comment on table public.${anchor.shard} is '${mark.text}'`);
  }
}

/** For the tables of a part; an older version may lack some. */
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
