/* So many visitors are believed to be whom they name by public right: those who were first. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startHarness } from '../../testing/harness.ts';
import { seededRandom, shuffled } from '../../testing/random-history.ts';
import { pageIn, restOf } from '../../testing/rest.ts';
import { publicVisitors } from './crowds.ts';
import type { NamingFact } from './profile.ts';
import { resolvePeople } from './resolve-people.ts';

const h = await startHarness();

const start = Date.now() - 48 * 60 * 60_000;
const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
const email = 'ada@siemens.com';

test.each(['in time', 'in one batch', 'reversed'])(
  'of many visitors with one address the first ones are the person, and the others suggestions (%s)',
  async (order) => {
    const workspace = await h.newWorkspace();
    const rest = restOf(h, workspace.secretKey);
    const visitors = Array.from({ length: publicVisitors + 6 }, () => randomUUID());
    const all = visitors.map((visitor_id, place) => ({
      type: 'identify',
      visitor_id,
      email,
      timestamp: at(place),
    }));
    const messages = order === 'reversed' ? all.toReversed() : all;
    const size = order === 'in one batch' ? messages.length : 67;
    for (let from = 0; from < messages.length; from += size) {
      await h.send(messages.slice(from, from + size), workspace.productionKey);
      await h.settle();
    }
    const [ada, ...others] = pageIn(await rest.get('/identities')).data;
    expect(others).toEqual([]);
    const page = pageIn(await rest.get(`/visitors?identity_id=${ada?.id}&limit=1`));
    expect(page.pagination.total).toBe(publicVisitors);
    const refused = pageIn(await rest.get('/suggestions?limit=100')).data;
    expect(refused.map(({ visitor_id }) => visitor_id).toSorted()).toEqual(
      visitors.slice(publicVisitors).toSorted(),
    );
    const value = { email, user_id: null };
    expect(refused[0]).toMatchObject({ kind: 'visitor', identity_id: ada?.id, value });
    // Who is among the first goes on, and who proves it is the person whatever the others said.
    const first = { ...all[0], name: 'Ada', timestamp: at(500) };
    await h.send([first, { ...all.at(-1), timestamp: at(501) }], workspace.productionKey);
    await h.settle();
    expect(pageIn(await rest.get('/identities')).data).toMatchObject([{ name: 'Ada' }]);
    expect(pageIn(await rest.get('/leads')).data).toHaveLength(1);
  },
);

/** Of a few visitors, names and rights, at random moments. */
function randomNamings(seed: number): NamingFact[] {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: 30 }, (_, place) => {
    const userId = random() < 0.4 ? pick(['u1', 'u2', 'u3']) : null;
    const address = pick(['ada@siemens.com', 'ada@siemnes.com', 'bob@bosch.com', 'eve@x.example']);
    const emailKey = userId !== null && random() < 0.5 ? '' : address;
    return {
      eventId: `e${String(place).padStart(2, '0')}`,
      isTest: false,
      visitorId: `v${Math.floor(random() * 7)}`,
      right: random() < 0.85 ? ('public' as const) : ('signed' as const),
      at: at(place * 90),
      email: emailKey,
      emailKey,
      userId,
      name: '',
      traits: {},
    };
  });
}

/** Of a part: who is believed, and of each name which visitors count. */
function believed(namings: NamingFact[], limit: number) {
  const { personOf, worthOf } = resolvePeople('w', namings, limit);
  return namings.map(({ eventId }) => [
    eventId,
    personOf.get(eventId)?.id,
    worthOf.get(eventId)?.isCrowded,
  ]);
}

test('who is not believed need not be looked at again, in 3,000 random histories', () => {
  for (let seed = 1; seed <= 3_000; seed++) {
    const all = randomNamings(seed);
    const limit = 1 + (seed % 4);
    const expected = new Map(believed(all, limit).map((row) => [row[0], row]));
    // They come in any order; what lost its place is looked at again with what its visitor says only.
    const seen: NamingFact[] = [];
    let out = new Set<string>();
    for (const naming of shuffled(all, seededRandom(seed))) {
      seen.push(naming);
      const isRead = ({ eventId, visitorId }: NamingFact) =>
        !out.has(eventId) || visitorId === naming.visitorId;
      const read = seen.filter(isRead).sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
      const { personOf } = resolvePeople('w', read, limit);
      const lost = read.filter(({ eventId }) => !personOf.has(eventId));
      const kept = new Set(read.map(({ eventId }) => eventId));
      out = new Set([
        ...[...out].filter((eventId) => !kept.has(eventId)),
        ...lost
          .filter(({ userId, emailKey }) => userId === null || emailKey === '')
          .map((n) => n.eventId),
      ]);
    }
    const last = seen
      .filter(({ eventId }) => !out.has(eventId))
      .sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
    for (const row of believed(last, limit))
      expect(row, `seed ${seed}`).toEqual(expected.get(row[0]));
    for (const eventId of out) expect(expected.get(eventId)?.[1], `seed ${seed}`).toBe(undefined);
  }
});
