/* Retries beside their first try, in all writers of a process and of two: one waits for the other, and none deadlocks. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { holdTransaction } from '../../testing/open-transaction.ts';
import { seededRandom } from '../../testing/random-history.ts';
import { inRounds } from '../../testing/rounds.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { SLOW } from '../../testing/slow.ts';

const retries = inRounds(190);
const clients = 150;

const h = await sharedHarness();
/** As in another process: neither knows what the other one writes. */
const other = await startHarness({}, {}, { ownerUrl: h.ownerUrl });
const owner = postgres(h.ownerUrl, { max: 1, onnotice: () => undefined });
afterAll(() => owner.end());

/** As in the options of GroupCommit: from so many messages on all writers are used. */
const secondWriterAt = 200;
const chance = seededRandom(Number(process.env.SEED || 1));
const random = (below: number) => Math.floor(chance() * below);
const newVisit = () => ({ visitor_id: randomUUID(), session_id: randomUUID() });

type Visit = ReturnType<typeof newVisit>;
type Sent = Visit & Record<string, unknown>;

const agoMs = (ms: number) => new Date(Date.now() - random(ms)).toISOString();

function view(visit = newVisit(), timestamp = agoMs(60_000)): Sent {
  return { type: 'event', name: 'page_view', message_id: randomUUID(), timestamp, ...visit };
}

const kinds: (() => object)[] = [
  () => ({ type: 'identify', name: 'x', email: `p${random(20)}@acme${random(3)}.com` }),
  () => ({ type: 'identify', user_id: `u${random(20)}` }),
  () => ({ type: 'conversion', external_id: `o${random(60)}` }),
  () => ({ context: { campaign: { name: `c${random(5)}`, source: 'mail' } } }),
  // The service finds its visit, and cuts the others anew where it is late.
  () => ({ session_id: undefined }),
  () => ({ session_id: undefined, timestamp: agoMs(6 * 3_600_000) }),
];

/** Half of them are views. */
function anyMessage(visit: Visit): Sent {
  return { ...view(visit), ...kinds[random(kinds.length * 2)]?.() };
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

/** From many clients at once, messages of the same visitors, half of them retries; a quarter of these under another visitor. Returns how many there are. */
async function sendRetries(services: Harness[], key: string): Promise<number> {
  const visitors = Array.from({ length: 60 }, newVisit);
  const visits = visitors.flatMap((visit, place) =>
    place % 2 === 0 ? [visit] : [visit, { ...visit, session_id: randomUUID() }],
  );
  const visitOf = () => visits[random(visits.length)] ?? newVisit();
  const recent: Sent[] = [];
  const next = () => {
    const old = recent.at(-1 - random(Math.min(recent.length, 30)));
    if (old && random(2) === 0) return random(4) === 0 ? { ...old, ...visitOf() } : old;
    const message = anyMessage(visitOf());
    recent.push(message);
    return message;
  };
  let left = retries;
  const client = async (_: unknown, number: number) => {
    const service = services[number % services.length];
    while (left > 0) {
      const batch = Array.from({ length: 1 + random(random(8) === 0 ? 40 : 4) }, next);
      left -= batch.length;
      while (service && !(await isStored(service, batch, key))) await sleep(100);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  // An order is one conversion, however many say so.
  const orders = recent.flatMap((message) =>
    'external_id' in message ? [message.external_id] : [],
  );
  return recent.length - orders.length + new Set(orders).size;
}

/** False where it is to be sent again. */
async function isStored({ url }: Harness, batch: object[], key: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json', 'x-svc-key': key };
  const body = JSON.stringify({ batch });
  const answer = await fetch(`${url}/ingest/batch`, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  expect([200, 503]).toContain(answer.status);
  return answer.status === 200;
}

const timeout = SLOW + retries * 20;

test('concurrent retries, also for other visitors and shared people, never deadlock', {
  timeout,
}, async () => {
  const before = await deadlocks();
  await sendRetries([h], h.workspace.productionKey);
  expect(h.logLines.filter((line) => line.includes('40P01'))).toEqual([]);
  expect(await deadlocks()).toBe(before);
});

test('two services that write the same visitors, and the same messages again, lose and double nothing, and do not deadlock', {
  timeout,
}, async () => {
  const before = await deadlocks();
  const { productionKey, id } = await h.newWorkspace('Two services');
  const sent = await sendRetries([h, other], productionKey);
  await Promise.all([h.settle(), other.settle()]);
  expect(await deadlocks()).toBe(before);
  const [stored] = await owner`
    select count(*)::integer as events,
           (select sum(event_count)::integer from sessions where workspace_id = ${id}) as "inVisits"
    from events where workspace_id = ${id}`;
  expect(stored).toEqual({ events: sent, inVisits: sent });
});

test('two writers store the messages of one visitor one after the other', async () => {
  const transactionsWaiting = async () => {
    const waiting = await h.db.upkeep(
      (tx) => tx`
        select from pg_stat_activity
        where datname = current_database() and wait_event in ('advisory', 'transactionid')`,
      h.workspace.id,
    );
    return waiting.length;
  };
  await h.settle();
  // Both writers have their connection by now. Under low load everything goes to one writer, under more some of these visitors have the other one.
  const visits = Array.from({ length: 8 }, newVisit);
  const first = visits.map((visit) => view(visit));
  await owner`
    create function wait_here() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(1); return new; end $$`;
  await owner`create trigger wait_here before insert on events for each row execute function wait_here()`;
  const blocker = await holdTransaction(
    (run) => h.db.upkeep(run, h.workspace.id),
    async (tx) => void (await tx`select pg_advisory_xact_lock(1)`),
  );
  const sent = [h.send(first)];
  try {
    await expect.poll(transactionsWaiting).toBe(1);
    sent.push(h.send(Array.from({ length: secondWriterAt }, () => view())));
    await expect.poll(queueDepth).toBe(first.length + secondWriterAt);
    sent.push(...first.map((message) => h.send(message)));
    await expect.poll(queueDepth).toBe(first.length * 2 + secondWriterAt);
    for (let looks = 0; looks < 50; looks++) expect(await transactionsWaiting()).toBe(1);
  } finally {
    await blocker.commit();
  }
  const answers = await Promise.all(sent);
  const count = (name: 'accepted' | 'duplicates') =>
    answers.reduce((sum, data) => sum + data[name], 0);
  expect([count('accepted'), count('duplicates')]).toEqual([
    first.length + secondWriterAt,
    first.length,
  ]);
});
