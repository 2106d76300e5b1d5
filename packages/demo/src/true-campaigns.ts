/**
 * True results of campaigns. A lead or conversion counts for the first, the last and the last non-direct session that
 * its person had begun by then, on the same visitor or one linked by then.
 */
import type { TrueSession } from './diary.ts';
import { groupBy } from './groups.ts';
import type { CampaignKey } from './origins.ts';
import { type PersonSlice, slicesOf, type TrueLinks } from './true-links.ts';

interface TrueOutcome {
  leads: number;
  conversions: number;
  /** Sum of the values by currency. */
  revenue: Record<string, number>;
}

export interface TrueCampaign extends CampaignKey {
  visitors: number;
  sessions: number;
  firstTouch: TrueOutcome;
  lastTouch: TrueOutcome;
  lastNonDirect: TrueOutcome;
}

export interface Subject {
  visitor: string;
  atMs: number;
  /** Of a conversion; undefined for a lead. */
  sale: { value: number | undefined; currency: string | undefined } | undefined;
}

interface Tally extends CampaignKey {
  visitors: Set<string>;
  sessions: number;
  firstTouch: TrueOutcome;
  lastTouch: TrueOutcome;
  lastNonDirect: TrueOutcome;
}

export function trueCampaigns(
  sessions: readonly TrueSession[],
  subjects: readonly Subject[],
  links: TrueLinks,
): TrueCampaign[] {
  const tallies = new Map<string, Tally>();
  for (const { campaign, visitor } of sessions) {
    if (!campaign) continue;
    const tally = tallies.get(nameOf(campaign)) ?? emptyTally(campaign);
    tallies.set(nameOf(campaign), tally);
    tally.sessions += 1;
    tally.visitors.add(visitor);
  }
  const touchesOf = touchFinder(sessions, links);
  for (const subject of subjects) {
    const { first, last, brought } = touchesOf(subject);
    count(first && tallies.get(nameOf(first))?.firstTouch, subject);
    count(last && tallies.get(nameOf(last))?.lastTouch, subject);
    count(brought && tallies.get(nameOf(brought))?.lastNonDirect, subject);
  }
  return [...tallies.values()].map((tally) => ({ ...tally, visitors: tally.visitors.size }));
}

function touchFinder(sessions: readonly TrueSession[], links: TrueLinks) {
  const byVisitor = groupBy(sessions, ({ visitor }) => visitor);
  const slices = [...links.keys()].flatMap((visitor) => slicesOf(visitor, links));
  const slicesByPerson = groupBy(slices, ({ person }) => person);
  return ({ visitor, atMs }: Subject) => {
    const own = (byVisitor.get(visitor) ?? []).filter(({ startMs }) => startMs <= atMs);
    const slice = slicesOf(visitor, links).find(
      (part) => part.sinceMs <= atMs && atMs < part.untilMs,
    );
    const others = (slice ? (slicesByPerson.get(slice.person) ?? []) : [])
      .filter((part) => part.visitor !== visitor && isLinkedBy(links, part, atMs))
      .flatMap((part) =>
        (byVisitor.get(part.visitor) ?? []).filter(
          ({ startMs }) => startMs >= part.sinceMs && startMs < part.untilMs && startMs <= atMs,
        ),
      );
    const touches = [...own, ...others].sort((a, b) => a.startMs - b.startMs);
    const brought = touches.findLast(({ channel }) => channel !== 'direct') ?? touches.at(-1);
    return {
      first: touches[0]?.campaign,
      last: touches.at(-1)?.campaign,
      brought: brought?.campaign,
    };
  };
}

function isLinkedBy(links: TrueLinks, { visitor, person }: PersonSlice, atMs: number): boolean {
  return (links.get(visitor) ?? []).some((link) => link.person === person && link.at <= atMs);
}

function count(outcome: TrueOutcome | undefined, { sale }: Subject): void {
  if (!outcome) return;
  if (!sale) {
    outcome.leads += 1;
    return;
  }
  outcome.conversions += 1;
  const { value, currency = '' } = sale;
  if (value !== undefined) outcome.revenue[currency] = (outcome.revenue[currency] ?? 0) + value;
}

function emptyTally({ source, medium, name }: CampaignKey): Tally {
  const nothing = () => ({ leads: 0, conversions: 0, revenue: {} });
  return {
    source,
    medium,
    name,
    visitors: new Set(),
    sessions: 0,
    firstTouch: nothing(),
    lastTouch: nothing(),
    lastNonDirect: nothing(),
  };
}

const nameOf = ({ source, medium, name }: CampaignKey) => `${source}\n${medium}\n${name}`;
