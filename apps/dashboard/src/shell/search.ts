/** Search parameters of pages: plain words, each validated; anything else is dropped. */
import { isDate, isPreset, isTimeZone, type Preset } from './periods.ts';

/** For every page in a workspace. Kept by links between pages. */
export interface FrameSearch {
  /** Test data instead of live data. */
  test?: true | undefined;
  range?: Preset | undefined;
  /** Instead of a preset: first and last day. */
  from?: string | undefined;
  to?: string | undefined;
  /** Time zone; absent: the workspace's. */
  tz?: string | undefined;
}

export const keptSearch = ['test', 'range', 'from', 'to', 'tz'] as const;

/** For pages with a table. */
export interface ListSearch {
  filter?: string | undefined;
  /** A field, with a leading minus for descending order. */
  sort?: string | undefined;
  /** From 1. */
  page?: number | undefined;
  size?: number | undefined;
  /** Visible columns, comma-separated. */
  columns?: string | undefined;
}

export type RawSearch = Record<string, unknown>;

export function frameSearch(raw: RawSearch): FrameSearch {
  const { test, range, from, to, tz } = raw;
  const hasOwnRange = isDate(from) && isDate(to) && from <= to;
  return {
    test: test === true || test === 'true' ? true : undefined,
    range: isPreset(range) && !hasOwnRange ? range : undefined,
    from: hasOwnRange ? from : undefined,
    to: hasOwnRange ? to : undefined,
    tz: isTimeZone(tz) ? tz : undefined,
  };
}

export function listSearch(raw: RawSearch): ListSearch {
  return {
    filter: textOf(raw.filter),
    sort: textOf(raw.sort),
    page: countOf(raw.page, 1_000_000),
    size: countOf(raw.size, 100),
    columns: textOf(raw.columns),
  };
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A positive integer up to `most`. */
export function countOf(value: unknown, most: number): number | undefined {
  const count = Number(value);
  return Number.isInteger(count) && count >= 1 && count <= most ? count : undefined;
}

export function readSearch(text: string): RawSearch {
  return Object.fromEntries(new URLSearchParams(text));
}

export function writeSearch(search: RawSearch): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  return parameters.size > 0 ? `?${parameters}` : '';
}
