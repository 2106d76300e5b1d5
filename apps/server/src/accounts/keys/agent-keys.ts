/** State of keys used by agents: whether one is wary, and the writes it previewed. */
import { hash, randomBytes } from 'node:crypto';
import { agentLimits } from '@footfall/contract/agent';
import type { Tx } from '../../platform/db/connect.ts';

/** Minimum time between updates, in a process and in the database. */
export const noteAgainSeconds = 20;
/** Per key; the oldest are removed. */
const mostPreviews = 100;

/** The key was just shown text from visitors. */
export async function makeWary(tx: Tx, workspaceId: string, keyId: string): Promise<void> {
  await tx`
    insert into wary_keys (workspace_id, key_id, shown_at) values (${workspaceId}, ${keyId}, now())
    on conflict (workspace_id, key_id) do update set shown_at = now()
    where wary_keys.shown_at < now() - make_interval(secs => ${noteAgainSeconds})`;
}

export async function isWary(tx: Tx, workspaceId: string, keyId: string): Promise<boolean> {
  const seconds = agentLimits.wariedMinutes * 60 + 2 * noteAgainSeconds;
  const rows = await tx`
    select from wary_keys where workspace_id = ${workspaceId} and key_id = ${keyId}
      and shown_at > now() - make_interval(secs => ${seconds})`;
  return rows.length > 0;
}

export interface PreviewedWrite {
  keyId: string;
  tool: string;
  argumentsHash: string;
}

/** Returns the token that executes the write. */
export async function insertPreview(
  tx: Tx,
  workspaceId: string,
  { keyId, tool, argumentsHash }: PreviewedWrite,
  entityTag: string | undefined,
): Promise<string> {
  const token = `do_${randomBytes(15).toString('base64url')}`;
  await tx`
    delete from previewed_writes p where p.workspace_id = ${workspaceId} and p.key_id = ${keyId}
      and (p.expires_at < now() or p.token_hash in (
        select o.token_hash from previewed_writes o
        where o.workspace_id = ${workspaceId} and o.key_id = ${keyId}
        order by o.expires_at desc offset ${mostPreviews - 1}))`;
  await tx`
    insert into previewed_writes
      (workspace_id, token_hash, key_id, tool, arguments_hash, entity_tag, expires_at)
    values (${workspaceId}, ${hashOf(token)}, ${keyId}, ${tool}, ${argumentsHash}, ${entityTag ?? null},
            now() + make_interval(mins => ${agentLimits.tokenMinutes}))`;
  return token;
}

/** Uses up the token. Undefined if it is not valid for this write; else the record as previewed. */
export async function takePreview(
  tx: Tx,
  workspaceId: string,
  { keyId, tool, argumentsHash }: PreviewedWrite,
  token: string,
): Promise<{ entityTag: string | undefined } | undefined> {
  const [row] = await tx<{ entity_tag: string | null }[]>`
    delete from previewed_writes
    where workspace_id = ${workspaceId} and token_hash = ${hashOf(token)} and key_id = ${keyId}
      and tool = ${tool} and arguments_hash = ${argumentsHash} and expires_at > now()
    returning entity_tag`;
  return row && { entityTag: row.entity_tag ?? undefined };
}

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
