/**
 * Workspaces' signing secrets. Stored in plain text, since a hash could not verify signatures, and shown
 * once.
 */
import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { Tx } from '../../platform/db/connect.ts';

export function newSigningSecret(): string {
  return `svc_sign_${randomBytes(32).toString('base64url')}`;
}

export async function createSigningSecret(
  tx: Tx,
  workspaceId: string,
  name: string,
  createdBy: string | null = null,
): Promise<{ id: string; secret: string }> {
  const id = uuidv7();
  const secret = newSigningSecret();
  await tx`
    insert into signing_secrets (workspace_id, id, name, secret, created_by)
    values (${workspaceId}, ${id}, ${name}, ${secret}, ${createdBy})`;
  return { id, secret };
}

/** Repeating it keeps the first time and author. */
export async function revokeSigningSecret(
  tx: Tx,
  workspaceId: string,
  id: string,
  by: string | null = null,
): Promise<void> {
  await tx`
    update signing_secrets set revoked_at = now(), revoked_by = ${by}
    where workspace_id = ${workspaceId} and id = ${id} and revoked_at is null`;
}

/** Secrets that are not revoked. */
export async function selectSigningSecrets(tx: Tx, workspaceId: string): Promise<string[]> {
  const rows = await tx<{ secret: string }[]>`
    select secret from signing_secrets
    where workspace_id = ${workspaceId} and revoked_at is null order by created_at, id`;
  return rows.map(({ secret }) => secret);
}
