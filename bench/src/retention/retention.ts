/*
 * The oldest month of a workspace goes while messages come in: how long that takes and what it writes, what senders and readers
 * wait for beside it, and whether all else stays as it was.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { median } from '../ingest/report.ts';
import { type Generator, startGenerator } from '../load/generator.ts';
import { type Latency, type Result, sumCounts } from '../load/jobs.ts';
import { busyShare, describeMachine, describeVersion } from '../machine.ts';
import { root } from '../paths.ts';
import { runLoad } from '../rest/run-load.ts';
import { command, type Service, startService } from '../servers/service.ts';
import { countAll, days, fillAnew, type Kept, untilCounted, writeKeyOf } from '../stats/prepare.ts';
import { type Events, eventsOf, type Records, recordsOf } from './records.ts';
import { renderRetention } from './render.ts';
import { openServer, type Server } from './server.ts';

export type RetentionOptions = {
  events: number;
  seconds: number;
  rounds: number;
  dir: string | undefined;
  onProgress: (line: string) => void;
};

/** Of the 90 days that are filled, so that a month goes. */
const keptDays = 60;
/** Messages a second, one a request: a tenth of them names somebody or converts. */
const rate = 150;
const connections = 20;
const shape = { perRequest: 1, session: true, mixed: true };
const readsASecond = 20;
const warmUpSeconds = 3;
/** A month of what is filled takes seconds. */
const patienceMs = 60 * 60_000;

/** A stretch of time with the same messages and reads. */
export type Stretch = {
  messages: number;
  /** Of rounds of some seconds each: the median of p50, and of p99 the median and the worst. */
  p50: number;
  p99: number;
  worstP99: number;
  /** Of `GET /events?session_id=`, over HTTP: the median of the rounds' medians. */
  readMs: number;
  /** The medians of PostgreSQL's own time, planning apart. */
  session: { planningMs: number; executionMs: number };
  event: { planningMs: number; executionMs: number };
  journalBytes: number;
  seconds: number;
};

export type RetentionReport = {
  head: string;
  busy: number;
  before: Stretch;
  beside: Stretch;
  removed: number;
  unsettled: number;
  removingSeconds: number;
  problems: string[];
};

export async function retention(
  options: RetentionOptions,
): Promise<{ text: string; problems: string[] }> {
  const folder = await mkdtemp(join(options.dir ?? tmpdir(), 'footfall-bench-'));
  const busy = await busyShare();
  const dataDir = join(folder, 'service');
  const service = await startService(dataDir, { knownKey: 'none' });
  const sql = postgres(service.databaseUrl, { max: 2, onnotice: () => {} });
  const generator = startGenerator();
  const reader = fork(fileURLToPath(new URL('../rest/load.js', import.meta.url)));
  let server: Server | undefined;
  try {
    const { onProgress, events } = options;
    const kept = await fillAnew(dataDir, service, { events, small: 0, onProgress });
    await countAll(service, sql, kept.workspaceId, onProgress);
    await sql.unsafe('vacuum analyze');
    server = await openServer(service.databaseUrl);
    const writeKey = await writeKeyOf(dataDir, kept.workspaceId);
    const run = new Run(
      { service, dataDir, sql, server, generator, reader, kept, writeKey },
      options,
    );
    const figures = await run.measure();
    const head = `${describeMachine()}; version ${describeVersion(root)}; ${events} events in ${days} days, of which ${keptDays} are kept`;
    return renderRetention({ head, busy, ...figures });
  } finally {
    generator.close();
    if (reader.connected) reader.disconnect();
    await server?.close();
    await sql.end();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Stage = {
  service: Service;
  dataDir: string;
  sql: postgres.Sql;
  server: Server;
  generator: Generator;
  reader: ChildProcess;
  kept: Kept;
  writeKey: string;
};

class Run {
  readonly #stage: Stage;
  readonly #options: RetentionOptions;
  readonly #problems: string[] = [];
  /** Since the first message. */
  #acknowledged = 0;

  constructor(stage: Stage, options: RetentionOptions) {
    this.#stage = stage;
    this.#options = options;
  }

  async measure(): Promise<Omit<RetentionReport, 'head' | 'busy'>> {
    const { sql, kept, server } = this.#stage;
    const { onProgress, rounds } = this.#options;
    const since = new Date().toISOString();
    const horizon = await this.#tellHorizon();
    const [events, records] = await this.#allThere(horizon, since);
    await this.#send(warmUpSeconds);
    onProgress('messages come in, and nothing is removed');
    let done = 0;
    const before = await this.#stretch(() => done++ < Math.max(rounds, 2));
    onProgress('the month goes');
    const began = performance.now();
    const removing = this.#remove(server);
    let isGone = false;
    removing.then(
      () => {
        isGone = true;
      },
      () => {
        isGone = true;
      },
    );
    const beside = await this.#stretch(() => !isGone);
    const removingSeconds = ((await removing) - began) / 1000;
    const removed = await this.#removed();
    await untilCounted(sql, kept.workspaceId, onProgress);
    const [now, then] = await this.#allThere(horizon, since);
    this.#compare(events, now, removed);
    for (const [name, value] of Object.entries(records))
      if (then[name] !== value) this.#problems.push(`${name}: ${then[name]}, before ${value}`);
    const problems = this.#problems;
    return { before, beside, removed, unsettled: now.unsettled, removingSeconds, problems };
  }

  /** As settings do, and as though everybody had known for a minute: nothing has been removed yet. */
  async #tellHorizon(): Promise<string> {
    const { sql, dataDir, server, kept } = this.#stage;
    const { workspaceId } = kept;
    const flags = ['--workspace', workspaceId, '--retention', `events=${keptDays}`];
    await command(dataDir, ['workspace', 'settings', ...flags]);
    await server.keepRetention((rows) =>
      this.#problems.push(`${rows} rows went before their time`),
    );
    await sleep(settingsFreshForMs);
    const [row] = await sql<{ horizon: string }[]>`
      update workspaces set events_kept_told_at = now() - interval '2 minutes' where workspace_id = ${workspaceId}
      returning events_kept_since::text as horizon`;
    if (!row?.horizon) throw new Error('there is no horizon');
    return row.horizon;
  }

  /** Until nothing is left to remove; returns when. */
  async #remove(server: Server): Promise<number> {
    const { sql, kept } = this.#stage;
    for (const end = performance.now() + patienceMs; performance.now() < end; ) {
      await server.keepRetention(() => undefined);
      const [row] = await sql`
        select from retention_runs where workspace_id = ${kept.workspaceId} and kind = 'events' and ended_at is not null`;
      if (row) return performance.now();
    }
    throw new Error('the month is not gone');
  }

  async #removed(): Promise<number> {
    const { sql, kept } = this.#stage;
    const [row] = await sql<{ removed: number }[]>`
      select removed::float8 as removed from retention_runs
      where workspace_id = ${kept.workspaceId} and kind = 'events'`;
    return row?.removed ?? 0;
  }

  async #stretch(mayGoOn: () => boolean): Promise<Stretch> {
    const { sql } = this.#stage;
    const at = await journalAt(sql);
    const began = performance.now();
    const latencies: Latency[] = [];
    const reads: number[] = [];
    const own: { session: Time[]; event: Time[] } = { session: [], event: [] };
    let messages = 0;
    while (mayGoOn()) {
      let isOn = true;
      const explaining = this.#explainWhile(() => isOn, own);
      const [result, readMs] = await Promise.all([
        this.#send(this.#options.seconds),
        this.#readOver(this.#options.seconds),
      ]).finally(() => {
        isOn = false;
      });
      await explaining;
      messages += sumCounts(result.acknowledged);
      latencies.push(result.latency);
      reads.push(readMs);
    }
    const seconds = (performance.now() - began) / 1000;
    const journalBytes = (await journalAt(sql)) - at;
    const of = (name: 'p50' | 'p99') => latencies.map((latency) => latency[name]);
    return {
      messages,
      p50: median(of('p50')),
      p99: median(of('p99')),
      worstP99: Math.max(...of('p99')),
      readMs: median(reads),
      session: middle(own.session),
      event: middle(own.event),
      journalBytes,
      seconds,
    };
  }

  async #send(seconds: number): Promise<Result> {
    const { generator, service, writeKey } = this.#stage;
    const result = await generator.run({
      shape,
      connections,
      seconds,
      rate,
      port: service.port,
      key: writeKey,
    });
    this.#acknowledged += sumCounts(result.acknowledged);
    if (result.failures > 0)
      this.#problems.push(`${result.failures} failed requests; the first: ${result.firstFailure}`);
    return result;
  }

  /** Milliseconds of half of the reads. */
  async #readOver(seconds: number): Promise<number> {
    const { reader, service, kept, sql } = this.#stage;
    const paths = (await drawn(sql, kept.workspaceId)).map(
      ({ session_id }) => `/api/v1/events?session_id=${session_id}`,
    );
    const job = { port: service.port, key: kept.key, paths, connections: 1, rate: readsASecond };
    const { latency } = await runLoad(reader, { ...job, seconds });
    return latency.p50;
  }

  async #explainWhile(isOn: () => boolean, into: { session: Time[]; event: Time[] }) {
    const { server, kept, sql } = this.#stage;
    const { workspaceId } = kept;
    const some = await drawn(sql, workspaceId);
    for (let turn = 0; isOn(); turn++) {
      const { id, session_id } = some[turn % some.length] ?? { id: '', session_id: '' };
      into.session.push(await server.explain(workspaceId, server.eventsOfSession(session_id)));
      into.event.push(await server.explain(workspaceId, server.eventById(id)));
      await sleep(50);
    }
  }

  async #allThere(horizon: string, since: string): Promise<[Events, Records]> {
    const { sql, kept, service } = this.#stage;
    const day = (before: number) =>
      new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
    const asked = { metrics: 'visitors,sessions,page_views', since: day(days), until: day(1) };
    const answer = await fetch(
      `http://127.0.0.1:${service.port}/api/v1/stats?${new URLSearchParams(asked)}`,
      { headers: { authorization: `Bearer ${kept.key}` } },
    );
    const { data } = (await answer.json()) as { data?: { total: unknown } };
    const figures = JSON.stringify(data?.total ?? answer.status);
    return [
      await eventsOf(sql, kept.workspaceId, horizon, since),
      await recordsOf(sql, kept.workspaceId, since, figures),
    ];
  }

  #compare(before: Events, after: Events, removed: number): void {
    const check = (what: string, found: number, expected: number) => {
      if (found !== expected) this.#problems.push(`${found} ${what}, not ${expected}`);
    };
    check('events of before are left', after.old, 0);
    check('events are said to be removed', removed, before.old);
    check('events of visits that are not over for a day', after.unsettled, before.unsettled);
    check('events are kept', after.kept, before.kept);
    check('messages are stored', after.fresh, this.#acknowledged);
  }
}

type Time = { planningMs: number; executionMs: number };

/** Ingest knows of settings by then. */
const settingsFreshForMs = 2_100;

function middle(times: Time[]): Time {
  return {
    planningMs: median(times.map(({ planningMs }) => planningMs)),
    executionMs: median(times.map(({ executionMs }) => executionMs)),
  };
}

async function journalAt(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`;
  return row?.bytes ?? 0;
}

/** Some events of the days that stay. */
async function drawn(sql: postgres.Sql, workspaceId: string) {
  return sql<{ id: string; session_id: string }[]>`
    select id, session_id from events tablesample system (1)
    where workspace_id = ${workspaceId} and occurred_at > now() - interval '50 days' limit 200`;
}
