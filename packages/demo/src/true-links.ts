/** The true owner of each visitor over time, from identify messages. */
import type { TrueFact, TrueSession } from './diary.ts';
import type { Person } from './life.ts';

export interface Happening extends TrueFact {
  session: TrueSession;
}

/** Part of a visitor's history that belongs to one person. */
export interface TrueSlice {
  visitor: string;
  /** Inclusive; minus infinity for the visitor's first person. */
  sinceMs: number;
  /** Exclusive. */
  untilMs: number;
}

export interface PersonSlice extends TrueSlice {
  person: Person;
}

interface TrueLink {
  at: number;
  person: Person;
}

/** All identifications of each visitor, in time order. */
export type TrueLinks = ReadonlyMap<string, readonly TrueLink[]>;

export function linksOf(happenings: Happening[]): TrueLinks {
  const links = new Map<string, TrueLink[]>();
  for (const { names, at, session } of happenings) {
    if (!names) continue;
    const own = links.get(session.visitor);
    if (own) own.push({ at, person: names });
    else links.set(session.visitor, [{ at, person: names }]);
  }
  return links;
}

/** A visitor's slices in order; identifying as the same person again continues a slice. */
export function slicesOf(visitor: string, links: TrueLinks): PersonSlice[] {
  const slices: PersonSlice[] = [];
  for (const { at, person } of links.get(visitor) ?? []) {
    const last = slices.at(-1);
    if (last?.person === person) continue;
    if (last) last.untilMs = at;
    const sinceMs = last ? at : Number.NEGATIVE_INFINITY;
    slices.push({ visitor, sinceMs, untilMs: Number.POSITIVE_INFINITY, person });
  }
  return slices;
}
