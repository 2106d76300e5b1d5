import type { Tx } from './connect.ts';

/** Writes some pages, removed at commit: fails if nothing can be stored. */
export async function tryToWrite(tx: Tx): Promise<void> {
  await tx`
    create temporary table readiness on commit drop as
    select md5(n::text) as filling from generate_series(1, 2000) n`;
}
