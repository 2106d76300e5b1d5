/**
 * Visitors' active days, as pairs of a day and the active day before it. The visitors of a range are the pairs
 * with the day inside and the day before outside: each visitor once, on their first day.
 */

import { type Column, columnValues, unnestClause } from '../platform/db/columns.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { Fact } from './facts.ts';

/** Replaces the day before if there is none: earlier than all days. */
const noDay = -1000;

export interface ActiveDayChange {
  isTest: boolean;
  day: number;
  previousDay: number;
  visitors: number;
}

/** A day on which a visitor became active or stopped being so. */
export interface VisitorDay {
  visitorId: string;
  isTest: boolean;
  day: number;
}

/** A day that may have changed, with its neighbors. */
export interface DayState extends VisitorDay {
  isActive: boolean;
  /** The adjacent active days; null if there is none. */
  before: number | null;
  after: number | null;
}

/** Days of these facts, each once. */
export function visitorDaysOf(
  facts: Pick<Fact, 'visitorId' | 'isTest' | 'day' | 'sessions'>[],
): VisitorDay[] {
  const days = new Map<string, VisitorDay>();
  for (const { visitorId, isTest, day, sessions } of facts) {
    if (sessions === 1) days.set(`${visitorId}${isTest}${day}`, { visitorId, isTest, day });
  }
  return [...days.values()];
}

export function daysWithout(days: VisitorDay[], others: VisitorDay[]): VisitorDay[] {
  const keys = new Set(others.map(keyOf));
  return days.filter((day) => !keys.has(keyOf(day)));
}

const columns: Column<VisitorDay>[] = [
  { name: 'visitor_id', type: 'uuid', value: (row) => row.visitorId },
  { name: 'is_test', type: 'boolean', value: (row) => row.isTest },
  { name: 'day', type: 'integer', value: (row) => row.day },
];

// `limit 1` reads a single index entry, however many visits somebody has.
const ofVisitor = `f.workspace_id = $1::uuid and f.visitor_id = t.visitor_id and f.is_test = t.is_test
  and f.sessions = 1`;
const nearest = (condition: string, order: string) =>
  `(select f.day from session_facts f where ${ofVisitor} ${condition} order by f.day ${order} limit 1)`;
const select = `
  select t.visitor_id as "visitorId", t.is_test as "isTest", t.day,
         exists (select from session_facts f where ${ofVisitor} and f.day = t.day) as "isActive",
         ${nearest('and f.day < t.day', 'desc')} as before, ${nearest('and f.day > t.day', 'asc')} as after
  from ${unnestClause(columns, 2)}`;

const selectActive = `
  select t.visitor_id as "visitorId", t.is_test as "isTest", t.day from ${unnestClause(columns, 2)}
  where exists (select from session_facts f where ${ofVisitor} and f.day = t.day)`;

/** From the current facts. */
export async function selectDayStates(
  tx: Tx,
  workspaceId: string,
  days: VisitorDay[],
): Promise<DayState[]> {
  if (days.length === 0) return [];
  const parameters = [workspaceId, ...columnValues(columns, days)];
  return tx.unsafe<DayState[]>(select, parameters, { prepare: true });
}

/** Which of these days are active now. */
export async function selectActiveDays(
  tx: Tx,
  workspaceId: string,
  days: VisitorDay[],
): Promise<VisitorDay[]> {
  if (days.length === 0) return [];
  const parameters = [workspaceId, ...columnValues(columns, days)];
  return tx.unsafe<VisitorDay[]>(selectActive, parameters, { prepare: true });
}

/** `before`: the earlier state; `active`: days active now. */
export function activeDayChanges(before: DayState[], active: VisitorDay[]): ActiveDayChange[] {
  const isActive = new Set(active.map(keyOf));
  const visitors = new Map<string, DayState[]>();
  for (const state of before) {
    if (isActive.has(keyOf(state)) === state.isActive) continue;
    const key = `${state.visitorId}${state.isTest}`;
    const visitor = visitors.get(key);
    if (visitor) visitor.push(state);
    else visitors.set(key, [state]);
  }
  const changes = new Map<string, ActiveDayChange>();
  for (const states of visitors.values()) addChanged(changes, states);
  return [...changes.values()]
    .filter(({ visitors: count }) => count !== 0)
    .sort(
      (a, b) =>
        Number(a.isTest) - Number(b.isTest) || a.day - b.day || a.previousDay - b.previousDay,
    );
}

/** `states`: a visitor's days that changed. */
function addChanged(changes: Map<string, ActiveDayChange>, states: DayState[]): void {
  const isTest = states[0]?.isTest ?? false;
  const were = new Set<number>();
  for (const { day, isActive, before, after } of states) {
    for (const active of [before, after, isActive ? day : null]) {
      if (active !== null) were.add(active);
    }
  }
  const are = new Set(were);
  for (const { day, isActive } of states) {
    if (isActive) are.delete(day);
    else are.add(day);
  }
  addCrossTabs(changes, isTest, were, -1);
  addCrossTabs(changes, isTest, are, 1);
}

function keyOf({ visitorId, isTest, day }: VisitorDay): string {
  return `${visitorId}${isTest}${day}`;
}

/** Missing days lie between unchanged days, so their pairs cancel out. */
function addCrossTabs(
  changes: Map<string, ActiveDayChange>,
  isTest: boolean,
  days: Set<number>,
  visitors: 1 | -1,
): void {
  let previousDay = noDay;
  for (const day of [...days].sort((a, b) => a - b)) {
    const key = `${isTest}${day},${previousDay}`;
    const change = changes.get(key);
    if (change) change.visitors += visitors;
    else changes.set(key, { isTest, day, previousDay, visitors });
    previousDay = day;
  }
}
