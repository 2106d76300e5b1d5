/**
 * Combines independent statements into one with several data-modifying `with` parts. Each statement costs a
 * message each way and a process wakeup, more than most of their work.
 */
import type { Tx } from './connect.ts';
import { firstOwnParameter, SharedValues, sharedParameters } from './shared-values.ts';

/**
 * `$1` is the workspace, followed by shared values (shared-values.ts); `first` is the number of the part's
 * first own parameter.
 */
export interface StatementPart {
  /** Identifies the part's text, which never changes. */
  name: string;
  /** An insert, update or delete. It does not see other parts' changes. */
  change?: (first: number) => string;
  /**
   * The change, which has a `returning`, may wait for other transactions: such changes, and those read by a `must`, run one
   * after another, in listed order. One `out of order` takes locks that belong before those of earlier parts: it waits only
   * briefly, then the statement fails.
   */
  waits?: 'in order' | 'out of order';
  /** A condition that must hold; may read the change's `returning` rows by the part's name. */
  must?: (first: number) => string;
  /** Result under the part's name: an expression over the `returning` rows. */
  tells?: string;
  parameters: (shared: SharedValues) => (string | number)[];
}

const outOfOrder: StatementPart['waits'] = 'out of order';
/** Longer than most commits, and shorter than PostgreSQL's deadlock check. */
const momentMs = 50;

const texts = new Map<string, string>();

/**
 * The parts' results by name. Sent at once.
 * @throws PostgreSQL's division_by_zero if a condition fails, lock_not_available if a part had to wait out of order
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

/** `sizes`: number of parameters per part. */
function textOf(parts: StatementPart[], sizes: number[]): string {
  const changes: string[] = [];
  const conditions: string[] = [];
  const clauses: string[] = [];
  let first = firstOwnParameter;
  for (const [place, { name, change, waits, must, tells }] of parts.entries()) {
    if (change) changes.push(`${name} as (${change(first)})`);
    // PostgreSQL runs a change when it is read, and reads from left to right.
    if (waits) {
      const isMade = `(select count(*) from ${name}) >= 0`;
      conditions.push(waits === outOfOrder ? waitingFor(momentMs, isMade) : isMade);
    }
    if (must) conditions.push(must(first));
    if (tells) clauses.push(`, (${tells}) as ${name}`);
    first += sizes[place] ?? 0;
  }
  // A parameter gets its type where it is used, and not every part uses all shared ones.
  const isPresent = Object.values(sharedParameters).map((shared) => `${shared} is not null`);
  return `with ${changes.join(', ')} select 1 / (${[...conditions, ...isPresent].join(' and ')})::integer${clauses.join('')}`;
}

function waitingFor(ms: number, isMade: string): string {
  const set = (timeout: number) => `set_config('lock_timeout', '${timeout}', true) is not null`;
  return `${set(ms)} and ${isMade} and ${set(0)}`;
}
