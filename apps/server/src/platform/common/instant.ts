/** Times as text, in UTC, with milliseconds or microseconds. */

/** Converts both formats to one that sorts. */
export function instantOf(at: string): string {
  return at.length === 27 ? at : `${at.slice(0, 23)}000Z`;
}

export function earlierOf(a: string, b: string): string {
  return instantOf(a) <= instantOf(b) ? a : b;
}

export function laterOf(a: string | null, b: string): string {
  return a !== null && instantOf(a) > instantOf(b) ? a : b;
}
