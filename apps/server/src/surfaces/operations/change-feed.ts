/**
 * Distributes workspaces' changes to followers, with one database reader per followed workspace. It looks
 * after this process stored something, and else some four times a second: a NOTIFY in every commit would
 * serialize all commits, and does not work through PgBouncer (decision 0071).
 */
import { ApiError } from '@footfall/contract/errors';
import type { Database } from '../../platform/db/connect.ts';
import type { AnsweredStream } from './answered-stream.ts';
import { type ChangeSink, Follower } from './change-follower.ts';
import { WorkspaceChanges } from './workspace-changes.ts';

export interface ChangeFeedOptions {
  onError: (error: unknown) => void;
  limits?: Partial<StreamLimits>;
}

export interface StreamLimits {
  ofCaller: number;
  ofWorkspace: number;
  ofProcess: number;
}

const usualLimits: StreamLimits = { ofCaller: 25, ofWorkspace: 100, ofProcess: 500 };
const usualPauseMs = 250;
/** Per followed workspace, so that a process looks at most 200 times a second. */
const pauseMsOfWorkspace = 5;
const longestPauseMs = 1_500;

export class ChangeFeed {
  readonly #db: Database;
  readonly #onError: (error: unknown) => void;
  readonly #limits: StreamLimits;
  readonly #workspaces = new Map<string, WorkspaceChanges>();
  readonly #followers = new Set<Follower>();
  #isClosed = false;

  constructor(db: Database, { onError, limits }: ChangeFeedOptions) {
    this.#db = db;
    this.#onError = onError;
    this.#limits = { ...usualLimits, ...limits };
  }

  /** Until the sink leaves, or the service ends it. @throws ApiError if there are too many */
  follow(stream: AnsweredStream, sink: ChangeSink): Follower {
    this.#requirePlace(stream);
    const { workspaceId } = stream;
    const workspace = this.#workspaces.get(workspaceId) ?? this.#open(workspaceId);
    const follower = new Follower(stream, sink, () => this.#leave(follower));
    this.#followers.add(follower);
    workspace.join(follower);
    return follower;
  }

  /** Data of this workspace was stored. */
  wake(workspaceId: string): void {
    this.#workspaces.get(workspaceId)?.wake();
  }

  wakeAll(stored: { workspaceId: string }[]): void {
    if (this.#workspaces.size === 0) return;
    for (const id of new Set(stored.map(({ workspaceId }) => workspaceId))) this.wake(id);
  }

  /** Ends all followers and readers. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const workspaces = [...this.#workspaces.values()];
    for (const follower of this.#followers) follower.end('stopping');
    await Promise.all(workspaces.map((workspace) => workspace.stopped()));
  }

  #open(workspaceId: string): WorkspaceChanges {
    const workspace = new WorkspaceChanges({
      db: this.#db,
      workspaceId,
      onError: this.#onError,
      pauseMs: () => {
        const shared = this.#workspaces.size * pauseMsOfWorkspace;
        return Math.min(Math.max(usualPauseMs, shared), longestPauseMs);
      },
    });
    this.#workspaces.set(workspaceId, workspace);
    return workspace;
  }

  #leave(follower: Follower): void {
    const { workspaceId } = follower.stream;
    this.#followers.delete(follower);
    const workspace = this.#workspaces.get(workspaceId);
    if (workspace?.leave(follower) === 0) this.#workspaces.delete(workspaceId);
  }

  #requirePlace({ callerId, workspaceId }: AnsweredStream): void {
    const streams = [...this.#followers].map(({ stream }) => stream);
    const ofWorkspace = streams.filter((stream) => stream.workspaceId === workspaceId);
    const ofCaller = ofWorkspace.filter((stream) => stream.callerId === callerId);
    if (ofCaller.length >= this.#limits.ofCaller) {
      throw tooMany('streams_of_key', this.#limits.ofCaller);
    }
    if (ofWorkspace.length >= this.#limits.ofWorkspace) {
      throw tooMany('streams_of_workspace', this.#limits.ofWorkspace);
    }
    if (this.#isClosed || streams.length >= this.#limits.ofProcess) {
      throw new ApiError(
        'unavailable',
        'The service has too many open streams. Try again in a few seconds.',
        {
          reason: this.#isClosed ? 'stopping' : 'streams_of_process',
        },
      );
    }
  }
}

function tooMany(reason: string, limit: number): ApiError {
  return new ApiError(
    'rate_limited',
    `${limit} streams are already open. Close one, or share a stream between your consumers.`,
    { reason, limit },
  );
}
