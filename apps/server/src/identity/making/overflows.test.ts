/* Only the first visitors who give a name by public right become its person. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { publicVisitors } from '../../people/identities/suggestion-reasons.ts';
import { type Random, seededRandom, shuffled } from '../../testing/random-history.ts';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { inRounds } from '../../testing/rounds.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { SLOW } from '../../testing/slow.ts';
import type { IdentityOverride } from '../identity-overrides/identity-override.ts';
import type { IdentifyClaimFact } from './profile.ts';
import { resolvePeople } from './resolve-people.ts';

const h = await sharedHarness();

const start = Date.now() - 48 * 60 * 60_000;
const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
const email = 'ada@siemens.com';

test.each(['in one batch', 'reversed'])(
  'the first visitors with one address are the person, and those above the limit are suggestions (%s)',
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
    const size = order === 'in one batch' ? messages.length : Math.ceil(messages.length / 2);
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

test('a detached visitor keeps their place in the limit, whether the next one came before or comes after', async () => {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const visitors = Array.from({ length: publicVisitors + 2 }, () => randomUUID());
  const say = async (visitor_id: string | undefined, seconds: number) => {
    const timestamp = at(seconds);
    const identifyClaim = { type: 'identify', visitor_id, user_id: 'u1', timestamp };
    await h.send(identifyClaim, workspace.productionKey);
    await h.settle();
  };
  const identifyClaims = visitors.slice(0, -1).map((visitor_id, place) => ({
    ...{ type: 'identify', visitor_id, user_id: 'u1', timestamp: at(place) },
  }));
  await h.send(identifyClaims, workspace.productionKey);
  await h.settle();
  const [person] = pageIn(await rest.get('/identities')).data;
  const path = `/identities/${person?.id}`;
  const [link] = pageIn(await rest.get(`${path}/links?limit=1`)).data;
  expect(link?.visitor_id).toBe(visitors[publicVisitors - 1]);
  const named = async () => {
    const { data, pagination } = pageIn(
      await rest.get(`/visitors?identity_id=${person?.id}&limit=100`),
    );
    return { total: pagination.total, newest: data.map(({ id }) => id) };
  };
  const before = await named();
  expect(before.total).toBe(publicVisitors);
  const { identity_override_id } = recordIn(
    await rest.post(`${path}/detach`, { link_id: link?.id }),
  );
  expect((await named()).total).toBe(publicVisitors - 1);
  const [next, last] = visitors.slice(-2);
  await say(next, 500);
  await say(last, 510);
  expect((await named()).total).toBe(publicVisitors - 1);
  recordIn(await rest.post(`/identity-overrides/${identity_override_id}/undo`, {}));
  expect((await named()).total).toBe(publicVisitors);
  expect(pageIn(await rest.get(`/identities?visitor_id=${next}`)).data).toEqual([]);
  expect(pageIn(await rest.get(`/identities?visitor_id=${link?.visitor_id}`)).data).toHaveLength(1);
});

/** Of a few visitors, names and rights, at random moments. */
function randomIdentifyClaims(seed: number): IdentifyClaimFact[] {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: 30 }, (_, place) => {
    const userId = random() < 0.4 ? pick(['u1', 'u2', 'u3']) : null;
    const address = pick(['ada@siemens.com', 'ada@siemnes.com', 'bob@bosch.com', 'eve@x.example']);
    const emailKey = userId !== null && random() < 0.5 ? '' : address;
    const verificationLevel = random() < 0.85 ? ('public' as const) : ('signed' as const);
    const mayBePart = verificationLevel === 'signed' && userId !== null && emailKey !== '';
    return {
      eventId: `e${String(place).padStart(2, '0')}`,
      isTest: false,
      visitorId: `v${Math.floor(random() * 7)}`,
      verificationLevel,
      provedName: mayBePart ? pick(['email', 'user_id', null] as const) : null,
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
async function believed(
  identifyClaims: IdentifyClaimFact[],
  identityOverrides: IdentityOverride[],
  limit: number,
) {
  const { personOf, worthOf } = await resolvePeople('w', identifyClaims, identityOverrides, limit);
  return identifyClaims.map(({ eventId }) => [
    eventId,
    personOf.get(eventId)?.id,
    worthOf.get(eventId)?.isOverflow,
  ]);
}

/** Some of those who are believed are detached. */
async function randomDetachments(
  identifyClaims: IdentifyClaimFact[],
  limit: number,
  random: Random,
): Promise<IdentityOverride[]> {
  const { personOf } = await resolvePeople('w', identifyClaims, [], limit);
  return shuffled(identifyClaims, random)
    .filter(({ eventId }) => personOf.has(eventId))
    .slice(0, 3)
    .map(({ eventId }) => {
      const made = { id: `c${eventId}`, isUndone: false };
      return { ...made, kind: 'detach', eventId, identityId: 'i' };
    });
}

const inTime = (one: IdentifyClaimFact, other: IdentifyClaimFact) =>
  one.eventId < other.eventId ? -1 : 1;

/** What lost its place is looked at again with what its visitor says only; somebody is corrected at `correctedAt`. */
async function followed(
  arriving: IdentifyClaimFact[],
  correctedAt: number,
  limit: number,
  random: Random,
) {
  const seen: IdentifyClaimFact[] = [];
  let out = new Set<string>();
  let identityOverrides: IdentityOverride[] = [];
  for (const [place, identifyClaim] of arriving.entries()) {
    seen.push(identifyClaim);
    const isRead = ({ eventId, visitorId }: IdentifyClaimFact) =>
      !out.has(eventId) || visitorId === identifyClaim.visitorId;
    const read = seen.filter(isRead).sort(inTime);
    if (place === correctedAt) identityOverrides = await randomDetachments(read, limit, random);
    const { personOf, detached } = await resolvePeople('w', read, identityOverrides, limit);
    const kept = new Set(read.map(({ eventId }) => eventId));
    const lost = read.filter(({ eventId }) => !personOf.has(eventId) && !detached.has(eventId));
    out = new Set([
      ...[...out].filter((eventId) => !kept.has(eventId)),
      ...lost
        .filter(({ userId, emailKey }) => userId === null || emailKey === '')
        .map(({ eventId }) => eventId),
    ]);
  }
  const left = seen.filter(({ eventId }) => !out.has(eventId)).sort(inTime);
  return { out, left, identityOverrides };
}

const histories = inRounds(20);

test(
  `claims above the limit need no second look, in ${histories} random histories, half of them with detached claims`,
  async () => {
    for (let seed = 1; seed <= histories; seed++) {
      const random = seededRandom(seed);
      const all = randomIdentifyClaims(seed);
      const limit = 1 + (seed % 4);
      const correctedAt = seed % 8 < 4 ? Math.floor(random() * all.length) : -1;
      const { out, left, identityOverrides } = await followed(
        shuffled(all, random),
        correctedAt,
        limit,
        random,
      );
      const expected = new Map(
        (await believed(all, identityOverrides, limit)).map((row) => [row[0], row]),
      );
      for (const row of await believed(left, identityOverrides, limit)) {
        expect(row, `seed ${seed}`).toEqual(expected.get(row[0]));
      }
      for (const eventId of out) expect(expected.get(eventId)?.[1], `seed ${seed}`).toBe(undefined);
    }
  },
  SLOW,
);
