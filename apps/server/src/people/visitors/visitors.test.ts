import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { faultsIn, pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { fillMissingChannels } from './missing-channels.ts';

const h = await sharedHarness({ trust: 'open' });

async function newWorkspace() {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const send = (...messages: object[]) => h.send(messages, workspace.productionKey);
  const find = async (query: Record<string, string> = {}) => {
    const page = pageIn(await rest.get(`/visitors?${new URLSearchParams(query)}`));
    expect(page.pagination.total).toBe(page.data.length);
    return page.data.map(({ id }) => id);
  };
  return { workspace, rest, send, find };
}

const view = (visitor_id: string, timestamp: string, fields: object = {}) => ({
  type: 'event',
  name: 'page_view',
  visitor_id,
  timestamp,
  ...fields,
});

test('a visitor has every field: how they came first, and counts of all visits', async () => {
  const { workspace, rest, send } = await newWorkspace();
  const visitor_id = randomUUID();
  const campaign = { source: 'google', medium: 'cpc', name: 'spring' };
  const page = { url: 'https://shop.example/a', referrer: 'https://www.google.com/' };
  await send(
    view(visitor_id, '2026-05-01T10:00:00Z', { context: { page, campaign } }),
    view(visitor_id, '2026-05-01T10:05:00Z'),
    { type: 'event', name: 'click', visitor_id, timestamp: '2026-05-01T10:06:00Z' },
    view(visitor_id, '2026-05-03T08:00:00Z'),
  );
  const visitor = recordIn(await rest.get(`/visitors/${visitor_id}`));
  expect(visitor).toEqual({
    id: visitor_id,
    workspace_id: workspace.id,
    identity_id: null,
    company_id: null,
    company_confidence: null,
    source: 'campaign',
    channel: 'paid',
    channel_group: 'Paid Search',
    origin: 'Google',
    campaign: expect.objectContaining(campaign),
    referrer: 'https://www.google.com/',
    entry_url: 'https://shop.example/a',
    session_count: 2,
    event_count: 4,
    page_view_count: 3,
    ip: expect.any(String),
    city: '',
    country: '',
    state: 'person',
    bot: null,
    agent: '',
    suspicion: null,
    first_seen: '2026-05-01T10:00:00Z',
    last_seen: '2026-05-03T08:00:00Z',
    created_at: '2026-05-01T10:00:00Z',
  });
  expect(pageIn(await rest.get('/visitors')).data).toEqual([visitor]);
});

test('the identity of a visitor is that of the latest identify call', async () => {
  const { rest, send } = await newWorkspace();
  const visitor_id = randomUUID();
  const identify = (email: string, timestamp: string) =>
    send({ type: 'identify', visitor_id, email, timestamp });
  await identify('second@example.com', '2026-05-02T00:00:00Z');
  await identify('first@example.com', '2026-05-01T00:00:00Z');
  const people = pageIn(await rest.get('/identities?email=second@example.com')).data;
  expect(recordIn(await rest.get(`/visitors/${visitor_id}`)).identity_id).toBe(people[0]?.id);
});

test('visitors come newest first, in pages, with the total of all', async () => {
  const { rest, send, find } = await newWorkspace();
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  const days = ['02', '03', '01'];
  await send(...ids.map((id, place) => view(id, `2026-05-${days[place]}T00:00:00Z`)));
  expect(await find()).toEqual([ids[1], ids[0], ids[2]]);
  const page = pageIn(await rest.get('/visitors?limit=1&offset=1'));
  expect(page.data.map(({ id }) => id)).toEqual([ids[0]]);
  expect(page.pagination).toEqual({ limit: 1, offset: 1, total: 3 });
  expect(pageIn(await rest.get('/visitors?offset=3')).pagination.total).toBe(3);
});

test('source, company_id, identity_id and the time of the first visit filter, also together', async () => {
  const { rest, send, find } = await newWorkspace();
  const [first, other] = [randomUUID(), randomUUID()];
  await send(
    view(first, '2026-05-01T00:00:00.000002Z', { context: { campaign: { source: 'x' } } }),
    view(other, '2026-05-02T00:00:00Z'),
    { type: 'identify', visitor_id: first, email: 'a@siemens.com' },
    { type: 'identify', visitor_id: other, email: 'b@gmail.com' },
  );
  const company_id = pageIn(await rest.get('/companies')).data[0]?.id ?? '';
  const identity_id = pageIn(await rest.get('/identities?email=a@siemens.com')).data[0]?.id ?? '';
  const all = {
    source: 'campaign',
    company_id,
    identity_id,
    created_after: '2026-05-01T00:00:00.000001Z',
    created_before: '2026-05-01T00:00:00.000003Z',
    test: 'false',
  };
  for (const [name, value] of Object.entries(all).slice(0, 3)) {
    expect(await find({ [name]: value }), name).toEqual([first]);
  }
  expect(await find(all)).toEqual([first]);
  const others = [
    { source: 'website' },
    { source: 'campaig' },
    { company_id: randomUUID() },
    { identity_id: randomUUID() },
    { created_after: '2026-05-01T00:00:00.000002Z' },
    { created_before: '2026-05-01T00:00:00.000002Z' },
    { test: 'true' },
  ];
  for (const one of others) expect(await find({ ...all, ...one })).toEqual([]);
  expect(faultsIn(await rest.get('/visitors?company_id=acme'))).toEqual(['query.company_id']);
});

test('a visitor id in both environments is two visitors with separate people', async () => {
  const { rest, find, workspace } = await newWorkspace();
  const visitor_id = randomUUID();
  const identify = (email: string, key: string) =>
    h.send({ type: 'identify', visitor_id, email }, key);
  await identify('live@example.com', workspace.productionKey);
  await identify('tests@example.com', workspace.developmentKey);
  for (const test of ['false', 'true']) {
    const [person] = pageIn(await rest.get(`/identities?test=${test}`)).data;
    const own = { identity_id: person?.id ?? '', test };
    expect(await find(own)).toEqual([visitor_id]);
    expect(await find({ ...own, test: String(test !== 'true') })).toEqual([]);
    expect(pageIn(await rest.get(`/visitors?test=${test}`)).data).toMatchObject([
      { id: visitor_id, identity_id: person?.id },
    ]);
  }
});

test('the sessions of a visitor come newest first, with every field and the exact total', async () => {
  const { rest, send, workspace } = await newWorkspace();
  const visitor_id = randomUUID();
  const sessions = [randomUUID(), randomUUID(), randomUUID()];
  const at = (day: number, second: number) => `2026-05-0${day}T10:00:0${second}Z`;
  const page = { url: 'https://shop.example/a' };
  const context = {
    page,
    locale: 'de-DE',
    timezone: 'Europe/Berlin',
    screen: { width: 1920, height: 1080 },
    click_ids: { gclid: 'abc' },
  };
  await send(
    ...sessions.flatMap((session_id, day) => [
      view(visitor_id, at(day + 1, 0), { session_id, context }),
      view(visitor_id, at(day + 1, 5), {
        session_id,
        context: { page: { url: 'https://shop.example/b' } },
      }),
    ]),
    {
      type: 'session',
      action: 'end',
      visitor_id,
      session_id: sessions[2],
      engaged_ms: 4_400,
      timestamp: at(3, 7),
    },
  );
  const path = `/visitors/${visitor_id}/sessions`;
  const { data, pagination } = pageIn(await rest.get(path));
  expect(pagination).toEqual({ limit: 50, offset: 0, total: 3 });
  expect(data.map(({ id }) => id)).toEqual(sessions.toReversed());
  expect(data[0]).toEqual({
    id: sessions[2],
    workspace_id: workspace.id,
    visitor_id,
    source: 'campaign',
    channel: 'paid',
    channel_group: 'Paid Search',
    origin: 'Google',
    campaign_id: pageIn(await rest.get('/campaigns')).data[0]?.id,
    campaign: {},
    click_ids: { gclid: 'abc' },
    referrer: '',
    entry_url: 'https://shop.example/a',
    exit_url: 'https://shop.example/b',
    event_count: expect.any(Number),
    page_view_count: 2,
    engaged_seconds: 4,
    duration_seconds: 7,
    is_bounce: false,
    ip: expect.any(String),
    city: '',
    country: '',
    network_owner: '',
    connection: '',
    user_agent: expect.any(String),
    browser: '',
    os: '',
    device: '',
    locale: 'de-DE',
    timezone: 'Europe/Berlin',
    screen: '1920x1080',
    state: 'person',
    bot: null,
    agent: '',
    suspicion: null,
    started_at: at(3, 0),
    last_activity_at: at(3, 7),
    ended_at: at(3, 7),
    created_at: at(3, 0),
  });
  expect(data[1]).toMatchObject({ ended_at: null, duration_seconds: 5, engaged_seconds: 0 });
  expect(pageIn(await rest.get(`${path}?limit=1&offset=1`)).data).toEqual(data.slice(1, 2));
  const past = pageIn(await rest.get(`${path}?offset=3`));
  expect(past).toEqual({ data: [], pagination: { limit: 50, offset: 3, total: 3 } });
  expect(pageIn(await rest.get(`${path}?test=true`)).pagination.total).toBe(0);
});

test('a visitor of another workspace is answered with the bytes of one that does not exist', async () => {
  const [own, other] = [await newWorkspace(), await newWorkspace()];
  const visitor_id = randomUUID();
  await other.send(view(visitor_id, '2026-05-01T00:00:00Z'));
  for (const below of ['', '/sessions']) {
    const answers = await Promise.all(
      [visitor_id, randomUUID()].map((id) => own.rest.get(`/visitors/${id}${below}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
  }
});

test('visitors are found by the channel of their first visit and by the countries of their visits', async () => {
  const { workspace, rest, send, find } = await newWorkspace();
  const came = async (referrer: string, timestamp = '2026-05-01T10:00:00Z') => {
    const visitor_id = randomUUID();
    const page = { url: 'https://shop.example/a', referrer };
    await send(view(visitor_id, timestamp, { context: { page } }));
    return visitor_id;
  };
  const searched = await came('https://www.google.com/');
  const direct = await came('', '2026-05-02T10:00:00Z');
  const lead = recordIn(await rest.post('/leads', {}));
  const country = (id: string, name: string) =>
    h.db.system(
      (tx) => tx`
        update sessions set country = ${name} where workspace_id = ${workspace.id} and visitor_id = ${id}`,
    );
  await country(searched, 'Germany');
  await country(direct, 'France');
  expect(await find({ channel: 'search' })).toEqual([searched]);
  expect(await find({ channel: 'direct' })).toEqual([lead.visitor_id, direct]);
  for (const { id, channel } of pageIn(await rest.get('/visitors')).data) {
    expect(await find({ channel: String(channel) })).toContain(id);
  }
  expect(await find({ country: 'Germany' })).toEqual([searched]);
  expect(await find({ country: 'Germany', channel: 'direct' })).toEqual([]);
  expect(await find({ country: '' })).toEqual([]);
  expect(faultsIn(await rest.get('/visitors?channel=radio'))).toEqual(['query.channel']);
  // An earlier visit that comes late is the first one.
  const page = { url: 'https://shop.example/a', referrer: 'https://www.google.com/' };
  await send(view(direct, '2026-04-01T10:00:00Z', { context: { page } }));
  await h.settle();
  expect(await find({ channel: 'search' })).toEqual([searched, direct]);
});

test('channels that are missing are filled in, in slices, as they are shown', async () => {
  const { workspace, find, send } = await newWorkspace();
  const ids = Array.from({ length: 5 }, () => randomUUID());
  const page = { url: 'https://shop.example/', referrer: 'https://www.google.com/' };
  await send(...ids.map((id) => view(id, '2026-05-01T10:00:00Z', { context: { page } })));
  await h.db.system(async (tx) => {
    await tx`
      insert into visitors (workspace_id, id, is_test, first_seen_at, opening_at, first_event_id, named, source,
                            entry_url, referrer)
      select ${workspace.id}, gen_random_uuid(), true, now(), now(), gen_random_uuid(), false, '', '', ''
      from generate_series(1, 2500)`;
    await tx`update visitors set channel = null where workspace_id = ${workspace.id}`;
  });
  expect(await find({ channel: 'search' })).toEqual([]);
  await fillMissingChannels(h.db, () => false);
  expect((await find({ channel: 'search' })).toSorted()).toEqual(ids.toSorted());
  const [left] = await h.db.system(
    (tx) => tx`select count(*)::integer as total from visitors where channel is null`,
  );
  expect(left).toEqual({ total: 0 });
});

test('sort=last_visit goes by when the latest visit began, with filters and by cursor', async () => {
  const { find, send, rest } = await newWorkspace();
  const [returning, once, early] = [randomUUID(), randomUUID(), randomUUID()];
  await send(
    view(early, '2026-05-01T09:00:00Z'),
    view(returning, '2026-05-01T10:00:00Z'),
    view(once, '2026-05-02T10:00:00Z'),
    view(returning, '2026-05-03T10:00:00Z'),
    // What comes late begins no latest visit.
    view(once, '2026-04-30T10:00:00Z'),
  );
  await h.settle();
  const order = [returning, once, early];
  expect(await find({ sort: '-last_visit' })).toEqual(order);
  expect(await find({ sort: 'last_visit' })).toEqual(order.toReversed());
  expect(await find({ sort: '-last_visit', filter: 'session_count > 1' })).toEqual([
    returning,
    once,
  ]);
  const paged: unknown[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const query = new URLSearchParams({ sort: '-last_visit', limit: '1', cursor });
    const { data, pagination } = pageIn(await rest.get(`/visitors?${query}`));
    paged.push(...data.map(({ id }) => id));
    cursor = (pagination as { next_cursor?: string | null }).next_cursor ?? undefined;
  }
  expect(paged).toEqual(order);
  const whole = pageIn(await rest.get('/visitors')).data;
  const sorted = pageIn(await rest.get('/visitors?sort=-last_visit')).data;
  expect(new Map(sorted.map((one) => [one.id, one]))).toEqual(
    new Map(whole.map((one) => [one.id, one])),
  );
});
