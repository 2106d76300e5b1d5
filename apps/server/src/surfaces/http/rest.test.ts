/** Rules that hold for every operation: each test goes through the list of them. */
import { randomUUID } from 'node:crypto';
import { scopeNames } from '@footfall/contract/access';
import type { OperationSpec } from '@footfall/contract/operation';
import { expect, test } from 'vitest';
import type { Answer } from '../../testing/post.ts';
import { faultsIn, pageIn, recordIn, restOf } from '../../testing/rest.ts';
import {
  allOperations,
  bodyOf,
  isList,
  restPathOf,
  seedWorkspace,
} from '../../testing/seeded-workspace.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { together } from '../../testing/together.ts';

const h = await sharedHarness();
const own = await seedWorkspace(h, 3);
const rest = restOf(h, own.secretKey);
const pathOf = (operation: OperationSpec) => restPathOf(operation, own);

// A file is what its list tells: surfaces/operations/exports/exports.test.ts.
const gets = allOperations.filter(({ method, file }) => method === 'GET' && !file);
const lists = gets.filter(isList);
const isAfterPosition = ({ query }: OperationSpec) => 'after' in (query?.properties ?? {});
const isSearch = ({ query }: OperationSpec) => 'q' in (query?.properties ?? {});
const singles = gets.filter(
  (operation) =>
    !operation.document &&
    !isList(operation) &&
    !isAfterPosition(operation) &&
    !isSearch(operation),
);
const named = (some: OperationSpec[]) =>
  some.map((operation) => [operation.id, operation] as const);

test('there are lists and single records to test', () => {
  expect(lists.map(({ id }) => id)).toContain('listLeads');
  expect(singles.map(({ id }) => id)).toContain('getLead');
});

test.each(named(lists))(
  '%s: pages fit together to the whole, newest first, and one past the end is empty',
  async (_id, operation) => {
    const path = pathOf(operation);
    const whole = pageIn(await rest.get(path));
    const covered = operation.window && { window_days: operation.window.usualDays };
    expect(whole.pagination).toEqual({
      limit: 50,
      offset: 0,
      total: whole.data.length,
      ...covered,
    });
    expect(whole.data.length).toBeGreaterThanOrEqual(3);
    const times = whole.data.map((row) =>
      String(row.joined_at ?? row.first_seen_at ?? row.created_at),
    );
    expect(times).toEqual(times.toSorted().toReversed());
    const offsets = Array.from({ length: Math.ceil(whole.data.length / 2) + 1 }, (_, at) => 2 * at);
    const pages = await together(offsets, async (offset) => {
      const page = pageIn(await rest.get(`${path}?limit=2&offset=${offset}`));
      expect(page.pagination).toEqual({ limit: 2, offset, total: whole.data.length, ...covered });
      return page.data;
    });
    expect(pages.flat().map(lasting)).toEqual(whole.data.map(lasting));
    const offset = Number.MAX_SAFE_INTEGER;
    expect(pageIn(await rest.get(`${path}?offset=${offset}`))).toEqual({
      data: [],
      pagination: { limit: 50, offset, total: whole.data.length, ...covered },
    });
  },
);

/** Without how much is left of what is done in the background, which may end meanwhile. */
const lasting = ({ pending: _, ...row }: Record<string, unknown>) => row;

const noIntegers = ['', ' ', '1e2', '0x10', '+1', '1_0', '1.0', '5.5', 'NaN', 'null', '-0', '١'];
const huge = '99999999999999999999';

/** Of what is checked by the same schema at each operation, some in turn. */
const inTurn = <T>(values: T[], place: number) => values.filter((_, at) => (at + place) % 8 === 0);

test.each(lists.map((operation, place) => [operation.id, operation, place] as const))(
  '%s: limit is 1 to 100, offset 0 or more, in plain digits',
  async (_id, operation, place) => {
    const path = pathOf(operation);
    const statuses = await together(['1', '100'], async (limit) => {
      const { status } = await rest.get(`${path}?limit=${limit}`);
      return status;
    });
    expect(statuses).toEqual([200, 200]);
    const refuse = (name: string) => async (value: string) => {
      const answer = await rest.get(`${path}?${name}=${encodeURIComponent(value)}`);
      expect(faultsIn(answer), value).toEqual([`query.${name}`]);
    };
    await together(
      ['0', '101', ...inTurn(['-1', '1000', huge, ...noIntegers], place)],
      refuse('limit'),
    );
    await together(
      ['-1', ...inTurn(['-5', '9007199254740992', huge, ...noIntegers], place)],
      refuse('offset'),
    );
  },
);

test.each(named(gets))(
  '%s: a parameter that is unknown or given twice is refused, naming those that are known',
  async (_id, operation) => {
    const path = pathOf(operation);
    const parameters = Object.keys(operation.query?.properties ?? {});
    const answer = await rest.get(`${path}?unknown=1&Limit=5&__proto__=1&limit%5B%5D=3`);
    expect(faultsIn(answer)).toEqual(
      ['unknown', 'Limit', '__proto__', 'limit[]'].map((name) => `query.${name}`),
    );
    expect(answer.text).toContain(`Allowed: ${parameters.join(', ') || 'none'}`);
    if (parameters.length === 0) return;
    const doubled = await rest.get(
      `${path}?${parameters.map((name) => `${name}=1&${name}=1`).join('&')}`,
    );
    expect(faultsIn(doubled)).toEqual(
      expect.arrayContaining(parameters.map((name) => `query.${name}`)),
    );
  },
);

test.each(named(singles))(
  '%s: answers {data} alone, with an ETag that gets 304',
  async (_id, operation) => {
    const path = pathOf(operation);
    const answer = await rest.get(path);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body as object)).toEqual(['data']);
    expect(answer.headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
  },
);

const withId = allOperations.filter(({ params }) => params);

test.each(withId.map((operation, place) => [operation.id, operation, place] as const))(
  '%s: an id that is no UUID is 400, one that nothing has 404',
  async (_id, operation, place) => {
    const send = (id: string) =>
      rest.raw(operation.method, operation.path.replace('{id}', id), {
        ...(operation.body && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(bodyOf(operation, own)),
        }),
      });
    const wrong = ['1', 'me', '%00', `${randomUUID()}0`, `{${randomUUID()}}`, 'x'.repeat(200)];
    const some = wrong.filter((_, at) => (at - place) % 3 === 0);
    await together(some, async (id) => expect(faultsIn(await send(id)), id).toEqual(['path.id']));
    const unknown = await send(randomUUID());
    expect(unknown.status).toBe(404);
    expect(unknown.body).toMatchObject({ error: 'not_found' });
  },
);

test('every answer names the workspace, the limits in whole numbers, and the request', async () => {
  const answers = [
    await rest.get('/leads'),
    await rest.post('/leads', {}),
    await rest.get('/leads?limit=0'),
    await rest.get(`/leads/${randomUUID()}`),
    await rest.get('/nothing'),
    await rest.get('/leads/%ff'),
    await rest.get('/%'),
    await rest.raw('DELETE', '/leads'),
    await rest.post('/leads', '{'),
    await rest.raw('POST', '/leads', { headers: { 'content-type': 'text/csv' }, body: 'a' }),
    await rest.post('/leads', { properties: { a: 'x'.repeat(1024 * 1024) } }),
  ];
  const statuses = [200, 201, 400, 404, 404, 400, 400, 405, 400, 415, 413];
  expect(answers.map(({ status }) => status)).toEqual(statuses);
  for (const { headers, status, text } of answers) {
    const context = `${status} ${text.slice(0, 200)}`;
    expect(headers.get('x-workspace-id'), context).toBe(own.id);
    for (const name of ['limit', 'remaining', 'reset']) {
      expect(headers.get(`x-ratelimit-${name}`), context).toMatch(/^\d+$/);
    }
    expect(headers.get('x-request-id'), context).toMatch(/^[\w-]+$/);
    expect(headers.get('content-type'), context).toBe('application/json; charset=utf-8');
  }
});

test('an answer to a key that is good no more, or not here, names its workspace too', async () => {
  const expired = await h.newKey({ workspaceId: own.id, serverOnly: true });
  const revoked = await h.newKey({ workspaceId: own.id, serverOnly: true });
  await h.db.system(
    (tx) => tx`
      update api_keys set revoked_at = case when id = ${revoked.id} then now() end,
                          expires_at = case when id = ${expired.id} then now() - interval '1 day' end
      where id in (${revoked.id}, ${expired.id})`,
  );
  const sent: [method: string, path: string, headers: Record<string, string>, status: number][] = [
    ['GET', '/api/v1/leads', { authorization: `Bearer ${revoked.key}` }, 401],
    ['GET', '/api/v1/leads', { authorization: `Bearer ${expired.key}` }, 401],
    ['GET', '/api/v1/leads', { authorization: `Bearer ${own.productionKey}` }, 401],
    ['GET', '/api/v1/leads', { 'x-svc-key': own.developmentKey }, 401],
    ['GET', '/ingest', { 'x-svc-key': own.productionKey }, 405],
    ['PUT', '/ingest/batch', { 'x-svc-key': own.productionKey }, 405],
    ['GET', '/visitor-resolve', { 'x-svc-key': own.productionKey }, 405],
    ['POST', '/ingest', { 'x-svc-key': own.secretKey }, 401],
    ['POST', '/ingest', { authorization: `Bearer ${own.secretKey}` }, 401],
    ['POST', '/visitor-resolve', { 'x-svc-key': own.secretKey }, 401],
    ['POST', '/mcp', { authorization: `Bearer ${own.productionKey}` }, 401],
  ];
  for (const [method, path, headers, status] of sent) {
    const answer = await h.fetch(path, { method, headers });
    const what = `${method} ${path} ${JSON.stringify(headers)}`;
    expect([answer.status, answer.headers.get('x-workspace-id')], what).toEqual([status, own.id]);
  }
  expect((await h.fetch('/api/v1/leads')).headers.has('x-workspace-id')).toBe(false);
});

test('an error has a code of the catalogue, a message, and details where they help', async () => {
  for (const answer of [await rest.get('/leads?limit=0'), await rest.get('/x')]) {
    const { error, message, details, ...others } = answer.body as Record<string, unknown>;
    expect([error, message]).toEqual([expect.any(String), expect.any(String)]);
    expect(others).toEqual({});
    if (answer.status === 404) expect(details).toBeUndefined();
    else
      expect(details).toEqual({ issues: [{ path: 'query.limit', message: expect.any(String) }] });
  }
});

test('an error lists the allowed values and suggests the nearest name', async () => {
  const messageOf = async (answer: Promise<Answer>) => (await answer).text;
  const { message } = (await rest.get('/leads?sort=size')).body as { message: string };
  expect(message).toBe('sort must be one of created_at, -created_at, updated_at, -updated_at');
  expect(await messageOf(rest.get('/leads/7'))).toContain(
    '"id must be a UUID, such as 0190a1b2-4444-7c3e-9d52-3b1f60a7c004"',
  );
  expect(await messageOf(rest.post('/lists', { name: 'A', color: 'red' }))).toContain(
    '"color must be a hex color, such as #1d4ed8"',
  );
  expect(await messageOf(rest.post('/lists', {}))).toContain('"name is required"');
  expect(await messageOf(rest.get('/leads?limit=101'))).toContain('"limit must be at most 100"');
  const unknown = await messageOf(rest.get('/leads?createdAfter=2026-05-04&xyz=1'));
  expect(unknown).toContain(
    '"createdAfter is unknown. Did you mean created_after? Allowed: limit, offset, ',
  );
  expect(unknown).toContain('"message":"is unknown. Allowed: limit, offset, ');
  expect(await messageOf(rest.post('/leads', { proprties: {} }))).toContain(
    'proprties is unknown. Did you mean properties? Allowed: ',
  );
  expect(await messageOf(rest.get('/leads?fields=created'))).toContain('Did you mean created_at?');
  expect(await messageOf(rest.get('/leads?filter=sorce%20%3D%20a'))).toContain(
    'sorce is not a field of a lead. Did you mean source? Allowed: ',
  );
});

const paths = [...new Set(allOperations.map(({ path }) => path))];

test.each(paths)('%s with another method is 405, and Allow lists its methods', async (path) => {
  const address = path.replace('{id}', randomUUID());
  const taking = allOperations.filter((operation) =>
    new RegExp(`^${operation.path.replace('{id}', '[^/]+')}$`).test(address),
  );
  const methods = new Set<string>(taking.map(({ method }) => method));
  const allowed = [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].toSorted();
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY'].filter(
    (one) => !methods.has(one),
  );
  await together(others, async (method) => {
    const answer = await rest.raw(method, address);
    expect(answer.status, method).toBe(405);
    expect(answer.body).toMatchObject({ error: 'method_not_allowed' });
    expect(answer.headers.get('allow')?.split(', ')).toEqual(allowed);
  });
});

test('paths are exact: another case, a slash more or a piece less is no route', async () => {
  for (const path of ['/Leads', '//leads', '/lead', '/leads/x/y', '/users//', '/', '']) {
    expect((await rest.get(path)).status, path).toBe(404);
  }
  expect((await h.fetch('/api/v2/leads')).status).toBe(404);
  for (const [method, path] of [
    ['GET', '/leads/'],
    ['POST', '/leads/'],
    ['PATCH', '/leads/'],
    ['GET', '/visitors/x/sessions/'],
  ] as const) {
    const answer = await rest.raw(method, path, {
      headers: { 'content-type': 'application/json' },
      body: method === 'GET' ? undefined : '{}',
    });
    expect([answer.status, answer.body], `${method} ${path}`).toEqual([
      404,
      {
        error: 'not_found',
        message: `There is no ${method} /api/v1${path}. Remove the trailing slash.`,
      },
    ]);
  }
});

test('a mistyped path suggests the path that exists', async () => {
  const bodyOf = async (path: string) => (await rest.raw('GET', path, {})).body;
  expect(await bodyOf('/leed')).toMatchObject({
    message: 'There is no GET /api/v1/leed. Did you mean /api/v1/leads?',
  });
  expect(await bodyOf('/nothing/like/it')).toMatchObject({
    message: 'There is no GET /api/v1/nothing/like/it. /docs lists all paths.',
  });
});

test('times may be written in the basic form of ISO 8601', async () => {
  const totalOf = async (query: string) =>
    pageIn(await rest.get(`/leads?${query}`)).pagination.total;
  const all = await totalOf('');
  expect(await totalOf('created_after=20200101T000000Z')).toBe(all);
  expect(await totalOf('created_after=20200101')).toBe(all);
  expect(await totalOf('created_before=20200101T000000.5%2B0100')).toBe(0);
  expect(await totalOf('filter=created_at%20%3E%20%2220200101T000000Z%22')).toBe(all);
  const sessionsOf = async (after: string, before: string) =>
    pageIn(await rest.get(`/sessions?created_after=${after}&created_before=${before}`)).pagination;
  const [from, to] = [-3, 2].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  const basic = (text = '') => text.replaceAll(/[-:]/g, '');
  const { total } = await sessionsOf(basic(from), basic(to));
  expect(total).toBeGreaterThan(0);
  expect(total).toBe((await sessionsOf(from ?? '', to ?? '')).total);
  const utc = recordIn(await rest.get('/stats?from=20260504T100000Z&to=20260504T120000Z'));
  expect([utc.from, utc.to]).toEqual(['2026-05-04T10:00:00Z', '2026-05-04T12:00:00Z']);
  const berlin = recordIn(
    await rest.get('/stats?from=20260504&to=20260505&time_zone=Europe/Berlin'),
  );
  expect(berlin.from).toBe('2026-05-03T22:00:00Z');
});

test('a list limited to some days shows how many, unless the caller chose', async () => {
  const windowOf = async (path: string) => {
    const { pagination } = pageIn(await rest.get(path)) as { pagination: { window_days?: number } };
    return pagination.window_days;
  };
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  expect(await windowOf('/sessions')).toBe(7);
  expect(await windowOf('/sessions?cursor=&fields=id')).toBe(7);
  expect(await windowOf(`/sessions?created_before=${yesterday}`)).toBe(7);
  expect(await windowOf(`/sessions?created_after=${yesterday}`)).toBeUndefined();
  expect(await windowOf(`/sessions?visitor_id=${own.visitorId}`)).toBeUndefined();
  expect(await windowOf('/events')).toBe(7);
});

test('HEAD answers like GET without a body', async () => {
  const path = `/leads/${own.ids.get('leads')}`;
  const answer = await rest.raw('HEAD', path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('etag')).toBe((await rest.get(path)).headers.get('etag'));
  expect(answer.text).toBe('');
});

test('the answer to a body comes after those to key, origin, feature and scope', async () => {
  const broken: [string, RequestInit][] = [
    ['no JSON', { headers: { 'content-type': 'application/json' }, body: '{' }],
    ['another type', { headers: { 'content-type': 'text/csv' }, body: 'a' }],
    ['too large', { headers: { 'content-type': 'application/json' }, body: 'x'.repeat(1_100_000) }],
    ['a wrong field', { headers: { 'content-type': 'application/json' }, body: '{"code":1}' }],
    [
      'an encoding',
      { headers: { 'content-type': 'application/json', 'content-encoding': 'br' }, body: 'x' },
    ],
  ];
  const reader = await h.newKey({ scopes: ['leads:read'], serverOnly: true });
  const browser = await h.newKey({ scopes: scopeNames, origins: ['https://a.example'] });
  const poor = await h.newWorkspace();
  await h.db.system(
    (tx) => tx`update workspaces set features = '{}' where workspace_id = ${poor.id}`,
  );
  const revoked = await h.newKey({ serverOnly: true });
  expect((await restOf(h, revoked.key).get('/leads')).status).toBe(200);
  await h.db.system((tx) => tx`update api_keys set revoked_at = now() where id = ${revoked.id}`);
  for (const [what, { headers, body }] of broken) {
    const send = async (key: string, more = {}) => {
      const init = {
        headers: { ...(headers as Record<string, string>), ...more },
        body: String(body),
      };
      const answer = await restOf(h, key).raw('POST', '/leads', init);
      const { details } = answer.body as { details?: { reason?: string } };
      return `${answer.status} ${details?.reason ?? ''}`;
    };
    expect(await send('nonsense'), what).toBe('401 ');
    expect(await send(revoked.key), what).toBe('401 ');
    expect(await send(browser.key, { origin: 'https://b.example' }), what).toBe(
      '403 origin_not_allowed',
    );
    expect(await send(poor.secretKey), what).toBe('403 feature_not_included');
    expect(await send(reader.key), what).toBe('403 missing_scope');
  }
});

test('the typed client reads what the document promises', async () => {
  const client = h.client(own.secretKey);
  const [lead] = (await client.leads.list({ limit: 1 })).data;
  expect(await client.leads.get(lead?.id ?? '')).toEqual(lead);
  await expect(client.leads.get(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  expect(recordIn(await rest.get(`/leads/${lead?.id}`))).toEqual(lead);
});
