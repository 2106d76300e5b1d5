/** A question or task for an agent: its words, the right answer by what the demonstration knows, and a solution. */
import type { Facts } from './facts.ts';

/** Lists are compared without their order. */
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

/** The tools, as a scripted solution calls them. */
export interface Tools {
  /** Structured content, or what its text has as JSON. @throws Error what the tool says */
  call(name: string, input: object): Promise<Record<string, unknown>>;
  list(input: object): Promise<Records>;
  /** Previews it where that is needed, and does it. */
  write(name: string, input: object): Promise<Record<string, unknown>>;
}

/** A REST call that reads, past the tools. */
export type Read = (path: string) => Promise<Record<string, unknown>>;

export interface Question {
  ask: string;
  /** How the answer is given: by which a model is told, and nothing else. */
  form: string;
  /** One of several, where more than one is right. */
  expected: (facts: Facts) => Answer | { oneOf: readonly Answer[] };
  solve: (tools: Tools, facts: Facts) => Promise<Answer>;
  /** Of a task: what there is afterwards, which has to be the same as the answer that is expected. */
  after?: (read: Read, facts: Facts) => Promise<Answer>;
}

export const text = (value: unknown): string => String(value ?? '');

export function theirs({ untrusted }: ToolRecord, field: string): string {
  return text(untrusted?.[field]);
}

/** All that have the most, where there are several. */
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
