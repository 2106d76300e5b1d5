/* Search over REST beside `ilike` on the same rows: from the beginnings of words, and inside of them. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { percentiles } from '../load/percentiles.ts';
import { busyShare, describeMachine, describeVersion } from '../machine.ts';
import { root } from '../paths.ts';
import { runLoad } from '../rest/run-load.ts';
import { command, startService } from '../servers/service.ts';
import { table } from '../table.ts';
import { fill, typedTexts } from './fill.ts';

export type SearchOptions = {
  records: number;
  seconds: number;
  dir?: string;
  onProgress: (line: string) => void;
};

const ilikeQuestions = 25;

export async function search(options: SearchOptions): Promise<string> {
  const folder = await mkdtemp(join(options.dir ?? tmpdir(), 'footfall-bench-'));
  const dataDir = join(folder, 'service');
  const busy = await busyShare();
  const service = await startService(dataDir);
  const sql = postgres(service.databaseUrl, { max: 1, onnotice: () => {} });
  let generator: ChildProcess | undefined;
  try {
    const { id = '' } = await command(dataDir, ['workspace', 'create', '--name', 'Bench']);
    const flags = ['--kind', 'secret', '--name', 'bench', '--scopes', 'all', '--server-only'];
    const { key = '' } = await command(dataDir, ['keys', 'create', '--workspace', id, ...flags]);
    options.onProgress(`filling ${options.records} records`);
    const filled = await fill(sql, id, options.records);
    const indexing = await untilIndexed(sql, options.onProgress);
    await sql`vacuum analyze`;
    const [size] = await sql<{ bytes: number; tokens: number }[]>`
      select (pg_total_relation_size('search_tokens') + pg_total_relation_size('search_records'))::float8 as bytes,
             (select count(*) from search_tokens)::float8 as tokens`;

    generator = fork(fileURLToPath(new URL('../rest/load.js', import.meta.url)));
    const rows = [['', '1 client p50', 'p95 ms', '8 clients /s', 'p95 ms', 'ilike p50', 'p95 ms']];
    for (const [title, isInside] of [
      ['from the beginning of a word', false],
      ['inside a word', true],
    ] as const) {
      const texts = await typedTexts(sql, id, isInside);
      const paths = texts.map((text) => `/api/v1/search?q=${encodeURIComponent(text)}`);
      const job = { port: service.port, key, paths, seconds: options.seconds };
      await runLoad(generator, { ...job, connections: 8, seconds: 2 });
      const alone = await runLoad(generator, { ...job, connections: 1 });
      const together = await runLoad(generator, { ...job, connections: 8 });
      const ilike = await askByIlike(sql, id, texts.slice(0, ilikeQuestions));
      const ms = (value: number) => value.toFixed(1);
      rows.push([
        title,
        ms(alone.latency.p50),
        ms(alone.latency.p95),
        together.perSecond.toFixed(0),
        ms(together.latency.p95),
        ms(ilike.p50),
        ms(ilike.p95),
      ]);
      options.onProgress(rows.at(-1)?.join(' | ') ?? '');
    }
    const perRecord = (size?.bytes ?? 0) / options.records;
    return [
      `${describeMachine()}; version ${describeVersion(root)}; ${filled.people} people, ${filled.companies} companies, ${filled.leads} leads`,
      `Processors in use by others before the run: ${(busy * 100).toFixed(0)} %`,
      '',
      table(rows),
      '',
      `Tokens made in ${indexing.toFixed(0)} s, ${(options.records / indexing).toFixed(0)} records/s; ${size?.tokens} tokens, ${perRecord.toFixed(0)} bytes a record`,
    ].join('\n');
  } finally {
    if (generator?.connected) generator.disconnect();
    await sql.end();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Seconds until the background has made the tokens of all that was written. */
export async function untilIndexed(
  sql: postgres.Sql,
  onProgress: (line: string) => void,
): Promise<number> {
  const start = performance.now();
  for (let told = start; ; await sleep(200)) {
    const [row] = await sql<
      { waits: boolean }[]
    >`select exists (select from search_pending) as waits`;
    if (!row?.waits) return (performance.now() - start) / 1000;
    if (performance.now() - told < 10_000) continue;
    told = performance.now();
    const [left] = await sql`select count(*)::integer as left from search_pending`;
    onProgress(`${left?.left} records to index`);
  }
}

/** The same kinds and bounds, as the owner: without keys, row level security, ranks and HTTP. */
async function askByIlike(sql: postgres.Sql, workspaceId: string, texts: string[]) {
  const times: number[] = [];
  for (const text of texts) {
    const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
    const begun = performance.now();
    await sql`
      (select id, name as title from identities
       where workspace_id = ${workspaceId} and not is_test and (name ilike ${pattern} or email ilike ${pattern})
       order by name, id limit 6)
      union all
      (select id, name from companies
       where workspace_id = ${workspaceId} and not is_test and (name ilike ${pattern} or domain ilike ${pattern})
       order by name, id limit 6)
      union all
      (select id, code from leads
       where workspace_id = ${workspaceId} and not is_test and code ilike ${pattern} order by code, id limit 6)`;
    times.push(performance.now() - begun);
  }
  return percentiles(Float64Array.from(times));
}
