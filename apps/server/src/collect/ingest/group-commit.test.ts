import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import type { Tx } from '../../platform/db/connect.ts';
import { lockClasses } from '../../platform/db/lock-classes.ts';
import { startHarness } from '../../testing/harness.ts';
import { holdTransaction } from '../../testing/open-transaction.ts';
import { dataOf, errorOf, post, statusesOf } from '../../testing/post.ts';

const h = await startHarness();
const owner = postgres(h.ownerUrl, { max: 1, onnotice: () => undefined });
afterAll(() => owner.end());

const view = (name = 'page_view') => ({
  type: 'event',
  name,
  visitor_id: randomUUID(),
  session_id: randomUUID(),
});
const countOf = async (table: 'events' | 'failed_events') => {
  const [row] = await owner<{ total: number }[]>`
    select count(*)::integer as total from ${owner(table)}`;
  return row?.total ?? 0;
};
/** As the owner, where a workspace is. */
const hold = (work: (tx: Tx) => Promise<unknown>, { id }: { id: string } = h.workspace) =>
  holdTransaction(
    (run) => h.db.upkeep(run, id),
    async (tx) => void (await work(tx)),
  );
async function queueDepth(): Promise<number> {
  const text = await (await h.fetch('/metrics')).text();
  return Number(/^footfall_ingest_queue_depth (\d+)$/m.exec(text)?.[1]);
}

// PostgreSQL refuses some messages that passed every check; which ones, no test can know in advance.
await owner`
  create function refuse() returns trigger language plpgsql as $$
  begin
    if new.name = 'out of range' then raise exception 'refused' using errcode = '22003'; end if;
    if new.name = 'our fault' then raise exception 'refused' using errcode = '42703'; end if;
    if new.name = 'in the way' and clock_timestamp() < new.occurred_at + interval '4.5 s' then
      raise exception 'refused' using errcode = '40001';
    end if;
    return new;
  end $$`;
await owner`create trigger refuse before insert on events for each row execute function refuse()`;

test('a conflict with another transaction is retried while the sender waits', async () => {
  const message = { ...view('in the way'), timestamp: new Date().toISOString() };
  expect(await h.send(message)).toMatchObject({ accepted: 1 });
});

test('a message that PostgreSQL refuses is kept with its bytes, the 99 beside it are stored', async () => {
  const before = [await countOf('events'), await countOf('failed_events')];
  const batch: object[] = Array.from({ length: 100 }, () => view());
  batch[57] = view('out of range');
  const others = [h.send([view(), view()]), h.send(view()), h.send([view('out of range')])];
  const data = await h.send(batch);
  expect(data).toMatchObject({ accepted: 99, duplicates: 0, rejected: 1 });
  expect(data.results[57]).toMatchObject({
    index: 57,
    status: 'rejected',
    visitor_id: null,
    error: expect.stringMatching(/cannot be stored/),
  });
  const [two, one, alone] = await Promise.all(others);
  expect([two?.accepted, one?.accepted, alone?.rejected]).toEqual([2, 1, 1]);
  expect([await countOf('events'), await countOf('failed_events')]).toEqual([
    (before[0] ?? 0) + 102,
    (before[1] ?? 0) + 2,
  ]);
  const [kept] = await owner<{ body: Buffer; reason: string }[]>`
    select body, reason from failed_events where body = ${Buffer.from(JSON.stringify(batch[57]))}`;
  expect(kept?.reason).toMatch(/cannot be stored/);
});

test('a fault of ours is 500 and blamed on no message, and the requests beside it are answered', async () => {
  const before = await countOf('failed_events');
  const [bad, good] = await Promise.all([
    post(h, '/ingest/batch', { batch: [view('our fault')] }),
    post(h, '/ingest', view()),
  ]);
  expect(bad.status).toBe(500);
  expect(errorOf(bad).error).toBe('internal_error');
  expect(bad.text).not.toContain('refused');
  expect(dataOf(good).accepted).toBe(1);
  expect(await countOf('failed_events')).toBe(before);
});

test('requests at the same time share transactions, and each is answered with its own messages', async () => {
  const commits = async () => {
    const text = await (await h.fetch('/metrics')).text();
    return Number(/^footfall_ingest_commit_seconds_count (\d+)$/m.exec(text)?.[1]);
  };
  const before = await commits();
  const sent = Array.from({ length: 60 }, () => [view(), { type: 'nonsense' }, view()]);
  const answers = await Promise.all(sent.map((batch) => h.send(batch)));
  for (const [place, data] of answers.entries()) {
    expect(statusesOf(data)).toEqual(['accepted', 'rejected', 'accepted']);
    const visitorIds = sent[place]?.map((message) =>
      'visitor_id' in message ? message.visitor_id : null,
    );
    expect(data.results.map(({ visitor_id }) => visitor_id)).toEqual(visitorIds);
  }
  // The lane of refused messages has transactions of its own.
  expect((await commits()) - before).toBeLessThan(2 * 45);
});

test('page views are stored while identify messages wait for a rebuild of people', async () => {
  // Whichever workspace was served last, this one is alone after a second.
  await sleep(1_100);
  const blocker = await hold(
    (tx) => tx`select pg_advisory_xact_lock(${lockClasses.people}, hashtext(${h.workspace.id}))`,
  );
  const names = { ...view(), type: 'identify', email: 'ann@acme.com' };
  const named = h.send(names).then((data) => ({ data, at: performance.now() }));
  try {
    await expect.poll(queueDepth).toBe(1);
    for (let each = 0; each < 3; each++)
      expect(await h.send(view())).toMatchObject({ accepted: 1 });
    // Those of the same visitor are written in turn.
    const later = h.send({ ...view(), visitor_id: names.visitor_id });
    await expect.poll(queueDepth).toBe(2);
    const released = performance.now();
    await blocker.commit();
    expect(await later).toMatchObject({ accepted: 1 });
    expect((await named).at).toBeGreaterThan(released);
    expect((await named).data).toMatchObject({ accepted: 1 });
  } finally {
    await blocker.commit();
  }
});

test('a full queue refuses with 503 and Retry-After before reading; what was taken is stored and answered', async () => {
  const before = await countOf('events');
  // Large bodies would wait for a turn each, and on a busy machine be refused after 10 s.
  const [batches, size] = [100, 200];
  const blocker = await hold(async (tx) => {
    await tx`set local citus.enable_manual_changes_to_shards = on`;
    await tx`lock table ${tx(tx.stored('events'))} in exclusive mode`;
  });
  const waiting = Array.from({ length: batches }, () => h.send(new Array(size).fill(view())));
  try {
    await expect.poll(queueDepth).toBe(batches * size);
    const refused = await post(h, '/ingest', view());
    expect(refused.status).toBe(503);
    expect(errorOf(refused).error).toBe('unavailable');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    // The rest of the service is not busy.
    await h.client().leads.list();
  } finally {
    await blocker.commit();
  }
  const answers = await Promise.all(waiting);
  expect(answers.every(({ accepted }) => accepted === size)).toBe(true);
  expect(await countOf('events')).toBe(before + batches * size);
  expect(await queueDepth()).toBe(0);
  expect(await h.send(view())).toMatchObject({ accepted: 1 });
});

test('when PostgreSQL ends the connections, requests are stored or refused with 503, and none is lost', async () => {
  const before = await countOf('events');
  let isOn = true;
  const statuses: number[] = [];
  const sender = async () => {
    while (isOn) statuses.push((await post(h, '/ingest', view())).status);
  };
  const senders = [sender(), sender(), sender(), sender()];
  const countAccepted = () => statuses.filter((status) => status === 200).length;
  for (let round = 0; round < 3; round++) {
    // Each cut comes while messages are stored, however slow the machine is.
    const soFar = countAccepted();
    await expect.poll(countAccepted).toBeGreaterThan(soFar + 3);
    await owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
  }
  isOn = false;
  await Promise.all(senders);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  const accepted = countAccepted();
  // A connection may end between COMMIT and its answer, so there may be more than was told, not less.
  const stored = (await countOf('events')) - before;
  expect(stored).toBeGreaterThanOrEqual(accepted);
  expect(await h.send(view())).toMatchObject({ accepted: 1 });
});

test('a workspace does not wait while another one’s people are being written', async () => {
  const [busy, other] = [await h.newWorkspace('Busy'), await h.newWorkspace('Other')];
  const people = Array.from({ length: 10 }, (_, place) => ({
    type: 'identify',
    visitor_id: randomUUID(),
    email: `${place}@held.example`,
  }));
  // Whoever makes the same person waits until this ends.
  const maker = await hold(
    (tx) => tx`
      insert into identities (workspace_id, id, is_test, visitor_id, email, created_at, updated_at)
      values (${busy.id}, ${randomUUID()}, false, ${randomUUID()}, '0@held.example', now(), now())`,
    busy,
  );
  const written = h.send(people, busy.productionKey);
  await expect.poll(queueDepth).toBe(10);
  expect(await h.send(view(), other.productionKey)).toMatchObject({ accepted: 1 });
  expect(await queueDepth()).toBe(10);
  await maker.commit();
  expect(await written).toMatchObject({ accepted: 10 });
});
