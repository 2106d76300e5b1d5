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
  /**
   * The change, which has a `returning`, may wait for other transactions: such changes, and those that a `must` reads, are made
   * one after the other, as the parts are listed. One `out of order` takes locks that come before those of the parts
   * before it: it waits for a moment only, then the statement fails.
   */
  waits?: 'in order' | 'out of order';
  /** What must hold: a condition that may read the `returning` rows of the change by the part's name. */
  must?: (first: number) => string;
  /** What the answer has under the part's name: an expression over the `returning` rows. */
  tells?: string;
  parameters: (shared: SharedValues) => (string | number)[];
}

const outOfOrder: StatementPart['waits'] = 'out of order';
/** Longer than most transactions take to commit, and shorter than PostgreSQL waits before it looks for a deadlock. */
const momentMs = 50;

const texts = new Map<string, string>();

/**
 * What the parts tell, by their names. It is sent at once.
 * @throws PostgreSQL's division_by_zero when a condition does not hold, lock_not_available when a part had to wait out of order
 */
export async function runCombined(
  tx: Tx,
  workspaceId: string,
  parts: StatementPart[],
): Promise<Record<string, unknown>> {
  const shared = new SharedValues();
  const own = parts.map(({ parameters }) => parameters(shared));
  const key = parts.map(({ name, waits }) => (waits === outOfOrder ? `${name}!` : name)).join();
  const text =
    texts.get(key) ??
    textOf(
      parts,
      own.map(({ length }) => length),
    );
  texts.set(key, text);
  const parameters = [workspaceId, ...shared.parameters, ...own.flat()];
  const [answer] = await tx.unsafe(text, parameters, { prepare: true }).execute();
  return answer ?? {};
}

/** `sizes`: of each part, how many parameters it has. */
function textOf(parts: StatementPart[], sizes: number[]): string {
  const changes: string[] = [];
  const conditions: string[] = [];
  const clauses: string[] = [];
  let first = firstOwnParameter;
  for (const [place, { name, change, waits, must, tells }] of parts.entries()) {
    if (change) changes.push(`${name} as (${change(first)})`);
    // PostgreSQL makes a change when it is read, and reads from left to right.
    if (waits) {
      const isMade = `(select count(*) from ${name}) >= 0`;
      conditions.push(waits === outOfOrder ? waitingFor(momentMs, isMade) : isMade);
    }
    if (must) conditions.push(must(first));
    if (tells) clauses.push(`, (${tells}) as ${name}`);
    first += sizes[place] ?? 0;
  }
  // Parameters have a type where they are read, and not every part reads all that is shared.
  const isPresent = Object.values(sharedParameters).map((shared) => `${shared} is not null`);
  return `with ${changes.join(', ')} select 1 / (${[...conditions, ...isPresent].join(' and ')})::integer${clauses.join('')}`;
}

function waitingFor(ms: number, isMade: string): string {
  const set = (timeout: number) => `set_config('lock_timeout', '${timeout}', true) is not null`;
  return `${set(ms)} and ${isMade} and ${set(0)}`;
}
