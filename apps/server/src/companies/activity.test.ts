/* Which companies were here, and what they read: counted by hand from what was sent. */
import { beforeAll, expect, test } from 'vitest';
import type { TestWorkspace } from '../testing/harness.ts';
import { faultsIn, pageIn, recordIn, restOf } from '../testing/rest.ts';
import { sharedHarness } from '../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });
let workspace: TestWorkspace;
let rest: ReturnType<typeof restOf>;

const now = Date.now();
const ago = (days: number, minutes = 0) =>
  new Date(now - days * 86_400_000 + minutes * 60_000).toISOString();
const visitor = (n: number) => `0190bbbb-0000-7000-8000-00000000000${n}`;
const site = 'https://www.shop.example';

const view = (n: number, path: string, at: string, others: object = {}) => ({
  type: 'event',
  name: 'page_view',
  visitor_id: visitor(n),
  timestamp: at,
  context: { page: { url: site + path, title: path } },
  ...others,
});
const named = (n: number, email: string, at: string) => ({
  type: 'identify',
  visitor_id: visitor(n),
  email,
  timestamp: at,
});

beforeAll(async () => {
  workspace = await h.newWorkspace();
  rest = restOf(h, workspace.secretKey);
  await h.send(
    [
      // Acme: two people on three visitors, three visits this week and one before.
      view(1, '/', ago(20)),
      view(1, '/pricing?plan=a', ago(3)),
      view(1, '/pricing?plan=b', ago(3, 1)),
      view(1, '/docs#install', ago(3, 2)),
      named(1, 'ann@acme.example', ago(3, 3)),
      view(2, '/pricing', ago(2)),
      named(2, 'ann@acme.example', ago(2, 1)),
      view(3, '/docs', ago(1)),
      named(3, 'tom@acme.example', ago(1, 1)),
      // Beta: one visit, of more page views.
      ...[0, 1, 2, 3, 4].map((minute) => view(4, `/blog/${minute}`, ago(2, minute))),
      named(4, 'bob@beta.example', ago(2, 5)),
      { type: 'conversion', name: 'signup', visitor_id: visitor(4), timestamp: ago(2, 6) },
      // Gamma was here a month ago.
      view(5, '/', ago(30)),
      named(5, 'eve@gamma.example', ago(30, 1)),
    ],
    workspace.productionKey,
  );
  await h.send(
    [view(6, '/test', ago(1)), named(6, 'ann@acme.example', ago(1, 1))],
    workspace.developmentKey,
  );
  await h.settle();
});

const ask = async (query: Record<string, string>) =>
  pageIn(await rest.get(`/companies?${new URLSearchParams(query)}`));
const domains = async (query: Record<string, string>) =>
  (await ask(query)).data.map(({ domain }) => String(domain).split('.')[0]);
const week = { from: ago(7) };

test('which companies were here this week, and what they read, is one request', async () => {
  const { data, pagination } = await ask({ ...week, expand: 'activity', sort: '-visits' });
  expect(pagination.total).toBe(2);
  expect(data.map(({ domain, activity }) => ({ domain, activity }))).toEqual([
    {
      domain: 'acme.example',
      activity: {
        intent: expect.any(Number),
        leads: 2,
        visits: 3,
        visitors: 3,
        people: 2,
        page_views: 5,
        first_seen: `${ago(3).slice(0, 19)}Z`,
        last_seen: `${ago(1, 1).slice(0, 19)}Z`,
        top_pages: [
          { url: `${site}/pricing`, views: 3 },
          { url: `${site}/docs`, views: 2 },
        ],
      },
    },
    {
      domain: 'beta.example',
      activity: {
        visits: 1,
        visitors: 1,
        people: 1,
        page_views: 5,
        leads: 1,
        intent: expect.any(Number),
        first_seen: `${ago(2).slice(0, 19)}Z`,
        last_seen: `${ago(2, 6).slice(0, 19)}Z`,
        top_pages: [0, 1, 2, 3, 4].map((n) => ({ url: `${site}/blog/${n}`, views: 1 })),
      },
    },
  ]);
});

test('intent is the highest score of its people as of today', async () => {
  const { data } = await ask({ ...week, expand: 'activity', sort: '-intent' });
  for (const company of data) {
    const { data: people } = pageIn(
      await rest.get(
        `/identities?${new URLSearchParams({ filter: `company.id = ${company.id} AND session.started_at > now-7d` })}`,
      ),
    );
    const scores = await Promise.all(
      people.map(async ({ id }) =>
        Number(recordIn(await rest.get(`/identities/${id}/personality`)).intent_score),
      ),
    );
    expect(company.activity).toMatchObject({ intent: Math.max(...scores) });
    expect(Math.max(...scores)).toBeGreaterThan(0);
  }
});

test.each<[Record<string, string>, string[]]>([
  [{ ...week, sort: '-last_seen' }, ['acme', 'beta']],
  [{ ...week, sort: 'visits' }, ['beta', 'acme']],
  [{ ...week, sort: 'name' }, ['acme', 'beta']],
  [{ ...week, name: 'bet' }, ['beta']],
  [{ ...week, filter: 'did(signup)' }, ['beta']],
  [{ to: ago(25) }, ['gamma']],
  [{ from: ago(40), to: ago(5), sort: 'last_seen' }, ['gamma', 'acme']],
  [{ from: ago(0.5) }, []],
  [{ sort: '-last_seen', from: ago(60) }, ['acme', 'beta', 'gamma']],
  // An order alone leaves nobody out.
  [{ sort: '-visits' }, ['acme', 'beta', 'gamma']],
  [{ ...week, test: 'true' }, ['acme']],
  [{ ...week, limit: '1', offset: '1', sort: '-visits' }, ['beta']],
])('%j finds %j', async (query, expected) => {
  expect(await domains(query)).toEqual(expected);
});

test('a page past the end keeps its total, and cursors work in every order', async () => {
  expect((await ask({ ...week, offset: '9' })).pagination.total).toBe(2);
  for (const sort of ['-last_seen', 'visits', '-page_views', '-intent', 'name', '-created_at']) {
    const query = { from: ago(60), sort };
    const all = await domains(query);
    const seen: unknown[] = [];
    let cursor: string | null | undefined = '';
    while (typeof cursor === 'string') {
      const { data, pagination } = await ask({ ...query, limit: '1', cursor });
      seen.push(...data.map(({ domain }) => String(domain).split('.')[0]));
      cursor = pagination.next_cursor;
    }
    expect([sort, seen]).toEqual([sort, all]);
  }
  const cursor = Buffer.from(JSON.stringify(['-visits', 'x', visitor(1)])).toString('base64url');
  expect(faultsIn(await rest.get(`/companies?sort=-visits&cursor=${cursor}`))).toEqual([
    'query.cursor',
  ]);
});

test('a single company shows the same; without visits its activity is empty', async () => {
  const { data } = await ask({ ...week, expand: 'activity' });
  for (const { id, activity } of data) {
    const query = new URLSearchParams({ ...week, expand: 'activity' });
    const { activity: own } = recordIn(await rest.get(`/companies/${id}?${query}`));
    expect(own).toEqual(activity);
    expect(recordIn(await rest.get(`/companies/${id}`))).not.toHaveProperty('activity');
  }
  const [gamma] = (await ask({ domain: 'gamma.example', expand: 'activity' })).data;
  expect(gamma?.activity).toMatchObject({
    visits: 0,
    visitors: 0,
    people: 0,
    page_views: 0,
    intent: 0,
    leads: 0,
    first_seen: null,
    last_seen: null,
    top_pages: [],
  });
});

test('the counted visits are those of GET /sessions', async () => {
  for (const { id, activity } of (await ask({ ...week, expand: 'activity' })).data) {
    const query = new URLSearchParams({ company_id: id, created_after: week.from });
    const { pagination } = pageIn(await rest.get(`/sessions?${query}`));
    expect(activity).toMatchObject({ visits: pagination.total });
  }
});

test('activity needs the permission to read visitors', async () => {
  const key = async (scopes: ('companies:read' | 'visitors:read')[]) => {
    const { key: text } = await h.newKey({ workspaceId: workspace.id, scopes, serverOnly: true });
    return restOf(h, text);
  };
  const own = await key(['companies:read']);
  const queries = ['expand=activity', 'from=2026-01-01', 'to=2026-01-01'];
  for (const query of [...queries, 'sort=-visits', 'sort=intent']) {
    const answer = await own.get(`/companies?${query}`);
    expect([query, answer.status]).toEqual([query, 403]);
    expect(answer.body).toMatchObject({ details: { scopes: ['visitors:read'] } });
  }
  expect((await own.get('/companies?sort=name')).status).toBe(200);
  const both = await key(['companies:read', 'visitors:read']);
  expect(pageIn(await both.get('/companies?expand=activity')).data).toHaveLength(3);
});

test('another workspace shows none of these', async () => {
  const other = restOf(h, (await h.newWorkspace()).secretKey);
  const { data } = await ask(week);
  expect(pageIn(await other.get('/companies?from=1970-01-01&expand=activity')).data).toEqual([]);
  expect((await other.get(`/companies/${data[0]?.id}?expand=activity`)).status).toBe(404);
});

test('bots are nobody', async () => {
  const own = await h.newWorkspace();
  const user_agent = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';
  const page = { url: `${site}/robots` };
  await h.send(
    [
      view(7, '/', ago(2)),
      named(7, 'ann@acme.example', ago(2, 1)),
      view(7, '/robots', ago(1), { context: { user_agent, page } }),
    ],
    own.productionKey,
  );
  const { data } = pageIn(
    await restOf(h, own.secretKey).get('/companies?expand=activity&sort=-visits'),
  );
  expect(data.map(({ activity }) => activity)).toEqual([
    expect.objectContaining({ visits: 1, page_views: 1 }),
  ]);
});
