/** What a list is asked for beside its own filters: a condition of the filter language, and what changed. */
import type { CheckedFilter } from '@footfall/contract/filter-check';
import type { RecordKind } from '@footfall/contract/filter-fields';
import type { Sql, Tx } from '../db/connect.ts';
import { instant } from '../resource-kit/created-range.ts';
import { conditionOf } from './condition.ts';
import { columnsOf } from './record-columns.ts';

export interface Asked {
  asked?: CheckedFilter;
  /** Exclusive; as PostgreSQL reads it. */
  updatedAfter?: string;
}

export function askedOf(query: { filter?: CheckedFilter; updated_after?: string }): Asked {
  return { asked: query.filter, updatedAfter: instant(query.updated_after) };
}

/** The condition of a list of these records, from `and` on. */
export function isAsked(
  tx: Tx,
  workspaceId: string,
  kind: RecordKind,
  { isTest, asked, updatedAfter }: Asked & { isTest: boolean },
): Sql {
  const subject = { tx, workspaceId, isTest };
  const columns: Record<string, Sql> =
    updatedAfter === undefined ? {} : columnsOf[kind](tx, workspaceId);
  const changed = columns.updated_at;
  return tx`
    ${asked ? tx`and ${conditionOf(subject, kind, asked)}` : tx``}
    ${changed && updatedAfter ? tx`and ${changed} > ${updatedAfter}::text::timestamptz` : tx``}`;
}

/**
 * Statements of a filter have as many texts as there are filters; each that is prepared stays in the
 * connection's memory, here and in PostgreSQL. So these are not.
 */
export function unprepared<T extends object>(query: T, { asked }: Asked): T {
  return asked ? plannedAnew(query) : query;
}

/** Planned for its own values, each time: a plan for any span of time takes it for a short one. */
export function plannedAnew<T extends object>(query: T): T {
  // What the driver looks at when the query is sent; it has no call for it where the text is a template.
  if ('options' in query) Object.assign(query.options as object, { prepare: false });
  return query;
}
