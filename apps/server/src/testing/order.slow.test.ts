import { messageTypes } from '@footfall/contract/ingest';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { signatureHeader, signatureOf } from '../accounts/keys/signature.ts';
import { createSigningSecret } from '../accounts/keys/signing-secrets.ts';
import { changeSettings } from '../accounts/workspaces/settings.ts';
import { buildApp } from '../app.ts';
import { startHarness, uncompressed } from './harness.ts';
import { randomHistory, seededRandom, shuffled, withBackends } from './random-history.ts';
import { readEverything } from './read-everything.ts';
import { seedsFrom } from './rounds.ts';
import { SLOW } from './slow.ts';
import { tablesWith } from './tables.ts';

const h = await startHarness();
const { secret } = await h.db.system((tx) => createSigningSecret(tx, h.workspace.id, 'Test'));

/** What visitors did, and what was made of it. */
const tables = await tablesWith(h.db, 'is_test');

type Message = Record<string, unknown>;

const logged: string[] = [];

/**
 * Every answer of the REST API after these deliveries, in an empty workspace and a fresh process.
 * `proved`: by message_id, what comes in signed requests. `settlesAt`: after which of them, by place, the background finishes before the next one comes.
 */
async function readsAfter(
  deliveries: Message[][],
  proved: Set<unknown>,
  settlesAt: (place: number) => boolean = () => false,
): Promise<Record<string, string>> {
  await h.settle();
  await h.db.upkeep(async (tx) => {
    for (const table of tables) await tx`delete from ${tx(table)}`;
  }, h.workspace.id);
  const app = await buildApp({
    config: h.config,
    db: h.db,
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  await app.addressTables.ready;
  try {
    for (const [place, batch] of deliveries.entries()) {
      for (const isProved of [false, true]) {
        const sent = batch.filter(({ message_id: id }) => proved.has(id) === isProved);
        if (sent.length > 0) await sendTo(url, sent, isProved);
      }
      if (settlesAt(place)) await app.background.settle();
    }
    await app.background.settle();
    expect(logged).toEqual([]);
    return await readEverything((path) => read(`${url}/api/v1${path}`));
  } finally {
    await app.close();
  }
}

async function sendTo(url: string, batch: Message[], isProved: boolean) {
  const body = JSON.stringify({ batch });
  const answer = await fetch(`${url}/ingest/batch`, {
    method: 'POST',
    headers: {
      'x-svc-key': h.workspace.productionKey,
      'content-type': 'application/json',
      ...(isProved && { 'x-svc-signature': signatureHeader(secret, body, Date.now()) }),
    },
    body,
  });
  const { data } = (await answer.json()) as { data: { rejected: number } };
  expect(answer.status, logged.join('')).toBe(200);
  expect(data.rejected).toBe(0);
}

async function read(address: string): Promise<string> {
  const answer = await fetch(address, {
    headers: uncompressed({ authorization: `Bearer ${h.workspace.secretKey}` }),
  });
  const text = await answer.text();
  expect(answer.status, `${address}: ${text}`).toBe(200);
  return text;
}

/** Byte for byte; a difference is shown as data. */
function expectSame(reads: Record<string, string>, expected: Record<string, string>, name: string) {
  expect(Object.keys(reads).sort(), name).toEqual(Object.keys(expected).sort());
  for (const [path, text] of Object.entries(expected)) {
    if (reads[path] === text) continue;
    expect(JSON.parse(reads[path] ?? 'null'), `${name}: ${path}`).toEqual(JSON.parse(text));
    expect(reads[path], `${name}: ${path}`).toBe(text);
  }
}

const single = (messages: Message[]) => messages.map((message) => [message]);

function inBatches<T>(list: T[], size: () => number): T[][] {
  const batches: T[][] = [];
  for (let from = 0; from < list.length; ) {
    const count = Math.max(1, size());
    batches.push(list.slice(from, from + count));
    from += count;
  }
  return batches;
}

const endMs = Date.now() - 60 * 60_000;

const seeds = seedsFrom(1);
/** Asked for more, histories are longer as well, and each is delivered in every way under either trust. */
const thoroughly = seeds.length > 1;
const size = thoroughly ? 60 : 22;
const [firstSeed = 1] = seeds;
/** Believed without proof, and each message by its right. */
const cases = seeds.flatMap((seed) => [
  { seed, trust: 'open' as const },
  { seed, trust: 'balanced' as const },
]);

test('the histories have messages of every type', () => {
  const types = [0, 1, 2].flatMap((more) =>
    randomHistory(firstSeed + more, size, endMs).map(({ type }) => type),
  );
  expect(new Set(types)).toEqual(new Set(messageTypes));
});

function messagesOf(seed: number, count: number) {
  const { history, proved } = withBackends(randomHistory(seed, count, endMs), seed);
  return { history: history.map(partlySigned), proved };
}

test('the histories have backends, names that identify nobody, and orders with two rights', () => {
  const messages = [1, 2, 3].flatMap((seed) => {
    const { history, proved } = messagesOf(seed, size);
    return history.map((message) => ({
      ...message,
      seed,
      isProved: proved.has(message.message_id),
    }));
  });
  const orders = messages.flatMap(({ seed, external_id: id, isProved }: Message) =>
    id === undefined ? [] : [{ order: `${seed} ${id}`, isProved }],
  );
  const [proved, others] = [true, false].map(
    (right) => new Set(orders.flatMap(({ order, isProved }) => (isProved === right ? order : []))),
  );
  expect([...(proved ?? [])].filter((order) => others?.has(order)).length).toBeGreaterThan(2);
  const withoutVisitor = messages.filter((message: Message) => message.visitor_id === undefined);
  expect(withoutVisitor.length).toBeGreaterThan(2);
  const placeholders = messages.filter((message: Message) => message.user_id === 'undefined');
  expect(placeholders.length).toBeGreaterThan(2);
});

/** Every fourth claim is proved: by its user_id, its address or both. */
function partlySigned(message: Message, place: number): Message {
  if (message.type !== 'identify' || place % 4 > 0) return message;
  const { email } = message;
  const userId = message.user_id === 'undefined' ? undefined : message.user_id;
  const names = place % 3 === 0 ? [email, userId] : [userId, email];
  const signature = signatureOf(secret, String(names[0] ?? names[1]));
  if (place % 3 < 2 || email === undefined) return { ...message, signature };
  return { ...message, signature, email_signature: signatureOf(secret, String(email)) };
}

test.each(cases)(
  'late, doubled and reordered deliveries of one history, also of what comes when all before has been done, end in the same answers ($seed, $trust)',
  async ({ seed, trust }) => {
    await h.db.system((tx) => changeSettings(tx, h.workspace.id, { trust }));
    const random = seededRandom(seed * 7919);
    const { history, proved } = messagesOf(seed, size);
    const expected = await readsAfter(single(history), proved);
    const doubled = shuffled([...history, ...history.slice(10, 25)], random);
    const [late] = shuffled(history, random);
    const others = history.filter((message) => message !== late);
    const batches = (of: Message[], most: number) => inBatches(of, () => random() * most);
    // Work that is under way for other messages would hide that one of them asks for none: some come when all before is done.
    const ways: Record<string, { usual?: typeof trust; deliveries: Message[][]; done?: true }> = {
      reversed: { usual: 'open', deliveries: single(history.toReversed()) },
      'shuffled, in time': {
        usual: 'open',
        deliveries: single(shuffled(history, random)),
        done: true,
      },
      'shuffled batches': { usual: 'balanced', deliveries: batches(shuffled(doubled, random), 9) },
      'one late': { usual: 'balanced', deliveries: [others, late ? [late] : []], done: true },
      together: { deliveries: [history] },
      batches: { deliveries: batches(history, 12) },
      shuffled: { deliveries: single(doubled) },
      'in time': { deliveries: single(history), done: true },
    };
    for (const [name, { usual, deliveries, done = false }] of Object.entries(ways)) {
      if (!thoroughly && usual !== trust) continue;
      expectSame(await readsAfter(deliveries, proved, () => done), expected, name);
    }
  },
  SLOW,
);
