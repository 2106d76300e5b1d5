/** What a list is asked for beside its own filters: a condition of the filter language, and what changed. */
import type { CheckedFilter } from '@footfall/contract/filter-check';
import type { RecordKind } from '@footfall/contract/filter-fields';
import type { Sql, Tx } from '../db/connect.ts';
import { instant } from '../resource-kit/created-range.ts';
import { conditionOf, type Subject } from './condition.ts';
import { mayHaveDone } from './may-have-done.ts';
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
  { isTest, isBot = false, asked, updatedAfter }: Asked & { isTest: boolean; isBot?: boolean },
): Sql {
  const subject = { tx, workspaceId, isTest };
  const columns: Record<string, Sql> =
    updatedAfter === undefined ? {} : columnsOf[kind](tx, workspaceId);
  const changed = columns.updated_at;
  return tx`
    ${asked ? tx`and ${foundBy(subject, kind, asked, isBot)}` : tx``}
    ${changed && updatedAfter ? tx`and ${changed} > ${updatedAfter}::text::timestamptz` : tx``}`;
}

/** Of bots no visits are counted, so that counts do not tell what they may have done. */
function foundBy(subject: Subject, kind: RecordKind, asked: CheckedFilter, isBot: boolean): Sql {
  const { tx } = subject;
  const ofKind = kind === 'identity' || (kind === 'visitor' && !isBot);
  const candidates = ofKind ? mayHaveDone(subject, kind, asked) : undefined;
  if (!candidates) return conditionOf(subject, kind, asked);
  const { id } = columnsOf[kind === 'identity' ? kind : 'visitor'](tx, subject.workspaceId);
  // An array is read before the records, which are then found by it.
  return tx`${id} = any(array(${candidates})) and ${conditionOf({ ...subject, isOfFew: true }, kind, asked)}`;
}

/** The same of few records, which the statement finds by their ids. */
export function isAskedOfFew(
  tx: Tx,
  workspaceId: string,
  kind: 'visitor' | 'identity',
  asked: CheckedFilter,
): Sql {
  return conditionOf({ tx, workspaceId, isTest: false, isOfFew: true }, kind, asked);
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
