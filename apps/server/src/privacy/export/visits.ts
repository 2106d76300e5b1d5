/** A person's visits, without the activity of others during them. */
import type { Session } from '@footfall/contract/session-record';
import type { Period } from '../../people/visitors/devices.ts';
import { timestamp } from '../../platform/common/timestamp.ts';

/** Whether the time is in one of the visitor's periods. */
export function isInPeriods(at: Date, visitorId: string, periods: Period[]): boolean {
  return periods.some(
    ({ visitorId: of, since, until }) =>
      of === visitorId &&
      (since === null || at >= new Date(since)) &&
      (until === null || at < new Date(until)),
  );
}

/** Limits a shared visit to these periods. */
export function ownPart<T extends Session>(visit: T, periods: Period[]): T {
  const own = periods
    .filter(({ visitorId }) => visitorId === visit.visitor_id)
    .map((period) => ({
      since: inSeconds(period.since, -Infinity),
      until: inSeconds(period.until, Infinity),
    }));
  const started = inSeconds(visit.started_at, 0);
  const ended = inSeconds(visit.last_activity_at, 0);
  if (own.some(({ since, until }) => since <= started && ended < until)) return visit;
  const isOwn = (at: number) => own.some(({ since, until }) => since <= at && at < until);
  const pages = (visit.pages ?? []).filter(({ viewed_at }) => isOwn(inSeconds(viewed_at, 0)));
  const begins = Math.max(started, Math.min(...own.map(({ since }) => since)));
  const ends = Math.min(ended, Math.max(...own.map(({ until }) => until)));
  const opening = { referrer: '', entry_url: '', campaign: {}, click_ids: {}, campaign_id: null };
  return {
    ...visit,
    ...(!isOwn(started) && opening),
    exit_url: pages.at(-1)?.url ?? '',
    pages,
    page_view_count: pages.length,
    engaged_seconds: 0,
    duration_seconds: Math.max(0, ends - begins),
    started_at: atSecond(begins),
    created_at: atSecond(begins),
    last_activity_at: atSecond(ends),
  };
}

/** Records have times in seconds; a boundary's second belongs to the later period. */
function inSeconds(time: string | null, otherwise: number): number {
  return time === null ? otherwise : Math.floor(Date.parse(time) / 1000);
}

const atSecond = (seconds: number) => timestamp(new Date(seconds * 1000));
