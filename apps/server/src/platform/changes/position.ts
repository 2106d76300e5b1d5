/**
 * Where a reader stands in a workspace's changes: behind one of them, `48213-01a1f846-…`, or before all of
 * a transaction and of those that come later, `48213`.
 */
export interface Position {
  /** Number of the transaction. */
  xact: number;
  /** Of the change in it; all zeros before the first. */
  id: string;
}

const beforeAll = '00000000-0000-0000-0000-000000000000';

export function startOf(xact: number): Position {
  return { xact, id: beforeAll };
}

export function positionText({ xact, id }: Position): string {
  return id === beforeAll ? String(xact) : `${xact}-${id}`;
}

/** Of a text such as the contract takes. */
export function parsePosition(text: string): Position {
  const dash = text.indexOf('-');
  return dash < 0
    ? startOf(Number(text))
    : { xact: Number(text.slice(0, dash)), id: text.slice(dash + 1) };
}

export function isBefore(one: Position, other: Position): boolean {
  return one.xact === other.xact ? one.id < other.id : one.xact < other.xact;
}
