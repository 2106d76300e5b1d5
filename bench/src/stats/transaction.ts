/*
 * What reads cost the transaction of ingest: changes, which figures are counted from, notes of what search has to look at, and
 * counters of days. The same messages with them and without, by turns, while what is deferred waits.
 */
import { join } from 'node:path';
import postgres from 'postgres';
import { median } from '../ingest/report.ts';
import { type Generator, startGenerator } from '../load/generator.ts';
import { type Shape, sumCounts } from '../load/jobs.ts';
import { childCpuSeconds, cpuSeconds } from '../machine.ts';
import { type Service, startService } from '../servers/service.ts';

/** Microseconds of processor time a message. */
type Spent = { service: number; database: number };

export type Added = {
  title: string;
  /** Of all turns with it, the median. */
  all: Spent;
  /** Of all pairs of turns, what the one with it took more: medians, and a quarter of the pairs lies below and above these. */
  more: Spent & { sum: number; low: number; high: number };
};

const turns = 10;
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
      // The fold and the maker of tokens have a turn in each workspace, which is held.
      await sql`
        select pg_advisory_lock(4612, hashtext(workspace_id::text)),
               pg_advisory_lock(hashtextextended('search ' || workspace_id, 0)) from workspaces`;
      added.push(await compare(generator, service, sql, { ...job, seconds }));
      await sql`select pg_advisory_unlock_all()`;
      onProgress(`in the transaction, ${each.title}: ${added.at(-1)?.more.sum.toFixed(1)} us more`);
    }
    return added;
  } finally {
    generator.close();
    await sql.end();
    await service.stop();
  }
}

type Job = Parameters<Generator['run']>[0] & { title: string };

async function compare(
  generator: Generator,
  service: Service,
  sql: postgres.Sql,
  job: Job,
): Promise<Added> {
  const pairs: { on: Spent; off: Spent }[] = [];
  for (let turn = 0; turn < turns; turn++) {
    // Whichever is first meets what the turn before has left.
    const order = turn % 2 === 0 ? [true, false] : [false, true];
    const spent = new Map<boolean, Spent>();
    for (const isOn of order) {
      await set(sql, isOn);
      spent.set(isOn, await spentOn(generator, service, job));
    }
    await set(sql, true);
    const [on, off] = [spent.get(true), spent.get(false)];
    if (on && off) pairs.push({ on, off });
  }
  const differences = (of: (spent: Spent) => number) =>
    pairs.map(({ on, off }) => of(on) - of(off)).sort((a, b) => a - b);
  const sums = differences(({ service: own, database }) => own + database);
  const quarter = Math.floor(sums.length / 4);
  return {
    title: job.title,
    all: {
      service: median(pairs.map(({ on }) => on.service)),
      database: median(pairs.map(({ on }) => on.database)),
    },
    more: {
      service: median(differences(({ service: own }) => own)),
      database: median(differences(({ database }) => database)),
      sum: median(sums),
      low: sums.at(quarter) ?? 0,
      high: sums.at(-1 - quarter) ?? 0,
    },
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

async function spentOn(generator: Generator, { pid }: Service, job: Job): Promise<Spent> {
  const before = { service: cpuSeconds(pid), database: childCpuSeconds(pid) };
  const { acknowledged, failures, firstFailure } = await generator.run(job);
  if (failures > 0) throw new Error(`${failures} failed requests; the first: ${firstFailure}`);
  const micros = (seconds: number) => (1e6 * seconds) / Math.max(1, sumCounts(acknowledged));
  return {
    service: micros(cpuSeconds(pid) - before.service),
    database: micros(childCpuSeconds(pid) - before.database),
  };
}
