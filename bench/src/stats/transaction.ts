/*
 * What reads cost the transaction of ingest: changes, which figures are counted from, notes of what search has to look at, and
 * counters of days. The same messages with them and without, by turns, while what is deferred waits.
 */
import { join } from 'node:path';
import postgres from 'postgres';
import { median } from '../ingest/report.ts';
import { type Generator, startGenerator } from '../load/generator.ts';
import { type Shape, sumCounts } from '../load/jobs.ts';
import { cpuSeconds } from '../machine.ts';
import { startService } from '../servers/service.ts';

/** Microseconds of PostgreSQL's processor time a message. */
export type Added = {
  title: string;
  /** Of all turns with it, the median. */
  all: number;
  /** What the turn with it took more, of each pair of turns: the median, and below and above which a quarter of the pairs lies. */
  more: number;
  low: number;
  high: number;
};

const turns = 10;
const jobs = ['sessions', 'people', 'attribution', 'suspects', 'suggestions', 'personality'];
const warmUpSeconds = 4;

const cases: { title: string; connections: number; shape: Shape }[] = [
  { title: '100 page views a request', perRequest: 100, connections: 16, mixed: false },
  {
    title: '100 a request, 10 % identify and conversion',
    perRequest: 100,
    connections: 16,
    mixed: true,
  },
  { title: 'one page view a request', perRequest: 1, connections: 64, mixed: false },
].map(({ title, connections, ...shape }) => ({
  title,
  connections,
  shape: { ...shape, session: true },
}));

/** Tables whose triggers are those of search and counters. */
const watched = ['identities', 'identity_links', 'leads', 'companies'];

export async function readsInTransaction(
  folder: string,
  seconds: number,
  onProgress: (line: string) => void,
): Promise<Added[]> {
  const service = await startService(join(folder, 'transaction'));
  const sql = postgres(service.databaseUrl, { max: 1, onnotice: () => {} });
  const generator = startGenerator();
  try {
    await sql.unsafe(
      `create function bench_skip() returns trigger language plpgsql as 'begin return null; end'`,
    );
    const added: Added[] = [];
    for (const each of cases) {
      const job = { ...each, port: service.port, key: service.key };
      await generator.run({ ...job, seconds: warmUpSeconds });
      // The fold, the maker of tokens and jobs of each kind have a turn in each workspace, which is held.
      await sql`
        select pg_advisory_lock(4612, hashtext(workspace_id::text)),
               pg_advisory_lock(hashtextextended('search ' || workspace_id, 0)),
               (select count(pg_advisory_lock(4608, hashtext(workspace_id || kind))) from unnest(${jobs}::text[]) kind)
        from workspaces`;
      added.push(await compare(generator, sql, { ...job, seconds }));
      await sql`select pg_advisory_unlock_all()`;
      onProgress(`in the transaction, ${each.title}: ${added.at(-1)?.more.toFixed(1)} us more`);
    }
    return added;
  } finally {
    generator.close();
    await sql.end();
    await service.stop();
  }
}

type Job = Parameters<Generator['run']>[0] & { title: string };

async function compare(generator: Generator, sql: postgres.Sql, job: Job): Promise<Added> {
  const pairs: { on: number; off: number }[] = [];
  for (let turn = 0; turn < turns; turn++) {
    // Whichever is first meets what the turn before has left.
    const order = turn % 2 === 0 ? [true, false] : [false, true];
    const spent = { on: 0, off: 0 };
    for (const isOn of order) {
      await set(sql, isOn);
      spent[isOn ? 'on' : 'off'] = await spentOn(generator, sql, job);
    }
    await set(sql, true);
    pairs.push(spent);
  }
  const differences = pairs.map(({ on, off }) => on - off).sort((a, b) => a - b);
  const quarter = Math.floor(differences.length / 4);
  return {
    title: job.title,
    all: median(pairs.map(({ on }) => on)),
    more: median(differences),
    low: differences.at(quarter) ?? 0,
    high: differences.at(-1 - quarter) ?? 0,
  };
}

/** Without: the service sends what it sends, and nothing is stored of it. */
async function set(sql: postgres.Sql, isOn: boolean): Promise<void> {
  for (const table of watched)
    await sql.unsafe(`alter table ${table} ${isOn ? 'enable' : 'disable'} trigger user`);
  await sql.unsafe(
    isOn
      ? 'drop trigger if exists bench_skip on changes'
      : 'create trigger bench_skip before insert on changes for each row execute function bench_skip()',
  );
}

async function spentOn(generator: Generator, sql: postgres.Sql, job: Job): Promise<number> {
  const before = await cpuOfConnections(sql);
  const { acknowledged, failures, firstFailure } = await generator.run(job);
  if (failures > 0) throw new Error(`${failures} failed requests; the first: ${firstFailure}`);
  const after = await cpuOfConnections(sql);
  const ofEach = [...after].map(([pid, seconds]) => seconds - (before.get(pid) ?? 0));
  const seconds = ofEach.reduce((sum, each) => sum + each, 0);
  return (1e6 * seconds) / Math.max(1, sumCounts(acknowledged));
}

/** Of those of the service; what vacuums and writes in the background comes when it likes, and has no name. */
async function cpuOfConnections(sql: postgres.Sql): Promise<Map<number, number>> {
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where usename is not null and pid <> pg_backend_pid()`;
  return new Map(rows.map(({ pid }) => [pid, cpuSeconds(pid)]));
}
