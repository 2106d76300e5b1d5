/*
 * A Citus cluster for one test file, or for a run: a coordinator and two workers on 127.0.0.1, run by an unprivileged user in a
 * temporary directory. TEST_CITUS is the folder of the programs of a PostgreSQL with the extension.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, describe, type TestOptions, test } from 'vitest';
import { freePort } from '../platform/common/free-port.ts';
import { initCluster } from './init-cluster.ts';
import { makeDirectory, removeDirectory } from './service-process.ts';

const citusPrograms = process.env.TEST_CITUS;

/** Tests with what `stageOn` makes of a cluster of theirs. Without TEST_CITUS neither of the two runs, and a skipped test says so, also with CI=true. */
export async function describeOnCitus<T>(
  stageOn: (cluster: TestCitus) => Promise<T>,
  options: TestOptions,
  tests: (stage: T) => void,
): Promise<void> {
  if (!citusPrograms) {
    test.skip(
      'on Citus (left out: set TEST_CITUS to the folder of the programs of a PostgreSQL with Citus)',
    );
    return;
  }
  const cluster = await startCitus();
  afterAll(() => cluster.stop());
  let stage: T;
  try {
    stage = await stageOn(cluster);
  } catch (error) {
    // No afterAll runs for tests that were not gathered.
    await cluster.stop();
    throw error;
  }
  describe('on Citus', options, () => tests(stage));
}

/** Nothing outlives the tests, and a few shards show what many would. */
const settings = {
  // The second tells plans, while it is asked to (explaining).
  shared_preload_libraries: 'citus,auto_explain',
  'auto_explain.log_nested_statements': 'on',
  log_line_prefix: '%a: ',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  wal_level: 'logical',
  fsync: 'off',
  max_connections: '200',
  max_prepared_transactions: '100',
  shared_buffers: '64MB',
  'citus.shard_count': '4',
  'citus.node_connection_timeout': '2000',
  'citus.background_task_queue_interval': '1000',
};

const database = 'footfall';
const ownerPassword = 'x';

interface CitusNode {
  port: number;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Again, after it was killed. */
  start(): Promise<void>;
  /** Where it writes its log. */
  logFile: string;
}

/** How a statement was done. */
export interface Plan {
  /** Of the connection. */
  application: string;
  isOfCoordinator: boolean;
  statement: string;
  plan: string;
}

export interface TestCitus {
  /** Of the coordinator, for a user who owns the database and may create roles. */
  ownerUrl: string;
  /** Of the coordinator, or of a worker, for a superuser. */
  adminUrl(node?: CitusNode): string;
  workers: CitusNode[];
  /** Until then the coordinator is an ordinary server. */
  join(): Promise<void>;
  /** Each node ends and begins again: nobody is connected, nor does a worker of Citus look after a database. */
  restart(): Promise<void>;
  /** From now on each node notes how it does every statement; until `plans` is called, which tells them. */
  explaining(): Promise<{ plans(): Promise<Plan[]> }>;
  stop(): Promise<void>;
}

/** `parent`: of its directory, in place of the temporary one. `more`: settings of every node. */
export async function startCitus(
  parent?: string,
  more: Partial<Record<string, string>> = {},
): Promise<TestCitus> {
  const folder = await makeDirectory(parent);
  const nodes: CitusNode[] = [];
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.kill('SIGQUIT')));
    await removeDirectory(folder);
  };
  try {
    nodes.push(
      ...(await Promise.all(
        ['coordinator', 'a', 'b'].map((name) => startNode(folder, name, { ...settings, ...more })),
      )),
    );
    const [coordinator, ...workers] = nodes;
    if (!coordinator) throw new Error('no coordinator');
    const urlOf = (port: number, user: string) =>
      `postgres://${user}@127.0.0.1:${port}/${database}`;
    for (const node of nodes) await asAdmin(node, 'postgres', `create database ${database}`);
    // Roles of the coordinator come to the workers with the cluster.
    await asAdmin(
      coordinator,
      database,
      `create role owner login createrole password '${ownerPassword}'; alter database ${database} owner to owner`,
    );
    const join = async () => {
      for (const node of nodes) await asAdmin(node, database, 'create extension citus');
      const members = workers.map(({ port }) => `select citus_add_node('127.0.0.1', ${port});`);
      await asAdmin(
        coordinator,
        database,
        `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port}); ${members.join(' ')}`,
      );
      const own = `alter database ${database} owner to owner`;
      for (const worker of workers) {
        await asAdmin(worker, database, `set citus.enable_ddl_propagation = off; ${own}`);
      }
    };
    return {
      ownerUrl: urlOf(coordinator.port, `owner:${ownerPassword}`),
      adminUrl: (node = coordinator) => urlOf(node.port, 'admin'),
      workers,
      join,
      async restart() {
        await Promise.all(
          nodes.map(async (node) => {
            await node.kill('SIGINT');
            await node.start();
          }),
        );
      },
      explaining: () => explaining(nodes),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startNode(
  folder: string,
  name: string,
  wanted: Partial<Record<string, string>>,
): Promise<CitusNode> {
  const place = join(folder, name);
  const user = await initCluster(citusPrograms ?? '', place);
  const port = await freePort();
  const flags = Object.entries({ ...wanted, port }).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ]);
  const logFile = join(folder, `${name}.log`);
  let server: ChildProcess | undefined;
  let ended = Promise.resolve();
  const node: CitusNode = {
    port,
    logFile,
    async kill(signal) {
      server?.kill(signal);
      await ended;
    },
    async start() {
      const log = await open(logFile, 'a');
      const started = spawn(join(citusPrograms ?? '', 'postgres'), ['-D', place, ...flags], {
        ...user,
        cwd: '/',
        stdio: ['ignore', 'ignore', log.fd],
        // Where the driver looks for certificates, this user may not.
        env: { PATH: process.env.PATH, HOME: place },
      });
      ended = new Promise((resolve) => started.once('exit', () => resolve()));
      server = started;
      await log.close();
      // What was left of one that was killed ends by itself, and stands in the way until then.
      const isUp = await Promise.race([
        untilAnswers(node).then(() => true),
        ended.then(() => false),
      ]);
      if (!isUp) await node.start();
    },
  };
  await node.start();
  return node;
}

/** The first node is the coordinator. */
async function explaining(nodes: CitusNode[]) {
  const sizes = await Promise.all(nodes.map(async ({ logFile }) => (await stat(logFile)).size));
  const tell = async (leastMs: number) => {
    for (const node of nodes) {
      await asAdmin(
        node,
        'postgres',
        `alter system set auto_explain.log_min_duration = ${leastMs}`,
      );
      await asAdmin(node, 'postgres', 'select pg_reload_conf()');
    }
  };
  await tell(0);
  return {
    async plans(): Promise<Plan[]> {
      await tell(-1);
      const logs = await Promise.all(
        nodes.map(async ({ logFile }, place) =>
          plansIn((await readFile(logFile)).subarray(sizes[place]).toString(), place === 0),
        ),
      );
      return logs.flat();
    },
  };
}

/** Lines of one message begin with a tab, but for the first. */
function plansIn(log: string, isOfCoordinator: boolean): Plan[] {
  return log.split(/\n(?!\t)/).flatMap((message) => {
    const [, application = '', text = ''] =
      /^(.*?): LOG: {2}duration: [\d.]+ ms {2}plan:\n\tQuery Text: (.*)$/s.exec(message) ?? [];
    // The statement ends where the first node of its plan begins.
    const at = text.search(/\n\t\S[^\n]*\(cost=/);
    return at < 0
      ? []
      : [{ application, isOfCoordinator, statement: text.slice(0, at), plan: text.slice(at) }];
  });
}

async function untilAnswers(node: CitusNode): Promise<void> {
  for (const end = Date.now() + 20_000; ; await new Promise((done) => setTimeout(done, 50))) {
    try {
      return await asAdmin(node, 'postgres', 'select 1');
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

async function asAdmin({ port }: CitusNode, name: string, statements: string): Promise<void> {
  const sql = postgres(`postgres://admin@127.0.0.1:${port}/${name}`, {
    max: 1,
    onnotice: () => undefined,
  });
  try {
    await sql.unsafe(statements);
  } finally {
    await sql.end();
  }
}
