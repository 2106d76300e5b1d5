/**
 * Several statements that do not depend on each other, sent as one with several data-modifying `with`
 * parts. Each statement costs a message and an answer, and waking the other process for each
 * costs more than most of the work in them.
 */
import type { Tx } from './connect.ts';

/** `$1` is the workspace; `first` is the number of the part's own first parameter. */
export interface StatementPart {
  /** Names the part's text, which is the same at every call. */
  name: string;
  /** An insert, update or delete. It sees nothing of what the other parts change. */
  change?: (first: number) => string;
  /** What must hold: a condition that may read the `returning` rows of the change by the part's name. */
  must?: (first: number) => string;
  parameters: (string | number)[];
}

const texts = new Map<string, string>();

/** @throws PostgreSQL's division_by_zero when a condition does not hold */
export function runCombined(tx: Tx, workspaceId: string, parts: StatementPart[]): Promise<unknown> {
  const key = parts.map(({ name }) => name).join();
  const text = texts.get(key) ?? textOf(parts);
  texts.set(key, text);
  const parameters = [workspaceId, ...parts.flatMap((part) => part.parameters)];
  return tx.unsafe(text, parameters, { prepare: true }).execute();
}

function textOf(parts: StatementPart[]): string {
  const changes: string[] = [];
  const conditions: string[] = [];
  let first = 2;
  for (const { name, change, must, parameters } of parts) {
    if (change) changes.push(`${name} as (${change(first)})`);
    if (must) conditions.push(must(first));
    first += parameters.length;
  }
  return `with ${changes.join(', ')} select 1 / (${[...conditions, 'true'].join(' and ')})::integer`;
}
