/**
 * Versions of single records: a strong tag of the content. Data the service maintains (`upkeep`) has a separate part after
 * a dot, which does not block changes.
 */
import { hash } from 'node:crypto';
import { ApiError } from '@footfall/contract/errors';

export function entityTag(record: object): string {
  if (!('upkeep' in record)) return `"${digest(record)}"`;
  const { upkeep, ...own } = record;
  return `"${digest(own)}.${digest(upkeep)}"`;
}

function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22);
}

/** From If-Match's tags, the part about the record itself. */
const withoutUpkeep = (tags: string) => tags.replaceAll(/\.[\w-]{22}"/g, '"');

/** `wanted`: If-Match. @throws ApiError precondition_failed if it does not match the record */
export function requireMatch(wanted: string | undefined, record: object): void {
  if (
    wanted === undefined ||
    isListed(withoutUpkeep(wanted), withoutUpkeep(entityTag(record)), 'strong')
  )
    return;
  throw new ApiError(
    'precondition_failed',
    'The record has changed since you read the version in If-Match. Read it again and repeat the change.',
  );
}

/** A weak tag (W/"…") equals the strong one only for cached reads, not in If-Match. */
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
