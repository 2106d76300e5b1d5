/** Facts of visits: what differs from those that are stored is what has to be written. Pure but for the numbers. */
import { Pauses } from '../../common/pauses.ts';
import type { Tx } from '../../db/connect.ts';
import { measures, type VisitDimension, valueKinds, visitDimensionNames } from './dimensions.ts';
import type { Fact, StoredFact } from './facts.ts';
import { ValueNumbers, WantedTexts } from './values.ts';
import { type CountedQuarter, type Visit, visitKeyText } from './visits.ts';

/** For a transaction that has the workspace's turn (fold.ts). */
export async function makeFacts(tx: Tx, workspaceId: string, visits: Visit[]): Promise<Fact[]> {
  const counted = visits.filter(({ visit, outcomes }) => visit || outcomes.length > 0);
  const wanted = new WantedTexts();
  for (const { texts, visit } of counted) {
    for (const name of visitDimensionNames) wanted.add(valueKinds[name], texts[name]);
    for (const page of visit?.pages?.keys() ?? []) wanted.add(valueKinds.page, page);
    wanted.add(valueKinds.origin, visit?.origin ?? '');
  }
  const numbers = await ValueNumbers.make(tx, workspaceId, wanted);
  const facts: Fact[] = [];
  const pauses = new Pauses();
  for (const visit of counted) {
    if (pauses.isDue()) await pauses.take();
    facts.push(...factsOf(visit, numbers));
  }
  return facts;
}

function factsOf(
  { visit, outcomes, texts, activeAt, sessionId, visitorId, isTest }: Visit,
  numbers: ValueNumbers,
): Fact[] {
  const numberOf = (name: VisitDimension) => numbers.of(valueKinds[name], texts[name]);
  return quartersOf(visit, outcomes).map(({ quarter, day, leads, conversions }) => {
    const own = visit?.quarter === quarter ? visit : undefined;
    // One literal: thousands are made at once, and most of the time went into throwing away what they were put together from.
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
      channel: numberOf('channel'),
      source: numberOf('source'),
      campaign: numberOf('campaign'),
      country: numberOf('country'),
      device: numberOf('device'),
      browser: numberOf('browser'),
      landing_page: numberOf('landing_page'),
      exit_page: numberOf('exit_page'),
      city: numberOf('city'),
      company: numberOf('company'),
      channel_group: numberOf('channel_group'),
      agent: numberOf('agent'),
      pages: own ? null : [],
      page_counts: null,
      origin: numbers.of(valueKinds.origin, own?.origin ?? ''),
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
    ? [{ quarter: visit.quarter, day: visit.day, leads: 0, conversions: 0 }]
    : [];
  if (outcomes.length === 0) return own;
  const quarters = new Map<number, CountedQuarter>();
  for (const counted of [...own, ...outcomes]) {
    const known = quarters.get(counted.quarter);
    if (known) {
      known.leads += counted.leads;
      known.conversions += counted.conversions;
    } else quarters.set(counted.quarter, { ...counted });
  }
  return [...quarters.values()];
}

export interface FactChanges {
  /** Stored, and no longer so. */
  gone: StoredFact[];
  /** To be written. */
  changed: Fact[];
  /** Counted as they are stored, and told differently. */
  retold: Fact[];
}

export function factChanges(stored: StoredFact[], made: Fact[]): FactChanges {
  const rowOf = new Map(made.map((fact) => [rowKey(fact), fact]));
  const same = new Set<string>();
  const retold: Fact[] = [];
  const gone = stored.filter((fact) => {
    const now = rowOf.get(rowKey(fact));
    if (now === undefined || !isEqual(fact, now)) return true;
    same.add(rowKey(fact));
    if (!isToldAlike(fact, now)) retold.push(now);
    return false;
  });
  return { gone, changed: made.filter((fact) => !same.has(rowKey(fact))), retold };
}

const isToldAlike = (stored: StoredFact, made: Fact) =>
  stored.origin === made.origin &&
  (made.activeAt === undefined || stored.activeAt === made.activeAt);

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
