/**
 * Several statements that do not depend on each other, sent as one with several data-modifying `with`
 * parts. Each statement costs a message and an answer, and waking the other process for each
 * costs more than most of the work in them.
 */
import type { Tx } from './connect.ts';
import { firstOwnParameter, SharedValues, sharedParameters } from './shared-values.ts';

/**
 * `$1` is the workspace, and what parts share stands behind it (shared-values.ts); `first` is the number of the
 * part's own first parameter.
 */
export interface StatementPart {
  /** Names the part's text, which is the same at every call. */
  name: string;
  /** An insert, update or delete. It sees nothing of what the other parts change. */
  change?: (first: number) => string;
  /** What must hold: a condition that may read the `returning` rows of the change by the part's name. */
  must?: (first: number) => string;
  /** What the answer has under the part's name: an expression over the `returning` rows. */
  tells?: string;
  parameters: (shared: SharedValues) => (string | number)[];
}

const texts = new Map<string, string>();

/**
 * What the parts tell, by their names. It is sent at once.
 * @throws PostgreSQL's division_by_zero when a condition does not hold
 */
export async function runCombined(
  tx: Tx,
  workspaceId: string,
  parts: StatementPart[],
): Promise<Record<string, unknown>> {
  const shared = new SharedValues();
  const own = parts.map(({ parameters }) => parameters(shared));
  const key = parts.map(({ name }) => name).join();
  const text =
    texts.get(key) ??
    textOf(
      parts,
      own.map(({ length }) => length),
    );
  texts.set(key, text);
  const parameters = [workspaceId, ...shared.parameters, ...own.flat()];
  const [told] = await tx.unsafe(text, parameters, { prepare: true }).execute();
  return told ?? {};
}

/** `sizes`: of each part, how many parameters it has. */
function textOf(parts: StatementPart[], sizes: number[]): string {
  const changes: string[] = [];
  const conditions: string[] = [];
  const told: string[] = [];
  let first = firstOwnParameter;
  for (const [place, { name, change, must, tells }] of parts.entries()) {
    if (change) changes.push(`${name} as (${change(first)})`);
    if (must) conditions.push(must(first));
    if (tells) told.push(`, (${tells}) as ${name}`);
    first += sizes[place] ?? 0;
  }
  // Parameters have a type where they are read, and not every part reads all that is shared.
  const isGiven = Object.values(sharedParameters).map((shared) => `${shared} is not null`);
  return `with ${changes.join(', ')} select 1 / (${[...conditions, ...isGiven].join(' and ')})::integer${told.join('')}`;
}
