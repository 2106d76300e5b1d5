/** Versions of single records: a strong tag of the record's content. */
import { hash } from 'node:crypto';
import { ApiError } from '@footfall/contract/errors';
import type { FastifyRequest } from 'fastify';

export function entityTag(record: object): string {
  return `"${hash('sha256', JSON.stringify(record), 'base64url').slice(0, 22)}"`;
}

/** Whether the caller has this version already. */
export function isUnchanged(request: FastifyRequest, tag: string): boolean {
  return lists(request.headers['if-none-match'], tag, true);
}

/** @throws ApiError precondition_failed when If-Match names other versions of the record */
export function requireMatch(request: FastifyRequest, record: object): void {
  const wanted = request.headers['if-match'];
  if (wanted === undefined || lists(wanted, entityTag(record), false)) return;
  throw new ApiError(
    'precondition_failed',
    'The record has changed since the version that If-Match names. Read it again and repeat the change.',
  );
}

/** A weak tag (W/"…") stands for the strong one only where a copy is asked for, not in If-Match. */
function lists(header: string | undefined, tag: string, weakCounts: boolean): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((part) => part.trim());
  return tags.some((one) => one === '*' || one === tag || (weakCounts && one === `W/${tag}`));
}
