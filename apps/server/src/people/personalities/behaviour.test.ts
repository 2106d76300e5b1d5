/* What is read of a person's history, through the front door; computed at once and stored alike. */
import { randomUUID } from 'node:crypto';
import type { Personality } from '@footfall/contract/personalities';
import { expect, test } from 'vitest';
import { changeSettings } from '../../accounts/workspaces/settings.ts';
import { enqueueEverybody } from '../../records/person/outdated-scores.ts';
import { startHarness } from '../../testing/harness.ts';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';

const h = await startHarness({}, { trust: 'open' });
// Personalities are stored when a test asks for it.
await h.app.background.stop();

const dayMs = 86_400_000;
const noon = new Date();
noon.setUTCHours(12, 0, 0, 0);
/** A moment in the past; whole days keep the hour. */
const ago = (days: number, minutes = 0) =>
  new Date(noon.getTime() - dayMs * (days + 1) + minutes * 60_000).toISOString();
const shown = (instant: string) => `${instant.slice(0, 19)}Z`;

async function newWorkspace() {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const send = (...messages: object[]) => h.send(messages, workspace.productionKey);
  const read = async (email: string) => {
    const [person] = pageIn(await rest.get(`/identities?email=${email}`)).data;
    return recordIn(await rest.get(`/identities/${person?.id}/personality`));
  };
  const store = async () => {
    await h.db.workspace(workspace.id, (tx) => enqueueEverybody(tx, workspace.id));
    await h.app.background.settle();
  };
  /** Stored, after it has been seen to be the same as what is computed at once. */
  const personality = async (email: string) => {
    await h.db.system((tx) => tx`delete from personalities where workspace_id = ${workspace.id}`);
    const atOnce = await read(email);
    await store();
    expect(await read(email)).toEqual(atOnce);
    return atOnce as unknown as Personality;
  };
  /** Of the factors that count visits, page views, returns and conversions. */
  const becauses = async (email: string) => {
    const { reasons } = await personality(email);
    const counted = reasons.filter(({ factor }) => !['key_pages', 'recency'].includes(factor));
    return counted.map(({ because }) => because);
  };
  const keyPages = async (email: string) =>
    (await personality(email)).reasons.find(({ factor }) => factor === 'key_pages');
  return { workspace, rest, send, read, store, personality, becauses, keyPages };
}

const view = (visitor_id: string, timestamp: string, fields: object = {}) => ({
  type: 'event',
  name: 'page_view',
  visitor_id,
  timestamp,
  ...fields,
});
const viewOf = (url: string, visitor_id: string, timestamp: string) =>
  view(visitor_id, timestamp, { context: { page: { url } } });
const identify = (email: string, visitor_id: string, timestamp: string) => ({
  type: 'identify',
  email,
  visitor_id,
  timestamp,
});
const conversion = (visitor_id: string, timestamp: string) => ({
  type: 'conversion',
  name: 'signup',
  visitor_id,
  timestamp,
});

test('a personality has every field, and names its model and the latest activity', async () => {
  const { rest, send, personality, workspace } = await newWorkspace();
  const visitor_id = randomUUID();
  await send(view(visitor_id, ago(2)), identify('a@example.com', visitor_id, ago(2, 1)));
  expect(await personality('a@example.com')).toEqual({
    identity_id: pageIn(await rest.get('/identities')).data[0]?.id,
    workspace_id: workspace.id,
    intent_score: expect.any(Number),
    stage: 'new',
    persona: 'newcomer',
    reasons: expect.any(Array),
    model_version: '2',
    computed_at: shown(ago(2, 1)),
  });
});

test('visits, page views, days and conversions of all devices of the person count', async () => {
  const { send, becauses } = await newWorkspace();
  const [phone, laptop] = [randomUUID(), randomUUID()];
  await send(
    view(phone, ago(5)),
    identify('a@example.com', phone, ago(5, 1)),
    view(laptop, ago(3)),
    view(laptop, ago(3, 1)),
    identify('a@example.com', laptop, ago(3, 2)),
    conversion(laptop, ago(3, 3)),
    view(laptop, ago(3, 120)),
  );
  expect(await becauses('a@example.com')).toEqual([
    '3 visits within 30 days',
    '4 page views within 30 days',
    'came back on 1 other day',
    '1 conversion',
  ]);
});

test('activity more than 30 days before the latest does not count, but conversions do', async () => {
  const { send, personality, becauses } = await newWorkspace();
  const visitor_id = randomUUID();
  await send(
    view(visitor_id, ago(80)),
    identify('a@example.com', visitor_id, ago(80, 1)),
    conversion(visitor_id, ago(80, 2)),
    view(visitor_id, ago(49)),
    view(visitor_id, ago(40)),
  );
  expect(await becauses('a@example.com')).toEqual([
    '2 visits within 30 days',
    '2 page views within 30 days',
    'came back on 1 other day',
    '1 conversion',
  ]);
  const { stage, intent_score, reasons } = await personality('a@example.com');
  expect([stage, intent_score]).toEqual(['dormant', 0]);
  expect(reasons.at(-1)?.because).toMatch(/^last active 4[01] days ago$/);
});

test('on a device that two people share, each has what was viewed in their own time', async () => {
  const { send, becauses } = await newWorkspace();
  const ids = { visitor_id: randomUUID(), session_id: randomUUID() };
  const on = (message: object) => ({ ...message, ...ids });
  await send(
    on(view('', ago(2))),
    on(identify('first@example.com', '', ago(2, 5))),
    on(identify('second@example.com', '', ago(2, 10))),
    on(view('', ago(2, 12))),
    on(conversion('', ago(2, 13))),
    on(identify('first@example.com', '', ago(2, 15))),
    on(view('', ago(2, 20))),
    on(identify('second@example.com', '', ago(2, 25))),
    on(view('', ago(2, 30))),
    on(view('', ago(2, 31))),
  );
  expect(await becauses('first@example.com')).toEqual([
    '1 visit within 30 days',
    '2 page views within 30 days',
    'did not come back on another day',
    'no conversions',
  ]);
  expect(await becauses('second@example.com')).toEqual([
    '1 visit within 30 days',
    '3 page views within 30 days',
    'did not come back on another day',
    '1 conversion',
  ]);
});

test('a person was last active when their own time on a device ended', async () => {
  const { send, personality } = await newWorkspace();
  const ids = { visitor_id: randomUUID(), session_id: randomUUID() };
  const messages = [
    view('', ago(10)),
    identify('first@example.com', '', ago(10, 1)),
    identify('second@example.com', '', ago(10, 2)),
    view('', ago(10, 3)),
    view('', ago(9, 3)),
  ];
  await send(...messages.map((message) => ({ ...message, ...ids })));
  expect((await personality('first@example.com')).computed_at).toBe(shown(ago(10, 2)));
  expect((await personality('second@example.com')).computed_at).toBe(shown(ago(9, 3)));
});

test('the default key pages are known by their path', async () => {
  const { send, read, store } = await newWorkspace();
  const urls: [string, string | undefined][] = [
    ['https://www.example.com/pricing', '/pricing*'],
    ['https://www.example.com/Pricing/Enterprise?plan=a#top', '/pricing*'],
    ['/demo', '/demo*'],
    ['https://www.example.com?utm=/pricing', undefined],
    ['https://www.example.com/blog/pricing', undefined],
    ['https://pricing.example.com/about', undefined],
  ];
  const emails = urls.map((_, place) => `${place}@example.com`);
  await send(
    ...urls.flatMap(([url], place) => {
      const visitor_id = randomUUID();
      return [
        viewOf(url, visitor_id, ago(2)),
        identify(emails[place] ?? '', visitor_id, ago(2, 1)),
      ];
    }),
  );
  const atOnce = await Promise.all(emails.map(read));
  await store();
  expect(await Promise.all(emails.map(read))).toEqual(atOnce);
  const keyPages = (atOnce as unknown as Personality[]).map(
    ({ reasons }) => reasons.find(({ factor }) => factor === 'key_pages')?.because,
  );
  expect(keyPages).toEqual(
    urls.map(([, pattern]) =>
      pattern === undefined ? 'no key pages viewed' : `viewed ${pattern}`,
    ),
  );
});

test('the pages that the workspace names matter, each once and in its order', async () => {
  const { workspace, send, keyPages } = await newWorkspace();
  const key_pages = [
    { pattern: '/100%_*', points: 3 },
    { pattern: '/', points: 2 },
    { pattern: '*/Tour/*', points: 7 },
    { pattern: '/never', points: 9 },
  ];
  await h.db.system((tx) => changeSettings(tx, workspace.id, { key_pages }));
  const visitor_id = randomUUID();
  const site = 'https://www.example.com';
  await send(
    viewOf(`${site}/de/tour/1`, visitor_id, ago(2)),
    viewOf(`${site}/de/tour/2`, visitor_id, ago(2, 1)),
    viewOf(`${site}/100xx`, visitor_id, ago(2, 2)),
    viewOf(site, visitor_id, ago(2, 3)),
    viewOf(`${site}/never/mind`, visitor_id, ago(2, 4)),
    view(visitor_id, ago(2, 5)),
    { ...viewOf(`${site}/100%_sure`, visitor_id, ago(2, 6)), name: 'click' },
    identify('a@example.com', visitor_id, ago(2, 7)),
  );
  expect(await keyPages('a@example.com')).toEqual({
    factor: 'key_pages',
    points: 9,
    because: 'viewed /, */Tour/*',
    count: 2,
    pages: ['/', '*/Tour/*'],
  });
});

test('visits and conversions of bots do not count', async () => {
  const { send, personality, becauses } = await newWorkspace();
  const [person, bot] = [randomUUID(), randomUUID()];
  await send(
    view(person, ago(5)),
    identify('a@example.com', person, ago(5, 1)),
    view(bot, ago(2)),
    identify('a@example.com', bot, ago(2, 1)),
    conversion(bot, ago(2, 2)),
    identify('bot@example.com', bot, ago(2, 3)),
  );
  await h.db.system((tx) => tx`update sessions set bot = '{}' where visitor_id = ${bot}`);
  await h.db.system((tx) => tx`update conversions set is_bot = true where visitor_id = ${bot}`);
  expect(await becauses('a@example.com')).toEqual([
    '1 visit within 30 days',
    '1 page view within 30 days',
    'did not come back on another day',
    'no conversions',
  ]);
  expect((await personality('a@example.com')).computed_at).toBe(shown(ago(5, 1)));
  expect(await personality('bot@example.com')).toMatchObject({
    intent_score: 0,
    stage: 'new',
    persona: 'newcomer',
    computed_at: shown(ago(2, 3)),
  });
});

test('the same history in another order, and computed for one person or many, reads the same', async () => {
  const visitors = Array.from({ length: 4 }, () => randomUUID());
  const emails = ['a@example.com', 'b@example.com', 'c@example.com'];
  const url = 'https://www.example.com/pricing';
  const messages = visitors.flatMap((visitor_id, place) =>
    [1, 2, 12].flatMap((days) => [
      { ...viewOf(url, visitor_id, ago(days, place)), session_id: randomUUID() },
      { ...identify(emails[(place * days) % 3] ?? '', visitor_id, ago(days, 10 * place + 1)) },
      { ...conversion(visitor_id, ago(days, 10 * place + 2)) },
    ]),
  );
  // Each message names its visit, so that the visits do not depend on the order either.
  const named = messages.map((message, place) => ({
    session_id: visitors[place % 4],
    ...message,
    message_id: randomUUID(),
  }));
  const histories: unknown[] = [];
  for (const order of [named, named.toReversed()]) {
    const { send, read, store } = await newWorkspace();
    for (const message of order) await send(message);
    const atOnce = await Promise.all(emails.map(read));
    await store();
    const stored = await Promise.all(emails.map(read));
    expect(stored).toEqual(atOnce);
    histories.push(
      stored.map(({ identity_id: _identity, workspace_id: _workspace, ...rest }) => rest),
    );
  }
  expect(histories[0]).toEqual(histories[1]);
});

test('a stored personality is read as it was on its day, and is forgotten with the person', async () => {
  const { workspace, send, read, store, rest } = await newWorkspace();
  const visitor_id = randomUUID();
  await send(view(visitor_id, ago(2)), identify('a@example.com', visitor_id, ago(2, 1)));
  await store();
  const before = await read('a@example.com');
  const { id } = workspace;
  await h.db.upkeep(
    (tx) => tx`
      update personalities set last_active_at = last_active_at - interval '40 days'
      where workspace_id = ${id}`,
    id,
  );
  expect(await read('a@example.com')).toMatchObject({ stage: 'dormant', intent_score: 0 });
  expect(before).toMatchObject({ stage: 'new' });
  await h.db.workspace(workspace.id, (tx) => enqueueEverybody(tx, workspace.id));
  await h.db.upkeep((tx) => tx`delete from identities where workspace_id = ${id}`, id);
  await h.app.background.settle();
  const rows = await h.db.workspace(workspace.id, (tx) => tx`select from personalities`);
  expect(rows).toHaveLength(0);
  expect((await rest.get(`/identities/${before.identity_id}/personality`)).status).toBe(404);
});

test('a personality needs its feature and an identity of the workspace', async () => {
  const { rest } = await newWorkspace();
  expect((await rest.get(`/identities/${randomUUID()}/personality`)).status).toBe(404);
});
