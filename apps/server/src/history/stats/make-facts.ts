/** Facts of visits: what differs from those that are stored is what has to be written. Pure but for the numbers. */
import { Pauses } from '../../common/pauses.ts';
import type { Tx } from '../../db/connect.ts';
import { measures, valueKinds, visitDimensionNames } from './dimensions.ts';
import type { Fact, StoredFact } from './facts.ts';
import { ValueNumbers, type ValueText } from './values.ts';
import { type CountedQuarter, type Visit, visitKeyText } from './visits.ts';

/** For a transaction that has the workspace's turn (fold.ts). */
export async function makeFacts(tx: Tx, workspaceId: string, visits: Visit[]): Promise<Fact[]> {
  const numbers = await ValueNumbers.make(tx, workspaceId, visits.flatMap(textsOf));
  const facts: Fact[] = [];
  const pauses = new Pauses();
  for (const visit of visits) {
    if (pauses.isDue()) await pauses.take();
    facts.push(...factsOf(visit, numbers));
  }
  return facts;
}

function textsOf({ texts, visit, outcomes }: Visit): ValueText[] {
  if (!visit && outcomes.length === 0) return [];
  const pages = [...(visit?.pages?.keys() ?? [])];
  return [
    ...visitDimensionNames.map((name) => ({ kind: valueKinds[name], value: texts[name] })),
    ...pages.map((value) => ({ kind: valueKinds.page, value })),
  ];
}

function factsOf(
  { visit, outcomes, texts, activeAt, ...key }: Visit,
  numbers: ValueNumbers,
): Fact[] {
  if (!visit && outcomes.length === 0) return [];
  const quarters = new Map<number, CountedQuarter>();
  const add = (counted: CountedQuarter) => {
    const known = quarters.get(counted.quarter);
    if (known) {
      known.leads += counted.leads;
      known.conversions += counted.conversions;
    } else quarters.set(counted.quarter, { ...counted });
  };
  if (visit) add({ quarter: visit.quarter, day: visit.day, leads: 0, conversions: 0 });
  for (const outcome of outcomes) add(outcome);
  const values = Object.fromEntries(
    visitDimensionNames.map((name) => [name, numbers.of(valueKinds[name], texts[name])]),
  ) as Pick<Fact, (typeof visitDimensionNames)[number]>;
  return [...quarters.values()].map((counted) => {
    const own = visit?.quarter === counted.quarter ? visit : undefined;
    const pages = own
      ? own.pages &&
        [...own.pages].map(([path, views]) => ({ page: numbers.of(valueKinds.page, path), views }))
      : [];
    pages?.sort((a, b) => a.page - b.page);
    const figures = {
      sessions: own ? 1 : 0,
      page_views: own?.page_views ?? 0,
      bounces: own?.bounces ?? 0,
      engaged_ms: own?.engaged_ms ?? 0,
      pages: pages?.map(({ page }) => page) ?? null,
      page_counts: pages?.map(({ views }) => views) ?? null,
      activeAt,
    };
    // Three spreads into one object take ten times as long.
    return Object.assign(figures, key, values, counted);
  });
}

export interface FactChanges {
  /** Stored, and no longer so. */
  gone: StoredFact[];
  /** To be written. */
  changed: Fact[];
}

export function factChanges(stored: StoredFact[], made: Fact[]): FactChanges {
  const rowOf = new Map(made.map((fact) => [rowKey(fact), fact]));
  const same = new Set<string>();
  const gone = stored.filter((fact) => {
    const now = rowOf.get(rowKey(fact));
    const isSame = now !== undefined && isEqual(fact, now);
    if (isSame) same.add(rowKey(fact));
    return !isSame;
  });
  return { gone, changed: made.filter((fact) => !same.has(rowKey(fact))) };
}

/** Those of a visit that begins on another day now, or has not been there before or is no longer. */
export function movedFacts(gone: StoredFact[], changed: Fact[]): (StoredFact | Fact)[] {
  const dayOf = (fact: StoredFact | Fact) => `${rowKey(fact)}:${fact.day}:${fact.sessions}`;
  const were = new Set(gone.map(dayOf));
  const are = new Set(changed.map(dayOf));
  return [
    ...gone.filter((fact) => !are.has(dayOf(fact))),
    ...changed.filter((fact) => !were.has(dayOf(fact))),
  ];
}

export function rowKey(fact: Pick<Fact, 'sessionId' | 'visitorId' | 'isTest' | 'quarter'>): string {
  return `${visitKeyText(fact)}${fact.quarter}`;
}

function isEqual(stored: StoredFact, made: Fact): boolean {
  return (
    stored.day === made.day &&
    measures.every((name) => stored[name] === made[name]) &&
    visitDimensionNames.every((name) => stored[name] === made[name]) &&
    String(stored.pages) === String(made.pages) &&
    String(stored.page_counts) === String(made.page_counts)
  );
}
