/* Retries beside their first try, in all writers of a process: one waits for the other, and none deadlocks. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { startHarness } from '../testing/harness.ts';

const h = await startHarness();
const owner = postgres(h.ownerUrl, { max: 2, onnotice: () => undefined });
afterAll(() => owner.end());

/** As in the options of GroupCommit: from so many messages on all writers are used. */
const secondWriterAt = 200;
const random = (below: number) => Math.floor(Math.random() * below);
const newVisit = () => ({ visitor_id: randomUUID(), session_id: randomUUID() });

function view(visit = newVisit()) {
  const timestamp = new Date(Date.now() - random(60_000)).toISOString();
  return { type: 'event', name: 'page_view', message_id: randomUUID(), timestamp, ...visit };
}

async function queueDepth(): Promise<number> {
  const text = await (await h.fetch('/metrics')).text();
  return Number(/^footfall_ingest_queue_depth (\d+)$/m.exec(text)?.[1]);
}

async function deadlocks(): Promise<number> {
  const [row] = await owner<{ deadlocks: number }[]>`
    select deadlocks::integer from pg_stat_database where datname = current_database()`;
  return row?.deadlocks ?? 0;
}

test('of retries in flight, under other visitors too, and of people whom several name none deadlocks', async () => {
  const before = await deadlocks();
  const visits = Array.from({ length: 60 }, newVisit);
  const visitOf = () => visits[random(visits.length)] ?? newVisit();
  const recent: ReturnType<typeof view>[] = [];
  const next = () => {
    const old = recent.at(-1 - random(Math.min(recent.length, 30)));
    if (old && random(2) === 0) return random(4) === 0 ? { ...old, ...visitOf() } : old;
    const kind = random(8);
    const message = view(visitOf());
    if (kind === 0)
      Object.assign(message, { type: 'identify', name: 'x', email: `p${random(20)}@acme.com` });
    if (kind === 1) Object.assign(message, { type: 'conversion', external_id: `o${random(60)}` });
    recent.push(message);
    return message;
  };
  const client = async () => {
    for (let round = 0; round < 5; round++) {
      await h.send(Array.from({ length: 1 + random(4) }, next));
    }
  };
  await Promise.all(Array.from({ length: 150 }, client));
  expect(h.logLines.filter((line) => line.includes('40P01'))).toEqual([]);
  expect(await deadlocks()).toBe(before);
});

test('a visitor whose messages come to two writers has them written one after the other', async () => {
  const transactionsWaiting = async () => {
    const [row] = await owner<{ count: number }[]>`
      select count(*)::integer from pg_stat_activity
      where datname = current_database() and wait_event in ('advisory', 'transactionid')`;
    return row?.count ?? 0;
  };
  await h.settle();
  // Both writers have their connection by now. Under low load everything goes to one writer, under more some of these visitors have the other one.
  const visits = Array.from({ length: 8 }, newVisit);
  const first = visits.map((visit) => view(visit));
  await owner`
    create function wait_here() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(1); return new; end $$`;
  await owner`create trigger wait_here before insert on events for each row execute function wait_here()`;
  const blocker = await owner.reserve();
  await blocker`select pg_advisory_lock(1)`;
  const sent = [h.send(first)];
  try {
    await expect.poll(transactionsWaiting).toBe(1);
    sent.push(h.send(Array.from({ length: secondWriterAt }, () => view())));
    await expect.poll(queueDepth).toBe(first.length + secondWriterAt);
    sent.push(...first.map((message) => h.send(message)));
    await expect.poll(queueDepth).toBe(first.length * 2 + secondWriterAt);
    for (let looks = 0; looks < 50; looks++) expect(await transactionsWaiting()).toBe(1);
  } finally {
    await blocker`select pg_advisory_unlock(1)`;
    blocker.release();
    await owner`drop function wait_here cascade`;
  }
  const answers = await Promise.all(sent);
  const count = (name: 'accepted' | 'duplicates') =>
    answers.reduce((sum, data) => sum + data[name], 0);
  expect([count('accepted'), count('duplicates')]).toEqual([
    first.length + secondWriterAt,
    first.length,
  ]);
});
