/*
 * Every read of the REST API before identity overrides and after they were undone, in random histories: byte for byte the same,
 * with all that hangs on people by hand. And with messages that came meanwhile: as if nobody had corrected anything.
 */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import {
  type Random,
  randomHistory,
  seededRandom,
  shuffled,
} from '../../testing/random-history.ts';
import { readEverything } from '../../testing/read-everything.ts';
import { pageIn, type Rest, recordIn, restOf } from '../../testing/rest.ts';
import { seedsFrom } from '../../testing/rounds.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { SLOW } from '../../testing/slow.ts';
import { tablesWith } from '../../testing/tables.ts';

const h = await sharedHarness();
const rest = restOf(h);
const tables = await tablesWith(h.db, 'is_test');
const seeds = seedsFrom(1);
/** Where one history is tried, a shorter one. */
const size = seeds.length > 1 ? 50 : 18;
const endMs = Date.now() - 60 * 60_000;

/** But for what was corrected and the audit log, which only grow and have ids of their own. */
async function readAll(from: Rest): Promise<Record<string, string>> {
  return readEverything(async (path) => {
    if (/^\/(identity-overrides|audit-log)/.test(path)) return '{"data":[]}';
    const { status, text } = await from.get(path);
    expect(status, `${path}: ${text}`).toBe(200);
    return text.replaceAll(/"detached_by":"[^"]*"/g, '"detached_by":"an override"');
  });
}

function expectSame(reads: Record<string, string>, expected: Record<string, string>, name: string) {
  expect(Object.keys(reads).sort(), name).toEqual(Object.keys(expected).sort());
  for (const [path, text] of Object.entries(expected)) {
    if (reads[path] === text) continue;
    expect(JSON.parse(reads[path] ?? 'null'), `${name}: ${path}`).toEqual(JSON.parse(text));
    expect(reads[path], `${name}: ${path}`).toBe(text);
  }
}

const pick = <T>(list: T[], random: Random): T => list[Math.floor(random() * list.length)] as T;

/** What somebody did by hand: lists, favourites and traits, leads of their own and changed ones. */
async function doByHand(from: Rest, random: Random): Promise<void> {
  const people = pageIn(await from.get('/identities')).data;
  for (const name of ['Hot', 'Cold', 'Gone']) {
    const list = recordIn(await from.post('/lists', { name }));
    const identity_ids = people.filter(() => random() < 0.6).map(({ id }) => id);
    await from.post(`/lists/${list.id}/members`, { identity_ids });
    const removed = identity_ids.filter(() => random() < 0.3);
    await from.post(`/lists/${list.id}/members/remove`, { identity_ids: removed });
    if (name === 'Gone') await from.raw('DELETE', `/lists/${list.id}`, {});
  }
  for (const [place, person] of people.entries()) await setOf(person, place, from, random);
  for (const { id: identity_id, visitor_id } of people) {
    if (random() < 0.3) await from.post('/leads', { identity_id, visitor_id });
    if (random() < 0.3) await from.post('/leads', { identity_id });
  }
  for (const { id } of pageIn(await from.get('/leads')).data) {
    if (random() < 0.4) await from.patch(`/leads/${id}`, { summary: { note: 'called' } });
  }
  await h.settle();
}

/** Traits of which others have the same, or that messages told; one may be taken away. */
async function setOf(
  { id, traits }: Record<string, unknown>,
  place: number,
  from: Rest,
  random: Random,
): Promise<void> {
  const [trait = 'plan'] = Object.keys(traits as object);
  const edited = { [trait]: random() < 0.5 ? null : place, seats: place, [`of ${place}`]: true };
  const changes: [number, object][] = [
    [0.4, { is_favorite: true }],
    [0.5, { traits: edited }],
    [0.2, { is_favorite: false }],
  ];
  for (const [share, body] of changes) {
    if (random() < share) recordIn(await from.patch(`/identities/${id}`, body));
  }
}

/** One that can be made, of people at random. */
async function correctSomebody(from: Rest, random: Random): Promise<string | undefined> {
  const people = pageIn(await from.get('/identities')).data;
  // Everybody may be detached.
  if (people.length === 0) return undefined;
  const { id } = pick(people, random);
  const link = pick(pageIn(await from.get(`/identities/${id}/links`)).data, random);
  const { email, user_id } = link.evidence as { email: string; user_id: string };
  const [action, body] = pick<[string, object]>(
    [
      ['detach', { link_id: link.id }],
      ['split', { visitor_ids: [link.visitor_id] }],
      ['split', { emails: [email].filter(Boolean), user_ids: [user_id].filter(Boolean) }],
      ['join', { identity_id: pick(people, random).id }],
      ['join', { identity_id: pick(people, random).id }],
    ],
    random,
  );
  const answer = await from.post(`/identities/${id}/${action}`, body);
  expect([200, 409], answer.text).toContain(answer.status);
  if (answer.status === 409) return undefined;
  const { identity_override_id } = recordIn(answer);
  return String(identity_override_id);
}

async function correctAtRandom(from: Rest, random: Random): Promise<string[]> {
  const made: string[] = [];
  for (let attempt = 0; attempt < 12 && made.length < 4; attempt++) {
    const id = await correctSomebody(from, random);
    if (id !== undefined) made.push(id);
  }
  return made;
}

async function undoAll(from: Rest, ids: string[]): Promise<void> {
  for (const id of ids) recordIn(await from.post(`/identity-overrides/${id}/undo`, {}));
}

test.each(seeds)(
  'after identity overrides are undone, in any order, every read is what it was (%i)',
  async (seed) => {
    const random = seededRandom(seed * 7919);
    const trust = pick(['open', 'balanced'] as const, random);
    const workspace = await h.newWorkspace('Test', { trust });
    const own = restOf(h, workspace.secretKey);
    await h.send(randomHistory(seed, size, endMs), workspace.productionKey);
    await h.settle();
    await doByHand(own, random);
    const before = await readAll(own);
    const made = await correctAtRandom(own, random);
    expect(made.length).toBeGreaterThan(0);
    await h.settle();
    // That everything can be read of corrected people as well, the last test tells.
    const people = '/identities?limit=100';
    expect((await own.get(people)).text).not.toEqual(before[people]);
    for (const path of Object.keys(before).filter((name) => /^\/identities\/[^/]+\?/.test(name))) {
      expect([200, 404]).toContain((await own.get(path)).status);
    }
    await undoAll(own, shuffled(made, random));
    // At once, before the background has done anything, but for scores, which it works out; and when it has.
    const isScored = (path: string) => /expand=activity|personality|sort=-?intent/.test(path);
    const unscored = (reads: Record<string, string>) =>
      Object.fromEntries(Object.entries(reads).filter(([path]) => !isScored(path)));
    expectSame(unscored(await readAll(own)), unscored(before), 'at once');
    await h.settle();
    expectSame(await readAll(own), before, 'settled');
  },
  SLOW,
);

type Steps = (send: (messages: object[]) => Promise<void>) => Promise<void>;

/** Every read after these steps, in an empty workspace and a fresh process. */
async function readsAfter(steps: Steps): Promise<Record<string, string>> {
  await h.settle();
  await h.db.upkeep(async (tx) => {
    for (const table of tables) {
      await tx`delete from ${tx(table)} where workspace_id = ${h.workspace.id}`;
    }
  }, h.workspace.id);
  const app = await buildApp({ config: h.config, db: h.db, log: pino({ level: 'silent' }) });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  await app.addressTables.ready;
  try {
    await steps(async (batch) => {
      const answer = await fetch(`${url}/ingest/batch`, {
        method: 'POST',
        headers: { 'x-svc-key': h.workspace.productionKey, 'content-type': 'application/json' },
        body: JSON.stringify({ batch }),
      });
      expect(answer.status).toBe(200);
      await app.background.settle();
    });
    await app.background.settle();
    return await readAll(rest);
  } finally {
    await app.close();
  }
}

test.each(seeds.slice(0, Math.ceil(seeds.length / 2)))(
  'what comes between an identity override and its undoing counts as if nobody had corrected anything (%i)',
  async (seed) => {
    const random = seededRandom(seed * 104_729);
    const history = shuffled(randomHistory(seed, size, endMs), random);
    const [half, most] = [size / 2, size - 6];
    const [early, meanwhile, late] = [
      history.slice(0, half),
      history.slice(half, most),
      history.slice(most),
    ];
    const expected = await readsAfter((send) => send(history));
    const reads = await readsAfter(async (send) => {
      await send(early);
      const made = await correctAtRandom(rest, random);
      for (const message of meanwhile) await send([message]);
      await undoAll(rest, shuffled(made, random));
      await send(late);
    });
    expectSame(reads, expected, 'undone');
  },
  SLOW,
);

test.each(seeds.slice(0, Math.ceil(seeds.length / 2)))(
  'corrected people are the same in whatever order later messages come (%i)',
  async (seed) => {
    const history = randomHistory(seed, size, endMs);
    const [early, later] = [history.slice(0, size / 2), history.slice(size / 2)];
    const reads: Record<string, string>[] = [];
    for (const order of [later, later.toReversed()]) {
      const own = seededRandom(seed);
      reads.push(
        await readsAfter(async (send) => {
          await send(early);
          await correctAtRandom(rest, own);
          for (const message of order) await send([message]);
        }),
      );
    }
    const [one = {}, other = {}] = reads;
    expectSame(other, one, 'reversed');
  },
  SLOW,
);
