import { uuidv7 } from 'uuidv7';
import type { Tx } from '../connection-pool.ts';
import { anchorTable } from './tables.ts';

const idsToTry = 1_000;

/** An id for a new workspace on the same node as the current transaction's. */
export async function idBeside(tx: Tx): Promise<string> {
  if (tx.stored(anchorTable) === anchorTable) return uuidv7();
  const ids = Array.from({ length: idsToTry }, () => uuidv7());
  const [row] = await tx<{ id: string }[]>`
    select id from unnest(${ids}::uuid[]) as t (id)
    where 'public.' || shard_name('public.workspaces'::regclass, get_shard_id_for_distribution_column('public.workspaces', id))
      = ${tx.stored(anchorTable)} limit 1`;
  if (!row) throw new Error('no id of a thousand is in the same place');
  return row.id;
}
