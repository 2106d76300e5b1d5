/** What a stranger with a write key can do to others: each attack with the promised limits. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { busyShare, describeMachine, watchMemory } from '../machine.ts';
import { command, type Service, startService } from '../servers/service.ts';
import type { Attack, AttackResult } from './attacker-process.ts';
import { type Quiet, type Seen, watchOthers } from './bystander.ts';
import { type AttackRow, attackRows } from './rows.ts';

export type AttackOptions = {
  seconds: number;
  /** Parts of row names; all if empty. */
  only: string[];
  dir: string | undefined;
  onProgress: (line: string) => void;
};

export type AttackFigures = {
  row: AttackRow;
  seen: Seen;
  answers: AttackResult['answers'];
  residentBytes: number;
  wireBytes: number;
  storedBytes: number;
};

export type AttackReport = {
  machine: string;
  busyBefore: number;
  seconds: number;
  quiet: Seen;
  attacks: AttackFigures[];
  /** In the lead burst. */
  leads: { stored: number; listed: number } | undefined;
};

const settleMs = 1_000;

export async function attacks(options: AttackOptions): Promise<AttackReport> {
  const { seconds, only, onProgress } = options;
  const dir = await mkdtemp(join(options.dir ?? tmpdir(), 'footfall-bench-'));
  const busyBefore = await busyShare();
  onProgress('starting a service');
  const dataDir = join(dir, 'data');
  const service = await startService(dataDir, { env: { TRUST_PROXY: '127.0.0.1' } });
  const attacker = fork(fileURLToPath(new URL('./attacker-process.js', import.meta.url)));
  const sql = postgres(service.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const quiet = await quietWorkspace(dataDir, service);
    // Warms up: code is slow on its first run.
    await watchOthers(quiet, sleep(2_000));
    const bytesAtFirst = await databaseBytes(sql);
    const before = await watchOthers(quiet, sleep(seconds * 1000));
    const bytesOfEach = ((await databaseBytes(sql)) - bytesAtFirst) / before.sent;
    const figures: AttackFigures[] = [];
    for (const row of attackRows.filter(({ name }) => isWanted(name, only))) {
      onProgress(row.name);
      const bytesBefore = await databaseBytes(sql);
      const memory = watchMemory(service.pid);
      const order = { row: row.name, port: service.port, key: service.key, seconds };
      const attack = run(attacker, order);
      const seen = await watchOthers(quiet, attack);
      const residentBytes = memory.end();
      const { answers, wireBytes } = await attack;
      await sleep(settleMs);
      // The other workspace keeps storing; and the sender has a single allowance.
      const others = seen.sent * bytesOfEach + (row.allowance ?? 0);
      const storedBytes = Math.max(0, (await databaseBytes(sql)) - bytesBefore - others);
      figures.push({ row, seen, answers, residentBytes, wireBytes, storedBytes });
    }
    const machine = describeMachine();
    await sleep(settleMs * 10);
    const leads = await countLeads(sql);
    return { machine, busyBefore, seconds, quiet: before, attacks: figures, leads };
  } finally {
    attacker.disconnect();
    await sql.end();
    await service.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

function isWanted(name: string, only: string[]): boolean {
  return only.length === 0 || only.some((part) => name.includes(part));
}

async function run(attacker: ReturnType<typeof fork>, order: Attack): Promise<AttackResult> {
  const answer = once(attacker, 'message');
  attacker.send(order);
  const [{ result, failed }] = await answer;
  if (!result) throw new Error(`attacker: ${failed}`);
  return result;
}

async function quietWorkspace(dataDir: string, { port }: Service): Promise<Quiet> {
  const { id = '' } = await command(dataDir, ['workspace', 'create', '--name', 'Quiet']);
  const make = async (kind: string, ...more: string[]) => {
    const flags = ['--workspace', id, '--kind', kind, '--name', 'bench', ...more];
    return (await command(dataDir, ['keys', 'create', ...flags])).key ?? '';
  };
  const writeKey = await make('production');
  const secretKey = await make('secret', '--scopes', 'all', '--server-only');
  return { port, writeKey, secretKey };
}

/** All tables with their indexes. */
async function databaseBytes(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`;
  return row?.bytes ?? 0;
}

async function countLeads(sql: postgres.Sql): Promise<AttackReport['leads']> {
  const [row] = await sql<{ stored: number; listed: number }[]>`
    select count(*)::int as stored, (count(*) filter (where not suspect))::int as listed
    from leads l join identities i using (workspace_id)
    where i.id = l.identity_id and i.email like '%@lead.example'`;
  return row && row.stored > 0 ? row : undefined;
}
