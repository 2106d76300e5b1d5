/**
 * How each model divides a conversion or lead among the visits that led to it. Pure.
 *
 * A share is the part from one millionth to another: those of a model lie side by side from 0 to 1,000,000, so that they
 * are the whole, and so is what they earn when each part's amount is the difference of what its two ends are worth.
 */
import { type AttributionModel, attributionModelNames } from '@footfall/contract/campaigns';

/** In millionths. */
export const wholeCredit = 1_000_000;

/** Of a long history the first visit and the latest ones share. */
export const mostTouches = 20;

const halfLifeMs = 7 * 86_400_000;

export interface Credit<V> {
  model: AttributionModel;
  visit: V;
  from: number;
  until: number;
}

/** What led to a conversion. */
export interface Path<V> {
  /** In the order in which they began: the first and the latest; at least one. */
  visits: V[];
  /** The last one that something brought: tags, a click id or another site. */
  lastNonDirect: V | undefined;
}

interface Started {
  /** As PostgreSQL writes it in UTC. */
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

/** Visits whose share is less than half a millionth have none. */
export function creditOf<V extends Started>(path: Path<V>): Credit<V>[] {
  return attributionModelNames.flatMap((model) => {
    const division = divisions[model] as unknown as Division<V>;
    return sharesOf(division(path)).map((share) => ({ model, ...share }));
  });
}

/** 40 % for the first and for the last, the rest for those between; halves of two. */
function positionWeight(place: number, count: number): number {
  if (count <= 2) return 1;
  return place === 0 || place === count - 1 ? 2 * (count - 2) : 1;
}

function sharesOf<V>(weighed: [visit: V | undefined, weight: number][]) {
  const sum = weighed.reduce((total, [, weight]) => total + weight, 0);
  let passed = 0;
  let from = 0;
  const shares: { visit: V; from: number; until: number }[] = [];
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
