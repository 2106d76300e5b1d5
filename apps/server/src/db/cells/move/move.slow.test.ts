/* Moves of a workspace that is used: messages come in all the time, and members change what they see. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { cellMessage as message, startCells } from '../../../testing/cells.ts';
import { runCommand } from '../../../testing/command-line.ts';
import { FaultProxy } from '../../../testing/fault-proxy.ts';
import type { TestWorkspace } from '../../../testing/harness.ts';
import { recordIn } from '../../../testing/rest.ts';
import { until } from '../../../testing/service-process.ts';
import { signedIn } from '../../../testing/signed-in.ts';
import { SLOW } from '../../../testing/slow.ts';

const { h, env, urls, move, rowsOf } = await startCells();

test('while it moves messages come in: none is lost, none is stored twice', {
  timeout: SLOW,
}, async ({ annotate }) => {
  const workspace = await h.newWorkspace('Busy');
  const sender = sending(workspace);
  await until(async () => sender.acknowledged > 200);
  await move(workspace.id, 'one');
  const before = sender.acknowledged;
  await until(async () => sender.acknowledged > before + 100);
  await sender.stop();
  await annotate(
    `the longest that a message was refused: ${Math.round(sender.longestRefusedMs)} ms`,
  );
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

test('while rows that were copied are counted messages are taken', {
  timeout: SLOW,
}, async () => {
  const workspace = await h.newWorkspace('Counted slowly');
  const proxy = new FaultProxy(h.ownerUrl);
  const DATABASE_URL = await proxy.start();
  onTestFinished(() => proxy.stop());
  const sender = sending(workspace, 1);
  await until(async () => sender.acknowledged > 20);
  let counts = 0;
  // Counted while nothing may be changed, it would never go on.
  const goOn = async () => {
    counts += 1;
    const before = sender.acknowledged;
    await until(async () => sender.acknowledged > before + 20);
  };
  proxy.slow = { text: 'count(*)::integer as total from public.events', goOn };
  await move(workspace.id, 'one', { DATABASE_URL });
  expect(counts).toBe(1);
  const before = sender.acknowledged;
  await until(async () => sender.acknowledged > before + 20);
  await sender.stop();
  const one = sender.acknowledged;
  expect(await rowsOf('events', workspace.id)).toEqual({ home: 0, one, two: 0 });
});

test('a list change begins while its workspace is copied', { timeout: SLOW }, async () => {
  const workspace = await h.newWorkspace('Changed meanwhile');
  await h.send([message(randomUUID(), 0)], workspace.productionKey);
  await h.settle();
  const member = await signedIn(h, { workspaceId: workspace.id, role: 'member', name: 'Mia' });
  const list = recordIn(await member.post('/lists', { name: 'Call' })).id;
  await onSql(urls.one, async (sql) => {
    await sql.unsafe(`
      create function wait_here() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(1); return new; end $$;
      create trigger wait_here before insert on events for each row execute function wait_here()`);
    await sql`select pg_advisory_lock(1)`;
    const moving = move(workspace.id, 'one');
    try {
      await expect
        .poll(() => sql`select from pg_stat_activity where wait_event = 'advisory'`)
        .toHaveLength(1);
      const change = { list_id: list, action: 'add', of: 'visitors' };
      const { status, body } = await member.post('/list-changes', change);
      expect({ status, body }).toMatchObject({ status: 200, body: { data: { changed: 1 } } });
    } finally {
      await sql`select pg_advisory_unlock(1)`;
      await moving;
      await sql`drop function wait_here cascade`;
    }
  });
  expect(await rowsOf('visitor_list_members', workspace.id)).toEqual({ home: 0, one: 1, two: 0 });
});

async function onSql(url: string, work: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

function sending({ productionKey }: TestWorkspace, lanes = 3): Sender {
  const sender = new Sender(productionKey, lanes);
  onTestFinished(() => sender.stop());
  return sender;
}

/** Sends one message after another, each until it is acknowledged. */
class Sender {
  readonly statuses = new Set<number>();
  readonly #key: string;
  readonly #lanes: Promise<void>[];
  acknowledged = 0;
  /** From the first refusal of a message until it was taken. */
  longestRefusedMs = 0;
  #isStopping = false;

  constructor(key: string, lanes: number) {
    this.#key = key;
    this.#lanes = Array.from({ length: lanes }, (_, lane) => this.#work(lane));
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
      const begun = performance.now();
      let endedMs = 0;
      while ((await this.#send(sent)) !== 200) {
        await sleep(20);
        endedMs = performance.now() - begun;
      }
      this.longestRefusedMs = Math.max(this.longestRefusedMs, endedMs);
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
