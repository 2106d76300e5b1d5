/* Messages of visitors who refuse: answered, counted, not stored; what they allowed and refused is kept. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  changeSettings,
  type SettingsChange,
  settingsFreshForMs,
} from '../../accounts/workspaces/settings.ts';
import { upsertConsents } from '../../people/visitors/consents.ts';
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
    expect(data).toMatchObject({ accepted: 0, duplicates: 0, rejected: 0, ignored: 4 });
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
      notice_version: '',
      first_given_at: '2026-05-03T09:30:00Z',
      last_given_at: '2026-05-03T09:30:00Z',
      source: 'server',
    },
    {
      visitor_id: visitor,
      purposes: { ads: false, analytics: true },
      notice_version: '',
      first_given_at: '2026-05-01T09:30:00Z',
      last_given_at: '2026-05-02T09:30:00Z',
      source: 'server',
    },
  ]);
  expect(seen[1]).toEqual(seen[0]);
});

describe('a withdrawal', () => {
  const silent = (visitor: string, number: number) =>
    view(visitor, undefined, { timestamp: day(number) });
  const refusing = (visitor: string, number: number, consent: unknown = { analytics: false }) =>
    view(visitor, consent, { timestamp: day(number) });
  const open = () => newWorkspace({ trust: 'open' });
  const statuses = ({ results }: { results: { status: string }[] }) =>
    results.map(({ status }) => status);

  test('holds for later messages that say nothing, not for earlier ones that arrive late', async () => {
    const { send, raw } = await open();
    const visitor = randomUUID();
    await send(silent(visitor, 1));
    await send(refusing(visitor, 3));
    const later = await send(silent(visitor, 4), silent(visitor, 2), silent(randomUUID(), 4));
    expect(statuses(later)).toEqual(['ignored', 'accepted', 'accepted']);
    expect(later.results[0]?.reason).toBe('consent: analytics was refused before');
    // Again, from what this process remembers; and who names another purpose says nothing of this one.
    const again = await send(silent(visitor, 5), refusing(visitor, 6, { ads: true }));
    expect(statuses(again)).toEqual(['ignored', 'ignored']);
    const { data } = pageIn(await raw(`/visitors/${visitor}/sessions`));
    expect(data.map(({ started_at }) => started_at)).toEqual([
      '2026-05-02T09:30:00Z',
      '2026-05-01T09:30:00Z',
    ]);
  });

  test('holds within its own batch, in whatever order', async () => {
    const { send } = await open();
    const visitor = randomUUID();
    const data = await send(silent(visitor, 4), refusing(visitor, 3), silent(visitor, 2));
    expect(statuses(data)).toEqual(['ignored', 'ignored', 'accepted']);
    expect(statuses(await send(silent(visitor, 5)))).toEqual(['ignored']);
  });

  test('names nobody and opens nothing', async () => {
    const { send } = await open();
    const visitor = randomUUID();
    await send(refusing(visitor, 1));
    const email = 'withdrawn@refused.example';
    const data = await send(
      { type: 'identify', visitor_id: visitor, email, timestamp: day(2) },
      { type: 'conversion', name: email, visitor_id: visitor, timestamp: day(2) },
    );
    expect(statuses(data)).toEqual(['ignored', 'ignored']);
    expect(await tablesOf(email)).toEqual([]);
  });

  test.each([['granted'], [{ analytics: true }]])('ends with %j', async (consent) => {
    const { send, consents } = await open();
    const visitor = randomUUID();
    await send(refusing(visitor, 1));
    expect(statuses(await send(silent(visitor, 2)))).toEqual(['ignored']);
    expect(statuses(await send(refusing(visitor, 3, consent)))).toEqual(['accepted']);
    expect(statuses(await send(silent(visitor, 4)))).toEqual(['accepted']);
    expect((await consents(visitor)).data).toMatchObject([
      { purposes: { analytics: true }, last_given_at: '2026-05-03T09:30:00Z' },
      { purposes: { analytics: false } },
    ]);
    // And begins anew.
    await send(refusing(visitor, 5));
    expect(statuses(await send(silent(visitor, 6)))).toEqual(['ignored']);
    expect(statuses(await send(refusing(visitor, 7, consent), silent(visitor, 8)))).toEqual([
      'accepted',
      'accepted',
    ]);
  });

  test('is of one environment, and of one workspace', async () => {
    const { id, send } = await open();
    const visitor = randomUUID();
    await send(refusing(visitor, 1));
    const { key } = await h.newKey({ workspaceId: id, kind: 'development' });
    expect(statuses(await h.send([silent(visitor, 2)], key))).toEqual(['accepted']);
    expect(statuses(await (await open()).send(silent(visitor, 2)))).toEqual(['accepted']);
  });

  // Whoever knows a name knows the ID that stands for it, and would silence its owner.
  test('of an ID that is not random holds for its own message alone', async () => {
    const { send } = await open();
    const visitor = '5b03ee7b-4adb-8f10-b8a3-728325d9ac92';
    expect(statuses(await send(refusing(visitor, 1)))).toEqual(['ignored']);
    expect(statuses(await send(silent(visitor, 2)))).toEqual(['accepted']);
  });

  test('that another process stored holds here', async () => {
    const { id, send } = await open();
    const visitor = randomUUID();
    await send(silent(visitor, 1));
    await h.db.workspace(id, (tx) =>
      upsertConsents(tx, id, [
        {
          visitorId: visitor,
          isTest: false,
          purposes: { analytics: false },
          analytics: false,
          noticeVersion: '',
          givenAt: '2026-05-02T09:30:00.000000Z',
          receivedAt: '2026-05-02T09:30:00.000000Z',
          source: 'browser',
        },
      ]),
    );
    expect(statuses(await send(silent(visitor, 3)))).toEqual(['ignored']);
  });
});

test('the version of the notice is kept, as told last', async () => {
  const { send, consents } = await newWorkspace({ trust: 'open' });
  const visitor = randomUUID();
  const told = (number: number, notice_version: unknown) =>
    view(visitor, { analytics: true, notice_version }, { timestamp: day(number) });
  const versionOf = async () => (await consents(visitor)).data[0]?.notice_version;
  await send(told(2, '2026-05'));
  expect(await versionOf()).toBe('2026-05');
  await send(told(1, 'older'));
  expect(await versionOf()).toBe('2026-05');
  await send(told(3, 'true'), told(4, 7));
  expect(await versionOf()).toBe('7');
  await send(told(5, 'x'.repeat(65)));
  expect((await consents(visitor)).data).toMatchObject([
    { purposes: { analytics: true }, notice_version: '' },
  ]);
});

test('a person has the consents of their periods of each visitor', async () => {
  const { send, raw } = await newWorkspace({ trust: 'open' });
  const [phone, shared] = [randomUUID(), randomUUID()];
  const named = (visitor_id: string, email: string, number: number) => ({
    type: 'identify',
    visitor_id,
    email,
    timestamp: day(number),
  });
  await send(
    view(phone, { analytics: true, notice_version: 'v1' }, { timestamp: day(1) }),
    named(phone, 'ada@consents.example', 1),
    view(shared, { analytics: true, ads: true }, { timestamp: day(2) }),
    named(shared, 'ada@consents.example', 2),
    named(shared, 'bob@consents.example', 4),
    view(shared, { analytics: true, ads: false }, { timestamp: day(5) }),
  );
  await h.settle();
  const of = async (email: string) => {
    const [person] = pageIn(await raw(`/identities?email=${email}`)).data;
    return pageIn(await raw(`/identities/${person?.id}/consents`)).data;
  };
  expect(await of('ada@consents.example')).toMatchObject([
    { visitor_id: shared, purposes: { analytics: true, ads: true } },
    { visitor_id: phone, notice_version: 'v1' },
  ]);
  expect(await of('bob@consents.example')).toMatchObject([
    { visitor_id: shared, purposes: { analytics: true, ads: false } },
  ]);
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
