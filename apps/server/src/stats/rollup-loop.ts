/** Keeps the figures of all workspaces up to date in the background. */

import { BackgroundLoop } from '../platform/common/background-loop.ts';
import type { Database, Tx } from '../platform/db/connect.ts';
import { plannedAnew } from '../records/filters/list-filter.ts';
import { collectMarks, postponeOldestMark, selectUncollectedWorkspaces } from './marks.ts';
import { type RollupOptions, rollupStats, usualRollup } from './rollup.ts';
import { overUntil } from './state.ts';

export interface StatsRollupLoopOptions {
  /** Pause when nothing is left. */
  pollMs: number;
  onFailure: (error: unknown, workspaceId?: string) => void;
}

/**
 * How long a busy process delays counting, so that a visit is counted once for several messages. Beyond the second limit, it
 * counts at full speed.
 */
const delayMs = 60_000;
const mostBehindMs = 3 * 60_000;
/** Time per workspace while others wait. */
const turnMs = 500;
/** Visits counted between searches for finished visits. */
const quietLookAfter = 10_000;
/** Pause between searches for finished visits and changed time zones. */
const quietPollMs = 5_000;

export class StatsRollupLoop extends BackgroundLoop {
  readonly #options: StatsRollupLoopOptions;
  #lookedForQuiet = 0;
  #collected = 0;
  #countedSinceLook = 0;
  /** Workspaces with work left after their turn, marks or not. */
  #unfinished: string[] = [];
  /** Last time everything was counted. */
  #caughtUp = performance.now();

  constructor(db: Database, options: StatsRollupLoopOptions) {
    super(db, options);
    this.#options = options;
  }

  /** Resolves once all data stored before is counted and no rebuild is running in any process. @throws if the database is unavailable */
  async drain(): Promise<void> {
    await this.#collect();
    for (;;) {
      const marked = (await this.db.everywhere((tx) => selectMarkedWorkspaces(tx, []))).flat();
      if (marked.length === 0) break;
      for (const workspaceId of marked) await this.#rollup(workspaceId, usualRollup);
    }
  }

  /** Returns whether more is left. */
  protected async look(): Promise<boolean> {
    const { isBusy } = this.spareTime;
    if (isBusy && performance.now() - this.#caughtUp < delayMs) return false;
    if (!isBusy || performance.now() - this.#collected >= delayMs) await this.#collect();
    const marked = await this.db.everywhere((tx) => selectMarkedWorkspaces(tx, this.#unfinished));
    const workspaces = new Set(marked.flat());
    const now = performance.now();
    if (now - this.#lookedForQuiet >= quietPollMs) {
      this.#lookedForQuiet = now;
      const unsettled = await this.db.everywhere(selectUnsettledWorkspaces);
      for (const id of unsettled.flat()) workspaces.add(id);
    }
    const unfinished: string[] = [];
    for (const workspaceId of workspaces) {
      if (this.signal.aborted) return false;
      if (await this.#rollupForTurn(workspaceId)) unfinished.push(workspaceId);
    }
    this.#unfinished = unfinished;
    if (unfinished.length === 0) this.#caughtUp = this.#collected;
    return unfinished.length > 0;
  }

  /** Returns whether more is left. */
  async #rollupForTurn(workspaceId: string): Promise<boolean> {
    const until = performance.now() + turnMs;
    let batchSize = usualRollup.batchSize;
    while (!this.signal.aborted) {
      const began = performance.now();
      // The search reads all open visits.
      const looksForQuiet = this.#countedSinceLook >= quietLookAfter;
      const done = await this.#rollupOrShrink(workspaceId, {
        ...usualRollup,
        batchSize,
        looksForQuiet,
      });
      batchSize = done.batchSize;
      this.#countedSinceLook = looksForQuiet ? 0 : this.#countedSinceLook + done.count;
      // A partial batch is left to the next look.
      if (done.count < batchSize) return false;
      const isLate = performance.now() - this.#caughtUp >= mostBehindMs;
      await this.restAfter(performance.now() - began, isLate);
      if (performance.now() >= until) return true;
    }
    return false;
  }

  async #collect(): Promise<void> {
    this.#collected = performance.now();
    const uncollected = await this.db.everywhere(selectUncollectedWorkspaces);
    for (const workspaceId of uncollected.flat()) {
      try {
        for (let isMoreLeft = true; isMoreLeft; ) {
          isMoreLeft = await this.db.workspace(workspaceId, (tx) => collectMarks(tx, workspaceId));
        }
      } catch (error) {
        this.#options.onFailure(error, workspaceId);
      }
    }
  }

  /** Halves a failing batch until the faulty mark is postponed. */
  async #rollupOrShrink(
    workspaceId: string,
    options: RollupOptions,
  ): Promise<{ count: number; batchSize: number }> {
    const { batchSize } = options;
    try {
      return { count: await this.#rollup(workspaceId, options), batchSize };
    } catch (error) {
      this.#options.onFailure(error, workspaceId);
      if (batchSize === 1) {
        await this.db.workspace(workspaceId, (tx) => postponeOldestMark(tx, workspaceId));
        return { count: 0, batchSize };
      }
      return { count: 1, batchSize: Math.max(1, Math.floor(batchSize / 10)) };
    }
  }

  #rollup(workspaceId: string, options: RollupOptions): Promise<number> {
    return this.db.workspace(workspaceId, (tx) => rollupStats(tx, workspaceId, options));
  }
}

/** `unfinished`: workspaces with work left in any case. */
async function selectMarkedWorkspaces(tx: Tx, unfinished: string[]): Promise<string[]> {
  // A plan made for an empty table would scan a long one for each workspace.
  const rows = await plannedAnew(tx<{ id: string }[]>`
    select workspace_id as id from workspaces w
    where w.deleted_at is null and (w.workspace_id = any(${unfinished}::uuid[]) or
      -- As many were taken away since the last vacuum, to go through all would take longer than to count them.
      (select true from stats_marks m where m.workspace_id = w.workspace_id and m.marked_at <= now()
       order by m.marked_at, m.id limit 1)
      or exists (select from stats_state s where s.workspace_id = w.workspace_id
                and s.phase <> 'kept'))`);
  return rows.map(({ id }) => id);
}

async function selectUnsettledWorkspaces(tx: Tx): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select workspace_id as id from workspaces w
    where w.deleted_at is null and (
      w.workspace_id in (select f.workspace_id from open_facts f
                         where f.active_at <= now() - ${usualRollup.staleMs}::integer * interval '1 ms')
      or exists (select from stats_state s where s.workspace_id = w.workspace_id
                and (s.time_zone <> coalesce(w.settings ->> 'time_zone', s.time_zone) or s.phase = 'kept'
                   and s.pairs_until < ${overUntil(tx, tx`s.time_zone`)})))`;
  return rows.map(({ id }) => id);
}
