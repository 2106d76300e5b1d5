/**
 * A position in a workspace's changes: after one of them, `48213-01a1f846-…`, or before a transaction and all
 * later ones, `48213`.
 */
export interface Position {
  /** Transaction number. */
  xact: number;
  /** The change within it; all zeros before the first. */
  id: string;
}

const beforeAll = '00000000-0000-0000-0000-000000000000';

export function startOf(xact: number): Position {
  return { xact, id: beforeAll };
}

export function positionText({ xact, id }: Position): string {
  return id === beforeAll ? String(xact) : `${xact}-${id}`;
}

/** Parses a text that passed the contract. */
export function parsePosition(text: string): Position {
  const dash = text.indexOf('-');
  return dash < 0
    ? startOf(Number(text))
    : { xact: Number(text.slice(0, dash)), id: text.slice(dash + 1) };
}

export function isBefore(one: Position, other: Position): boolean {
  return one.xact === other.xact ? one.id < other.id : one.xact < other.xact;
}
