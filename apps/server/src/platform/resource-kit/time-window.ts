/** Lists over a whole workspace cover a time window, so that none reads everything. */
import { invalidRequest } from '@footfall/contract/errors';
import type { OperationSpec, WindowRule } from '@footfall/contract/operation';
import { instant } from './created-range.ts';

export interface TimeWindow {
  /** Exclusive, in PostgreSQL's format. */
  after: string;
  before: string;
}

const dayMs = 24 * 60 * 60_000;
/** Senders' clocks may be this far ahead. */
const aheadMs = 60 * 60_000;

/** The default number of days; undefined if the caller chose a window. */
export function usualDaysOf(
  window: OperationSpec['window'],
  query: Record<string, unknown>,
): number | undefined {
  if (!window) return undefined;
  const isChosen = [window.after, ...window.unless].some((name) => query[name] !== undefined);
  return isChosen ? undefined : window.usualDays;
}

/** @throws ApiError invalid_request if it is too long */
export function timeWindow(query: Record<string, unknown>, rule: WindowRule): TimeWindow {
  const timeOf = (name: string) => instant(query[name] as string | undefined);
  const before = timeOf(rule.before) ?? new Date(Date.now() + aheadMs).toISOString();
  const beforeMs = Date.parse(before);
  const after = timeOf(rule.after) ?? new Date(beforeMs - rule.usualDays * dayMs).toISOString();
  if (beforeMs - Date.parse(after) > rule.mostDays * dayMs + aheadMs) {
    const end = timeOf(rule.before) === undefined ? 'now' : rule.before;
    throw invalidRequest([
      { path: `query.${rule.after}`, message: `must be within ${rule.mostDays} days of ${end}` },
    ]);
  }
  return { after, before };
}
