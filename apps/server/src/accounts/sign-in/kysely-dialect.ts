/**
 * Runs better-auth's Kysely statements through the service's owner connection. Each connection it takes is a
 * transaction, committed on release.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type postgres from 'postgres';
import type { Database, Tx } from '../../platform/db/connect.ts';

class OpenTransaction implements DatabaseConnection {
  readonly #tx: Tx;
  /** Ends the transaction's work; resolves when that is done. */
  readonly end: (failure?: Error) => Promise<void>;
  failure: Error | undefined;

  constructor(tx: Tx, end: (failure?: Error) => Promise<void>) {
    this.#tx = tx;
    this.end = end;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const values = parameters as postgres.ParameterOrJSON<never>[];
      const rows = await this.#tx.unsafe(sql, values);
      return { rows: [...rows] as R[], numAffectedRows: BigInt(rows.count) };
    } catch (error) {
      this.failure = error as Error;
      throw error;
    }
  }

  // biome-ignore lint/correctness/useYield: nothing is read bit by bit.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('statements of accounts are not streamed');
  }
}

class DoorDriver implements Driver {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return new Promise((resolve, reject) => {
      const done: Promise<void> = this.#db.system(
        (tx) =>
          new Promise<void>((commit, rollBack) => {
            const end = (failure?: Error) => {
              if (failure) rollBack(failure);
              else commit();
              return done.catch((error: unknown) => {
                if (error !== failure) throw error;
              });
            };
            resolve(new OpenTransaction(tx, end));
          }),
      );
      done.catch(reject);
    });
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const { end, failure } = connection as OpenTransaction;
    await end(failure);
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as OpenTransaction).failure ??= new Error('the transaction was given up');
  }

  async init() {}
  async beginTransaction() {}
  async commitTransaction() {}
  async destroy() {}
}

export function doorDialect(db: Database): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DoorDriver(db),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
