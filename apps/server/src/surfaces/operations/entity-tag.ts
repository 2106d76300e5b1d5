/**
 * Versions of single records: a strong tag of the record's content. What the service keeps of a record by itself (`upkeep`)
 * has a part of its own behind a dot, which does not stand in the way of a change.
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

/** Of the tags of If-Match, what was known of the record itself. */
const withoutUpkeep = (tags: string) => tags.replaceAll(/\.[\w-]{22}"/g, '"');

/** `wanted`: If-Match. @throws ApiError precondition_failed when it names other versions of the record */
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
