/**
 * The filter language for lists, statistics and segments. A filter is a tree, written as text for people and URLs
 * (`country = "Germany" AND did("page_view", path = "/pricing*", at least 2, within 30d)`) or as JSON for programs. The
 * grammar is Google's AIP-160 with `IN` and `did` added.
 */

export type FilterValue = string | number | boolean | null;

/**
 * `:` means contains, in any letter case; with the value `*`, that a value exists. In texts, `*` matches any characters
 * with `=` and `!=`. `!=` negates `=`, so it also matches missing values.
 */
export const comparators = ['=', '!=', '<', '<=', '>', '>=', ':', 'in'] as const;
export type Comparator = (typeof comparators)[number];

export interface Comparison {
  field: string;
  op: Comparator;
  /** A list for `in`. */
  value: FilterValue | FilterValue[];
}

/** A condition on the events of a record: name, details, count and time. */
export interface Did {
  did: string;
  /** Conditions on the events. */
  where?: FilterTree;
  /** Default 1. */
  at_least?: number;
  /** A duration up to now, such as 30d, 12h or 2w. Absent: any time. */
  within?: string;
}

export type FilterTree =
  | { and: FilterTree[] }
  | { or: FilterTree[] }
  | { not: FilterTree }
  | Comparison
  | Did;

export const filterLimits = {
  /** Characters of the text or JSON. */
  length: 4000,
  /** Nesting depth. */
  depth: 12,
  /** Comparisons plus `did` conditions. */
  terms: 40,
  /** `did` conditions; each reads events. */
  did: 4,
  /** Values of one `in`. */
  values: 100,
  /** Largest count of a `did`. */
  atLeast: 1000,
  withinDays: 366,
} as const;

/** An error in a filter, with its place. */
export class FilterFault extends Error {
  /** Column in the text, from 1; or path in the JSON, such as `and[1].field`. */
  readonly place: number | string;

  constructor(place: number | string, message: string) {
    super(message);
    this.place = place;
  }

  /** The message with its place. */
  get placed(): string {
    return `at ${typeof this.place === 'number' ? `column ${this.place}` : this.place}: ${this.message}`;
  }
}

const units = { m: 60, h: 3600, d: 86_400, w: 604_800 } as const;

/** Seconds of a duration such as 15m, 12h, 30d or 2w. Undefined if the text is not a duration. */
export function durationSeconds(text: string): number | undefined {
  const match = /^(\d{1,6})([mhdw])$/.exec(text);
  return match ? Number(match[1]) * units[match[2] as keyof typeof units] : undefined;
}
