/** Versions of single records: a strong tag of the record's content. */
import { hash } from 'node:crypto';
import { ApiError } from '@footfall/contract/errors';

export function entityTag(record: object): string {
  return `"${hash('sha256', JSON.stringify(record), 'base64url').slice(0, 22)}"`;
}

/** `wanted`: If-Match. @throws ApiError precondition_failed when it names other versions of the record */
export function requireMatch(wanted: string | undefined, record: object): void {
  if (wanted === undefined || isListed(wanted, entityTag(record), 'strong')) return;
  throw new ApiError(
    'precondition_failed',
    'The record has changed since the version that If-Match names. Read it again and repeat the change.',
  );
}

/** A weak tag (W/"…") stands for the strong one only where a copy is asked for, not in If-Match. */
export function isListed(
  tags: string | undefined,
  tag: string,
  comparison: 'weak' | 'strong',
): boolean {
  if (tags === undefined) return false;
  return tags
    .split(',')
    .map((part) => part.trim())
    .some((one) => one === '*' || one === tag || (comparison === 'weak' && one === `W/${tag}`));
}
