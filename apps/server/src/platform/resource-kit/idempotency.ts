/**
 * Idempotency-Key: a request repeated within 24 hours gets the first answer, without effect. The answer is
 * stored in the transaction of the work, so both exist or neither; of two concurrent requests, the second
 * waits.
 */
import { createHash } from 'node:crypto';
import { ApiError, invalidRequest } from '@footfall/contract/errors';
import type { Tx } from '../db/connect.ts';

/** @throws ApiError invalid_request */
export function checkedIdempotencyKey(key: string | undefined): void {
  if (key === undefined || /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) return;
  throw invalidRequest([
    { path: 'header.Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters' },
  ]);
}

/** A request that must run once. */
export interface Repeatable {
  workspaceId: string;
  /** Owner of the Idempotency-Key: the id of the secret key or member. */
  actorId: string;
  key: string;
  operation: string;
  /** After validation. */
  input: { params: unknown; query: unknown; body: unknown };
  /** The answer contains a secret, so it is not stored. */
  showsSecretOnce?: boolean | undefined;
}

/**
 * Runs the work, or returns the answer of the same request before.
 * @throws ApiError conflict if the key was used for another request, or the answer was not stored
 */
export async function once(
  tx: Tx,
  request: Repeatable,
  work: () => Promise<object | undefined>,
): Promise<{ body: object | undefined; isReplayed: boolean }> {
  const { workspaceId, actorId, key, showsSecretOnce } = request;
  const hash = hashOf(request);
  // Waits while another request with the same key is running.
  const claimed = await tx`
    insert into idempotent_answers as a
      (workspace_id, actor_id, idempotency_key, request_hash, answer)
    values (${workspaceId}, ${actorId}, ${key}, ${hash}, '')
    on conflict (workspace_id, actor_id, idempotency_key) do update
      set request_hash = excluded.request_hash, created_at = now(), answer = ''
      where a.created_at < now() - interval '24 hours'
    returning idempotency_key`;
  if (claimed.length === 0)
    return { body: await storedAnswer(tx, request, hash), isReplayed: true };
  const body = await work();
  // Without a stored answer, a repeat only learns that it was done.
  if (showsSecretOnce) return { body, isReplayed: false };
  await tx`
    update idempotent_answers set answer = ${JSON.stringify(body ?? null)}
    where workspace_id = ${workspaceId} and actor_id = ${actorId} and idempotency_key = ${key}`;
  return { body, isReplayed: false };
}

async function storedAnswer(
  tx: Tx,
  { workspaceId, actorId, key }: Repeatable,
  hash: Buffer,
): Promise<object | undefined> {
  const [stored] = await tx<{ request_hash: Buffer; answer: string }[]>`
    select request_hash, answer from idempotent_answers
    where workspace_id = ${workspaceId} and actor_id = ${actorId} and idempotency_key = ${key}`;
  if (!stored?.request_hash.equals(hash)) {
    throw new ApiError(
      'conflict',
      'This Idempotency-Key was used for a different request. Use a new key for each request.',
    );
  }
  if (stored.answer === '') {
    throw new ApiError(
      'conflict',
      'The request with this Idempotency-Key succeeded, and its response showed the secret once. If you lost it, revoke the key and create a new one.',
    );
  }
  return JSON.parse(stored.answer) ?? undefined;
}

/** In every workspace, for the owner. */
export async function forgetOldAnswers(tx: Tx): Promise<void> {
  await tx`delete from idempotent_answers where created_at < now() - interval '24 hours'`;
}

function hashOf({ operation, input: { params, query, body } }: Repeatable): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([operation, params, query, body]))
    .digest();
}
