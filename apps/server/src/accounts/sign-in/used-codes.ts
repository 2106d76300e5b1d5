/** One-time codes are valid once. */
import { createHash } from 'node:crypto';
import type { Tx } from '../../platform/db/connect.ts';

/** False if the code was used before. */
export async function useCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const hash = createHash('sha256').update(code).digest();
  const used = await tx`
    insert into used_codes (user_id, code_hash) values (${userId}, ${hash})
    on conflict (user_id, code_hash) do update set used_at = now()
    where used_codes.used_at < now() - interval '10 minutes' returning user_id`;
  return used.length > 0;
}
