import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { faultsIn, pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });

async function newWorkspace() {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const send = (...messages: object[]) => h.send(messages, workspace.productionKey);
  const find = async (query: Record<string, string> = {}) => {
    const page = pageIn(await rest.get(`/conversions?${new URLSearchParams(query)}`));
    expect(page.pagination.total).toBe(page.data.length);
    return page.data.map(({ external_id }) => external_id);
  };
  return { workspace, rest, send, find };
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test('a conversion has every field that was sent, its visit, its person and its lead', async () => {
  const { workspace, rest, send } = await newWorkspace();
  const ids = { visitor_id: randomUUID(), session_id: randomUUID() };
  await send(
    { type: 'identify', ...ids, email: 'a@example.com', timestamp: '2026-05-01T10:00:00Z' },
    {
      type: 'conversion',
      ...ids,
      name: 'purchase',
      value: 49.95,
      currency: 'eur',
      external_id: 'order-1',
      code: 'FAIR',
      properties: { plan: 'team' },
      timestamp: '2026-05-01T10:01:00Z',
    },
  );
  await h.settle();
  const [conversion] = pageIn(await rest.get('/conversions')).data;
  const touch = {
    ...ids,
    campaign_id: null,
    source: 'website',
    touched_at: '2026-05-01T10:00:00Z',
  };
  expect(conversion).toEqual({
    id: expect.stringMatching(uuid),
    workspace_id: workspace.id,
    ...ids,
    identity_id: pageIn(await rest.get('/identities')).data[0]?.id,
    lead_id: pageIn(await rest.get('/leads')).data[0]?.id,
    name: 'purchase',
    value: 49.95,
    currency: 'EUR',
    external_id: 'order-1',
    code: 'FAIR',
    properties: { plan: 'team' },
    verification_level: 'device',
    created_at: '2026-05-01T10:01:00Z',
    first_touch: touch,
    last_non_direct: touch,
    last_touch: touch,
  });
  expect(recordIn(await rest.get(`/conversions/${conversion?.id}`))).toEqual(conversion);
});

test('missing fields are null or empty', async () => {
  const { rest, send } = await newWorkspace();
  await send({ type: 'conversion', name: 'signup', visitor_id: randomUUID(), lead: false });
  expect(pageIn(await rest.get('/conversions')).data).toMatchObject([
    {
      identity_id: null,
      lead_id: null,
      value: null,
      currency: '',
      external_id: '',
      code: '',
      properties: {},
    },
  ]);
});

test('values come back as the numbers that were sent', async () => {
  const { rest, send } = await newWorkspace();
  const values = [0, -12.5, 0.1, 1e12, -1e12, 1e-7, 0.30000000000000004];
  await send(
    ...values.map((value, place) => ({
      type: 'conversion',
      name: 'x',
      value,
      visitor_id: randomUUID(),
      timestamp: `2026-05-01T10:00:0${place}Z`,
    })),
  );
  const { data } = pageIn(await rest.get('/conversions'));
  expect(data.map(({ value }) => value).toReversed()).toEqual(values);
});

test('conversions come newest first, in pages, and each filter is exact, alone and combined', async () => {
  const { rest, send, find, workspace } = await newWorkspace();
  const [first, second] = [randomUUID(), randomUUID()];
  const at = (day: number) => `2026-05-0${day}T00:00:00.000002Z`;
  const conversion = (external_id: string, name: string, visitor_id: string, day: number) => ({
    type: 'conversion',
    external_id,
    name,
    visitor_id,
    timestamp: at(day),
  });
  await send(
    { type: 'identify', visitor_id: first, email: 'a@example.com', timestamp: at(1) },
    conversion('two', 'signup', second, 2),
    conversion('three', 'signup', first, 3),
    conversion('one', 'purchase', first, 1),
  );
  await h.send(conversion('test', 'signup', first, 3), workspace.developmentKey);
  expect(await find()).toEqual(['three', 'two', 'one']);
  const page = pageIn(await rest.get('/conversions?limit=1&offset=2'));
  expect(page.data).toMatchObject([{ external_id: 'one' }]);
  expect(page.pagination).toEqual({ limit: 1, offset: 2, total: 3 });
  expect(pageIn(await rest.get('/conversions?offset=5&name=signup')).pagination.total).toBe(2);

  const identity_id = pageIn(await rest.get('/identities')).data[0]?.id ?? '';
  expect(await find({ name: 'signup' })).toEqual(['three', 'two']);
  expect(await find({ name: 'sign' })).toEqual([]);
  expect(await find({ visitor_id: first.toUpperCase() })).toEqual(['three', 'one']);
  expect(await find({ identity_id })).toEqual(['three', 'one']);
  expect(await find({ created_after: at(2) })).toEqual(['three']);
  expect(await find({ created_before: at(2) })).toEqual(['one']);
  expect(await find({ test: 'true' })).toEqual(['test']);
  const all = {
    name: 'signup',
    visitor_id: first,
    identity_id,
    created_after: at(2),
    created_before: '2026-05-04',
  };
  expect(await find(all)).toEqual(['three']);
  expect(await find({ ...all, name: 'purchase' })).toEqual([]);
  expect(await find({ ...all, visitor_id: second })).toEqual([]);
  expect(await find({ ...all, identity_id: randomUUID() })).toEqual([]);
  expect(faultsIn(await rest.get('/conversions?identity_id=1'))).toEqual(['query.identity_id']);
});

test('updated_after returns changed conversions in the order of their changes', async () => {
  const { workspace, send, find } = await newWorkspace();
  const visits = ['a', 'b', 'c'].map((external_id) => ({ visitor_id: randomUUID(), external_id }));
  const conversions = visits.map((of, hour) => ({
    ...{ type: 'conversion', name: 'signup', lead: false, ...of },
    timestamp: `2026-05-01T0${hour}:00:00Z`,
  }));
  await send(...conversions);
  await h.settle();
  const rested = async () => {
    await h.db.workspace(
      workspace.id,
      (tx) => tx`
        update conversions set updated_at = now() - interval '1 day' where workspace_id = ${workspace.id}`,
    );
  };
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const changed = (sort = '-updated_at') => find({ updated_after: since, sort });
  expect(await changed()).toHaveLength(3);
  await rested();
  expect(await changed()).toEqual([]);
  const name = async (place: number, minute: number) => {
    const visitor_id = visits[place]?.visitor_id;
    const timestamp = `2026-05-01T0${place}:0${minute}:00Z`;
    await send({ type: 'identify', visitor_id, email: `${place}@example.com`, timestamp });
    await h.settle();
  };
  await name(2, 1);
  await name(0, 1);
  expect(await changed()).toEqual(['a', 'c']);
  expect(await changed('updated_at')).toEqual(['c', 'a']);
  expect(await find({ filter: `updated_at < ${since}` })).toEqual(['b']);
  // A visit before it is told of late, and it is credited to that.
  await rested();
  const [, { visitor_id } = { visitor_id: '' }] = visits;
  const earlier = { type: 'event', name: 'page_view', visitor_id, session_id: randomUUID() };
  await send({ ...earlier, timestamp: '2026-04-30T00:00:00Z' });
  await h.settle();
  expect(await changed()).toEqual(['b']);
});

test('a conversion of another workspace is answered with the bytes of one that does not exist', async () => {
  const [own, other] = [await newWorkspace(), await newWorkspace()];
  await other.send({ type: 'conversion', name: 'signup', visitor_id: randomUUID() });
  const [foreign] = pageIn(await other.rest.get('/conversions')).data;
  const answers = await Promise.all(
    [foreign?.id, randomUUID()].map((id) => own.rest.get(`/conversions/${id}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect(answers[0]?.text).toBe(answers[1]?.text);
  expect(await own.find()).toEqual([]);
});
