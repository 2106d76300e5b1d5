/* The write key is public: a stranger who has it can do no harm to people, leads and conversions. */

import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Trust } from '@footfall/contract/settings';
import { describe, expect, test } from 'vitest';
import { createSigningSecret, revokeSigningSecret } from '../accounts/keys/signing-secrets.ts';
import { changeSettings, settingsFreshForMs } from '../accounts/workspaces/settings.ts';
import { attributeVisitors } from '../revenue/attribution/attribute.ts';
import { holdTransaction } from './open-transaction.ts';
import { pageIn, recordIn, restOf } from './rest.ts';
import { sharedHarness } from './shared-harness.ts';

const h = await sharedHarness();

const hourMs = 60 * 60_000;
const start = Date.now() - 48 * hourMs;
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
const hmac = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex');

async function newSite(trust: Trust = 'balanced') {
  const workspace = await h.newWorkspace();
  const { id, secret } = await h.db.system(async (tx) => {
    await changeSettings(tx, workspace.id, { trust });
    return createSigningSecret(tx, workspace.id, 'Test');
  });
  const rest = restOf(h, workspace.secretKey);
  // Once before what was sent is looked at, however many messages that were.
  let isSettled = true;
  const settled = async () => {
    if (!isSettled) await h.settle();
    isSettled = true;
  };
  const list = async (path: string) => {
    await settled();
    return pageIn(await rest.get(path)).data;
  };
  const post = async (message: object, headers: Record<string, string> = {}) => {
    const body = JSON.stringify(message);
    const all = { 'content-type': 'application/json', 'x-svc-key': workspace.productionKey };
    return h.fetch('/ingest', { method: 'POST', headers: { ...all, ...headers }, body });
  };
  const header = (message: object, seconds = Math.floor(Date.now() / 1000), key = secret) => ({
    'x-svc-signature': `t=${seconds},v1=${hmac(key, `${seconds}.${JSON.stringify(message)}`)}`,
  });
  return {
    workspace,
    list,
    settled,
    post,
    header,
    secret,
    secretId: id,
    sign: (name: string) => hmac(secret, name),
    people: () => list('/identities?expand=addresses'),
    suggestions: () => list('/suggestions'),
    async send(...messages: object[]) {
      await h.send(messages, workspace.productionKey);
      isSettled = false;
    },
    async sendSigned(...messages: object[]) {
      for (const message of messages) {
        const answer = await post(message, header(message));
        expect(answer.status, await answer.clone().text()).toBe(200);
      }
      isSettled = false;
    },
  };
}

const identify = (minutes: number, visitor_id: string, fields: object) => ({
  type: 'identify',
  timestamp: at(minutes),
  visitor_id,
  ...fields,
});
const email = 'ada@siemens.com';
const [home, phone, stranger] = [randomUUID(), randomUUID(), randomUUID()];

test('somebody with the address of a customer changes neither name nor traits, and is remembered', async () => {
  const { send, people, suggestions, list } = await newSite();
  await send(identify(0, home, { email, name: 'Ada', traits: { plan: 'team' } }));
  const [ada] = await people();
  const leads = await list('/leads');
  await send(identify(9, stranger, { email, name: 'Eve', traits: { plan: 'none', vip: true } }));
  expect(await people()).toMatchObject([
    { id: ada?.id, name: 'Ada', traits: { plan: 'team', vip: true }, visitor_id: home },
  ]);
  expect(await list('/leads')).toEqual(leads);
  const claim = { visitor_id: stranger, identity_id: ada?.id, verification_level: 'public' };
  const kinds = (await suggestions()).sort((a, b) => String(a.kind).localeCompare(String(b.kind)));
  expect(kinds).toMatchObject([
    { ...claim, kind: 'name', value: { name: 'Eve' } },
    { ...claim, kind: 'traits', value: { traits: { plan: 'none' } } },
  ]);
  // The browser that said it changes it, also after the stranger.
  await send(identify(20, home, { email, name: 'Ada Lovelace', traits: { plan: 'free' } }));
  expect(await people()).toMatchObject([
    { name: 'Ada Lovelace', traits: { plan: 'free', vip: true } },
  ]);
});

test('a person shows the right behind the name and each trait, including edits', async () => {
  const { send, sendSigned, list, workspace } = await newSite();
  const rest = restOf(h, workspace.secretKey);
  const levels = async () =>
    (await list('/identities?expand=verification_levels'))[0]?.verification_levels;
  await send(identify(0, home, { email, traits: { plan: 'team', seats: 3, gone: 1 } }));
  const device = { plan: 'device', seats: 'device', gone: 'device' };
  expect(await levels()).toEqual({ traits: device });
  await send(identify(5, stranger, { email, traits: { plan: 'none', vip: true } }));
  expect(await levels()).toEqual({ traits: { ...device, vip: 'public' } });
  await sendSigned(identify(9, home, { email, name: 'Ada', traits: { seats: 4 } }));
  // By the proof the person is founded, so what was said before it was anybody's word.
  const ofTraits = { plan: 'public', gone: 'public', seats: 'signed', vip: 'public' };
  expect(await levels()).toEqual({ name: 'signed', traits: ofTraits });
  const [ada] = await list('/identities');
  expect(ada).not.toHaveProperty('verification_levels');
  await rest.patch(`/identities/${ada?.id}`, { traits: { plan: 'own', gone: null, note: 'x' } });
  const { gone: _, ...left } = ofTraits;
  const shown = { name: 'signed', traits: { ...left, plan: 'api', note: 'api' } };
  expect(await levels()).toEqual(shown);
  expect(
    recordIn(await rest.get(`/identities/${ada?.id}?expand=verification_levels`))
      .verification_levels,
  ).toEqual(shown);
});

test('three customers stay three, whoever gives their addresses the same user_id', async () => {
  const { send, people, list } = await newSite();
  const customers = ['ada@siemens.com', 'bob@bosch.com', 'carl@basf.com'];
  const devices = customers.map(() => randomUUID());
  for (const [place, own] of customers.entries()) {
    const visitor_id = devices[place] ?? '';
    await send(identify(place, visitor_id, { email: own }), {
      type: 'conversion',
      name: 'purchase',
      external_id: `order-${place}`,
      visitor_id,
      timestamp: at(place + 5),
    });
  }
  const before = [await people(), await list('/leads'), await list('/conversions')];
  for (const [place, own] of customers.entries()) {
    await send(identify(60 + place, randomUUID(), { email: own, user_id: 'attacker' }));
  }
  expect(await list('/conversions')).toEqual(before[2]);
  expect(await list('/leads')).toHaveLength(3);
  const after = await people();
  for (const person of before[0] ?? []) {
    expect(after).toContainEqual({ ...person, last_seen: expect.anything() });
  }
  expect(after).toHaveLength(3);
});

test('the real account has its address, whatever user_id a stranger gave it first', async () => {
  for (const isSigned of [false, true]) {
    const { send, people, sign, list } = await newSite();
    const account = { email, user_id: 'real', name: 'Ada' };
    const both = { signature: sign('real'), email_signature: sign(email) };
    await send(identify(0, home, { email }), identify(5, stranger, { email, user_id: 'stranger' }));
    const real = isSigned
      ? identify(10, phone, { ...account, ...both })
      : identify(10, home, account);
    await send(real);
    expect(await list(`/identities?visitor_id=${isSigned ? phone : home}`)).toMatchObject([
      { email, name: 'Ada' },
    ]);
    await send(identify(20, stranger, { user_id: 'stranger', name: 'Eve' }));
    expect((await people()).filter((person) => person.email === email)).toMatchObject([
      { name: 'Ada' },
    ]);
  }
});

test('a signature takes the address from a stranger who was first with it', async () => {
  const { send, sendSigned, people } = await newSite();
  await send(identify(0, stranger, { email, user_id: 'stranger', name: 'Eve' }));
  await sendSigned(identify(5, home, { email, user_id: 'real', name: 'Ada' }));
  const all = await people();
  expect(all).toHaveLength(2);
  expect(all.find((person) => person.email === email)).toMatchObject({ name: 'Ada' });
  expect(all.find((person) => person.email === '')).toMatchObject({ name: 'Eve' });
});

describe('a signature in a page proves the name that it is of, and no other', () => {
  const bobs = 'bob@bosch.com';
  const pair = (sign: (name: string) => string, minutes: number, visitor = home, fields = {}) =>
    identify(minutes, visitor, { user_id: 'u1', email, signature: sign('u1'), ...fields });

  const namesIn = async ({ workspace: { id }, settled }: Awaited<ReturnType<typeof newSite>>) => {
    await settled();
    return h.db.system(
      (tx) =>
        tx`select name, user_id, email from identities where workspace_id = ${id} order by name`,
    );
  };

  test.each(['Bob first', 'Mallory first, Bob proved', 'Mallory again and again'])(
    'signing up with another’s address takes over nobody, even beside an own signature (%s)',
    async (order) => {
      const { send, sign, people, list, suggestions } = await newSite();
      const isProof = order !== 'Bob first';
      const signature = isProof ? sign(bobs) : undefined;
      const bob = identify(0, home, { email: bobs, name: 'Bob', signature });
      const sale = { type: 'conversion', name: 'purchase', visitor_id: home, timestamp: at(3) };
      const fields = { user_id: 'mallory', name: 'Mallory', signature: sign('mallory') };
      const claim = identify(5, stranger, { ...fields, email: bobs });
      if (order === 'Mallory first, Bob proved') await send(claim, bob, sale);
      else await send(bob, sale, claim);
      if (order === 'Mallory again and again') {
        for (const minutes of [6, 7]) await send({ ...claim, timestamp: at(minutes) });
      }
      const all = await people();
      expect(all).toHaveLength(2);
      const [bobNow, mallory] = [
        all.find(({ name }) => name === 'Bob'),
        all.find(({ name }) => name === 'Mallory'),
      ];
      expect(bobNow).toMatchObject({ email: bobs, addresses: [{ email: bobs }] });
      expect(mallory).toMatchObject({ email: '', addresses: [] });
      expect(await list('/conversions')).toMatchObject([{ identity_id: bobNow?.id }]);
      expect(await list('/identities?email=bob@bosch.com&expand=addresses')).toEqual([bobNow]);
      const [link] = await list(`/identities/${mallory?.id}/links`);
      expect(link).toMatchObject({
        verification_level: 'signed',
        proved_name: 'user_id',
        email_counts: false,
      });
      const expected = {
        kind: 'email',
        visitor_id: stranger,
        verification_level: 'device',
        identity_id: mallory?.id,
      };
      const value = { email: bobs, user_id: 'mallory' };
      expect((await suggestions())[0]).toMatchObject({ ...expected, value });
    },
  );

  test('nor by the user_id beside a signature of an address', async () => {
    const site = await newSite();
    const { send, sign, suggestions } = site;
    await send(
      identify(0, home, { user_id: 'bob', name: 'Bob' }),
      identify(5, stranger, { user_id: 'bob', email, name: 'Mallory', signature: sign(email) }),
      // Not even of the visitor that stands for the user_id.
      {
        ...identify(6, stranger, { user_id: 'bob', email, signature: sign(email) }),
        visitor_id: undefined,
      },
    );
    expect(await namesIn(site)).toEqual([
      { name: 'Bob', user_id: 'bob', email: '' },
      { name: 'Mallory', user_id: null, email },
    ]);
    expect(await suggestions()).toMatchObject([
      { kind: 'email', verification_level: 'device', value: { email, user_id: 'bob' } },
      { kind: 'email', verification_level: 'device', value: { email, user_id: 'bob' } },
    ]);
  });

  test.each(['user_id', 'email'])(
    'the usual pair is one person with both names, whichever is signed, and again costs no job (%s)',
    async (proved) => {
      const site = await newSite();
      const { send, sign, people, workspace, suggestions, settled } = site;
      const signature = sign(proved === 'user_id' ? 'u1' : email);
      await send(pair(sign, 0, home, { signature, name: 'Ada', traits: { plan: 'team' } }));
      const ada = { email, name: 'Ada', traits: { plan: 'team' } };
      const verification_level = proved === 'user_id' ? 'device' : 'signed';
      expect(await people()).toMatchObject([
        { ...ada, addresses: [{ email, verification_level }] },
      ]);
      expect(await namesIn(site)).toEqual([{ name: 'Ada', user_id: 'u1', email }]);
      await send(pair(sign, 1, home, { signature }));
      await settled();
      const jobs = () =>
        h.db.system(
          (tx) => tx`select from jobs where workspace_id = ${workspace.id} and kind = 'people'`,
        );
      for (const plan of ['free', 'pro']) {
        await h.send(
          pair(sign, plan === 'free' ? 2 : 3, home, { signature, traits: { plan } }),
          workspace.productionKey,
        );
        expect(await jobs()).toHaveLength(0);
      }
      expect(await people()).toMatchObject([{ ...ada, traits: { plan: 'pro' } }]);
      expect(await suggestions()).toEqual([]);
    },
  );

  test('a form and then a signed account on the same browser is one person, and a proof of both names on any', async () => {
    const site = await newSite();
    const { send, sign } = site;
    await send(identify(0, home, { email, name: 'Ada' }), pair(sign, 5));
    const ada = { name: 'Ada', user_id: 'u1', email };
    expect(await namesIn(site)).toEqual([ada]);
    const second = { user_id: 'u2', email: bobs };
    await send(identify(0, phone, { email: bobs, name: 'Bob' }));
    await send(identify(5, stranger, { ...second, signature: sign('u2') }));
    expect(await namesIn(site)).toHaveLength(3);
    const both = { signature: sign('u2'), email_signature: sign(bobs) };
    await send(identify(9, stranger, { ...second, ...both }));
    expect(await namesIn(site)).toEqual([ada, { ...second, name: 'Bob' }]);
  });

  test('a signature of what names nobody proves nobody, and one that does not hold is refused', async () => {
    const { send, sign, people, workspace } = await newSite();
    await send(identify(0, home, { email, name: 'Ada' }));
    await send(
      identify(5, stranger, {
        user_id: 'undefined',
        email,
        name: 'Eve',
        signature: sign('undefined'),
      }),
    );
    expect(await people()).toMatchObject([{ name: 'Ada' }]);
    const wrong = { signature: sign('u1'), email_signature: sign('u1') };
    const answer = await h.send([pair(sign, 6, home, wrong)], workspace.productionKey);
    expect(answer.results[0]?.error).toContain('email_signature');
  });
});

test('a second device that knows the user_id and the address counts as one of the person', async () => {
  const { send, people } = await newSite();
  await send(
    identify(0, home, { email, user_id: 'u1', name: 'Ada' }),
    identify(5, phone, { email, user_id: 'u1', name: 'Ada Lovelace' }),
    identify(9, phone, { user_id: 'u1', traits: { plan: 'team' } }),
    identify(12, home, { user_id: 'u1', traits: { plan: 'free' } }),
  );
  expect(await people()).toMatchObject([{ name: 'Ada Lovelace', traits: { plan: 'free' }, email }]);
});

test('among signed messages the later one wins, the address too', async () => {
  const { sendSigned, send, people } = await newSite();
  await send(identify(0, home, { user_id: 'u1', email, name: 'A' }));
  await sendSigned(
    identify(5, phone, { user_id: 'u1', email, name: 'Ada' }),
    identify(9, phone, { user_id: 'u1', email: 'ada@new.example', name: 'Ada L' }),
  );
  await send(identify(12, home, { user_id: 'u1', email, name: 'B' }));
  expect(await people()).toMatchObject([{ email: 'ada@new.example', name: 'Ada L' }]);
});

test('the newest address of the strongest right is shown, and each address finds the person', async () => {
  const { send, sendSigned, people, list } = await newSite();
  await send(
    identify(0, home, { email, user_id: 'u1' }),
    identify(5, home, { email: 'ada@new.example', user_id: 'u1' }),
    identify(9, stranger, { email: 'eve@x.example', user_id: 'u1' }),
  );
  const verification_level = 'public';
  const all = [
    { email: 'eve@x.example', verification_level },
    { email: 'ada@new.example', verification_level },
    { email, verification_level },
  ];
  expect(await people()).toMatchObject([{ email: 'ada@new.example', addresses: all }]);
  await sendSigned(identify(12, phone, { email, user_id: 'u1' }));
  await send(identify(15, home, { email: 'ada@new.example', user_id: 'u1' }));
  const [ada] = await people();
  expect(ada).toMatchObject({ email });
  expect(ada?.addresses).toMatchObject([all[1], { email, verification_level: 'signed' }, all[0]]);
  for (const { email: own } of all)
    expect(await list(`/identities?email=${own}&expand=addresses`)).toEqual([ada]);
});

test('correcting an address and logging in on the same device is one person with one lead', async () => {
  const wrong = { email: 'ada@siemnes.com', name: 'Ada' };
  const messages = [
    identify(0, home, wrong),
    identify(3, home, { email, name: 'Ada' }),
    identify(90, home, { user_id: 'u1' }),
  ];
  for (const sent of [messages, messages.toReversed()]) {
    const { send, people, list } = await newSite();
    for (const message of sent) await send(message);
    const [ada, ...others] = await people();
    expect(others).toEqual([]);
    expect(ada).toMatchObject({ email, addresses: [{ email }, { email: wrong.email }] });
    const [lead, ...more] = await list('/leads');
    expect(more).toEqual([]);
    expect(lead).toMatchObject({ identity_id: ada?.id, visitor_id: home });
    expect(lead?.company_id).toBe((await list('/companies?domain=siemens.com'))[0]?.id);
    expect(await list(`/identities?expand=addresses&email=${wrong.email}`)).toEqual([ada]);
    // Whoever names the wrong address later changes nothing.
    await send(identify(99, stranger, { email: wrong.email, name: 'Eve' }));
    expect(await people()).toMatchObject([{ id: ada?.id, name: 'Ada', email }]);
  }
});

test.each(['public first', 'signed first'])(
  'the signed conversion of an order counts, whoever claimed its number (%s)',
  async (order) => {
    const { send, sendSigned, list, suggestions } = await newSite();
    const sale = { type: 'conversion', name: 'purchase', external_id: 'order-1', currency: 'EUR' };
    const claim = { ...sale, visitor_id: stranger, value: 0, timestamp: at(0) };
    const real = { ...sale, visitor_id: home, value: 5000, timestamp: at(9) };
    if (order === 'public first') await send(claim);
    await sendSigned(real);
    if (order === 'signed first') await send(claim);
    expect(await list('/conversions')).toMatchObject([
      { value: 5000, verification_level: 'signed', visitor_id: home, external_id: 'order-1' },
    ]);
    expect(await list('/leads')).toMatchObject([{ visitor_id: home }]);
    expect(await suggestions()).toMatchObject([
      {
        kind: 'conversion',
        visitor_id: stranger,
        verification_level: 'public',
        value: { value: 0 },
      },
    ]);
  },
);

test('a claim that was displaced is credited to no campaign, though the job was just crediting it', async () => {
  const { send, sendSigned, list, workspace } = await newSite();
  const sale = {
    type: 'conversion',
    name: 'purchase',
    external_id: 'order-1',
    visitor_id: stranger,
  };
  const campaign = { source: 'evil', medium: 'cpc' };
  await send({ ...sale, timestamp: at(0), context: { campaign } });
  const credited = () => list('/campaigns/performance?model=last_touch');
  expect(await credited()).toMatchObject([{ conversions: 1 }]);
  await h.db.system((tx) => tx`delete from touchpoints where workspace_id = ${workspace.id}`);
  const job = await holdTransaction(
    (work) => h.db.workspace(workspace.id, work),
    async (tx) => void (await attributeVisitors(tx, workspace.id, [stranger])),
  );
  const isSent = sendSigned({ ...sale, visitor_id: home, timestamp: at(9) });
  await sleep(500);
  await job.commit();
  await isSent;
  expect(await list('/conversions')).toMatchObject([{ visitor_id: home }]);
  expect(await credited()).toMatchObject([{ conversions: 0 }]);
});

test('a signed message is stored even if its message_id was used before', async () => {
  const { send, sendSigned, people, sign } = await newSite();
  const named = { type: 'identify', message_id: 'user-1-created', user_id: 'u1', name: 'Ada' };
  await send({ type: 'event', name: 'x', visitor_id: stranger, message_id: named.message_id });
  await sendSigned(named, named);
  expect(await people()).toMatchObject([{ name: 'Ada' }]);
  await send({ type: 'event', name: 'x', visitor_id: stranger, message_id: 'u2' });
  await send({ ...named, message_id: 'u2', user_id: 'u2', signature: sign('u2') });
  expect(await people()).toHaveLength(2);
});

test('after an order that anybody claimed, a different later claim is a suggestion, once', async () => {
  const { send, suggestions, list, workspace } = await newSite();
  const sale = { type: 'conversion', name: 'purchase', external_id: 'o1', currency: 'EUR' };
  const real = { ...sale, visitor_id: home, value: 5000, timestamp: at(9) };
  await send({ ...sale, visitor_id: stranger, value: 0, timestamp: at(0) }, real, real);
  expect(await list('/conversions')).toMatchObject([{ value: 0, visitor_id: stranger }]);
  const { timestamp: _, type: __, visitor_id, ...value } = real;
  const claim = { kind: 'conversion', visitor_id, verification_level: 'public', value };
  expect(await suggestions()).toMatchObject([claim]);
  // As a page and a backend do that tell of one order each, without a proof.
  await send({ ...sale, visitor_id: phone, value: 0 });
  const other = { ...sale, external_id: 'o2' };
  const both = [0, 7].map((own) => ({ ...other, visitor_id: phone, value: own }));
  expect(await h.send(both, workspace.productionKey)).toMatchObject({ duplicates: 1 });
  expect(await suggestions()).toMatchObject([{ value: { value: 7, external_id: 'o2' } }, claim]);
});

test('a repeated conversion is answered as a duplicate', async () => {
  const { sendSigned, workspace, list } = await newSite();
  const sale = { type: 'conversion', name: 'purchase', external_id: 'o1', visitor_id: home };
  await sendSigned({ ...sale, value: 10 }, { ...sale, value: 11 });
  const claim = { ...sale, value: 0, visitor_id: stranger };
  expect(await h.send(claim, workspace.productionKey)).toMatchObject({ duplicates: 1 });
  expect(await list('/conversions')).toMatchObject([{ value: 10 }]);
});

test('an early timestamp makes nobody first unless it is signed', async () => {
  const { send, sendSigned, people, list } = await newSite();
  const long = { timestamp: '1999-01-01T00:00:00Z' };
  const from = (source: string) => ({ context: { campaign: { source, medium: 'email' } } });
  await send(identify(0, home, { email, name: 'Ada', ...from('newsletter') }));
  const [before] = await people();
  const leads = await list('/leads');
  expect(leads).toMatchObject([{ source: 'campaign', visitor_id: home }]);
  await send(
    { type: 'event', name: 'x', visitor_id: stranger, ...long, ...from('evil') },
    identify(0, stranger, { email, name: 'Eve', ...long, ...from('evil') }),
  );
  expect(await list('/leads')).toEqual(leads);
  expect(await list('/campaigns?source=newsletter')).toHaveLength(1);
  expect(await people()).toMatchObject([
    { name: 'Ada', first_seen: before?.first_seen, visitor_id: home },
  ]);
  await sendSigned(identify(0, phone, { email: 'old@siemens.com', ...long }));
  expect(await list('/identities?email=old@siemens.com')).toMatchObject([
    { first_seen: '1999-01-01T00:00:00Z' },
  ]);
});

// Receipt cannot decide it: that would be the order of arrival (docs/decisions/0059).
test('a claim to be first within seven days holds until a signature overrides it', async () => {
  const { send, sendSigned, people, suggestions, list } = await newSite();
  await send(identify(0, home, { email, name: 'Ada', traits: { plan: 'team' } }));
  const [before] = await people();
  const sixDaysAgo = at(-4 * 24 * 60);
  await send(identify(0, stranger, { email, name: 'Eve', timestamp: sixDaysAgo }));
  expect(await people()).toMatchObject([
    { id: before?.id, name: 'Eve', visitor_id: stranger, traits: { plan: 'team' } },
  ]);
  expect(await suggestions()).toMatchObject([
    { kind: 'name', visitor_id: home, verification_level: 'public', value: { name: 'Ada' } },
  ]);
  await sendSigned(identify(9, home, { email, name: 'Ada' }));
  const ada = { id: before?.id, name: 'Ada', traits: { plan: 'team' } };
  expect(await people()).toMatchObject([ada]);
  // From then on the stranger's browser is anybody's, and the customer's is a device.
  await send(
    identify(12, stranger, { email, name: 'Eve', traits: { plan: 'none' } }),
    identify(0, randomUUID(), { email, name: 'Eve', timestamp: at(-5 * 24 * 60) }),
  );
  expect(await people()).toMatchObject([ada]);
  expect(await list(`/identities?visitor_id=${home}`)).toMatchObject([ada]);
});

test.each([{}, { email: 'eve@x.example' }])(
  'a stranger was first with a user_id, beside %j: the account comes with its own address, and a signature makes it theirs',
  async (others) => {
    const { send, sendSigned, people, suggestions } = await newSite();
    await send(identify(0, stranger, { user_id: 'real', name: 'Eve', ...others }));
    const account = { user_id: 'real', email, name: 'Ada', traits: { plan: 'team' } };
    await send(identify(5, home, account));
    // Without a proof it adds what is missing, and changes nothing.
    const shown = { email: 'email' in others ? others.email : email, traits: { plan: 'team' } };
    expect(await people()).toMatchObject([{ ...shown, name: 'Eve' }]);
    expect(await suggestions()).toMatchObject([
      { kind: 'name', visitor_id: home, value: { name: 'Ada' } },
    ]);
    await sendSigned(identify(9, home, account));
    expect(await people()).toMatchObject([{ email, name: 'Ada', traits: { plan: 'team' } }]);
    await send(identify(12, stranger, { user_id: 'real', name: 'Eve', traits: { plan: 'none' } }));
    expect(await people()).toMatchObject([{ email, name: 'Ada', traits: { plan: 'team' } }]);
  },
);

test('only who signs speaks for the address and browser of a visitor', async () => {
  const { send, sendSigned, list } = await newSite();
  const view = (visitor_id: string) => ({
    type: 'event',
    name: 'page_view',
    visitor_id,
    context: { ip: '192.35.17.1', user_agent: 'GPTBot/1.2' },
  });
  await send(view(stranger));
  expect(await list('/companies')).toEqual([]);
  expect(await list('/visitors')).toHaveLength(1);
  await sendSigned(view(home));
  expect(await list('/visitors?bots=true')).toMatchObject([{ id: home }]);
});

test('knowing a name proves nothing: an unsigned backend only fills empty fields', async () => {
  const { send, sendSigned, people, suggestions } = await newSite();
  const named = (minutes: number, fields: object) => ({
    type: 'identify',
    timestamp: at(minutes),
    user_id: 'u1',
    ...fields,
  });
  await send(
    named(0, { name: 'Ada' }),
    named(5, { name: 'Eve', traits: { plan: 'team' } }),
    named(9, { traits: { plan: 'none' } }),
  );
  const ada = { name: 'Ada', traits: { plan: 'team' } };
  expect(await people()).toMatchObject([ada]);
  expect((await suggestions()).map(({ kind }) => kind).sort()).toEqual(['name', 'traits']);
  // Nor is a device who was told the id of that visitor.
  const [own] = await people();
  await send(named(12, { visitor_id: own?.visitor_id, name: 'Eve' }));
  expect(await people()).toMatchObject([ada]);
  await sendSigned(named(15, { name: 'Ada L', traits: { plan: 'free' } }));
  await send(named(20, { name: 'Eve', traits: { plan: 'none' } }));
  expect(await people()).toMatchObject([{ name: 'Ada L', traits: { plan: 'free' } }]);
});

test('a placeholder user_id or address identifies nobody', async () => {
  const { workspace, people, suggestions, send } = await newSite();
  // Which they are: collect/ingest/placeholders.test.ts.
  const placeholders = ['undefined', ' Guest '];
  const refused = [
    ...placeholders.map((user_id) => identify(0, randomUUID(), { user_id })),
    ...['test@test.com', 'No@Email.com'].map((own) => identify(0, home, { email: own })),
  ];
  const answer = await h.send(refused, workspace.productionKey);
  expect(answer).toMatchObject({ rejected: 4 });
  for (const { error } of answer.results) expect(error).toContain('placeholder');
  const [user_id, another] = placeholders;
  await send(
    { type: 'event', name: 'x', visitor_id: home, user_id },
    identify(0, phone, { user_id: another, email }),
  );
  expect(await people()).toMatchObject([{ email }]);
  expect(await suggestions()).toMatchObject([{ kind: 'naming' }, { kind: 'naming' }]);
});

test('verified: only who proves it names people; the others convert and are suggestions', async () => {
  const { send, people, suggestions, list, sign } = await newSite('verified');
  await send(identify(0, stranger, { email, name: 'Eve' }), {
    type: 'conversion',
    name: 'signup',
    visitor_id: stranger,
    email,
  });
  expect(await people()).toEqual([]);
  expect(await list('/leads')).toMatchObject([{ visitor_id: stranger, identity_id: null }]);
  expect((await suggestions()).map(({ kind }) => kind)).toEqual(['naming', 'naming']);
  await send(identify(0, home, { email, name: 'Ada', signature: sign(email) }));
  expect(await people()).toMatchObject([{ email, name: 'Ada' }]);
});

test('a signature that does not hold is refused, never taken for none', async () => {
  const { post, header, secret, secretId, workspace, people } = await newSite();
  const message = identify(0, home, { email });
  const now = Math.floor(Date.now() / 1000);
  const other = 'svc_sign_other';
  for (const [signature, reason] of [
    [header(message, now, other)['x-svc-signature'], 'does not match any signing secret'],
    [header(message, now - 400)['x-svc-signature'], 'five minutes'],
    [header({ ...message, name: 'x' })['x-svc-signature'], 'does not match any signing secret'],
    ['v1=abc', 't=<unix seconds>'],
  ]) {
    const answer = await post(message, { 'x-svc-signature': signature ?? '' });
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain(reason);
  }
  const wrong = identify(0, home, { email, signature: hmac(other, email) });
  expect((await post(wrong)).status).toBe(400);
  expect(await people()).toEqual([]);
  // While secrets are changed a message may carry a signature of each.
  const both = header(message, now, other)['x-svc-signature'];
  const own = header(message, now)['x-svc-signature'].split(',')[1];
  expect((await post(message, { 'x-svc-signature': `${both},${own}` })).status).toBe(200);
  await h.db.system((tx) => revokeSigningSecret(tx, workspace.id, secretId));
  await new Promise((resolve) => setTimeout(resolve, settingsFreshForMs + 100));
  expect((await post(message, header(message, now, secret))).status).toBe(401);
});

test('a person has up to twenty unverified addresses; more are suggestions', async () => {
  const { send, suggestions } = await newSite();
  await send(identify(0, home, { user_id: 'u1' }));
  const addresses = Array.from({ length: 22 }, (_, place) => `a${place}@x.example`);
  await send(
    ...addresses.map((own, place) => identify(1 + place, stranger, { user_id: 'u1', email: own })),
  );
  expect((await suggestions()).map(({ value }) => value)).toMatchObject([
    { email: 'a21@x.example' },
    { email: 'a20@x.example' },
  ]);
});
