/** Keys for hashing sender networks: a secret per workspace and day, deleted afterwards. */
import { randomBytes } from 'node:crypto';
import type { Tx } from '../../platform/db/connect.ts';

/** Shared by all processes. `day`: YYYY-MM-DD, in UTC. */
export async function networkSecretOf(tx: Tx, workspaceId: string, day: string): Promise<string> {
  await tx`
    insert into network_secrets (workspace_id, day, secret)
    values (${workspaceId}, ${day}::text::date, ${randomBytes(32)}) on conflict do nothing`;
  const [row] = await tx<{ secret: Buffer }[]>`
    select secret from network_secrets where workspace_id = ${workspaceId} and day = ${day}::text::date`;
  if (!row) throw new Error('the secret of the day was deleted');
  return row.secret.toString('base64url');
}

/** Deletes those of past days; an hour later, for deviating clocks. */
export async function forgetNetworkSecrets(tx: Tx): Promise<void> {
  await tx`delete from network_secrets where day < ((now() - interval '1 hour') at time zone 'utc')::date`;
}
