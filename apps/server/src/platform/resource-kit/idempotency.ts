/**
 * Idempotency-Key: a request that is sent again within 24 hours gets the first answer again and does
 * nothing. The answer is stored in the transaction of the work, so either both are there or neither;
 * of two requests at once the second waits for the first.
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

/** A request that must be done once. */
export interface Repeatable {
  workspaceId: string;
  /** Whose Idempotency-Key it is: the id of the secret key or the member. */
  actorId: string;
  key: string;
  operation: string;
  /** As it was checked. */
  input: { params: unknown; query: unknown; body: unknown };
  /** The answer holds a secret and is not kept. */
  showsSecretOnce?: boolean | undefined;
}

/**
 * Does the work, or gives the answer that the same request got before.
 * @throws ApiError conflict when the key was used for another request, or the answer was not kept
 */
export async function once(
  tx: Tx,
  request: Repeatable,
  work: () => Promise<object | undefined>,
): Promise<{ body: object | undefined; isReplayed: boolean }> {
  const { workspaceId, actorId, key, showsSecretOnce } = request;
  const hash = hashOf(request);
  // Waits here while another request with the same key is under way.
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
  // A claim without an answer stands for one that is told once.
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

/** Of every workspace, for the owner. */
export async function forgetOldAnswers(tx: Tx): Promise<void> {
  await tx`delete from idempotent_answers where created_at < now() - interval '24 hours'`;
}

function hashOf({ operation, input: { params, query, body } }: Repeatable): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([operation, params, query, body]))
    .digest();
}
