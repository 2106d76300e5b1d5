/** Periods as people choose them, in days of a time zone. */

export const presets = [
  'today',
  'yesterday',
  '7d',
  '30d',
  '90d',
  'month',
  'last-month',
  'year',
] as const;
export type Preset = (typeof presets)[number];
export const usualPreset: Preset = '30d';

/** For the service: whole days in the time zone. */
export interface Period {
  /** The first day, such as 2026-05-01. */
  since: string;
  /** The day after the last. */
  until: string;
  timeZone: string;
}

const dayMs = 86_400_000;

export function isPreset(value: unknown): value is Preset {
  return presets.some((preset) => preset === value);
}

export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const ms = Date.parse(`${value}T00:00:00Z`);
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(value);
}

export function isTimeZone(value: unknown): value is string {
  if (typeof value !== 'string' || value === '') return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).format(0) !== '';
  } catch {
    return false;
  }
}

export function presetPeriod(preset: Preset, timeZone: string, now: number): Period {
  const today = dayOf(now, timeZone);
  const tomorrow = addDays(today, 1);
  const month = `${today.slice(0, 7)}-01`;
  const [since, until] = {
    today: [today, tomorrow],
    yesterday: [addDays(today, -1), today],
    '7d': [addDays(today, -6), tomorrow],
    '30d': [addDays(today, -29), tomorrow],
    '90d': [addDays(today, -89), tomorrow],
    month: [month, tomorrow],
    'last-month': [`${addDays(month, -1).slice(0, 7)}-01`, month],
    year: [`${today.slice(0, 4)}-01-01`, tomorrow],
  }[preset] as [string, string];
  return { since, until, timeZone };
}

/** Months before the current one, latest first, each by its first and last day. */
export function monthsBefore(now: number, timeZone: string, count: number) {
  const months: { from: string; to: string }[] = [];
  let next = `${dayOf(now, timeZone).slice(0, 7)}-01`;
  while (months.length < count) {
    const to = addDays(next, -1);
    next = `${to.slice(0, 7)}-01`;
    months.push({ from: next, to });
  }
  return months;
}

/** `to`: the last day. */
export function ownPeriod(from: string, to: string, timeZone: string): Period {
  return { since: from, until: addDays(to, 1), timeZone };
}

export function daysOf({ since, until }: Period): number {
  return Math.round((Date.parse(until) - Date.parse(since)) / dayMs);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The date at that time in that time zone. */
export function dayOf(ms: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(ms);
}
