/**
 * Idempotency-Key: a request that is sent again within 24 hours gets the first answer again and does
 * nothing. The answer is stored in the transaction of the work, so either both are there or neither;
 * of two requests at once the second waits for the first.
 */
import { createHash } from 'node:crypto';
import { ApiError, invalidRequest } from '@footfall/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../db/connect.ts';
import type { KeyFacts } from '../keys/store.ts';

/** @throws ApiError invalid_request */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  if (
    typeof header !== 'string' ||
    !/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(header)
  ) {
    throw invalidRequest([
      { path: 'header.Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters' },
    ]);
  }
  return header;
}

/**
 * Does the work, or gives the answer that the same request got before.
 * @throws ApiError conflict when the key was used for another request
 */
export async function once(
  tx: Tx,
  key: KeyFacts,
  idempotencyKey: string,
  request: FastifyRequest,
  work: () => Promise<object>,
): Promise<{ answer: object; isRepeated: boolean }> {
  const hash = hashOf(request);
  // Waits here while another request with the same key is under way.
  const claimed = await tx`
    insert into idempotent_answers as a
      (workspace_id, api_key_id, idempotency_key, request_hash, answer)
    values (${key.workspaceId}, ${key.id}, ${idempotencyKey}, ${hash}, '')
    on conflict (workspace_id, api_key_id, idempotency_key) do update
      set request_hash = excluded.request_hash, created_at = now(), answer = ''
      where a.created_at < now() - interval '24 hours'
    returning idempotency_key`;
  if (claimed.length === 0) {
    return { answer: await storedAnswer(tx, key, idempotencyKey, hash), isRepeated: true };
  }
  const answer = await work();
  await tx`
    update idempotent_answers set answer = ${JSON.stringify(answer)}
    where workspace_id = ${key.workspaceId} and api_key_id = ${key.id}
      and idempotency_key = ${idempotencyKey}`;
  return { answer, isRepeated: false };
}

async function storedAnswer(
  tx: Tx,
  key: KeyFacts,
  idempotencyKey: string,
  hash: Buffer,
): Promise<object> {
  const [stored] = await tx<{ request_hash: Buffer; answer: string }[]>`
    select request_hash, answer from idempotent_answers
    where workspace_id = ${key.workspaceId} and api_key_id = ${key.id}
      and idempotency_key = ${idempotencyKey}`;
  if (!stored?.request_hash.equals(hash)) {
    throw new ApiError(
      'conflict',
      'This Idempotency-Key was used for a different request. Use a new key for another request.',
    );
  }
  const answer: unknown = JSON.parse(stored.answer);
  if (typeof answer !== 'object' || answer === null) throw new Error('no stored answer');
  return answer;
}

/** Of every workspace, for the owner. */
export async function forgetOldAnswers(tx: Tx): Promise<void> {
  await tx`delete from idempotent_answers where created_at < now() - interval '24 hours'`;
}

function hashOf(request: FastifyRequest): Buffer {
  const content = JSON.stringify([request.method, request.url, request.body ?? null]);
  return createHash('sha256').update(content).digest();
}
