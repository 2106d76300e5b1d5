/** Builds facts of visits and compares them with stored ones. Pure except for the value numbers. */
import { Pauses } from '../platform/common/pauses.ts';
import type { Tx } from '../platform/db/connect.ts';
import { measures, type VisitDimension, valueKinds, visitDimensionNames } from './dimensions.ts';
import type { Fact, StoredFact } from './facts.ts';
import { ValueNumbers, WantedTexts } from './values.ts';
import type { CountedQuarter, Visit } from './visits.ts';

/** Facts per visit, in order; requires the workspace's turn (fold.ts). */
export async function makeFacts(tx: Tx, workspaceId: string, visits: Visit[]): Promise<Fact[][]> {
  const wanted = new WantedTexts();
  for (const { texts, os, visit, outcomes } of visits) {
    if (!visit && outcomes.length === 0) continue;
    for (const name of visitDimensionNames) wanted.add(valueKinds[name], texts[name]);
    for (const page of visit?.pages?.keys() ?? []) wanted.add(valueKinds.page, page);
    wanted.add(valueKinds.origin, visit?.origin ?? '');
    wanted.add(valueKinds.os, os);
  }
  const numbers = await ValueNumbers.make(tx, workspaceId, wanted);
  const facts: Fact[][] = [];
  const pauses = new Pauses();
  for (const visit of visits) {
    if (pauses.isDue()) await pauses.take();
    facts.push(factsOf(visit, numbers));
  }
  return facts;
}

function factsOf(
  { visit, outcomes, texts, os, activeAt, sessionId, visitorId, isTest }: Visit,
  numbers: ValueNumbers,
): Fact[] {
  const numbered = () =>
    Object.fromEntries(
      visitDimensionNames.map((name) => [name, numbers.of(valueKinds[name], texts[name])]),
    ) as Record<VisitDimension, number>;
  return quartersOf(visit, outcomes).map(({ quarter, day, leads, conversions, revenue }) => {
    const own = visit?.quarter === quarter ? visit : undefined;
    const fact: Fact = {
      sessionId,
      visitorId,
      isTest,
      quarter,
      day,
      sessions: own ? 1 : 0,
      page_views: own?.page_views ?? 0,
      bounces: own?.bounces ?? 0,
      engaged_ms: own?.engaged_ms ?? 0,
      leads,
      conversions,
      revenue,
      ...numbered(),
      pages: own ? null : [],
      page_counts: null,
      origin: numbers.of(valueKinds.origin, own?.origin ?? ''),
      os: numbers.of(valueKinds.os, os),
      activeAt,
    };
    if (own?.pages) {
      const views = [...own.pages].map(([path, count]): [number, number] => [
        numbers.of(valueKinds.page, path),
        count,
      ]);
      views.sort(([a], [b]) => a - b);
      fact.pages = views.map(([page]) => page);
      if (views.some(([, count]) => count > 1)) fact.page_counts = views.map(([, count]) => count);
    }
    return fact;
  });
}

function quartersOf(visit: Visit['visit'], outcomes: CountedQuarter[]): CountedQuarter[] {
  const own: CountedQuarter[] = visit
    ? [{ quarter: visit.quarter, day: visit.day, leads: 0, conversions: 0, revenue: null }]
    : [];
  if (outcomes.length === 0) return own;
  const quarters = new Map<number, CountedQuarter>();
  for (const counted of [...own, ...outcomes]) {
    const quarter = quarters.get(counted.quarter);
    if (quarter) {
      quarter.leads += counted.leads;
      quarter.conversions += counted.conversions;
      // One of the events in a quarter carries the value of its conversions.
      quarter.revenue ??= counted.revenue;
    } else quarters.set(counted.quarter, { ...counted });
  }
  return [...quarters.values()];
}

export interface FactChanges {
  /** Stored facts to remove from sums. */
  gone: StoredFact[];
  /** Those that are not rewritten. */
  removed: StoredFact[];
  /** Facts to insert, */
  fresh: Fact[];
  /** and facts to overwrite. */
  rewritten: Fact[];
  /** Changed only in columns outside sums. */
  retold: Fact[];
  /** Facts of visits that begin on another day now, are new, or no longer exist. */
  moved: (StoredFact | Fact)[];
}

/** `made`: per visit, in order. */
export function factChanges(stored: StoredFact[], made: Fact[][]): FactChanges {
  const storedOf: (StoredFact[] | undefined)[] = made.map(() => undefined);
  for (const fact of stored) {
    const stored = storedOf[fact.place];
    if (stored) stored.push(fact);
    else storedOf[fact.place] = [fact];
  }
  const changes: FactChanges = {
    gone: [],
    removed: [],
    fresh: [],
    rewritten: [],
    retold: [],
    moved: [],
  };
  made.forEach((facts, place) => {
    addChanges(changes, storedOf[place], facts);
  });
  return changes;
}

/** For one visit, which may have facts for very many quarters. */
function addChanges(
  { gone, removed, fresh, rewritten, retold, moved }: FactChanges,
  stored: StoredFact[] | undefined,
  made: Fact[],
): void {
  const left = new Map(stored?.map((fact) => [fact.quarter, fact]));
  for (const fact of made) {
    const before = left.get(fact.quarter);
    left.delete(fact.quarter);
    if (!before) {
      fresh.push(fact);
      moved.push(fact);
    } else if (!isEqual(before, fact)) {
      rewritten.push(fact);
      gone.push(before);
      if (before.day !== fact.day || before.sessions !== fact.sessions) moved.push(before, fact);
    } else if (!isAlike(before, fact)) retold.push(fact);
  }
  for (const fact of left.values()) {
    gone.push(fact);
    removed.push(fact);
    moved.push(fact);
  }
}

const isAlike = (stored: StoredFact, made: Fact) =>
  stored.origin === made.origin &&
  stored.os === made.os &&
  (made.activeAt === undefined || stored.activeAt === made.activeAt);

function isEqual(stored: StoredFact, made: Fact): boolean {
  return (
    stored.day === made.day &&
    stored.revenue === made.revenue &&
    measures.every((name) => stored[name] === made[name]) &&
    visitDimensionNames.every((name) => stored[name] === made[name]) &&
    String(stored.pages) === String(made.pages) &&
    String(stored.page_counts) === String(made.page_counts)
  );
}
