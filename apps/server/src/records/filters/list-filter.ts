/** A list's general conditions: the filter language, and the time of change. */
import type { CheckedFilter } from '@footfall/contract/filter-check';
import type { RecordKind } from '@footfall/contract/filter-fields';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import { instant, isUpdatedAfter } from '../../platform/resource-kit/created-range.ts';
import { shareIn } from '../visit/shares.ts';
import { conditionOf, idOf, type Subject, whoDid } from './condition.ts';
import { placesIn, placesOf } from './places.ts';
import { columnsOf } from './record-columns.ts';
import { partsOf } from './seen-pages.ts';

export interface ListFilter {
  filter?: CheckedFilter;
  /** Exclusive, in PostgreSQL's format. */
  updatedAfter?: string;
}

export function listFilterOf(query: {
  filter?: CheckedFilter;
  updated_after?: string;
}): ListFilter {
  return { filter: query.filter, updatedAfter: instant(query.updated_after) };
}

/** SQL condition for a list's records, starting with `and`. */
export function matchesFilter(
  tx: Tx,
  workspaceId: string,
  kind: RecordKind,
  {
    isTest,
    isBot = false,
    filter,
    updatedAfter,
  }: ListFilter & { isTest: boolean; isBot?: boolean },
): Sql {
  const subject = { tx, workspaceId, isTest, isBot };
  const columns: Record<string, Sql> =
    updatedAfter === undefined ? {} : columnsOf[kind](tx, workspaceId);
  const changed = columns.updated_at;
  return tx`
    ${filter ? tx`and ${matchesOf(subject, kind, filter)}` : tx``}
    ${changed === undefined ? tx`` : isUpdatedAfter(tx, changed, updatedAfter)}`;
}

/** The same for a random sample as large as these shares. */
export function matchesFilterInSample(
  tx: Tx,
  workspaceId: string,
  kind: 'visitor' | 'identity',
  filter: CheckedFilter,
  shares: number[],
): Sql {
  const subject = { tx, workspaceId, isTest: false };
  const ids = seenFirst(subject, kind, filter, shares);
  if (ids !== undefined) return ids;
  const isInSample = tx`${shareIn(tx, idOf(subject, kind))} = any(${shares}::integer[])`;
  return tx`${isInSample} and ${conditionOf({ ...subject, isOfFew: true }, kind, filter)}`;
}

function matchesOf(subject: Subject, kind: RecordKind, filter: CheckedFilter): Sql {
  return seenFirst(subject, kind, filter) ?? conditionOf(subject, kind, filter);
}

/**
 * Finds who saw a page first, if the filter requires it, and checks the rest for these only. As an array, which is evaluated
 * before the records, so that they are found by id.
 */
function seenFirst(
  subject: Subject,
  kind: RecordKind,
  filter: CheckedFilter,
  shares?: number[],
): Sql | undefined {
  const { tx } = subject;
  const parts = partsOf(filter);
  for (const part of parts) {
    const ids = part.is === 'did' ? whoDid(subject, kind, part, shares) : undefined;
    if (!ids) continue;
    const others = parts.filter((other) => other !== part);
    const isPlace = (other: CheckedFilter) => kind === 'identity' && placesIn(other) !== undefined;
    const places = others.filter(isPlace);
    const rest: CheckedFilter = { is: 'and', of: others.filter((other) => !isPlace(other)) };
    const ofThem = conditionOf({ ...subject, isOfFew: true }, kind, rest);
    const matchingIds =
      places.length === 0 ? ids : peopleThere(subject, ids, { is: 'and', of: places });
    return tx`${idOf(subject, kind)} = any(array(${matchingIds})) and ${ofThem}`;
  }
  return undefined;
}

/** The people whose places match the filter. */
function peopleThere(subject: Subject, people: Sql, where: CheckedFilter): Sql {
  const { tx, workspaceId, isTest } = subject;
  const fields = { country: tx`p.country`, city: tx`p.city` };
  const places = placesIn(where) ?? [];
  return tx`
    select p.identity_id from (${placesOf(tx, workspaceId, { isTest, people, places })}) p
    where ${conditionOf({ ...subject, fields }, 'identity', where)}`;
}

/** The same for few records, which the statement finds by id. */
export function matchesFilterOfFew(
  tx: Tx,
  workspaceId: string,
  kind: 'visitor' | 'identity',
  filter: CheckedFilter,
): Sql {
  return conditionOf({ tx, workspaceId, isTest: false, isOfFew: true }, kind, filter);
}

/**
 * Do not prepare these statements: each filter has another text, and prepared ones stay in memory here and in
 * PostgreSQL. The same for those that depend on the age of a change.
 */
export function unprepared<T extends object>(query: T, { filter, updatedAfter }: ListFilter): T {
  return filter || updatedAfter ? plannedAnew(query) : query;
}

/** Planned for its own values each time: a generic plan assumes a short time range. */
export function plannedAnew<T extends object>(query: T): T {
  // The driver reads this option on sending; it has no API for it on template queries.
  if ('options' in query) Object.assign(query.options as object, { prepare: false });
  return query;
}
