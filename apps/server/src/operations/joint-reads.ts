/**
 * Reads of single records that arrive together share a transaction of their workspace, so that BEGIN, COMMIT and
 * the question whether a key is still good are sent once for all of them (decision 0137). Each is answered for itself: where
 * a statement fails, which ends a transaction for all, those that it kept from their answer read once more, alone.
 */
import { ApiError } from '@footfall/contract/errors';
import type { OperationSpec } from '@footfall/contract/operation';
import type { Database } from '../db/connect.ts';
import type { Work } from '../db/server.ts';

/** So many at most: the next ones are parsed while PostgreSQL looks for these, on the other core. */
const mostTogether = 8;

/** One record by its id: quick, and harmless when it is done twice. */
export function readsOneRecord({ method, path, limit, stream, file }: OperationSpec): boolean {
  return method === 'GET' && path.endsWith('/{id}') && !limit && !stream && !file;
}

interface Reader {
  work: Work<unknown>;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

export class JointReads {
  readonly #db: Pick<Database, 'workspace'>;
  /** By workspace: those that leave together. */
  readonly #gathering = new Map<string, Reader[]>();

  constructor(db: Pick<Database, 'workspace'>) {
    this.#db = db;
  }

  /** As `Database.workspace`, for work that changes nothing. */
  read<T>(workspaceId: string, work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const reader: Reader = { work, resolve, reject };
      const gathering = this.#gathering.get(workspaceId);
      if (!gathering) {
        this.#gathering.set(workspaceId, [reader]);
        // When all requests that have arrived by now were looked at.
        setImmediate(() => this.#leave(workspaceId));
      } else if (gathering.push(reader) === mostTogether) this.#leave(workspaceId);
    });
  }

  #leave(workspaceId: string): void {
    const readers = this.#gathering.get(workspaceId);
    if (!readers) return;
    this.#gathering.delete(workspaceId);
    void this.#answer(workspaceId, readers);
  }

  async #answer(workspaceId: string, readers: Reader[]): Promise<void> {
    let outcomes: PromiseSettledResult<unknown>[] | undefined;
    let failure: unknown;
    try {
      await this.#db.workspace(workspaceId, async (tx, commitAhead) => {
        const asked = new Set<Reader>();
        const read = (reader: Reader) =>
          reader.work(tx, () => {
            asked.add(reader);
            if (asked.size === readers.length) commitAhead();
          });
        outcomes = await Promise.allSettled(readers.map(read));
      });
    } catch (error) {
      failure = error;
    }
    for (const [place, { work, resolve, reject }] of readers.entries()) {
      const outcome = outcomes?.[place];
      if (outcome?.status === 'fulfilled') resolve(outcome.value as never);
      else if (outcome?.reason instanceof ApiError) reject(outcome.reason);
      else if (outcome && readers.length > 1) {
        this.#db.workspace(workspaceId, work).then(resolve as () => void, reject);
      } else reject(outcome?.reason ?? failure);
    }
  }
}
