/*
 * Two databases beside the home one, as cells. Through the front door: ingest, REST, search, figures, jobs and the
 * dashboard of a workspace that lives in a cell; and moves, while messages come in all the time.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { runCommand, runJson } from '../../testing/command-line.ts';
import { clonedDatabase, startHarness, type TestWorkspace } from '../../testing/harness.ts';
import { readEverything } from '../../testing/read-everything.ts';
import { until } from '../../testing/service-process.ts';

const cells = { one: await clonedDatabase(), two: await clonedDatabase() };
const urls = { one: cells.one.ownerUrl, two: cells.two.ownerUrl };
const CELLS = `one=${urls.one},two=${urls.two}`;
// Dropped last: what is registered first is done last.
afterAll(async () => {
  await Promise.all(Object.values(cells).map(({ drop }) => drop()));
});
const h = await startHarness({ CELLS });
const env = { CELLS, DATABASE_URL: h.ownerUrl };

interface Moved {
  from: string;
  to: string;
  rows: number;
  stoppedMs: number;
}

const move = (id: string, to: string) => runJson<Moved>(['cells', 'move', id, to], env);

/** What each database has of a workspace in a table. */
async function rowsOf(table: string, id: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, url] of Object.entries({ home: h.ownerUrl, ...urls })) {
    const sql = postgres(url, { max: 1 });
    const [row] =
      await sql`select count(*)::integer as n from ${sql(table)} where workspace_id = ${id}`;
    counts[name] = row?.n;
    await sql.end();
  }
  return counts;
}

const message = (visitor: string, n: number, more: object = {}) => ({
  type: 'event',
  name: 'page_view',
  message_id: `m-${visitor}-${n}`,
  visitor_id: visitor,
  timestamp: new Date().toISOString(),
  url: `https://example.com/page-${n % 7}`,
  ...more,
});

async function fill(workspace: TestWorkspace, visitors = 5): Promise<void> {
  for (let v = 0; v < visitors; v++) {
    const visitor = randomUUID();
    await h.send(
      [
        message(visitor, 0),
        message(visitor, 1),
        {
          type: 'identify',
          message_id: `i-${visitor}`,
          visitor_id: visitor,
          email: `p${v}@example.com`,
          traits: { name: `Person ${v}` },
        },
      ],
      workspace.productionKey,
    );
  }
  await h.settle();
}

/** But for the audit log, which tells of the moves. */
const reads = async (workspace: TestWorkspace) => {
  const answers = await readEverything(async (path) => {
    const answer = await h.fetch(`/api/v1${path}`, {
      headers: { authorization: `Bearer ${workspace.secretKey}` },
    });
    return answer.text();
  });
  return Object.fromEntries(
    Object.entries(answers).filter(([path]) => !path.startsWith('/audit-log')),
  );
};

test('a workspace that was moved to a cell is served from there, byte for byte as before', {
  timeout: 120_000,
}, async () => {
  const workspace = await h.newWorkspace('Moves');
  const other = await h.newWorkspace('Stays');
  await fill(workspace);
  await fill(other);
  const before = await reads(workspace);
  const moved = await move(workspace.id, 'one');
  expect(moved).toMatchObject({ from: 'home', to: 'one' });
  await h.db.followRoutes();
  await h.settle();
  expect(await reads(workspace)).toEqual(before);
  expect(await rowsOf('events', workspace.id)).toEqual({ home: 0, one: 15, two: 0 });
  expect(await rowsOf('api_keys', workspace.id)).toEqual({ home: 0, one: 3, two: 0 });
  // What is sent goes there, a duplicate is one, and the others are where they were.
  await fill(workspace);
  await fill(other, 1);
  expect(await rowsOf('events', workspace.id)).toEqual({ home: 0, one: 30, two: 0 });
  expect(await rowsOf('jobs', workspace.id)).toEqual({ home: 0, one: 0, two: 0 });
  expect(await rowsOf('events', other.id)).toEqual({ home: 18, one: 0, two: 0 });
  const [key] = [workspace.secretKey];
  const leads = await h.fetch('/api/v1/identities?limit=100', {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(await leads.json()).toMatchObject({ pagination: { total: 5 } });
  const found = await h.fetch('/api/v1/search?q=Person', {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(found.status).toBe(200);
  // From cell to cell, and home.
  const there = await reads(workspace);
  await move(workspace.id, 'two');
  await h.db.followRoutes();
  await h.settle();
  expect(await reads(workspace)).toEqual(there);
  expect(await rowsOf('events', workspace.id)).toEqual({ home: 0, one: 0, two: 30 });
  expect(await rowsOf('workspaces', workspace.id)).toEqual({ home: 1, one: 0, two: 1 });
  await move(workspace.id, 'home');
  await h.db.followRoutes();
  await h.settle();
  expect(await reads(workspace)).toEqual(there);
  expect(await rowsOf('events', workspace.id)).toEqual({ home: 30, one: 0, two: 0 });
  expect(await rowsOf('workspaces', workspace.id)).toEqual({ home: 1, one: 0, two: 0 });
  expect(h.db.routes().find((route) => route.workspaceId === workspace.id)).toBeUndefined();
});

test('while it moves messages come in: none is lost, none is stored twice', {
  timeout: 120_000,
}, async () => {
  const workspace = await h.newWorkspace('Busy');
  const sender = new Sender(workspace.productionKey);
  onTestFinished(() => sender.stop());
  await until(async () => sender.acknowledged > 200);
  const moved = await move(workspace.id, 'one');
  const before = sender.acknowledged;
  await until(async () => sender.acknowledged > before + 100);
  await sender.stop();
  expect(moved.stoppedMs).toBeLessThan(5_000);
  expect(sender.statuses).toEqual(new Set([200, 503]));
  const { one = 0, home } = await rowsOf('events', workspace.id);
  expect(home).toBe(0);
  expect(one).toBe(sender.acknowledged);
  await h.settle();
  // Refused while they are being changed.
  await until(async () => {
    const { stdout } = await runCommand(['stats', 'check', '--workspace', workspace.id], env);
    expect(stdout).not.toContain('WRONG');
    return stdout.includes('All figures are right.');
  });
});

/** Sends one message after another, each until it is acknowledged. */
class Sender {
  readonly statuses = new Set<number>();
  readonly #key: string;
  readonly #lanes: Promise<void>[];
  acknowledged = 0;
  #isStopping = false;

  constructor(key: string) {
    this.#key = key;
    this.#lanes = [0, 1, 2].map((lane) => this.#work(lane));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#lanes);
  }

  async #work(lane: number): Promise<void> {
    const visitors = Array.from({ length: 5 }, () => randomUUID());
    for (let n = 0; !this.#isStopping; n++) {
      const visitor = visitors[n % visitors.length] ?? '';
      const sent = { ...message(visitor, n), ...(n % 10 === 0 && naming(lane, n)) };
      while ((await this.#send(sent)) !== 200) await sleep(20);
      this.acknowledged += 1;
    }
  }

  async #send(body: object): Promise<number> {
    const answer = await fetch(`${h.url}/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-key': this.#key },
      body: JSON.stringify(body),
    });
    await answer.text();
    this.statuses.add(answer.status);
    if (answer.status === 503) expect(answer.headers.get('retry-after')).not.toBeNull();
    await sleep(5);
    return answer.status;
  }
}

/** In place of a page view. */
const naming = (lane: number, n: number) => ({
  type: 'identify',
  name: undefined,
  url: undefined,
  email: `p${lane}-${n % 50}@example.com`,
});
