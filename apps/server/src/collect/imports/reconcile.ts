/** Compares the source's figures with Footfall's by day, and explains differences. */
import type { Stats } from '@footfall/contract/stats';
import { dayAfter } from './days.ts';
import type { DailyFigures } from './plausible.ts';
import type { Tally } from './tally.ts';

interface Figures {
  visitors: number;
  page_views: number;
}

export interface DayRow {
  day: string;
  theirs: Figures;
  ours: Figures;
  differences: string[];
}

/** Calls the operation `getStats`. */
export type AskStats = (query: Record<string, string>) => Promise<Stats>;

/** Most days per call of the operation. */
const daysAtOnce = 366;

export interface Reconciliation {
  rows: DayRow[];
  /** False while our figures may be incomplete. */
  isComplete: boolean;
}

export async function reconcile(
  tally: Tally,
  ask: AskStats,
  { timeZone, isDryRun }: { timeZone: string; isDryRun: boolean },
): Promise<Reconciliation> {
  const days = tally.days();
  const { ours, isComplete } = await askOurs(days, ask, timeZone);
  const rows = days.map((day): DayRow => {
    const own = ours.get(day) ?? { visitors: 0, page_views: 0 };
    const theirs = { visitors: tally.visitors.count(day), page_views: tally.day(day).pageViews };
    const differences = isDryRun ? [] : differencesOf(tally, day, theirs, own);
    return { day, theirs, ours: own, differences };
  });
  return { rows, isComplete };
}

/** For daily totals, of which nothing was stored. */
export async function reconcileSums(
  sums: DailyFigures[],
  ask: AskStats,
  timeZone: string,
): Promise<Reconciliation> {
  const { ours, isComplete } = await askOurs(
    sums.map(({ day }) => day),
    ask,
    timeZone,
  );
  const rows = sums.map(({ day, visitors, pageViews }): DayRow => {
    const own = ours.get(day) ?? { visitors: 0, page_views: 0 };
    const theirs = { visitors, page_views: pageViews };
    return { day, theirs, ours: own, differences: ofSums(theirs, own) };
  });
  return { rows, isComplete };
}

function ofSums(theirs: Figures, ours: Figures): string[] {
  if (ours.page_views === 0 && theirs.page_views > 0) return ['no data stored for this day'];
  return [];
}

async function askOurs(days: string[], ask: AskStats, timeZone: string) {
  const ours = new Map<string, Figures>();
  let isComplete = true;
  for (let next = 0; next < days.length; ) {
    const since = days[next] ?? '';
    const end = dayAfter(since, daysAtOnce);
    const range = days.slice(next).filter((day) => day < end);
    const answer = await ask({
      metrics: 'visitors,page_views',
      interval: 'day',
      from: since,
      to: dayAfter(range.at(-1) ?? since, 1),
      time_zone: timeZone,
    });
    isComplete &&= answer.as_of === null;
    const first = Date.parse(since);
    for (const [place, { figures }] of answer.rows.entries()) {
      const day = new Date(first + place * 86_400_000).toISOString().slice(0, 10);
      ours.set(day, { visitors: figures.visitors ?? 0, page_views: figures.page_views ?? 0 });
    }
    next += range.length;
  }
  return { ours, isComplete };
}

/** Empty if both counts match. */
function differencesOf(tally: Tally, day: string, theirs: Figures, ours: Figures): string[] {
  const { duplicates, refused, notKept, bots, stored } = tally.day(day);
  const botVisitors = tally.botVisitors.count(day);
  const rest = ours.page_views - (stored + duplicates - bots);
  const ofVisitors = ours.visitors - (theirs.visitors - botVisitors);
  if (theirs.page_views === ours.page_views && theirs.visitors === ours.visitors) return [];
  const reasons: [number, string][] = [
    [bots, `by ${counted(botVisitors, 'bot')}, which figures leave out`],
    [refused, 'rejected: see the rows with errors'],
    [notKept, 'older than the retention of the workspace'],
    [-rest, 'of visits that started the day before, or of duplicate rows'],
    [rest, 'more, from other senders or after midnight in visits that started on this day'],
  ];
  return [
    ...reasons
      .filter(([count]) => count > 0)
      .map(([count, why]) => `${counted(count, 'page view')} ${why}`),
    ...(ofVisitors > 0 ? [`${counted(ofVisitors, 'visitor')} more, from other senders`] : []),
    ...(ofVisitors < 0
      ? [`${counted(-ofVisitors, 'visitor')} without a stored visit that started on this day`]
      : []),
  ];
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
