/*
 * A workspace that is sent messages all the time moves from one PostgreSQL to another: how long it takes, for how long nothing of
 * it can be changed, and whether everything is there once.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { type Engine, startEngine } from '../engine.ts';
import { busyShare, describeMachine, describeVersion } from '../machine.ts';
import { root } from '../paths.ts';
import { command, type Service, startService } from '../servers/service.ts';
import { countAll, fillAnew, writeKeyOf } from '../stats/prepare.ts';
import { table } from '../table.ts';
import { Senders } from './senders.ts';

export type CellsOptions = {
  events: number;
  seconds: number;
  dir: string | undefined;
  onProgress: (line: string) => void;
};

/** For how long nothing of it may be refused. */
const mostStoppedMs = 5_000;
const cellName = 'other';

export async function cells(options: CellsOptions): Promise<{ text: string; problems: string[] }> {
  const folder = await mkdtemp(join(options.dir ?? tmpdir(), 'footfall-bench-'));
  // Run by root, PostgreSQL works as an ordinary user, who has to reach its directory.
  await chmod(folder, 0o711);
  const busy = await busyShare();
  const opened: { stop(): Promise<void> }[] = [];
  try {
    const cell = await startEngine(join(folder, 'cell'));
    opened.push(cell);
    const env = { CELLS: `${cellName}=${cell.url}` };
    const dataDir = join(folder, 'home');
    const service = await startService(dataDir, { knownKey: 'none', env });
    opened.push(service);
    const move = await moveAmidMessages({ service, cell, dataDir, env }, options);
    return render(move, busy);
  } finally {
    for (const one of opened.reverse()) await one.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Stage = { service: Service; cell: Engine; dataDir: string; env: { CELLS: string } };

type Records = Record<'events' | 'visitors' | 'sessions' | 'leads' | 'identities', number>;

type Move = {
  rows: number;
  /** Until it lived at the new place, and until nothing was left at the old one. */
  copiedMs: number;
  wholeMs: number;
  stoppedMs: number;
  refusedMs: number;
  acknowledged: number;
  before: Records;
  after: Records;
  problems: string[];
};

async function moveAmidMessages(
  { service, cell, dataDir, env }: Stage,
  { events, seconds, onProgress }: CellsOptions,
): Promise<Move> {
  const home = postgres(service.databaseUrl, { max: 1, onnotice: () => {} });
  const away = postgres(cell.url, { max: 1, onnotice: () => {} });
  let senders: Senders | undefined;
  try {
    const { workspaceId } = await fillAnew(dataDir, service, { events, small: 0, onProgress });
    await countAll(service, home, workspaceId, onProgress);
    const key = await writeKeyOf(dataDir, workspaceId);
    const before = await recordsOf(home, workspaceId);
    senders = new Senders({ port: service.port, key });
    await sleep(seconds * 1000);
    onProgress('moving it');
    const begun = performance.now();
    const moving = command(dataDir, ['cells', 'move', workspaceId, cellName], env);
    const [arrivedAt, answer] = await Promise.all([untilThere(home, workspaceId, moving), moving]);
    const { rows, stoppedMs } = answer;
    const wholeMs = performance.now() - begun;
    const copiedMs = arrivedAt - begun;
    await sleep(seconds * 1000);
    await senders.stop();
    const { acknowledged, longestRefusedMs: refusedMs, faults, visitors } = senders;
    const after = await recordsOf(away, workspaceId);
    const left = await recordsOf(home, workspaceId);
    const expected = {
      ...before,
      events: before.events + acknowledged,
      visitors: before.visitors + visitors,
      sessions: before.sessions + visitors,
    };
    const problems = [
      ...differences('at the new place', expected, after),
      ...differences('at the old place', nothing, left),
      ...[...faults].map((status) => `a message was answered ${status}`),
    ];
    const numbers = { rows: Number(rows), stoppedMs: Number(stoppedMs) };
    return { ...numbers, copiedMs, wholeMs, refusedMs, acknowledged, before, after, problems };
  } finally {
    await senders?.stop();
    await Promise.all([home.end(), away.end()]);
  }
}

/** When home said that it lives elsewhere, or the command had ended. */
async function untilThere(
  home: postgres.Sql,
  workspaceId: string,
  moving: Promise<unknown>,
): Promise<number> {
  let isMoving = true;
  const ended = () => {
    isMoving = false;
  };
  moving.then(ended, ended);
  for (; isMoving; await sleep(50)) {
    const [row] = await home`
      select from workspace_places where workspace_id = ${workspaceId} and cell = ${cellName}`;
    if (row) break;
  }
  return performance.now();
}

const nothing: Records = { events: 0, visitors: 0, sessions: 0, leads: 0, identities: 0 };

async function recordsOf(sql: postgres.Sql, workspaceId: string): Promise<Records> {
  const records = { ...nothing };
  for (const name of Object.keys(records) as (keyof Records)[]) {
    const [row] = await sql<{ rows: number }[]>`
      select count(*)::float8 as rows from ${sql(name)} where workspace_id = ${workspaceId}`;
    records[name] = row?.rows ?? 0;
  }
  return records;
}

function differences(where: string, expected: Records, found: Records): string[] {
  return (Object.keys(expected) as (keyof Records)[])
    .filter((name) => expected[name] !== found[name])
    .map((name) => `${where} ${found[name]} ${name}, not ${expected[name]}`);
}

function render(move: Move, busy: number): { text: string; problems: string[] } {
  const { rows, copiedMs, wholeMs, stoppedMs, refusedMs, acknowledged, before, problems } = move;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const whole = (count: number) => Math.round(count).toLocaleString('en');
  const stops = { 'nothing could be changed': stoppedMs, 'a message was refused': refusedMs };
  const broken = Object.entries(stops)
    .filter(([, ms]) => ms > mostStoppedMs)
    .map(([what, ms]) => `${what} for ${seconds(ms)}, at most ${seconds(mostStoppedMs)}`);
  const text = [
    `${describeMachine()}; version ${describeVersion(root)}; from one PostgreSQL to another on this machine`,
    `Processors in use by others before the run: ${(busy * 100).toFixed(0)} %`,
    table([
      ['a workspace that moves while it is sent messages', '', 'limit'],
      ['its events, before', whole(before.events), ''],
      ['rows that moved', whole(rows), ''],
      ['until it lives at the new place', seconds(copiedMs), ''],
      ['rows a second until then', whole((1000 * rows) / copiedMs), ''],
      ['until nothing is left at the old one', seconds(wholeMs), ''],
      ['nothing could be changed for', seconds(stoppedMs), seconds(mostStoppedMs)],
      ['the longest that a message was refused', seconds(refusedMs), seconds(mostStoppedMs)],
      ['messages acknowledged beside it, each stored once', whole(acknowledged), ''],
    ]),
    ...broken.map((each) => `NOT KEPT ${each}`),
    ...problems.map((each) => `NOT VALID: ${each}`),
  ].join('\n');
  return { text, problems: [...problems, ...broken] };
}
