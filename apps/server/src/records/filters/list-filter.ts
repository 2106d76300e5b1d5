/** What a list is asked for beside its own filters: a condition of the filter language, and what changed. */
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
  /** Exclusive; as PostgreSQL reads it. */
  updatedAfter?: string;
}

export function listFilterOf(query: {
  filter?: CheckedFilter;
  updated_after?: string;
}): ListFilter {
  return { filter: query.filter, updatedAfter: instant(query.updated_after) };
}

/** The condition of a list of these records, from `and` on. */
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

/** The same of a part of all, as large as these shares are, where no record is likelier to be in it than another. */
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
 * Who saw a page is found first, where that has to hold in any case; the rest is asked of these alone. As an array, which is
 * read before the records, so that they are found by their ids.
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

/** Those of the people who are where the filter says. */
function peopleThere(subject: Subject, people: Sql, where: CheckedFilter): Sql {
  const { tx, workspaceId, isTest } = subject;
  const fields = { country: tx`p.country`, city: tx`p.city` };
  const places = placesIn(where) ?? [];
  return tx`
    select p.identity_id from (${placesOf(tx, workspaceId, { isTest, people, places })}) p
    where ${conditionOf({ ...subject, fields }, 'identity', where)}`;
}

/** The same of few records, which the statement finds by their ids. */
export function matchesFilterOfFew(
  tx: Tx,
  workspaceId: string,
  kind: 'visitor' | 'identity',
  filter: CheckedFilter,
): Sql {
  return conditionOf({ tx, workspaceId, isTest: false, isOfFew: true }, kind, filter);
}

/**
 * Statements of a filter have as many texts as there are filters; each that is prepared stays in the
 * connection's memory, here and in PostgreSQL. So these are not, nor those that depend on how long ago a change was.
 */
export function unprepared<T extends object>(query: T, { filter, updatedAfter }: ListFilter): T {
  return filter || updatedAfter ? plannedAnew(query) : query;
}

/** Planned for its own values, each time: a plan for any span of time takes it for a short one. */
export function plannedAnew<T extends object>(query: T): T {
  // What the driver looks at when the query is sent; it has no call for it where the text is a template.
  if ('options' in query) Object.assign(query.options as object, { prepare: false });
  return query;
}
