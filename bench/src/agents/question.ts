/** A question or task for an agent: text, expected answer from the demo's truth, and a scripted solution. */
import type { Facts } from './facts.ts';

/** Lists are compared regardless of order. */
export type Answer = string | number | boolean | readonly (string | number)[];

export interface Records {
  total: number;
  left: number;
  cursor?: string;
  records: ToolRecord[];
}

/** A record as a tool tells it. */
export type ToolRecord = Record<string, unknown> & {
  id: string;
  untrusted?: Record<string, unknown>;
};

/** The tools, for scripted solutions. */
export interface Tools {
  /** Returns structured content, or JSON in its text. @throws Error with the tool's message */
  call(name: string, input: object): Promise<Record<string, unknown>>;
  list(input: object): Promise<Records>;
  /** Previews the write if needed, and executes it. */
  write(name: string, input: object): Promise<Record<string, unknown>>;
}

/** A REST read, bypassing the tools. */
export type Read = (path: string) => Promise<Record<string, unknown>>;

export interface Question {
  ask: string;
  /** Format of the answer, which a model is told in addition. */
  form: string;
  /** One of several, if more than one is right. */
  expected: (facts: Facts) => Answer | { oneOf: readonly Answer[] };
  solve: (tools: Tools, facts: Facts) => Promise<Answer>;
  /** For tasks: the resulting state, which must equal the expected answer. */
  after?: (read: Read, facts: Facts) => Promise<Answer>;
}

export const text = (value: unknown): string => String(value ?? '');

export function theirs({ untrusted }: ToolRecord, field: string): string {
  return text(untrusted?.[field]);
}

/** All with the highest count. */
export function most(counts: ReadonlyMap<string, number>): { oneOf: string[] } {
  const top = Math.max(...counts.values());
  return { oneOf: [...counts].filter(([, count]) => count === top).map(([name]) => name) };
}

export function counted<T>(
  all: Iterable<T>,
  nameOf: (one: T) => string | undefined,
  worth: (one: T) => number = () => 1,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) {
    const name = nameOf(one);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + worth(one));
  }
  return counts;
}
