/**
 * How each model divides a conversion or lead among its visits. Pure.
 *
 * A share is a range of millionths: a model's shares adjoin from 0 to 1,000,000. So they add up exactly, and so do
 * amounts if each is the difference of the values at its two ends.
 */
import { type AttributionModel, attributionModelNames } from '@footfall/contract/campaigns';

/** In millionths. */
export const wholeCredit = 1_000_000;

/** In a long history, the first visit and the latest ones share the credit. */
export const mostTouches = 20;

const halfLifeMs = 7 * 86_400_000;

interface Share {
  from: number;
  until: number;
}

/** A visit with its credit by model; omits visits without credit. */
export interface Credit<V> {
  visit: V;
  shares: Partial<Record<AttributionModel, Share>>;
}

/** The visits before a conversion. */
export interface Path<V> {
  /** By start: the first and the latest; at least one. */
  visits: V[];
  /** The last visit with a source: tags, a click id or another site. */
  lastNonDirect: V | undefined;
}

interface Started {
  /** UTC, in PostgreSQL's format. */
  started_at: string;
}

type Division<V> = (path: Path<V>) => [visit: V | undefined, weight: number][];

const divisions: Record<AttributionModel, Division<Started>> = {
  last_non_direct: ({ visits, lastNonDirect }) => [[lastNonDirect ?? visits.at(-1), 1]],
  last_touch: ({ visits }) => [[visits.at(-1), 1]],
  first_touch: ({ visits }) => [[visits[0], 1]],
  linear: ({ visits }) => visits.map((visit) => [visit, 1]),
  position: ({ visits }) =>
    visits.map((visit, place) => [visit, positionWeight(place, visits.length)]),
  time_decay: ({ visits }) => {
    const latestMs = startMs(visits.at(-1));
    return visits.map((visit) => [visit, 0.5 ** ((latestMs - startMs(visit)) / halfLifeMs)]);
  },
};

const everything = Object.fromEntries(
  attributionModelNames.map((model) => [model, { from: 0, until: wholeCredit }]),
);

/** In order of the visits' start. Omits shares below half a millionth. */
export function creditOf<V extends Started>(path: Path<V>): Credit<V>[] {
  // Most paths have one visit, for which all models agree.
  const [only, second] = path.visits;
  if (only && !second) return [{ visit: only, shares: everything }];
  const credits = inOrder(path).map((visit): Credit<V> => ({ visit, shares: {} }));
  const ofVisit = new Map(credits.map((credit) => [credit.visit, credit]));
  for (const model of attributionModelNames) {
    const division = divisions[model] as unknown as Division<V>;
    for (const { visit, ...share } of sharesOf(division(path))) {
      const credit = ofVisit.get(visit);
      if (credit) credit.shares[model] = share;
    }
  }
  return credits.filter(({ shares }) => Object.keys(shares).length > 0);
}

/** The omitted part of a long history lies between the first and the latest visits. */
function inOrder<V>({ visits, lastNonDirect }: Path<V>): V[] {
  const isCredited = lastNonDirect === undefined || visits.includes(lastNonDirect);
  return isCredited ? visits : visits.toSpliced(1, 0, lastNonDirect);
}

/** 40 % each for first and last, the rest between; two get half each. */
function positionWeight(place: number, count: number): number {
  if (count <= 2) return 1;
  return place === 0 || place === count - 1 ? 2 * (count - 2) : 1;
}

function sharesOf<V>(weighed: [visit: V | undefined, weight: number][]) {
  const sum = weighed.reduce((total, [, weight]) => total + weight, 0);
  let passed = 0;
  let from = 0;
  const shares: (Share & { visit: V })[] = [];
  for (const [place, [visit, weight]] of weighed.entries()) {
    passed += weight;
    const isLast = place === weighed.length - 1;
    const until = isLast ? wholeCredit : Math.round((passed / sum) * wholeCredit);
    if (visit !== undefined && until > from) shares.push({ visit, from, until });
    from = until;
  }
  return shares;
}

function startMs(visit: Started | undefined): number {
  return Date.parse(visit?.started_at ?? '');
}
