/** Sends data of all workspaces to ClickHouse in the background of every process. */
import { randomUUID } from 'node:crypto';
import { BackgroundLoop } from '../platform/common/background-loop.ts';
import type { Database, Tx } from '../platform/db/connect.ts';
import { type ClickHouse, ClickHouseAway } from './clickhouse.ts';
import type { SinkMetrics } from './metrics.ts';
import { selectDueWorkspaces, selectGoneWorkspaces, selectSinkStates } from './positions.ts';
import { type PageLimits, usualLimits } from './read.ts';
import { createTables } from './tables.ts';
import { eraseWorkspace, sendNext, type Turn } from './turn.ts';

export interface SinkOptions {
  clickhouse: ClickHouse;
  metrics: SinkMetrics;
  onFailure: (error: unknown, workspaceId?: string) => void;
  /** Messages of a visit that arrive meanwhile are sent together. */
  pollMs?: number;
  limits?: Partial<PageLimits>;
}

const usualPollMs = 2_000;
/** Half the interval between looks. */
const firstPause = 0.5;
const longestPauseMs = 60_000;
const measureEveryMs = 10_000;
/** Data waiting this long is sent even while the process is busy. */
const mostBehindMs = 60_000;

interface Pause {
  failures: number;
  until: number;
}

export class ClickHouseSink extends BackgroundLoop {
  readonly #options: SinkOptions;
  readonly #holderId = randomUUID();
  /** By workspace, '' for all: time of the next attempt. */
  readonly #pauses = new Map<string, Pause>();
  #hasTables = false;
  #measured = Number.NEGATIVE_INFINITY;
  #behindMs = 0;

  constructor(db: Database, options: SinkOptions) {
    super(db, { pollMs: usualPollMs, ...options });
    this.#options = options;
  }

  /** Some of each workspace; returns whether more is left. */
  protected async look(): Promise<boolean> {
    await this.#measure();
    if (this.#isPaused('')) return false;
    await this.#makeTables();
    for (const id of await this.#ask(selectGoneWorkspaces)) {
      await this.#try(id, () => eraseWorkspace(this.#turnOf(id)));
    }
    const { target } = this.#options.clickhouse;
    const due = await this.#ask((tx) => selectDueWorkspaces(tx, target));
    let isMoreLeft = false;
    for (const id of due) {
      if (this.signal.aborted) return false;
      const began = performance.now();
      if (await this.#try(id, () => sendNext(this.#turnOf(id)))) isMoreLeft = true;
      const isLate = this.#behindMs > mostBehindMs;
      await this.restAfter(performance.now() - began, isLate);
    }
    return isMoreLeft;
  }

  /** Asks every server; workspaces of unavailable ones wait. @throws if none responds */
  async #ask<T>(question: (tx: Tx) => Promise<T[]>): Promise<T[]> {
    return (await this.db.everywhere(question)).flat();
  }

  #turnOf(workspaceId: string): Turn {
    const { clickhouse, limits, metrics } = this.#options;
    return {
      db: this.db,
      clickhouse,
      workspaceId,
      holder: { id: this.#holderId, target: clickhouse.target },
      limits: { ...usualLimits, ...limits },
      signal: this.signal,
      onSent: (table, rows) => metrics.sent.inc({ table }, rows),
    };
  }

  /** Errors of one workspace do not block others. @throws if ClickHouse is unavailable */
  async #try(workspaceId: string, work: () => Promise<boolean>): Promise<boolean> {
    if (this.#isPaused(workspaceId)) return false;
    try {
      const isMoreLeft = await work();
      this.#pauses.delete(workspaceId);
      this.#pauses.delete('');
      return isMoreLeft;
    } catch (error) {
      if (this.signal.aborted) return false;
      if (error instanceof ClickHouseAway) throw error;
      this.failed(error, workspaceId);
      return false;
    }
  }

  async #makeTables(): Promise<void> {
    if (this.#hasTables) return;
    for (const statement of createTables) await this.#options.clickhouse.run(statement);
    this.#hasTables = true;
  }

  protected override failed(error: unknown, workspaceId = ''): void {
    if (this.signal.aborted) return;
    // Somebody may have removed the tables.
    this.#hasTables = false;
    const failures = (this.#pauses.get(workspaceId)?.failures ?? 0) + 1;
    const firstMs = firstPause * (this.#options.pollMs ?? usualPollMs);
    const pauseMs = Math.min(longestPauseMs, firstMs * 2 ** Math.min(failures - 1, 10));
    this.#pauses.set(workspaceId, { failures, until: performance.now() + pauseMs });
    this.#options.metrics.failed.inc();
    this.#options.onFailure(error, workspaceId || undefined);
  }

  #isPaused(workspaceId: string): boolean {
    return (this.#pauses.get(workspaceId)?.until ?? 0) > performance.now();
  }

  async #measure(): Promise<void> {
    if (performance.now() - this.#measured < measureEveryMs) return;
    this.#measured = performance.now();
    const states = await this.#ask(selectSinkStates);
    const behind = Math.max(0, ...states.map(({ behindSeconds }) => behindSeconds));
    this.#behindMs = behind * 1000;
    this.#options.metrics.behind.set(behind);
    const isFilling = states.filter(({ phase }) => phase === 'visits' || phase === 'events');
    this.#options.metrics.filling.set(isFilling.length);
  }
}
