/*
 * Transactions of two workspaces in turn on a few connections, with every way to break off. Each
 * looks around without saying which workspace it means: only row level security keeps them apart.
 */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Database, Tx } from '../platform/db/connect.ts';
import { sqlState } from '../platform/db/faults.ts';
import { tablesWith } from './tables.ts';

export interface Tally {
  done: number;
  /** By what the database said, or `gave up` for those that threw by themselves. */
  brokenOff: Record<string, number>;
  /** What must not be: rows of another workspace, or a step that had another end than it should. */
  faults: string[];
}

interface Turn {
  tx: Tx;
  own: string;
  other: string;
  index: number;
  tables: Looked[];
}

/** A table of workspaces' data; `isFilled`: both workspaces have rows in it that stay. */
interface Looked {
  name: string;
  isFilled: boolean;
}

class GaveUp extends Error {}

/** Whose rows come and go meanwhile: by the turns, and by what the background does. */
const changed = new Set(['visitor_lists', 'jobs', 'stats_marks', 'search_pending']);

/** What a transaction does, and the code with which it breaks off; none: it commits. */
const turns: { name: string; breaksOff?: string; everyNth?: number; run(turn: Turn): unknown }[] = [
  { name: 'looks', run: look },
  {
    name: 'writes',
    async run(turn) {
      await insertList(turn.tx, turn.own);
      await look(turn);
    },
  },
  {
    name: 'writes to the other workspace',
    breaksOff: '42501',
    run: ({ tx, other }) => insertList(tx, other),
  },
  {
    name: 'changes all that it sees',
    run: ({ tx, own }) => tx`update visitor_lists set description = ${own}`,
  },
  { name: 'deletes all that it sees', run: ({ tx }) => tx`delete from visitor_lists` },
  {
    name: 'writes, then fails',
    breaksOff: '22012',
    async run(turn) {
      await insertList(turn.tx, turn.own);
      await look(turn);
      await turn.tx`select 1 / ${turn.index - turn.index}::integer`;
    },
  },
  {
    name: 'gives up while statements are under way',
    breaksOff: 'gave up',
    async run({ tx, own }) {
      for (let count = 0; count < 3; count++) insertList(tx, own).execute().catch(ignore);
      throw new GaveUp();
    },
  },
  {
    name: 'takes too long',
    breaksOff: '57014',
    everyNth: 10,
    async run({ tx }) {
      await tx`set local statement_timeout = 2`;
      await tx`select pg_sleep(1)`;
    },
  },
  {
    name: 'loses its connection',
    breaksOff: 'CONNECTION_CLOSED',
    everyNth: 40,
    run: ({ tx }) => tx`select pg_terminate_backend(pg_backend_pid())`,
  },
];

export async function interleave(
  db: Database,
  workspaces: readonly [string, string],
  count: number,
): Promise<Tally> {
  const tally: Tally = { done: 0, brokenOff: {}, faults: [] };
  const tables = await tablesOf(db, workspaces);
  let next = 0;
  const worker = async () => {
    while (next < count) await oneTurn(db, workspaces, tables, next++, tally);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return tally;
}

/** Of the tables that a transaction of a workspace may read at all. */
async function tablesOf(db: Database, workspaces: readonly [string, string]): Promise<Looked[]> {
  const all = await tablesWith(db, 'workspace_id');
  const allowed = await db.system(
    (tx) => tx<{ name: string }[]>`
      select name from unnest(${all}::text[]) name where has_table_privilege('footfall_app', name, 'select')`,
  );
  const names = allowed.map(({ name }) => name);
  return db.system((tx) =>
    Promise.all(
      names.map(async (name) => {
        const rows = await tx`
          select distinct workspace_id from ${tx(name)} where workspace_id = any(${[...workspaces]})`;
        return { name, isFilled: rows.length === 2 && !changed.has(name) };
      }),
    ),
  );
}

async function oneTurn(
  db: Database,
  workspaces: readonly [string, string],
  tables: Looked[],
  index: number,
  tally: Tally,
): Promise<void> {
  const own = workspaces[index % 2 ? 0 : 1];
  const other = workspaces[index % 2];
  const due = turns.findLast(({ everyNth }) => everyNth && index % everyNth === everyNth - 1);
  const usual = turns.filter(({ everyNth }) => !everyNth);
  const turn = due ?? usual[Math.floor(Math.random() * usual.length)];
  if (!own || !other || !turn) return;
  const end = await db
    .workspace(own, async (tx) => {
      await turn.run({ tx, own, other, index, tables });
    })
    .then(() => undefined, reasonOf);
  if (end === turn.breaksOff) count(tally, end);
  else tally.faults.push(`${turn.name}: ended with ${end}, not ${turn.breaksOff}`);
  if (index % 50 === 0) await setImmediate();
}

function count(tally: Tally, end: string | undefined): void {
  if (end === undefined) tally.done += 1;
  else tally.brokenOff[end] = (tally.brokenOff[end] ?? 0) + 1;
}

function reasonOf(error: unknown): string {
  if (error instanceof GaveUp) return 'gave up';
  // The server says so before it closes the connection.
  const state = sqlState(error);
  return state === '57P01' ? 'CONNECTION_CLOSED' : state || String(error);
}

async function look({ tx, own, index, tables }: Turn): Promise<void> {
  const { name = '', isFilled } = tables[index % tables.length] ?? {};
  const rows = await tx<{ workspace_id: string }[]>`
    select distinct workspace_id from ${tx(name)}`;
  const foreign = rows.filter(({ workspace_id }) => workspace_id !== own);
  if (foreign.length > 0) throw new Error(`${name} showed ${JSON.stringify(foreign)}`);
  // Its own are there: a transaction that sees nothing has lost its workspace.
  if (rows.length === 0 && isFilled) throw new Error(`${name} showed nothing`);
}

function insertList(tx: Tx, workspaceId: string) {
  return tx`
    insert into visitor_lists (workspace_id, id, name, description, color)
    values (${workspaceId}, ${randomUUID()}, ${workspaceId}, ${workspaceId}, '#000000')`;
}

function ignore(): void {}
