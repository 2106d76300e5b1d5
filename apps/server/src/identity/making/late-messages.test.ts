/* Late messages about people, in sessions that are known: what was made of later ones is made anew. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { pageIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });

const start = Date.now() - 48 * 60 * 60_000;
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
const shown = (minutes: number) => `${at(minutes).slice(0, 19)}Z`;

/** A workspace where two browsers have begun a session each, so that no message here begins one. */
async function twoBrowsers() {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const browser = () => ({ visitor_id: randomUUID(), session_id: randomUUID() });
  const [phone, laptop] = [browser(), browser()];
  const begin = { type: 'session', action: 'start', timestamp: at(0) };
  await h.send(
    [
      { ...phone, ...begin },
      { ...laptop, ...begin },
    ],
    workspace.productionKey,
  );
  return {
    phone,
    laptop,
    list: async (path: string) => pageIn(await rest.get(path)).data,
    /** One after another; then waits for the background. */
    async send(...messages: object[]) {
      for (const message of messages) await h.send(message, workspace.productionKey);
      await h.settle();
    },
  };
}

const convert = (minutes: number, external_id: string, from: object) => ({
  ...from,
  type: 'conversion',
  name: 'signup',
  external_id,
  properties: { of: external_id },
  timestamp: at(minutes),
});
const identify = (minutes: number, who: object, from: object) => ({
  ...from,
  ...who,
  type: 'identify',
  timestamp: at(minutes),
});

test('the earliest conversion is the one that opened the lead, also when it comes last', async () => {
  const { phone, send, list } = await twoBrowsers();
  await send(convert(10, 'second', phone), convert(20, 'third', phone));
  const [before] = await list('/leads');
  expect(before).toMatchObject({ created_at: shown(10), properties: { of: 'second' } });
  await send(convert(5, 'first', phone));
  expect(await list('/leads')).toMatchObject([
    { id: before?.id, created_at: shown(5), properties: { of: 'first' } },
  ]);
});

test('a conversion that comes late on another device opens the lead of its person', async () => {
  const { phone, laptop, send, list } = await twoBrowsers();
  const who = { email: 'ada@example.com' };
  await send(
    identify(10, who, laptop),
    identify(30, who, phone),
    convert(40, 'later', phone),
    convert(5, 'early', laptop),
  );
  const leads = await list('/leads');
  expect(leads).toMatchObject([{ created_at: shown(5), properties: { of: 'early' } }]);
  const conversions = await list('/conversions');
  expect(conversions.map(({ lead_id }) => lead_id)).toEqual([leads[0]?.id, leads[0]?.id]);
});

test('the latest name and trait by event time counts, not by arrival', async () => {
  const { phone, laptop, send, list } = await twoBrowsers();
  const who = { email: 'ada@example.com' };
  await send(
    identify(20, { ...who, name: 'Ada L.', traits: { plan: 'team' } }, phone),
    identify(10, { ...who, name: 'Ada', traits: { plan: 'free', seats: 1 } }, laptop),
  );
  expect(await list('/identities')).toMatchObject([
    {
      name: 'Ada L.',
      traits: { plan: 'team', seats: 1 },
      visitor_id: laptop.visitor_id,
      created_at: shown(10),
    },
  ]);
  expect(await list('/leads')).toMatchObject([
    { visitor_id: laptop.visitor_id, session_id: laptop.session_id, created_at: shown(10) },
  ]);
});

test('a late identify splits conversions between two people, and each has their lead', async () => {
  const { phone, send, list } = await twoBrowsers();
  await send(
    identify(10, { email: 'one@example.com' }, phone),
    convert(20, 'ones', phone),
    convert(40, 'twos', phone),
  );
  expect(await list('/leads')).toHaveLength(1);
  await send(identify(30, { email: 'two@example.com' }, phone));
  const [one] = await list('/identities?email=one@example.com');
  const [two] = await list('/identities?email=two@example.com');
  const owners = (await list('/conversions')).map(({ external_id, identity_id }) => [
    external_id,
    identity_id,
  ]);
  expect(owners).toEqual([
    ['twos', two?.id],
    ['ones', one?.id],
  ]);
  expect(await list('/leads')).toMatchObject([
    { identity_id: two?.id, created_at: shown(30) },
    { identity_id: one?.id, created_at: shown(10) },
  ]);
});
