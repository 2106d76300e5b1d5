/* Reading over REST beside a bare server on the same database: one record by id, a list of 50, latency at a steady rate. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { busyShare, describeMachine, describeVersion } from '../machine.ts';
import { root } from '../paths.ts';
import { command, startService } from '../servers/service.ts';
import type { ReadJob, ReadResult } from './load.ts';
import { runLoad } from './run-load.ts';

export type RestOptions = {
  leads: number;
  seconds: number;
  rounds: number;
  dir?: string;
  onProgress: (line: string) => void;
};

type Row = { title: string; bare: number; service: number };

const workspaces = 4;
const connections = 32;
const steadyRate = 200;

export async function rest(options: RestOptions): Promise<string> {
  const folder = await mkdtemp(join(options.dir ?? tmpdir(), 'footfall-bench-'));
  const dataDir = join(folder, 'service');
  const busy = await busyShare();
  const service = await startService(dataDir);
  const children: ChildProcess[] = [];
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

    const compare = async (title: string, paths: string[]): Promise<Row> => {
      const samples = { bare: [] as number[], service: [] as number[] };
      const common = { key, paths, connections };
      for (const port of [barePort, service.port]) await load({ ...common, port, seconds: 1 });
      for (let round = 0; round < options.rounds; round++) {
        for (const [name, port] of [
          ['bare', barePort],
          ['service', service.port],
        ] as const) {
          const result = await load({ ...common, port, seconds: options.seconds });
          samples[name].push(result.perSecond);
        }
      }
      const row = { title, bare: median(samples.bare), service: median(samples.service) };
      options.onProgress(
        `${title}: bare ${row.bare.toFixed(0)}/s, service ${row.service.toFixed(0)}/s`,
      );
      return row;
    };
    const rows = [
      await compare(
        'one record by id',
        leads.map((id) => `/api/v1/leads/${id}`),
      ),
      await compare('list of 50 with its total', ['/api/v1/leads']),
    ];
    const steady = await load({
      port: service.port,
      key,
      paths: [...leads.slice(0, 50).map((id) => `/api/v1/leads/${id}`), ...otherPaths],
      connections: 50,
      seconds: Math.max(5, options.seconds),
      rate: steadyRate,
    });
    return render(rows, steady, busy, options);
  } finally {
    for (const child of children) if (child.connected) child.disconnect();
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

/** Returns some ids of the first workspace. */
async function fill(databaseUrl: string, workspaceIds: string[], total: number): Promise<string[]> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
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

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function render(rows: Row[], steady: ReadResult, busy: number, options: RestOptions): string {
  const lines = rows.map(
    ({ title, bare, service }) =>
      `${title.padEnd(28)} ${bare.toFixed(0).padStart(9)} ${service.toFixed(0).padStart(9)}  ${((service / bare) * 100).toFixed(0).padStart(4)} %`,
  );
  const { p50, p95, p99, max } = steady.latency;
  return [
    `${describeMachine()}; version ${describeVersion(root)}; ${options.leads} leads in ${workspaces} workspaces; ${connections} connections`,
    `Processors in use by others before the run: ${(busy * 100).toFixed(0)} %`,
    '',
    `${'Requests a second'.padEnd(28)} ${'bare'.padStart(9)} ${'service'.padStart(9)}  ratio`,
    ...lines,
    '',
    `Service at ${steadyRate} requests/s, mixed operations: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, max ${max.toFixed(1)} ms`,
  ].join('\n');
}
