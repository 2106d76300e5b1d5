/*
 * Reading over REST beside a bare server on the same database, and beside Directus where there is one: one record by id, a list
 * of 50, latency at a steady rate.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { busyShare, describeMachine, describeVersion } from '../machine.ts';
import { root } from '../paths.ts';
import { type Directus, startDirectus } from '../servers/directus.ts';
import { command, startService } from '../servers/service.ts';
import type { ReadJob, ReadResult } from './load.ts';
import { runLoad } from './run-load.ts';

export type RestOptions = {
  leads: number;
  seconds: number;
  rounds: number;
  dir?: string;
  /** Where Directus is installed, to be measured beside. */
  directus?: string;
  onProgress: (line: string) => void;
};

/** Answers a second. */
type Row = { title: string; bare: number; service: number; directus?: number };

type Reader = { name: keyof Omit<Row, 'title'>; port: number; key: string; paths: string[] };

const workspaces = 4;
const connections = 32;
const steadyRate = 200;

export async function rest(options: RestOptions): Promise<string> {
  const folder = await mkdtemp(join(options.dir ?? tmpdir(), 'footfall-bench-'));
  const dataDir = join(folder, 'service');
  const busy = await busyShare();
  const service = await startService(dataDir);
  const children: ChildProcess[] = [];
  let directus: Directus | undefined;
  try {
    const ids: string[] = [];
    for (let place = 0; place < workspaces; place++) {
      const { id } = await command(dataDir, ['workspace', 'create', '--name', `Bench ${place}`]);
      ids.push(id ?? '');
    }
    const [workspaceId = ''] = ids;
    const flags = ['--kind', 'secret', '--name', 'bench', '--scopes', 'all', '--server-only'];
    const made = await command(dataDir, ['keys', 'create', '--workspace', workspaceId, ...flags]);
    const key = made.key ?? '';
    options.onProgress(`filling ${options.leads} leads in ${workspaces} workspaces`);
    const leads = await fill(service.databaseUrl, ids, options.leads);

    const bare = fork(fileURLToPath(new URL('./bare-server.js', import.meta.url)), {
      env: { ...process.env, BARE_DATABASE_URL: service.databaseUrl, BARE_WORKSPACE: workspaceId },
    });
    children.push(bare);
    const [{ port: barePort }] = (await once(bare, 'message')) as [{ port: number }];
    const generator = fork(fileURLToPath(new URL('./load.js', import.meta.url)));
    children.push(generator);
    const load = (job: ReadJob) => runLoad(generator, job);

    if (options.directus) {
      options.onProgress('filling as many for Directus');
      directus = await startDirectus(options.directus, join(folder, 'directus'), (url) =>
        fill(url, ids, options.leads, tableOfDirectus),
      );
    }
    const compare = async (title: string, paths: string[], pathsOfDirectus: string[]) => {
      const readers: Reader[] = [
        { name: 'bare', port: barePort, key, paths },
        { name: 'service', port: service.port, key, paths },
      ];
      if (directus) readers.push({ ...directus, name: 'directus', paths: pathsOfDirectus });
      const samples = { bare: [] as number[], service: [] as number[], directus: [] as number[] };
      const read = ({ port, key, paths }: Reader, seconds: number) =>
        load({ port, key, paths, connections, seconds });
      for (const reader of readers) await read(reader, 1);
      for (let round = 0; round < options.rounds; round++) {
        for (const reader of readers) {
          samples[reader.name].push((await read(reader, options.seconds)).perSecond);
        }
      }
      const row: Row = {
        title,
        bare: median(samples.bare),
        service: median(samples.service),
        ...(directus && { directus: median(samples.directus) }),
      };
      options.onProgress(
        `${title}: ${readers.map(({ name }) => `${name} ${row[name]?.toFixed(0)}/s`).join(', ')}`,
      );
      return row;
    };
    const listOfDirectus = new URLSearchParams({
      'filter[workspace_id][_eq]': workspaceId,
      sort: '-created_at',
      limit: '50',
      meta: 'filter_count',
    });
    const rows = [
      await compare(
        'one record by id',
        leads.map((id) => `/api/v1/leads/${id}`),
        (directus?.filled ?? []).map((id) => `/items/leads/${id}`),
      ),
      await compare(
        'list of 50 with its total',
        ['/api/v1/leads'],
        [`/items/leads?${listOfDirectus}`],
      ),
    ];
    const steady = await load({
      port: service.port,
      key,
      paths: [...leads.slice(0, 50).map((id) => `/api/v1/leads/${id}`), ...otherPaths],
      connections: 50,
      seconds: Math.max(5, options.seconds),
      rate: steadyRate,
    });
    return render(rows, steady, busy, options, directus?.version);
  } finally {
    for (const child of children) if (child.connected) child.disconnect();
    await directus?.stop();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const otherPaths = [
  '/api/v1/leads',
  '/api/v1/leads?source=website',
  '/api/v1/identities',
  '/api/v1/lists',
];

/** Returns some ids of the first workspace. `prepare`: before the rows come. */
async function fill(
  databaseUrl: string,
  workspaceIds: string[],
  total: number,
  prepare: (sql: postgres.Sql) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    await prepare(sql);
    const each = Math.floor(total / workspaceIds.length);
    for (const workspaceId of workspaceIds) {
      await sql`
        insert into leads (workspace_id, id, is_test, visitor_id, code, source, properties, location,
                           opened_by, created_at, updated_at)
        select ${workspaceId}, gen_random_uuid(), false, gen_random_uuid(), 'C' || n,
               (array['website', 'referral', 'campaign'])[1 + n % 3], '{"plan": "team"}', '{"city": "Munich"}',
               'api', now() - n * interval '10 seconds', now() - n * interval '10 seconds'
        from generate_series(1, ${each}::integer) n`;
    }
    await sql`vacuum analyze leads`;
    const rows = await sql<{ id: string }[]>`
      select id from leads where workspace_id = ${workspaceIds[0] ?? ''} order by id limit 5000`;
    return rows.map(({ id }) => id);
  } finally {
    await sql.end();
  }
}

/** Found by id, and by workspace and time. */
const tableOfDirectus = (sql: postgres.Sql) =>
  sql.unsafe(`
    create table leads (
      id uuid primary key, workspace_id uuid not null, is_test boolean not null, visitor_id uuid not null,
      code text not null, source text not null, properties jsonb not null, location jsonb not null,
      opened_by text not null, created_at timestamptz not null, updated_at timestamptz not null);
    create index on leads (workspace_id, created_at desc)`);

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function render(
  rows: Row[],
  steady: ReadResult,
  busy: number,
  options: RestOptions,
  directus: string | undefined,
): string {
  const cell = (text: string) => text.padStart(9);
  const lines = rows.map(({ title, bare, service, directus: peer }) => {
    const figures = [
      bare.toFixed(0),
      service.toFixed(0),
      `${((service / bare) * 100).toFixed(0)} %`,
    ];
    if (peer !== undefined) figures.push(peer.toFixed(0), `${(service / peer).toFixed(1)}x`);
    return `${title.padEnd(28)} ${figures.map(cell).join(' ')}`;
  });
  const columns = ['bare', 'service', 'of bare', ...(directus ? ['Directus', 'of it'] : [])];
  const { p50, p95, p99, max } = steady.latency;
  return [
    `${describeMachine()}; version ${describeVersion(root)}; ${options.leads} leads in ${workspaces} workspaces; ${connections} connections${directus ? `; Directus ${directus}` : ''}`,
    `Processors in use by others before the run: ${(busy * 100).toFixed(0)} %`,
    '',
    `${'Requests a second'.padEnd(28)} ${columns.map(cell).join(' ')}`,
    ...lines,
    '',
    `Service at ${steadyRate} requests/s, mixed operations: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, max ${max.toFixed(1)} ms`,
  ].join('\n');
}
