/**
 * Visitors with new data since their people were last queued. Ingest marks them after COMMIT without a query;
 * every few seconds their people are queued. Marks lost in a crash are restored at the next start
 * (records/person/outdated-scores.ts).
 */
import type { Database, Tx } from '../../platform/db/connect.ts';
import { enqueueJobs, type JobSubject } from '../../platform/jobs/queue.ts';

export interface DirtyVisitorsOptions {
  flushMs?: number;
  /** Most visitors held in memory; beyond it, `onOverflow` is called after the next flush. */
  limit?: number;
  onOverflow?: () => void;
  /** A flush failed; its visitors stay for the next one. */
  onFailure?: (error: unknown) => void;
}

interface Visitors {
  live: Set<string>;
  test: Set<string>;
}

const sliceSize = 5_000;

export class DirtyVisitors {
  readonly #db: Database;
  readonly #options: Required<DirtyVisitorsOptions>;
  #visitors = new Map<string, Visitors>();
  #size = 0;
  #hasOverflowed = false;
  #flushing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Database, options: DirtyVisitorsOptions = {}) {
    this.#db = db;
    this.#options = {
      flushMs: 5_000,
      limit: 100_000,
      onOverflow: () => {},
      onFailure: () => {},
      ...options,
    };
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.flush(), this.#options.flushMs).unref();
  }

  /** Call after COMMIT of the visitor's data. */
  add(workspaceId: string, visitorId: string, isTest: boolean): void {
    const visitors = this.#visitorsOf(workspaceId);
    const kept = isTest ? visitors.test : visitors.live;
    if (kept.has(visitorId)) return;
    if (this.#size >= this.#options.limit) {
      this.#hasOverflowed = true;
      return;
    }
    kept.add(visitorId);
    this.#size += 1;
  }

  /** Queues the people of these visitors. One flush at a time; never rejects. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#flush());
    return this.#flushing;
  }

  /** Flushes once more and stops. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.flush();
  }

  async #flush(): Promise<void> {
    const slices = [...this.#visitors].flatMap(([workspaceId, { live, test }]) => [
      ...slicesOf(workspaceId, live, false),
      ...slicesOf(workspaceId, test, true),
    ]);
    this.#visitors = new Map();
    this.#size = 0;
    for (const [place, slice] of slices.entries()) {
      const isDone = await this.#enqueuePeople(slice);
      if (isDone) continue;
      // While the database is away, the other slices would fail too.
      for (const { workspaceId, visitorIds, isTest } of slices.slice(place)) {
        for (const id of visitorIds) this.add(workspaceId, id, isTest);
      }
      return;
    }
    if (!this.#hasOverflowed) return;
    this.#hasOverflowed = false;
    this.#options.onOverflow();
  }

  async #enqueuePeople(slice: Slice): Promise<boolean> {
    const { workspaceId } = slice;
    try {
      await this.#db.workspace(workspaceId, async (tx) => {
        await enqueueJobs(tx, workspaceId, 'personality', await selectPeople(tx, slice));
      });
      return true;
    } catch (error) {
      this.#options.onFailure(error);
      return false;
    }
  }

  #visitorsOf(workspaceId: string): Visitors {
    const visitors = this.#visitors.get(workspaceId);
    if (visitors) return visitors;
    const made: Visitors = { live: new Set(), test: new Set() };
    this.#visitors.set(workspaceId, made);
    return made;
  }
}

/** Visitors of one environment, few enough for one transaction. */
interface Slice {
  workspaceId: string;
  visitorIds: string[];
  isTest: boolean;
}

function slicesOf(workspaceId: string, visitors: Set<string>, isTest: boolean): Slice[] {
  const all = [...visitors];
  const slices: Slice[] = [];
  for (let from = 0; from < all.length; from += sliceSize) {
    slices.push({ workspaceId, visitorIds: all.slice(from, from + sliceSize), isTest });
  }
  return slices;
}

/** Everybody linked to these visitors. */
async function selectPeople(tx: Tx, { workspaceId, visitorIds, isTest }: Slice) {
  return tx<JobSubject[]>`
    select distinct l.identity_id as subject, l.is_test as "isTest"
    from unnest(${visitorIds}::uuid[]) as v (id)
    join identity_links l
      on l.workspace_id = ${workspaceId} and l.visitor_id = v.id and l.is_test = ${isTest}
     and l.identity_id is not null`;
}
