/* The filter language, through the front door: each list, each kind of field, what it must not reveal or cost. */
import type { Scope } from '@footfall/contract/access';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestWorkspace } from '../../testing/harness.ts';
import type { Answer } from '../../testing/post.ts';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();
let workspace: TestWorkspace;
let rest: ReturnType<typeof restOf>;

const ann = '0190aaaa-0000-7000-8000-000000000001';
const bob = '0190aaaa-0000-7000-8000-000000000002';
const eve = '0190aaaa-0000-7000-8000-000000000003';
const day = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString();

beforeAll(async () => {
  workspace = await h.newWorkspace();
  rest = restOf(h, workspace.secretKey);
  const view = (visitor_id: string, path: string, at: number, campaign?: object) => ({
    type: 'event',
    name: 'page_view',
    visitor_id,
    timestamp: day(at),
    context: { page: { url: `https://www.shop.example${path}`, title: path }, campaign },
    properties: { plan: path.slice(1) },
  });
  await h.send(
    [
      view(ann, '/pricing?plan=a', 3),
      view(ann, '/pricing/team', 2),
      view(ann, '/docs', 1),
      view(bob, '/pricing', 2, { source: 'google', medium: 'cpc', name: 'spring' }),
      view(eve, '/', 0),
      {
        type: 'identify',
        visitor_id: ann,
        email: 'Ann@Acme.example',
        name: "Ann O'Neil",
        traits: { seats: 12, plan: 'team' },
        timestamp: day(1),
      },
      {
        type: 'identify',
        visitor_id: bob,
        email: 'bob@beta.example',
        traits: { seats: '7' },
        timestamp: day(1),
      },
      {
        type: 'conversion',
        visitor_id: bob,
        name: 'purchase',
        value: 120,
        currency: 'EUR',
        timestamp: day(1),
      },
    ],
    workspace.productionKey,
  );
  // The channels of visits are known once they are counted.
  await h.settle();
});

/** The messages of a 400. */
function faultsIn({ status, text, body }: Answer): string[] {
  if (status !== 400) throw new Error(`answered ${status}: ${text}`);
  const { details } = body as { details: { issues: { path: string; message: string }[] } };
  return details.issues.map(({ path, message }) => `${path}: ${message}`);
}

const rowsOf = async (path: string, filter: string) => {
  const answer = await rest.get(`${path}?${new URLSearchParams({ filter, sort: 'created_at' })}`);
  const { data, pagination } = pageIn(answer);
  expect(pagination.total).toBe(data.length);
  return data;
};

describe('visitors', () => {
  const visitorsOf = async (filter: string) =>
    (await rowsOf('/visitors', filter)).map(({ id }) => [ann, bob, eve].indexOf(String(id)));

  test.each<[string, number[]]>([
    ['did("page_view", path = "/pricing*", at least 2)', [0]],
    ['did("page_view", path = "/pricing*")', [0, 1]],
    ['did("page_view", path = /pricing, within 30d)', [0, 1]],
    ['did("page_view", path = "/pricing*", within 60h)', [0, 1]],
    ['did("page_view", path = "/pricing/*", within 30h)', []],
    ['NOT did("page_view", path = "/pricing*")', [2]],
    ['did("page_view", properties.plan = "docs")', [0]],
    ['did(page_view, path = "/pricing*") AND NOT conversion:*', [0]],
    ['conversion.value >= 100', [1]],
    ['source = campaign', [1]],
    ['source in (campaign, referral)', [1]],
    ['campaign.name = "spr*"', [1]],
    ['campaign.name:*', [1]],
    ['identity:*', [0, 1]],
    ['person.email:ACME', [0]],
    ['company.domain = acme.example', [0]],
    ['page_view_count >= 3', [0]],
    ['session_count > 2 OR entry_url:"shop.example/?"', [0]],
    ['first_seen < now-60h', [0]],
    ['last_seen > now-12h', [2]],
    ['entry_url = "https://www.shop.example/"', [2]],
    ['country = ""', [0, 1, 2]],
    ['session.entry_url:docs', [0]],
    ['session.entry_url:blog', []],
    ['identity_id = null', [2]],
  ])('%s', async (filter, expected) => {
    expect((await visitorsOf(filter)).toSorted()).toEqual(expected);
  });
});

test('the path of an address is what follows its host, up to the query, and as figures have it', async () => {
  const other = await h.newWorkspace();
  const paths: [string, string][] = [
    ['https://a.example', '/'],
    ['https://a.example/', '/'],
    ['https://a.example/a/b', '/a/b'],
    ['https://a.example/a?b=/c#d', '/a'],
    ['https://a.example/a#b?c=/d', '/a'],
    ['https://a.example?b=/c', '/'],
    ['https://a.example#/c', '/'],
    ['http://a.example/d/?e', '/d/'],
    ['HTTPS://a.example/e', '/e'],
    ['HTTPS://a.example', '/'],
    ['https://a.example//f', '//f'],
    ['https://a.example/ä%20/100%25', '/ä%20/100%25'],
  ];
  const events = paths.map(([url], place) => ({
    type: 'event',
    name: `view ${place}`,
    visitor_id: ann,
    context: { page: { url } },
  }));
  await h.send(events, other.productionKey);
  const own = restOf(h, other.secretKey);
  for (const [place, [url, path]] of paths.entries()) {
    const query = new URLSearchParams({ filter: `name = "view ${place}" AND path = "${path}"` });
    expect([url, pageIn(await own.get(`/events?${query}`)).pagination.total]).toEqual([url, 1]);
  }
});

test.each<[string, string, number]>([
  ['/identities', 'traits.seats > 10', 1],
  ['/identities', 'traits.seats = 12', 1],
  ['/identities', 'traits.seats != 12', 1],
  ['/identities', 'traits.missing != x', 2],
  ['/identities', 'NOT traits.seats > 10', 1],
  ['/identities', 'traits.missing = null AND traits.plan:*', 1],
  ['/identities', 'email = ann@ACME.example', 1],
  ['/identities', 'name:"o\'neil"', 1],
  ['/identities', 'name = "100%"', 0],
  ['/identities', 'name = "%*"', 0],
  ['/identities', 'did(page_view, path = "/pricing*", at least 2)', 1],
  ['/identities', 'did(purchase)', 1],
  ['/identities', 'session.source = campaign', 1],
  ['/identities', 'company.domain = beta.example', 1],
  ['/identities', 'conversion.currency = EUR AND lead:*', 1],
  ['/identities', 'is_favorite = false', 2],
  ['/identities', 'visitor.source = campaign', 1],
  ['/companies', 'did(page_view, path = "/docs")', 1],
  ['/companies', 'person.name:ann', 1],
  ['/companies', 'visitor.source = campaign AND lead:*', 1],
  ['/leads', 'identity.email:beta', 1],
  ['/leads', 'did(page_view, path = "/docs")', 1],
  ['/leads', 'created_at > now-2h', 0],
  ['/leads', 'company.domain:acme AND visitor.page_view_count >= 3', 1],
  ['/leads', 'location.city:*', 0],
  ['/leads', 'suspect = false', 2],
  ['/leads', 'suspect = true', 0],
  ['/visitors', 'lead.suspect = false', 2],
  ['/sessions', 'channel = paid', 1],
  ['/sessions', 'channel != paid AND page_view_count > 0', 4],
  ['/sessions', 'did(page_view, path = "/pricing*") AND NOT conversion:*', 3],
  ['/sessions', 'person.email = bob@beta.example', 2],
  ['/sessions', 'NOT identity:*', 1],
  ['/sessions', 'lead.source:* AND person.name:ann', 1],
  ['/sessions', 'is_bounce = true AND conversion:*', 0],
  ['/events', 'person.email = ann@acme.example AND name = page_view', 3],
  ['/events', 'company.domain = acme.example AND path = /docs', 1],
  [
    '/events',
    '{"and":[{"field":"lead","op":":","value":"*"},{"field":"path","op":"=","value":"/docs"}]}',
    1,
  ],
  ['/conversions', 'company.domain = beta.example', 1],
  ['/conversions', 'company.domain = acme.example', 0],
  ['/companies', 'conversion.value >= 100', 1],
  ['/companies', 'conversion.value > 120', 0],
  ['/visitors', 'did(page_view, person.email = ann@acme.example)', 1],
  ['/events', 'name = page_view AND path = "/pricing*"', 3],
  ['/events', 'session.channel = paid AND type = event', 1],
  ['/events', 'visitor.source = campaign AND created_at > now-30h', 2],
  ['/lists', 'name:nobody OR color = "#123456"', 0],
  ['/lists', 'of = visitors', 0],
  ['/campaigns', 'medium = cpc AND name:SPR', 1],
  ['/campaigns', 'created_at > now-1h', 0],
  ['/visitors', 'session.channel = paid', 1],
  ['/conversions', 'value >= 100 AND value < 120.5', 1],
  ['/conversions', 'value > 120', 0],
  ['/conversions', 'person.email = bob@beta.example AND visitor.source = campaign', 1],
  ['/conversions', '{"not":{"field":"currency","op":"=","value":"USD"}}', 1],
])('%s: %s', async (path, filter, count) => {
  expect(await rowsOf(path, filter)).toHaveLength(count);
});

test('an error names its position, in text and in JSON', async () => {
  const faults = async (filter: string) =>
    faultsIn(await rest.get(`/leads?${new URLSearchParams({ filter })}`));
  expect(await faults('source = website AND colour = red')).toEqual([
    expect.stringMatching(
      /^query.filter: at column 22: colour is not a field of a lead. Allowed: id,/,
    ),
  ]);
  expect(await faults('{"and":[{"field":"code"}]}')).toEqual([
    expect.stringMatching(/^query.filter: at and\[0\].op: must be one of/),
  ]);
});

test('filters on related records need the permission to read them', async () => {
  const readers = {
    'conversions:read': '/conversions',
    'companies:read': '/companies',
    'visitors:read': '/sessions',
  };
  const filters = {
    '/conversions': ['company.name:a', 'companies:read'],
    '/companies': ['conversion.value > 1', 'conversions:read'],
    '/sessions': ['lead.code:a', 'leads:read'],
  } as const;
  for (const [scope, path] of Object.entries(readers)) {
    const scopes = [scope] as Scope[];
    const { key } = await h.newKey({ workspaceId: workspace.id, scopes, serverOnly: true });
    const [filter = '', needed] = filters[path as keyof typeof filters];
    const refused = await restOf(h, key).get(`${path}?${new URLSearchParams({ filter })}`);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ details: { reason: 'missing_scope', scopes: [needed] } });
  }
});

test('fields without read permission cannot be filtered', async () => {
  const { key } = await h.newKey({
    workspaceId: workspace.id,
    scopes: ['leads:read'],
    serverOnly: true,
  });
  const own = restOf(h, key);
  const ask = (filter: string) => own.get(`/leads?${new URLSearchParams({ filter })}`);
  expect((await ask('source = website')).status).toBe(200);
  const refused = await ask('identity.email = ann@acme.example AND company.name:a');
  expect(refused.status).toBe(403);
  expect(refused.body).toMatchObject({
    details: { reason: 'missing_scope', scopes: ['visitors:read', 'companies:read'] },
  });
  expect((await ask('did(page_view)')).status).toBe(403);
});

test('another workspace finds nothing of this one, by whatever it asks', async () => {
  const other = restOf(h, (await h.newWorkspace()).secretKey);
  for (const filter of ['did(page_view)', 'NOT did(page_view)', 'identity:*', `id = ${ann}`]) {
    expect(pageIn(await other.get(`/visitors?${new URLSearchParams({ filter })}`)).data).toEqual(
      [],
    );
  }
});

test('text of strangers is never part of a statement, and none is prepared for it', async () => {
  const strange = [
    "'; drop table leads; --",
    '\\',
    '%',
    '_',
    '$1',
    '{x}',
    '"',
    '\u0000x',
    '\ud800',
  ];
  for (const text of strange) {
    const filter = JSON.stringify({
      or: [
        { field: 'code', op: '=', value: text },
        { field: 'properties.x', op: ':', value: text },
      ],
    });
    const { status } = await rest.get(`/leads?${new URLSearchParams({ filter })}`);
    expect(text.includes('\0') ? 400 : 200).toBe(status);
  }
  const path = Array.from(
    { length: 30 },
    (_, n) =>
      `/leads?${new URLSearchParams({ filter: `code = ${'x'.repeat(n + 1)} OR source = "${n}"${' OR code = a'.repeat(n)}` })}`,
  );
  const answers: Answer[] = [];
  for (const each of path) answers.push(await rest.get(each));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});

test('cursor pages are stable while records arrive, in either order', async () => {
  const own = await h.newWorkspace();
  const leads = restOf(h, own.secretKey);
  for (let n = 0; n < 7; n++) await leads.post('/leads', { code: `c${n}` });
  const read = async (sort: string, meanwhile: string) => {
    const codes: unknown[] = [];
    let cursor: string | null | undefined = '';
    do {
      const query = { limit: '3', sort, cursor };
      const { data, pagination } = pageIn(await leads.get(`/leads?${new URLSearchParams(query)}`));
      codes.push(...data.map(({ code }) => code));
      cursor = pagination.next_cursor ?? '';
      if (codes.length === 3) await leads.post('/leads', { code: meanwhile });
    } while (cursor);
    return codes;
  };
  expect(await read('-created_at', 'later')).toEqual(['c6', 'c5', 'c4', 'c3', 'c2', 'c1', 'c0']);
  expect(await read('created_at', 'last')).toEqual([
    'c0',
    'c1',
    'c2',
    'c3',
    'c4',
    'c5',
    'c6',
    'later',
    'last',
  ]);
});

test('a reading by updated_at leaves nothing out, whatever is changed between its pages', async () => {
  const own = await h.newWorkspace();
  const leads = restOf(h, own.secretKey);
  const ids: unknown[] = [];
  for (let n = 0; n < 6; n++) ids.push(recordIn(await leads.post('/leads', { code: `c${n}` })).id);
  // A change of a record's first second is dated into the next one.
  await h.db.upkeep(
    (tx) => tx`
      update leads set created_at = created_at - interval '1 day', updated_at = updated_at - interval '1 day'
      where workspace_id = ${own.id}`,
    own.id,
  );
  const read = async (sort: string, changed: unknown[]) => {
    const codes: unknown[] = [];
    let cursor: string | null | undefined = '';
    for (const id of [...changed, undefined, undefined, undefined]) {
      if (cursor === null) break;
      const query = new URLSearchParams({ limit: '2', sort, cursor: cursor ?? '' });
      const { data, pagination } = pageIn(await leads.get(`/leads?${query}`));
      codes.push(
        ...data.map(({ code, properties }) => [code, Object(properties).seen ?? 0].join()),
      );
      cursor = pagination.next_cursor;
      if (id) await leads.patch(`/leads/${id}`, { properties: { seen: sort } });
    }
    return codes;
  };
  // One that was read, and one that was not.
  expect(await read('updated_at', [ids[0], ids[5]])).toEqual([
    ...['c0,0', 'c1,0', 'c2,0', 'c3,0', 'c4,0'],
    ...['c0,updated_at', 'c5,updated_at'],
  ]);
  expect(await read('-updated_at', [ids[1]])).toEqual([
    ...['c5,updated_at', 'c0,updated_at', 'c4,0', 'c3,0', 'c2,0'],
  ]);
});

test('a cursor of another order, or of nobody, is refused', async () => {
  const { pagination } = pageIn(await rest.get('/identities?limit=1&cursor='));
  const from = (value: string, id: string) =>
    Buffer.from(JSON.stringify(['-created_at', value, id])).toString('base64url');
  const cursor = String(pagination.next_cursor);
  const queries: Record<string, string>[] = [
    { cursor: 'x' },
    { cursor, sort: 'created_at' },
    { cursor, offset: '3' },
    { cursor: from('x', 'y') },
    { cursor: from('x', ann) },
  ];
  for (const query of queries) {
    const answer = await rest.get(`/identities?${new URLSearchParams(query)}`);
    expect([answer.status, faultsIn(answer)[0]]).toEqual([
      400,
      expect.stringMatching(/^query.(cursor|offset): /),
    ]);
  }
});

test('updated_after finds what changed since', async () => {
  const own = await h.newWorkspace();
  const leads = restOf(h, own.secretKey);
  const { id } = recordIn(await leads.post('/leads', { code: 'a' }));
  await leads.post('/leads', { code: 'b' });
  await h.db.upkeep(
    (tx) =>
      tx`update leads set updated_at = now() - interval '2 days', created_at = now() - interval '2 days' where workspace_id = ${own.id}`,
    own.id,
  );
  const since = new Date(Date.now() - 86_400_000).toISOString();
  const changed = async () =>
    pageIn(await leads.get(`/leads?updated_after=${since}&sort=-updated_at`)).data.map(
      ({ code }) => code,
    );
  expect(await changed()).toEqual([]);
  await leads.patch(`/leads/${id}`, { properties: { seen: true } });
  expect(await changed()).toEqual(['a']);
});
