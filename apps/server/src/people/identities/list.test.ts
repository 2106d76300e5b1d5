import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { faultsIn, pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** People of a workspace of their own, each identified at their time. */
async function peopleAt(people: { email: string; timestamp: string }[]) {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const visitors = people.map(() => randomUUID());
  await h.send(
    people.map((person, place) => ({
      type: 'identify',
      visitor_id: visitors[place],
      ...person,
    })),
    workspace.productionKey,
  );
  const find = async (query: Record<string, string> = {}) => {
    const page = pageIn(await rest.get(`/identities?${new URLSearchParams(query)}`));
    expect(page.pagination.total).toBe(page.data.length);
    return page.data.map(({ email }) => email);
  };
  return { workspace, rest, visitors, find };
}

const three = ['01', '02', '03'].map((day) => ({
  email: `p${day}@example.com`,
  timestamp: `2026-05-${day}T12:00:00.000500Z`,
}));

test('an identity has every field, and unknown ones are empty', async () => {
  const { rest, workspace, visitors } = await peopleAt(three.slice(0, 1));
  const [person] = pageIn(await rest.get('/identities')).data;
  expect(person).toEqual({
    id: expect.stringMatching(uuid),
    workspace_id: workspace.id,
    visitor_id: visitors[0],
    email: 'p01@example.com',
    name: '',
    traits: {},
    first_seen: '2026-05-01T12:00:00Z',
    last_seen: '2026-05-01T12:00:00Z',
    ip: expect.any(String),
    city: '',
    country: '',
    is_favorite: false,
    created_at: '2026-05-01T12:00:00Z',
  });
  expect((await rest.get(`/identities/${person?.id}`)).body).toEqual({ data: person });
  const seen = '2026-05-01T12:00:00Z';
  const own = { verification_level: 'device', first_seen_at: seen, last_seen_at: seen };
  expect((await rest.get(`/identities/${person?.id}?expand=addresses`)).body).toEqual({
    data: { ...person, addresses: [{ email: 'p01@example.com', ...own }] },
  });
});

test('name, traits and the time of each visit are shown', async () => {
  const { rest, workspace, visitors } = await peopleAt(three.slice(0, 1));
  const later = { visitor_id: visitors[0], timestamp: '2026-05-02T08:00:00Z' };
  await h.send(
    [
      { type: 'identify', email: 'p01@example.com', name: 'Ada', traits: { a: [1] }, ...later },
      { type: 'event', name: 'click', ...later, timestamp: '2026-05-02T08:01:00Z' },
    ],
    workspace.productionKey,
  );
  expect(pageIn(await rest.get('/identities')).data).toMatchObject([
    {
      name: 'Ada',
      traits: { a: [1] },
      first_seen: '2026-05-01T12:00:00Z',
      last_seen: '2026-05-02T08:01:00Z',
      created_at: '2026-05-01T12:00:00Z',
    },
  ]);
});

test('identities come newest first, in pages, with the total of all', async () => {
  const { rest } = await peopleAt([three[1], three[2], three[0]].filter((one) => !!one));
  const page = async (query: string) => {
    const { data, pagination } = pageIn(await rest.get(`/identities?${query}`));
    return { emails: data.map(({ email }) => email), total: pagination.total };
  };
  const newestFirst = three.map(({ email }) => email).toReversed();
  expect(await page('')).toEqual({ emails: newestFirst, total: 3 });
  expect(await page('limit=1&offset=1')).toEqual({ emails: newestFirst.slice(1, 2), total: 3 });
  expect(await page('offset=3')).toEqual({ emails: [], total: 3 });
  expect(await page('offset=7&email=p01@example.com')).toEqual({ emails: [], total: 1 });
});

test('email matches the whole address, in any case, and no character is special', async () => {
  const { find, rest } = await peopleAt([
    ...three,
    { email: 'Mixed_Case%@Example.com', timestamp: '2026-05-04T00:00:00Z' },
  ]);
  expect(await find({ email: 'P01@EXAMPLE.com' })).toEqual(['p01@example.com']);
  expect(await find({ email: 'mixed_case%@example.COM' })).toEqual(['Mixed_Case%@Example.com']);
  for (const email of ['', '%', 'p01', 'example.com', 'p0_@example.com', 'p01@example.com ']) {
    expect(await find({ email }), email).toEqual([]);
  }
  expect(faultsIn(await rest.get(`/identities?email=${'x'.repeat(321)}`))).toEqual(['query.email']);
});

test('visitor_id finds the person of any linked visitor', async () => {
  const { find, visitors, workspace, rest } = await peopleAt(three);
  const second = randomUUID();
  await h.send(
    { type: 'identify', visitor_id: second, email: 'p02@example.com' },
    workspace.productionKey,
  );
  expect(await find({ visitor_id: visitors[1] ?? '' })).toEqual(['p02@example.com']);
  expect(await find({ visitor_id: second.toUpperCase() })).toEqual(['p02@example.com']);
  expect(await find({ visitor_id: randomUUID() })).toEqual([]);
  expect(faultsIn(await rest.get('/identities?visitor_id=me'))).toEqual(['query.visitor_id']);
});

test('is_favorite separates favorites from others and accepts only true and false', async () => {
  const { find, rest, workspace } = await peopleAt(three);
  await h.db.workspace(
    workspace.id,
    (tx) => tx`update identities set is_favorite = true where email = 'p02@example.com'`,
  );
  expect(await find({ is_favorite: 'true' })).toEqual(['p02@example.com']);
  expect(await find({ is_favorite: 'false' })).toEqual(['p03@example.com', 'p01@example.com']);
  for (const value of ['', '1', 'TRUE', 'null']) {
    const answer = await rest.get(`/identities?is_favorite=${value}`);
    expect(faultsIn(answer)).toEqual(['query.is_favorite']);
  }
});

test('created_after and created_before are exclusive, to the microsecond', async () => {
  const { find } = await peopleAt(three);
  const second = '2026-05-02T12:00:00.000500Z';
  expect(await find({ created_after: second })).toEqual(['p03@example.com']);
  expect(await find({ created_before: second })).toEqual(['p01@example.com']);
  expect(await find({ created_after: '2026-05-02T12:00:00.000499Z' })).toHaveLength(2);
  expect(await find({ created_before: '2026-05-02T14:00:00.000501+02:00' })).toHaveLength(2);
});

test('filters combine', async () => {
  const { find, visitors } = await peopleAt(three);
  const all = {
    email: 'P02@example.com',
    visitor_id: visitors[1] ?? '',
    is_favorite: 'false',
    created_after: '2026-05-01',
    created_before: '2026-05-03',
    test: 'false',
  };
  expect(await find(all)).toEqual(['p02@example.com']);
  const others = [
    { email: 'p01@example.com' },
    { visitor_id: visitors[0] ?? '' },
    { is_favorite: 'true' },
    { created_after: '2026-05-03' },
    { created_before: '2026-05-02' },
    { test: 'true' },
  ];
  for (const other of others) expect(await find({ ...all, ...other })).toEqual([]);
});

test('activity is newest first, with exact totals, and every field is a text', async () => {
  const { rest, workspace, visitors } = await peopleAt(three.slice(0, 1));
  const visitor_id = visitors[0];
  const at = (second: number) => `2026-05-01T13:00:0${second}Z`;
  const context = { page: { url: 'https://shop.example/pricing', title: 'Pricing' } };
  await h.send(
    [
      { type: 'event', name: 'page_view', context, visitor_id, timestamp: at(1) },
      { type: 'event', name: 'click', properties: { text: 'Buy' }, visitor_id, timestamp: at(2) },
      { type: 'conversion', name: 'signup', visitor_id, timestamp: at(3) },
    ],
    workspace.productionKey,
  );
  const [person] = pageIn(await rest.get('/identities')).data;
  const path = `/identities/${person?.id}/activity`;
  const { data, pagination } = pageIn(await rest.get(path));
  // Two visits an hour apart, the identify call, its lead, and the three messages.
  expect(pagination).toEqual({ limit: 50, offset: 0, total: 7 });
  expect(data.slice(0, 2)).toMatchObject([
    { type: 'conversion', who: 'p01@example.com', what: 'Converted: Signup', created_at: at(3) },
    { type: 'click', what: 'Clicked Buy', source: 'shop.example', created_at: at(2) },
  ]);
  expect(
    data
      .slice(2)
      .map(({ type, what }) => `${type}: ${what}`)
      .toSorted(),
  ).toEqual([
    'identify: Identified as p01@example.com',
    expect.stringMatching(/^lead: Became a lead/),
    'page_view: Viewed Pricing',
    'session_start: Started a visit',
    'session_start: Started a visit on /pricing',
  ]);
  for (const activity of data) {
    const texts = ['id', 'type', 'who', 'what', 'source', 'created_at'];
    expect(Object.keys(activity).toSorted()).toEqual(texts.toSorted());
    for (const name of texts) expect(activity[name]).toEqual(expect.any(String));
  }
  expect(new Set(data.map(({ id, type }) => `${id} ${type}`)).size).toBe(7);
  const middle = pageIn(await rest.get(`${path}?limit=2&offset=1`));
  expect(middle.data).toEqual(data.slice(1, 3));
  expect(middle.pagination).toEqual({ limit: 2, offset: 1, total: 7 });
  const past = pageIn(await rest.get(`${path}?offset=7`));
  expect(past).toEqual({ data: [], pagination: { limit: 50, offset: 7, total: 7 } });
});

test('the source of an activity describes tags, click ids and the referrer in words', async () => {
  const { rest, workspace, visitors } = await peopleAt(three.slice(0, 1));
  const page = { url: 'https://shop.example/pricing' };
  const from = (referrer: string) => ({ page: { ...page, referrer } });
  const contexts = [
    { page, campaign: { source: 'google', medium: 'cpc', name: 'spring' } },
    { page, click_ids: { gclid: 'Cj0K' } },
    from('https://www.google.de/'),
    from('https://chatgpt.com/'),
    from('https://news.example.org/story'),
    from('https://blog.shop.example/'),
  ];
  await h.send(
    contexts.map((context, hour) => ({
      ...{ type: 'event', name: 'page_view', context, visitor_id: visitors[0] },
      session_id: randomUUID(),
      timestamp: `2026-05-02T1${hour}:00:00Z`,
    })),
    workspace.productionKey,
  );
  const [person] = pageIn(await rest.get('/identities')).data;
  const { data } = pageIn(await rest.get(`/identities/${person?.id}/activity`));
  const views = data.filter(({ type }) => type === 'page_view').reverse();
  expect(views.map(({ source }) => source)).toEqual([
    'campaign spring (google / cpc)',
    'Google ad',
    'Google search',
    'ChatGPT',
    'referral from news.example.org',
    'shop.example',
  ]);
});

test('activity takes limit and offset, and no filter of what it is', async () => {
  const { rest } = await peopleAt(three.slice(0, 1));
  const [person] = pageIn(await rest.get('/identities')).data;
  for (const name of ['test', 'type', 'source']) {
    const answer = await rest.get(`/identities/${person?.id}/activity?${name}=true`);
    expect(faultsIn(answer)).toEqual([`query.${name}`]);
    expect(answer.text).toContain('Allowed: limit, offset');
  }
});

test('an identity of another workspace is answered with the bytes of one that does not exist', async () => {
  const { rest } = await peopleAt(three.slice(0, 1));
  const other = await h.newWorkspace();
  const [person] = pageIn(await rest.get('/identities')).data;
  const foreign = restOf(h, other.secretKey);
  for (const below of ['', '/activity', '/personality']) {
    const answers = await Promise.all(
      [person?.id, randomUUID()].map((id) => foreign.get(`/identities/${id}${below}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
  }
});

test('people come in order of their intent score, page by page', async () => {
  const { rest } = await peopleAt(three);
  await h.settle();
  const scored = await Promise.all(
    pageIn(await rest.get('/identities')).data.map(async ({ id }) => {
      const { intent_score } = recordIn(await rest.get(`/identities/${id}/personality`));
      return { id, score: Number(intent_score) };
    }),
  );
  const expected = scored
    .sort((one, other) => other.score - one.score || other.id.localeCompare(one.id))
    .map(({ id }) => id);
  const pagedIds: string[] = [];
  let cursor: string | null | undefined = '';
  while (typeof cursor === 'string') {
    const path = `/identities?sort=-intent_score&limit=1&cursor=${cursor}`;
    const { data, pagination } = pageIn(await rest.get(path));
    pagedIds.push(...data.map(({ id }) => id));
    cursor = pagination.next_cursor;
  }
  expect(pagedIds).toEqual(expected);
});

test('expand adds the score and the company of each person, with permission', async () => {
  const { rest, workspace, visitors } = await peopleAt([
    ...three.slice(0, 1),
    { email: 'ada@acme.test', timestamp: '2026-05-04T12:00:00Z' },
  ]);
  // Whose browser it is by now, by the address that was told first.
  await h.send(
    [{ type: 'identify', visitor_id: visitors[0], email: 'cy@acme.test', user_id: 'cy' }],
    workspace.productionKey,
  );
  await h.settle();
  const whole = pageIn(await rest.get('/identities')).data;
  const scored = pageIn(await rest.get('/identities?expand=personality')).data;
  for (const [place, { personality, ...person }] of scored.entries()) {
    expect(person).toEqual(whole[place]);
    expect(personality).toEqual(recordIn(await rest.get(`/identities/${person.id}/personality`)));
  }
  const expanded = pageIn(await rest.get('/identities?expand=company')).data;
  const [company] = pageIn(await rest.get('/companies?domain=acme.test')).data;
  expect(company).toBeDefined();
  for (const [place, { company: theirs, ...person }] of expanded.entries()) {
    expect(person).toEqual(whole[place]);
    const isTheirs = String(person.email).endsWith('@acme.test');
    expect(theirs, String(person.email)).toEqual(isTheirs ? company : undefined);
    const one = recordIn(await rest.get(`/identities/${person.id}?expand=company`));
    expect(one.company).toEqual(theirs);
  }
  const { key } = await h.newKey({
    workspaceId: workspace.id,
    scopes: ['visitors:read'],
    serverOnly: true,
  });
  const reader = restOf(h, key);
  expect((await reader.get('/identities?expand=company')).status).toBe(403);
  expect((await reader.get('/identities?expand=personality')).status).toBe(200);
});
