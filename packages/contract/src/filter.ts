/**
 * The filter language: which records a list, a figure or a segment is about. One tree, written as text
 * for people and URLs (`country = "Germany" AND did("page_view", path = "/pricing*", at least 2, within 30d)`)
 * or as JSON for programs. The grammar is that of Google's AIP-160, with `IN` and `did` added.
 */

export type FilterValue = string | number | boolean | null;

/**
 * `:` contains, in any case; with `*` as its value: is there at all. `=` and `!=` take `*` in a text for
 * any characters. `!=` is the opposite of `=`: true as well where there is nothing.
 */
export const comparators = ['=', '!=', '<', '<=', '>', '>=', ':', 'in'] as const;
export type Comparator = (typeof comparators)[number];

export interface Comparison {
  field: string;
  op: Comparator;
  /** A list for `in`. */
  value: FilterValue | FilterValue[];
}

/** Something that was done: by how many events of a name, which and when. */
export interface Did {
  did: string;
  /** What else holds of the events. */
  where?: FilterTree;
  /** 1 when absent. */
  at_least?: number;
  /** Such as 30d, 12h or 2w: until now. Absent: ever. */
  within?: string;
}

export type FilterTree =
  | { and: FilterTree[] }
  | { or: FilterTree[] }
  | { not: FilterTree }
  | Comparison
  | Did;

export const filterLimits = {
  /** Characters of the text, or of the JSON. */
  length: 4000,
  /** How deep it may be nested. */
  depth: 12,
  /** Comparisons and `did` together. */
  terms: 40,
  /** `did`, each of which looks through events. */
  did: 4,
  /** Values of one `in`. */
  values: 100,
  /** Repetitions that a `did` may ask for. */
  atLeast: 1000,
  withinDays: 366,
} as const;

/** What is wrong with a filter, and where. */
export class FilterFault extends Error {
  /** From 1, in the text; or in the JSON the path, such as `and[1].field`. */
  readonly place: number | string;

  constructor(place: number | string, message: string) {
    super(message);
    this.place = place;
  }

  /** The message with its place, as a refusal says it. */
  get placed(): string {
    return `at ${typeof this.place === 'number' ? `column ${this.place}` : this.place}: ${this.message}`;
  }
}

const units = { m: 60, h: 3600, d: 86_400, w: 604_800 } as const;

/** Seconds; undefined when the text is no duration such as 15m, 12h, 30d or 2w. */
export function durationSeconds(text: string): number | undefined {
  const match = /^(\d{1,6})([mhdw])$/.exec(text);
  return match ? Number(match[1]) * units[match[2] as keyof typeof units] : undefined;
}
