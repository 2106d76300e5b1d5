/** The service's own removal and reads, called as the service calls them, beside one that runs. */
import type postgres from 'postgres';
import { builtFrom } from '../engine.ts';

type Tx = postgres.TransactionSql;

type Database = {
  workspace<T>(workspaceId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

type KeepRetention = (
  db: Database,
  options: { isEnding: () => boolean; onRemoved: (kind: string, rows: number) => void },
) => Promise<void>;

type Read = (tx: Tx, workspaceId: string) => Promise<unknown>;

export type Server = {
  /** A round of the housekeeping's. */
  keepRetention(onRemoved: (rows: number) => void): Promise<void>;
  /** PostgreSQL's own time of the statement that a read sends, in ms: as the application's role, planned for its values. */
  explain(workspaceId: string, read: Read): Promise<{ planningMs: number; executionMs: number }>;
  eventsOfSession(sessionId: string): Read;
  eventById(id: string): Read;
  close(): Promise<void>;
};

export async function openServer(ownerUrl: string): Promise<Server> {
  const { connect }: { connect(url: string, options: object): Promise<Database> } = await import(
    builtFrom('db/connect')
  );
  const { keepRetention }: { keepRetention: KeepRetention } = await import(
    builtFrom('history/retention/keep-retention')
  );
  const reads: {
    selectEvents(tx: Tx, workspaceId: string, filter: object, page: object): Promise<unknown>;
  } = await import(builtFrom('events/read'));
  const store: {
    selectSessionsOfEvents(tx: Tx, workspaceId: string, ids: string[]): Promise<unknown>;
  } = await import(builtFrom('events/store'));
  const db = await connect(ownerUrl, { poolSize: 1 });
  const page = { limit: 50, offset: 0, by: 'created_at', isDescending: true, hasCursor: false };
  return {
    keepRetention: (onRemoved) =>
      keepRetention(db, { isEnding: () => false, onRemoved: (_, rows) => onRemoved(rows) }),
    explain: (workspaceId, read) =>
      db.workspace(workspaceId, (tx) => explained(tx, workspaceId, read)),
    eventsOfSession: (sessionId) => (tx, workspaceId) =>
      reads.selectEvents(tx, workspaceId, { isTest: false, isBot: false, sessionId }, page),
    eventById: (id) => (tx, workspaceId) => store.selectSessionsOfEvents(tx, workspaceId, [id]),
    close: () => db.close(),
  };
}

type Plan = { 'Planning Time': number; 'Execution Time': number };

async function explained(tx: Tx, workspaceId: string, read: Read) {
  let last: postgres.PendingQuery<postgres.Row[]> | undefined;
  const remembering = new Proxy(tx, {
    apply(target, self, args) {
      const made: unknown = Reflect.apply(target, self, args);
      // Parts of a statement are made before the whole of it.
      if (Array.isArray(args[0]) && 'raw' in args[0]) last = made as typeof last;
      return made;
    },
  });
  await read(remembering, workspaceId);
  if (!last) throw new Error('the read sent no statement');
  const [row] = await tx<
    { 'QUERY PLAN': Plan[] }[]
  >`explain (analyze, timing off, format json) ${last}`;
  const plan = row?.['QUERY PLAN'][0];
  return { planningMs: plan?.['Planning Time'] ?? 0, executionMs: plan?.['Execution Time'] ?? 0 };
}
