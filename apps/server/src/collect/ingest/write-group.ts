/**
 * Writes a group until each request has a response: waits for an unavailable database, and isolates a message
 * that PostgreSQL rejects.
 */
import { ApiError } from '@footfall/contract/errors';
import { uuidv7 } from 'uuidv7';
import { diskIsFull } from '../../platform/db/disk-full.ts';
import { isDatabaseAway, isDataFault, isDiskFull, sqlState } from '../../platform/db/faults.ts';
import type { GroupCommitter, RequestWork } from './commit-group.ts';
import type { Share } from './fair-share.ts';
import { namesIn } from './known-erasures.ts';
import type { FailedMessage, Message } from './message.ts';
import { keptOf, numberedRefusal } from './rejected-events.ts';
import type { StoreFaults } from './store-faults.ts';

/** The messages of one request for one writer. */
export interface Waiting extends RequestWork, Share {
  /** Database cost, in ordinary messages. */
  weight: number;
  since: number;
  resolve: () => void;
  reject: (error: Error) => void;
}

export interface WriterOptions {
  faults: StoreFaults;
  /** How long a request waits for an unavailable database before it is rejected. */
  patienceMs: number;
  /** Requests older than this were already answered, and are not written. */
  deadlineMs: number;
  /** Whether the workspace still belongs to this writer's server. */
  mayWrite?: (lane: number, workspaceId: string) => boolean;
  /** Whether the other writers are idle. */
  isAlone?: (lane: number) => boolean;
  onFailure: (error: unknown) => void;
}

const retryPauseMs = 50;
const uniqueViolation = '23505';

export class GroupWriter {
  readonly #committer: GroupCommitter;
  readonly #options: WriterOptions;

  constructor(committer: GroupCommitter, options: WriterOptions) {
    this.#committer = committer;
    this.#options = options;
  }

  /** Never rejects: each request is resolved or rejected. */
  async write(lane: number, group: Waiting[], isAgain = false): Promise<void> {
    try {
      await this.#committer.commit(lane, group, isAgain);
      this.#options.faults.stored('messages');
      const answer = () => {
        for (const waiting of group) waiting.resolve();
      };
      // Sending responses takes as long as the next group; defer it to keep the database busy.
      if (this.#options.isAlone?.(lane)) setImmediate(answer);
      else answer();
    } catch (error) {
      this.#options.faults.failed('messages', error);
      this.#options.onFailure(error);
      if (isTransient(error)) await this.#tryAgain(lane, group, error);
      else await this.#isolate(lane, group, error);
    }
  }

  /** After a lost database connection or a conflict with another transaction. */
  async #tryAgain(lane: number, group: Waiting[], error: unknown): Promise<void> {
    const now = performance.now();
    const { mayWrite = () => true, patienceMs, deadlineMs } = this.#options;
    const mostMs = isDatabaseAway(error) ? patienceMs : deadlineMs;
    // Requests of unavailable or moving workspaces must not hold up others.
    const patient = group.filter(
      ({ since, workspaceId }) => now - since < mostMs && mayWrite(lane, workspaceId),
    );
    for (const waiting of group) {
      if (!patient.includes(waiting)) waiting.reject(unavailable(error));
    }
    if (patient.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
    await this.write(lane, patient, true);
  }

  /** Halves the group until the rejected message is alone. */
  async #isolate(lane: number, group: Waiting[], error: unknown): Promise<void> {
    const [only] = group;
    if (group.length > 1) {
      const middle = Math.ceil(group.length / 2);
      await this.write(lane, group.slice(0, middle));
      await this.write(lane, group.slice(middle));
    } else if (only && only.messages.length > 1) {
      await this.#splitRequest(lane, only);
    } else if (only) {
      await this.#keepAsFailed(lane, only, error);
    }
  }

  async #splitRequest(
    lane: number,
    { messages, failed, resolve, reject, ...request }: Waiting,
  ): Promise<void> {
    try {
      for (const [place, message] of messages.entries()) {
        const kept = place === 0 ? failed : [];
        const size = 1 + kept.length;
        await new Promise<void>((done, fail) => {
          const single = { ...request, messages: [message], failed: kept, size };
          void this.write(lane, [{ ...single, resolve: done, reject: fail }]);
        });
      }
      resolve();
    } catch (error) {
      reject(error instanceof Error ? error : unavailable());
    }
  }

  async #keepAsFailed(lane: number, waiting: Waiting, error: unknown): Promise<void> {
    const [message] = waiting.messages;
    if (!message || !isDataFault(error)) {
      waiting.reject(error instanceof Error ? error : unavailable());
      return;
    }
    const reason = 'message: cannot be stored, a value is out of range';
    const refused = {
      ...waiting,
      messages: [],
      failed: [...waiting.failed, asFailed(message, reason)],
    };
    try {
      await this.#committer.commit(lane, [refused]);
      message.outcome = { rejected: reason };
      waiting.resolve();
    } catch (second) {
      this.#options.onFailure(second);
      waiting.reject(unavailable(second));
    }
  }
}

/** Deadlock, serialization failure, a key inserted concurrently, or the database unavailable. */
function isTransient(error: unknown): boolean {
  return (
    ['40P01', '40001', uniqueViolation, '55P03'].includes(sqlState(error)) || isDatabaseAway(error)
  );
}

function asFailed(message: Message, reason: string): FailedMessage {
  const { raw, key, workspaceId, isTest, receivedAt } = message;
  const numbered = numberedRefusal(message.messageId, message.visitorId, message.sessionId);
  const body = keptOf(raw());
  const { visitorId: visitor_id, person, saidMs } = message;
  const names = namesIn({ visitor_id, email: person?.email, user_id: person?.userId });
  const said = { names, atMs: saidMs };
  return { key, workspaceId, isTest, id: uuidv7(), receivedAt, reason, body, said, numbered };
}

/** `cause`: the database's last error. */
export function unavailable(cause?: unknown): ApiError {
  if (isDiskFull(cause)) return diskIsFull();
  return new ApiError(
    'unavailable',
    'The messages could not be stored. Send them again; messages with the same id are stored only once.',
  );
}
