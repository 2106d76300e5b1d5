/* Messages of visitors who refuse: answered, counted, not stored; what they allowed and refused is kept. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  changeSettings,
  type SettingsChange,
  settingsFreshForMs,
} from '../../accounts/workspaces/settings.ts';
import { startHarness } from '../../testing/harness.ts';
import { dataOf, postBare, statusesOf } from '../../testing/post.ts';
import { pageIn, restOf } from '../../testing/rest.ts';
import { tablesWith } from '../../testing/tables.ts';

const h = await startHarness();

const view = (visitor_id: string, consent?: unknown, fields: object = {}) => ({
  type: 'event',
  name: 'page_view',
  visitor_id,
  ...fields,
  context: { ...(consent !== undefined && { consent }), page: { url: 'https://shop.example/' } },
});

/** In which tables a text is. */
async function tablesOf(text: string): Promise<string[]> {
  const tables = await tablesWith(h.db, 'workspace_id');
  return h.db.system(async (tx) => {
    const filled: string[] = [];
    for (const name of tables) {
      const rows = await tx`select from ${tx(name)} t where position(${text} in t::text) > 0
        or position(${text} in convert_from(coalesce((to_jsonb(t)->>'body')::bytea, ''), 'UTF8')) > 0`;
      if (rows.length > 0) filled.push(name);
    }
    return filled;
  });
}

async function newWorkspace(settings: SettingsChange = {}) {
  const { id, productionKey, secretKey } = await h.newWorkspace('Test', settings);
  const rest = restOf(h, secretKey);
  return {
    id,
    productionKey,
    send: (...messages: object[]) => h.send(messages, productionKey),
    consents: async (visitor: string) => pageIn(await rest.get(`/visitors/${visitor}/consents`)),
    raw: (path: string) => rest.get(path),
  };
}

test.each([
  [{ analytics: false }],
  [{ analytics: 'denied', ads: 'granted' }],
  [{ analytics_storage: 'denied' }],
  [{ Statistics: 'No' }],
  [{ analytics: true, analytics_storage: 'denied' }],
  ['denied'],
  [false],
])(
  'a message of somebody with consent %j is answered as ignored and stored nowhere',
  async (consent) => {
    const { send } = await newWorkspace();
    const visitor = randomUUID();
    const data = await send(
      view(visitor, consent, { message_id: 'm1' }),
      { type: 'identify', visitor_id: visitor, email: 'ada@refused.example', context: { consent } },
      // Faulty ones are kept for the operator, but not of those who refuse.
      { type: 'event', name: 7, visitor_id: visitor, context: { consent } },
      view(visitor, undefined, { context: undefined }),
    );
    expect(data).toMatchObject({ accepted: 1, duplicates: 0, rejected: 0, ignored: 3 });
    expect(data.results[0]).toEqual({
      index: 0,
      message_id: 'm1',
      status: 'ignored',
      visitor_id: null,
      session_id: null,
      reason: 'consent: analytics is refused',
    });
    expect(await tablesOf('ada@refused.example')).toEqual([]);
  },
);

test('a visitor who only refused has nothing but the refusal', async () => {
  const { send, consents, raw } = await newWorkspace();
  const visitor = randomUUID();
  await send(view(visitor, { analytics: false }));
  expect(await tablesOf(visitor)).toEqual(['consents']);
  expect((await consents(visitor)).data).toMatchObject([{ purposes: { analytics: false } }]);
  expect((await raw(`/visitors/${visitor}`)).status).toBe(404);
  expect((await raw(`/visitors/${randomUUID()}/consents`)).status).toBe(404);
});

test.each([
  [undefined],
  ['granted'],
  [true],
  [{ analytics: true }],
  [{ ads: false }],
  ['pending'],
  [null],
  [[]],
  [7],
])('consent %j is no refusal', async (consent) => {
  const { send } = await newWorkspace();
  const data = await send(view(randomUUID(), consent));
  expect(data).toMatchObject({ accepted: 1 });
  expect(data).not.toHaveProperty('ignored');
});

test('the consent of a batch holds for messages without one of their own', async () => {
  const { productionKey } = await newWorkspace();
  const batch = [view(randomUUID()), view(randomUUID(), { analytics: true })];
  const body = { context: { consent: { analytics: false } }, batch };
  const answer = await postBare(h, '/ingest/batch', body, { 'x-svc-key': productionKey });
  expect(statusesOf(dataOf(answer))).toEqual(['ignored', 'accepted']);
});

const day = (number: number) => `2026-05-0${number}T09:30:00.000Z`;

test('a withdrawal stops storing and shows its time, whatever the order of messages', async () => {
  const visitor = randomUUID();
  const messages = [
    view(visitor, { analytics: true, ads: false }, { timestamp: day(1) }),
    view(visitor, { ads: false, analytics: true }, { timestamp: day(2) }),
    view(visitor, { analytics: false }, { timestamp: day(3) }),
  ];
  const seen = [];
  for (const order of [messages, messages.toReversed()]) {
    const { send, consents, raw } = await newWorkspace({ trust: 'open' });
    for (const message of order) await send(message);
    const { data, pagination } = await consents(visitor);
    expect(pagination.total).toBe(2);
    const [session] = pageIn(await raw(`/visitors/${visitor}/sessions?limit=1`)).data;
    expect(session?.started_at).toBe('2026-05-02T09:30:00Z');
    seen.push(data.map(({ received_at, ...consent }) => consent));
  }
  expect(seen[0]).toEqual([
    {
      visitor_id: visitor,
      purposes: { analytics: false },
      first_given_at: '2026-05-03T09:30:00Z',
      last_given_at: '2026-05-03T09:30:00Z',
      source: 'server',
    },
    {
      visitor_id: visitor,
      purposes: { ads: false, analytics: true },
      first_given_at: '2026-05-01T09:30:00Z',
      last_given_at: '2026-05-02T09:30:00Z',
      source: 'server',
    },
  ]);
  expect(seen[1]).toEqual(seen[0]);
});

// So the order of arrival decides nothing, and nobody with the write key silences a visitor whose id they know.
test('messages without consent information are stored, also after a withdrawal; a batch-level refusal is not', async () => {
  const visitor = randomUUID();
  const withdrawal = view(visitor, { analytics: false }, { timestamp: day(1) });
  const silent = view(visitor, undefined, { timestamp: day(2) });
  for (const order of [
    [withdrawal, silent],
    [silent, withdrawal],
  ]) {
    const { productionKey, send, consents, raw } = await newWorkspace({ trust: 'open' });
    for (const message of order) await send(message);
    expect((await raw(`/visitors/${visitor}`)).status).toBe(200);
    const { data } = pageIn(await raw(`/visitors/${visitor}/sessions`));
    expect(data).toMatchObject([{ started_at: '2026-05-02T09:30:00Z', event_count: 1 }]);
    expect((await consents(visitor)).data).toMatchObject([{ purposes: { analytics: false } }]);
    const body = { context: { consent: 'denied' }, batch: [view(visitor), view(visitor)] };
    const answer = await postBare(h, '/ingest/batch', body, { 'x-svc-key': productionKey });
    expect(statusesOf(dataOf(answer))).toEqual(['ignored', 'ignored']);
  }
});

test('ignored messages are counted', async () => {
  const count = async () => {
    const text = await h.app.inject({ url: '/metrics' }).then(({ body }) => body);
    return Number(/ingest_messages_total\{status="ignored"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  const before = await count();
  await h.send([view(randomUUID(), false), view(randomUUID(), false)]);
  expect(await count()).toBe(before + 2);
});

test('browser privacy signals are refusals if the workspace sets it, unless the visitor chose', async () => {
  const { id, productionKey } = await newWorkspace();
  const statusOf = async (headers: Record<string, string>, consent?: unknown) => {
    const all = { 'x-svc-key': productionKey, origin: 'https://shop.example', ...headers };
    const visitor = randomUUID();
    const [result] = dataOf(await postBare(h, '/ingest', view(visitor, consent), all)).results;
    if (result?.status === 'ignored' && consent === undefined) {
      expect(await tablesOf(visitor)).toEqual([]);
    }
    return result?.status;
  };
  expect(await statusOf({ 'sec-gpc': '1' })).toBe('accepted');
  await h.db.system((tx) => changeSettings(tx, id, { privacy_signals: 'refuse' }));
  await sleep(settingsFreshForMs + 100);
  expect(await statusOf({ 'sec-gpc': '1' })).toBe('ignored');
  expect(await statusOf({ dnt: '1' })).toBe('ignored');
  expect(await statusOf({ 'sec-gpc': '1' }, 'granted')).toBe('ignored');
  expect(await statusOf({ 'sec-gpc': '1' }, { analytics: true })).toBe('accepted');
  expect(await statusOf({ 'sec-gpc': '0', dnt: '0' })).toBe('accepted');
});
