/* Of a trait that somebody set over the API and that is proved by a message, the later counts, in whatever order they come. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { signatureOf } from '../../accounts/keys/signature.ts';
import { createSigningSecret } from '../../accounts/keys/signing-secrets.ts';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const email = 'ada@example.com';

async function newSite() {
  const workspace = await h.newWorkspace();
  const { secret } = await h.db.system((tx) => createSigningSecret(tx, workspace.id, 'Test'));
  const rest = restOf(h, workspace.secretKey);
  const send = async (fields: object) => {
    await h.send({ type: 'identify', ...fields }, workspace.productionKey);
    await h.settle();
  };
  const shown = async () => {
    const [person] = pageIn(await rest.get('/identities?expand=verification_levels&limit=1')).data;
    const { traits, verification_levels: levels } = {
      verification_levels: {},
      ...person,
    } as Record<string, { traits?: object }>;
    return { traits, levels: levels?.traits };
  };
  return {
    rest,
    send,
    sendSigned: (fields: object) =>
      send({ user_id: 'u1', signature: signatureOf(secret, 'u1'), ...fields }),
    shown,
    async set(traits: object, id?: string) {
      const own = id ?? pageIn(await rest.get('/identities?limit=1')).data[0]?.id;
      // What comes after it is not of the same millisecond.
      await pause(5);
      const updated = recordIn(await rest.patch(`/identities/${own}`, { traits }));
      await pause(5);
      return updated;
    },
    /** How many a filter finds, and how many its opposite. */
    countsOf: async (filter: string) =>
      Promise.all(
        [filter, `NOT ${filter}`].map(async (one) => {
          const answer = await rest.get(`/identities?filter=${encodeURIComponent(one)}`);
          return pageIn(answer).pagination.total;
        }),
      ),
  };
}

test('a later signed value replaces an edit, and a later edit replaces it', async () => {
  const { sendSigned, set, shown, countsOf } = await newSite();
  await sendSigned({ traits: { plan: 'free', seats: 1 } });
  await set({ plan: 'team', note: 'call' });
  expect(await shown()).toEqual({
    traits: { plan: 'team', seats: 1, note: 'call' },
    levels: { plan: 'api', seats: 'signed', note: 'api' },
  });
  expect(await countsOf('traits.plan = team')).toEqual([1, 0]);
  await sendSigned({ traits: { plan: 'trial' } });
  expect(await shown()).toEqual({
    traits: { plan: 'trial', seats: 1, note: 'call' },
    levels: { plan: 'signed', seats: 'signed', note: 'api' },
  });
  expect(await countsOf('traits.plan = trial')).toEqual([1, 0]);
  expect(await countsOf('traits.plan = team')).toEqual([0, 1]);
  expect((await set({ plan: 'own' })).traits).toMatchObject({ plan: 'own' });
  expect(await countsOf('traits.plan = own')).toEqual([1, 0]);
});

test('a trait that was taken away comes back with what is signed later', async () => {
  const { sendSigned, set, shown, countsOf } = await newSite();
  await sendSigned({ traits: { plan: 'free', seats: 1 } });
  expect((await set({ plan: null })).traits).toEqual({ seats: 1 });
  expect(await countsOf('traits.plan = null')).toEqual([1, 0]);
  await sendSigned({ traits: { plan: 'team' } });
  expect(await shown()).toEqual({
    traits: { plan: 'team', seats: 1 },
    levels: { plan: 'signed', seats: 'signed' },
  });
  expect(await countsOf('traits.plan = team')).toEqual([1, 0]);
});

test('events before the edit do not count, however late they arrive', async () => {
  const { sendSigned, set, shown } = await newSite();
  await sendSigned({ traits: { plan: 'free' }, timestamp: minutesAgo(60) });
  await set({ plan: 'team' });
  await sendSigned({ traits: { plan: 'trial', seats: 2 }, timestamp: minutesAgo(30) });
  // An older one has the history made anew.
  await sendSigned({ traits: { plan: 'old', seats: 1 }, timestamp: minutesAgo(90) });
  expect(await shown()).toMatchObject({ traits: { plan: 'team', seats: 2 } });
});

test('an unproved value never replaces an edit, not even from the device', async () => {
  const { send, set, shown, countsOf } = await newSite();
  const home = randomUUID();
  await send({ visitor_id: home, email, traits: { plan: 'free' } });
  await set({ plan: 'team', gone: null });
  await send({ visitor_id: home, email, traits: { plan: 'trial', gone: 1 } });
  await send({ visitor_id: randomUUID(), email, traits: { plan: 'none', gone: 2 } });
  expect((await shown()).traits).toEqual({ plan: 'team' });
  expect(await countsOf('traits.plan = team')).toEqual([1, 0]);
});

test('it is so for what was set under an id that is the same person by now, and when the two part again', async () => {
  const { rest, send, sendSigned, set, shown, countsOf } = await newSite();
  const account = { traits: { plan: 'free' }, timestamp: minutesAgo(20) };
  await sendSigned(account);
  await send({ visitor_id: randomUUID(), email, timestamp: minutesAgo(10) });
  const people = pageIn(await rest.get('/identities')).data;
  const survivor = people.find((person) => person.email === '')?.id;
  const other = people.find((person) => person.email === email)?.id;
  await set({ plan: 'team', seats: 5 }, other);
  const joined = recordIn(
    await rest.post(`/identities/${survivor}/join`, { identity_id: other, dry_run: false }),
  );
  await h.settle();
  expect((await shown()).traits).toEqual({ plan: 'team', seats: 5 });
  await sendSigned({ traits: { plan: 'trial' } });
  expect((await shown()).traits).toEqual({ plan: 'trial', seats: 5 });
  expect(await countsOf('traits.plan = trial AND traits.seats = 5')).toEqual([1, 0]);
  await rest.post(`/identity-overrides/${joined.identity_override_id}/undo`, {});
  await h.settle();
  const apart = pageIn(await rest.get('/identities')).data;
  expect(apart.find(({ id }) => id === survivor)?.traits).toEqual({ plan: 'trial' });
  expect(apart.find(({ id }) => id === other)?.traits).toEqual({ plan: 'team', seats: 5 });
});

test('traits may have any name', async () => {
  const { rest, sendSigned, set } = await newSite();
  await sendSigned({ traits: { constructor: 1, toString: 'x' } });
  await set(JSON.parse('{"__proto__":{"a":1},"constructor":2}') as object);
  const read = async () => (await rest.get('/identities')).text;
  expect(await read()).toContain('"__proto__":{"a":1}');
  await sendSigned({ traits: { constructor: 3 } });
  expect(await read()).toContain('"constructor":3');
});
