/**
 * Runs due jobs, a batch of one kind and workspace per transaction. Every service process has a worker; they
 * take turns by locks.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { SpareTime } from '../common/spare-time.ts';
import type { Database, Tx } from '../db/connect.ts';
import { isDatabaseAway, isTimeout, sqlState } from '../db/faults.ts';
import { countFailedByKind, type FailedJobCount } from './failed-jobs.ts';
import {
  type DueJobs,
  finishJobs,
  type Job,
  type JobKind,
  type Postponed,
  postponeJob,
  selectDueJobs,
  type TakenRow,
  takeJobs,
} from './queue.ts';

/**
 * Runs these jobs, which differ in subject or environment, in a workspace transaction. If it throws,
 * everything is rolled back, and each job is tried alone.
 */
export type JobHandler = (tx: Tx, workspaceId: string, jobs: Job[]) => Promise<void>;

export interface JobWorkerOptions {
  /** Jobs per transaction. */
  batchSize?: number;
  /** For kinds that hold locks messages wait for. */
  smallBatches?: Partial<Record<JobKind, number>>;
  /** Pause when nothing is due. */
  pollMs?: number;
  /** How long one kind and workspace is served while others wait. */
  turnMs?: number;
  /**
   * Kinds that block others: after a batch, that kind pauses in that workspace for this many times the
   * batch's duration, so that work gathers meanwhile.
   */
  restFactor?: Partial<Record<JobKind, number>>;
  /** Kinds that wait while the process stores messages, at most until the oldest has waited this long. */
  delaysMs?: Partial<Record<JobKind, number>>;
  onLook?: (due: DueJobs[]) => void;
  /** Reports jobs given up by any process, from time to time. */
  onFailedJobs?: (failedJobs: FailedJobCount[]) => void;
  onDone?: (kind: JobKind, count: number) => void;
  /** A job failed, and is retried or given up. */
  onFailure?: (error: unknown, job: Job, postponed: Postponed) => void;
  /** The worker could not look for jobs, or the database became unavailable. */
  onError?: (error: unknown) => void;
}

/** While another worker or an enqueuing transaction holds what is due. */
const turnPauseMs = 20;
const longestError = 500;
/** Keeps work within a minute of its request, whatever a batch takes. */
const longestRestMs = 20_000;
const countsFailedEveryMs = 15_000;
/** Pause between batches of a kind that waits while the process is busy: that can only be measured while the worker idles. */
const breathMs = 20;
/** Interval of checks whether it still is: uses every lull between bursts. */
const lookForLullMs = 250;

export class JobWorker {
  readonly #db: Database;
  readonly #handlers: Partial<Record<JobKind, JobHandler>>;
  readonly #options: Required<JobWorkerOptions>;
  readonly #kinds: JobKind[];
  readonly #spareTime = new SpareTime({ lullMs: 0 });
  #running: Promise<void> | undefined;
  #stopping = new AbortController();
  /** By workspace and kind. */
  readonly #restingUntil = new Map<string, number>();
  #countsFailedAt = 0;

  /** Kinds without a handler are left to other processes. */
  constructor(
    db: Database,
    handlers: Partial<Record<JobKind, JobHandler>>,
    options: JobWorkerOptions = {},
  ) {
    this.#db = db;
    this.#handlers = handlers;
    this.#kinds = Object.keys(handlers) as JobKind[];
    this.#options = {
      batchSize: 100,
      smallBatches: {},
      pollMs: 1_000,
      turnMs: 500,
      restFactor: {},
      delaysMs: {},
      onLook: () => {},
      onFailedJobs: () => {},
      onDone: () => {},
      onFailure: () => {},
      onError: () => {},
      ...options,
    };
  }

  /** Works until stopped. */
  start(): void {
    if (this.#running !== undefined) return;
    this.#stopping = new AbortController();
    this.#running = this.#work();
  }

  /** Resolves after the current batch. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    this.#running = undefined;
  }

  /** Works until no job is due in any process. @throws if the database is unavailable */
  async drain(): Promise<void> {
    const { signal } = new AbortController();
    for (;;) {
      const due = await this.#look();
      if (due.length === 0) return;
      const ended = await this.#serve(due, false, signal);
      if (ended === 0) await sleep(turnPauseMs);
    }
  }

  async #work(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const ended = await this.#look()
        .then((due) =>
          this.#serve(
            due.filter((jobs) => !this.#isResting(jobs) && !this.#isDelayed(jobs)),
            true,
            signal,
          ),
        )
        .catch((error: unknown) => {
          this.#options.onError(error);
          return 0;
        });
      if (ended === 0) await this.#pause(signal);
    }
  }

  /** Waits for the next look; shorter once the process is no longer busy. */
  async #pause(signal: AbortSignal): Promise<void> {
    const wasBusy = this.#spareTime.isBusy;
    const until = performance.now() + this.#options.pollMs;
    for (let leftMs = this.#options.pollMs; leftMs > 0; leftMs = until - performance.now()) {
      await this.#spareTime.rest(Math.min(leftMs, lookForLullMs), signal);
      if (signal.aborted || (wasBusy && !this.#spareTime.isBusy)) return;
    }
  }

  async #look(): Promise<DueJobs[]> {
    const isCountDue = performance.now() >= this.#countsFailedAt;
    const dueJobs = await this.#db.everywhere((tx) =>
      Promise.all([
        selectDueJobs(tx, this.#kinds),
        isCountDue ? countFailedByKind(tx, this.#kinds) : [],
      ]),
    );
    const due = dueJobs.flatMap(([jobs]) => jobs);
    if (dueJobs.length > 1) due.sort((a, b) => b.waitedSeconds - a.waitedSeconds);
    this.#options.onLook(due);
    if (isCountDue) {
      this.#countsFailedAt = performance.now() + countsFailedEveryMs;
      this.#options.onFailedJobs(dueJobs.flatMap(([, failedJobs]) => failedJobs));
    }
    return due;
  }

  /** One turn each; returns the number of jobs that ended, done or failed. */
  async #serve(due: DueJobs[], giveWay: boolean, signal: AbortSignal): Promise<number> {
    let ended = 0;
    for (const jobs of due) {
      if (signal.aborted) break;
      const factor = this.#options.restFactor[jobs.kind] ?? 0;
      const begun = performance.now();
      const until = begun + (factor > 0 ? 0 : this.#options.turnMs);
      ended += await this.#turn(jobs, until, giveWay, signal);
      if (factor > 0) this.#rest(jobs.workspaceId, jobs.kind, factor * (performance.now() - begun));
    }
    return ended;
  }

  async #turn(
    jobs: DueJobs,
    until: number,
    giveWay: boolean,
    signal: AbortSignal,
  ): Promise<number> {
    const { workspaceId, kind } = jobs;
    const mayWait = giveWay && this.#options.delaysMs[kind] !== undefined;
    let ended = 0;
    while (!signal.aborted) {
      const begun = performance.now();
      const done = await this.#doBatch(workspaceId, kind, signal);
      ended += done;
      if (done === 0) break;
      // Overdue work leaves as much time to others as it takes.
      const restMs = this.#spareTime.isBusy ? performance.now() - begun : breathMs;
      if (mayWait) await this.#spareTime.rest(restMs, signal);
      if (performance.now() >= until || (mayWait && this.#isDelayed(jobs))) break;
    }
    return ended;
  }

  #rest(workspaceId: string, kind: JobKind, ms: number): void {
    const now = performance.now();
    for (const [key, until] of this.#restingUntil) {
      if (until <= now) this.#restingUntil.delete(key);
    }
    this.#restingUntil.set(`${workspaceId}${kind}`, now + Math.min(ms, longestRestMs));
  }

  #isResting({ workspaceId, kind }: DueJobs): boolean {
    return (this.#restingUntil.get(`${workspaceId}${kind}`) ?? 0) > performance.now();
  }

  #isDelayed({ kind, waitedSeconds }: DueJobs): boolean {
    const delayMs = this.#options.delaysMs[kind] ?? 0;
    return this.#spareTime.isBusy && waitedSeconds * 1000 < delayMs;
  }

  async #doBatch(workspaceId: string, kind: JobKind, signal: AbortSignal): Promise<number> {
    const { batchSize, smallBatches } = this.#options;
    const batch = await this.#attempt(workspaceId, kind, smallBatches[kind] ?? batchSize);
    if (batch.error === undefined) return batch.jobs.length;
    // One of them may be faulty, and must not hold up the others.
    let ended = 0;
    while (ended < batch.jobs.length && !signal.aborted) {
      const single = await this.#attempt(workspaceId, kind, 1);
      const [job] = single.jobs;
      if (job === undefined) break;
      if (single.error !== undefined) await this.#postpone(job, single);
      ended += 1;
    }
    return ended;
  }

  /** @throws if the database is unavailable, which is no job's fault */
  async #attempt(workspaceId: string, kind: JobKind, limit: number): Promise<Attempt> {
    const handler = this.#handlers[kind];
    const attempt: Attempt = { rows: [], jobs: [], error: undefined };
    try {
      const work = async (tx: Tx) => {
        attempt.rows = await takeJobs(tx, workspaceId, kind, limit);
        attempt.jobs = jobsOf(workspaceId, kind, attempt.rows);
        if (!handler || attempt.jobs.length === 0) return;
        await handler(tx, workspaceId, attempt.jobs);
        await finishJobs(tx, workspaceId, kind, attempt.rows);
      };
      await this.#db.workspace(workspaceId, work, { plansForAny: true });
      if (attempt.jobs.length > 0) this.#options.onDone(kind, attempt.jobs.length);
    } catch (error) {
      // With jobs taken, a timeout is their fault, and others must not wait for it.
      if (attempt.jobs.length === 0 || (isDatabaseAway(error) && !isTimeout(error))) throw error;
      attempt.error = error;
    }
    return attempt;
  }

  async #postpone(job: Job, { rows, error }: Attempt): Promise<void> {
    const { workspaceId, kind } = job;
    const postponed = await this.#db.workspace(workspaceId, (tx) =>
      postponeJob(tx, workspaceId, kind, rows, reasonOf(error)),
    );
    if (postponed.isGivenUp) this.#countsFailedAt = 0;
    this.#options.onFailure(error, job, postponed);
  }
}

interface Attempt {
  rows: TakenRow[];
  jobs: Job[];
  error: unknown;
}

/** One job per subject, in the rows' order. */
function jobsOf(workspaceId: string, kind: JobKind, rows: TakenRow[]): Job[] {
  const jobs = new Map<string, Job>();
  for (const { subject, isTest } of rows) {
    const key = `${isTest}${subject}`;
    if (!jobs.has(key)) jobs.set(key, { workspaceId, kind, subject, isTest });
  }
  return [...jobs.values()];
}

/** For people without access to visitor data: PostgreSQL and the JSON parser quote values, our own errors do not. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = sqlState(error);
  const constraint = 'constraint_name' in error ? ` (${error.constraint_name})` : '';
  const isOwn = code === '' && !(error instanceof SyntaxError);
  const text = isOwn ? `${error.name}: ${error.message}` : `${error.name} ${code}${constraint}`;
  return text.trim().replaceAll('\0', '').slice(0, longestError);
}
