import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startHarness } from '../testing/harness.ts';
import { pageIn, recordIn, restOf } from '../testing/rest.ts';

const h = await startHarness();

const dayMs = 86_400_000;
const noon = new Date();
noon.setUTCHours(12, 0, 0, 0);
/** A moment in the past; whole days keep the hour. */
const ago = (days: number, minutes = 0) =>
  new Date(noon.getTime() - dayMs * (days + 1) + minutes * 60_000).toISOString();

async function newWorkspace() {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const send = (...messages: object[]) => h.send(messages, workspace.productionKey);
  const personality = async (email: string) => {
    const [person] = pageIn(await rest.get(`/identities?email=${email}`)).data;
    return recordIn(await rest.get(`/identities/${person?.id}/personality`));
  };
  const becauses = async (email: string) =>
    ((await personality(email)).reasons as { because: string }[]).map(({ because }) => because);
  return { workspace, rest, send, personality, becauses };
}

const view = (visitor_id: string, timestamp: string, fields: object = {}) => ({
  type: 'event',
  name: 'page_view',
  visitor_id,
  timestamp,
  ...fields,
});
const identify = (email: string, visitor_id: string, timestamp: string) => ({
  type: 'identify',
  email,
  visitor_id,
  timestamp,
});

test('a personality has every field, and names its model and its time', async () => {
  const { rest, send, personality, workspace } = await newWorkspace();
  const visitor_id = randomUUID();
  await send(view(visitor_id, ago(2)), identify('a@example.com', visitor_id, ago(2, 1)));
  const found = await personality('a@example.com');
  expect(found).toEqual({
    identity_id: pageIn(await rest.get('/identities')).data[0]?.id,
    workspace_id: workspace.id,
    intent_score: expect.any(Number),
    stage: expect.any(String),
    persona: 'newcomer',
    reasons: expect.any(Array),
    model_version: '1',
    computed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
  expect(Math.abs(Date.parse(String(found.computed_at)) - Date.now())).toBeLessThan(10_000);
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
    { type: 'conversion', name: 'signup', visitor_id: laptop, timestamp: ago(3, 3) },
    view(laptop, ago(3, 120)),
  );
  expect((await becauses('a@example.com')).slice(1)).toEqual([
    '3 visits in the last 30 days',
    '4 page views in the last 30 days',
    '1 return on another day',
    '1 conversion so far',
  ]);
});

test('what is older than 30 days does not count, conversions do', async () => {
  const { send, personality, becauses } = await newWorkspace();
  const visitor_id = randomUUID();
  await send(view(visitor_id, ago(40)), identify('a@example.com', visitor_id, ago(40, 1)), {
    type: 'conversion',
    name: 'signup',
    visitor_id,
    timestamp: ago(40, 2),
  });
  expect((await becauses('a@example.com')).slice(1)).toEqual([
    'no visit in the last 30 days',
    'no page view in the last 30 days',
    'no return on another day',
    '1 conversion so far',
  ]);
  expect((await personality('a@example.com')).stage).toBe('dormant');
});

test('a visit that two people share on one device counts once for each, to the end of their time', async () => {
  const { send, becauses } = await newWorkspace();
  const ids = { visitor_id: randomUUID(), session_id: randomUUID() };
  const on = (message: object) => ({ ...message, ...ids });
  await send(
    on(view('', ago(2))),
    on(identify('first@example.com', '', ago(2, 5))),
    on(identify('second@example.com', '', ago(2, 10))),
    on(identify('first@example.com', '', ago(2, 15))),
    on(view('', ago(2, 20))),
    on(identify('second@example.com', '', ago(2, 25))),
    on(view('', ago(2, 30))),
  );
  for (const email of ['first@example.com', 'second@example.com']) {
    expect((await becauses(email)).slice(1, 3)).toEqual([
      '1 visit in the last 30 days',
      '3 page views in the last 30 days',
    ]);
  }
});

test('a person was last seen when their own time on a device ended', async () => {
  const { send, becauses } = await newWorkspace();
  const ids = { visitor_id: randomUUID(), session_id: randomUUID() };
  const messages = [
    view('', ago(10)),
    identify('first@example.com', '', ago(10, 1)),
    identify('second@example.com', '', ago(10, 2)),
    view('', ago(10, 3)),
  ];
  await send(...messages.map((message) => ({ ...message, ...ids })));
  // The same visit went on for days, as far as its sender says.
  await h.db.system(
    (tx) => tx`update sessions set last_activity_at = now() where visitor_id = ${ids.visitor_id}`,
  );
  expect((await becauses('first@example.com'))[0]).toMatch(/^last seen 1[01] days ago$/);
  expect((await becauses('second@example.com'))[0]).toBe('last seen today');
});

test('a personality needs its feature and an identity of the workspace', async () => {
  const { rest } = await newWorkspace();
  expect((await rest.get(`/identities/${randomUUID()}/personality`)).status).toBe(404);
});
