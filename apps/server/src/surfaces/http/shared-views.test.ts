/* Links to saved views as a stranger sees them: the rows of the view, nothing beside them, and how they end. */
import { randomUUID } from 'node:crypto';
import { memberOperations } from '@footfall/contract/member-operations';
import { operations } from '@footfall/contract/operations';
import { sharedTables } from '@footfall/contract/shared-tables';
import type { Share, SharedPage } from '@footfall/contract/shares';
import type { View } from '@footfall/contract/views';
import { describe, expect, test } from 'vitest';
import { findShareByToken } from '../../accounts/workspaces/shares/store.ts';
import type { Answer } from '../../testing/post.ts';
import { faultsIn, pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { allOperations, seedWorkspace } from '../../testing/seeded-workspace.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { signedIn } from '../../testing/signed-in.ts';
import { together } from '../../testing/together.ts';
import { handlers } from '../operations/handlers.ts';
import { operationRunner } from '../operations/run.ts';

const h = await sharedHarness();
const seeded = await seedWorkspace(h, 2);
const rest = restOf(h, seeded.secretKey);
const admin = await signedIn(h, { workspaceId: seeded.id, role: 'admin' });
const member = await signedIn(h, { workspaceId: seeded.id, role: 'member' });
const viewer = await signedIn(h, { workspaceId: seeded.id, role: 'viewer' });

type Made = Share & { token: string };
type Page = keyof typeof sharedTables;
const pages = Object.keys(sharedTables) as Page[];
const pathOf = {
  companies: '/companies',
  campaigns: '/campaigns/performance',
  conversions: '/conversions',
};

async function save(page: string, body: object = {}, by = member): Promise<View> {
  const answer = await by.post('/views', { page, name: 'Saved', ...body });
  expect(answer.status, answer.text).toBe(200);
  return recordIn(answer) as unknown as View;
}
const tryShare = (page: string, viewId: string, body: object = {}, by = member): Promise<Answer> =>
  by.post('/shares', { page, view_id: viewId, name: 'For the agency', ...body });
async function share(page: string, viewId: string, body: object = {}): Promise<Made> {
  const answer = await tryShare(page, viewId, body);
  expect(answer.status, answer.text).toBe(200);
  return recordIn(answer) as unknown as Made;
}
async function shareOf(page: Page, view: object = {}, body: object = {}): Promise<Made> {
  return share(page, (await save(page, view)).id, body);
}

async function ask(token: string, path = '', init: RequestInit = {}) {
  const answer = await fetch(`${h.url}/share/api/${token}${path}`, init);
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: text && JSON.parse(text) };
}
const rowsOf = async (token: string, page: Page, query = '') =>
  (await ask(token, `${pathOf[page]}${query}`)).body.data as Record<string, unknown>[];

describe.each(pages)('a view of %s', (page) => {
  test('shows the saved view, page by page', async () => {
    const { token } = await shareOf(page);
    const shown = (await ask(token)).body.data as SharedPage;
    const { usual, sort } = sharedTables[page];
    expect(shown).toMatchObject({
      page,
      name: 'For the agency',
      table: { columns: [...usual].toSorted(byTable(page)), sort },
    });
    const response = await ask(token, `${pathOf[page]}?limit=1`);
    expect(response.status, response.text).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.body.data).toHaveLength(1);
    const second = await rowsOf(token, page, '?limit=1&offset=1');
    expect(second).not.toEqual(response.body.data);
    const fields = new Set([
      sharedTables[page].id,
      ...(shown.table?.columns ?? []).flatMap(
        (name) =>
          (sharedTables[page].columns as Record<string, { fields: readonly string[] }>)[name]
            ?.fields ?? [],
      ),
    ]);
    for (const row of await rowsOf(token, page)) expect(new Set(Object.keys(row))).toEqual(fields);
  });

  test('shows no personal data', async () => {
    const columns = Object.keys(sharedTables[page].columns);
    const { token } = await shareOf(page, { columns });
    const text = (await ask(token, pathOf[page])).text;
    expect(text).not.toContain(seeded.visitorId);
    expect(text).not.toMatch(/@|Ada|visitor_id|session_id|identity/);
  });

  test('shows only the columns of the view', async () => {
    const { token } = await shareOf(page, { columns: ['name', 'who', 'nonsense'] });
    expect((await ask(token)).body.data.table.columns).toEqual(['name']);
    const names: readonly string[] = sharedTables[page].columns.name.fields;
    for (const row of await rowsOf(token, page)) {
      expect(Object.keys(row).toSorted()).toEqual([sharedTables[page].id, ...names].toSorted());
    }
  });

  test('takes nothing but a page and an order that it shows', async () => {
    const { token } = await shareOf(page, { columns: ['name'] });
    const query = [
      'filter=name%3Dx',
      'filter=NOT%20name%3Dx',
      'fields=id',
      'expand=identity',
      'expand=activity',
      'test=true',
      'bots=true',
      'name=x',
      'cursor=',
      'from=2020-01-01',
      'to=2020-01-01',
      'created_after=2020-01-01',
      `visitor_id=${seeded.visitorId}`,
      'updated_after=2020-01-01',
      'model=linear',
      '__proto__=x',
      'workspace_id=x',
      'sort=-visits',
      'sort=email',
      'sort=',
      'sort=-created_at&sort=created_at',
    ];
    await together(query, async (each) => {
      const answer = await ask(token, `${pathOf[page]}?${each}`);
      expect([each, answer.status, answer.body.details.reason]).toEqual([each, 403, 'not_shared']);
    });
    for (const each of ['limit=0', 'limit=1000000', 'offset=-1', 'limit=1&limit=2', 'limit=x']) {
      expect([each, (await ask(token, `${pathOf[page]}?${each}`)).status]).toEqual([each, 400]);
    }
  });

  test('lets nobody to anything else, by whatever address', async () => {
    const { token } = await shareOf(page);
    const others = allOperations.filter(
      ({ method, path }) => method === 'GET' && path !== pathOf[page],
    );
    // Each for one of the pages: what is let in is a list of the page's own.
    const some = others.filter((_, at) => at % pages.length === pages.indexOf(page));
    await together(some, async ({ path }) => {
      const answer = await ask(token, path.replace('{id}', randomUUID()));
      expect([answer.status, path]).toEqual([404, path]);
    });
  });

  test('lets nobody to any other operation, also where a door would let it in', async () => {
    const { token } = await shareOf(page);
    const shareFacts = await h.db.system((tx) => findShareByToken(tx, token));
    if (!shareFacts) throw new Error('there is no such link');
    const all = { ...operations, ...memberOperations };
    const run = operationRunner(all, handlers, { db: h.db, onUsed: () => undefined });
    for (const { id } of Object.values(all)) {
      const input = { params: { id: randomUUID() }, query: {}, body: {} };
      const running = run(id, { kind: 'share', share: shareFacts }, { input });
      if (id === sharedTables[page].operation) await expect(running).resolves.toBeDefined();
      else await expect(running, id).rejects.toMatchObject({ code: 'forbidden' });
    }
  });
});

/** Columns stand in the order of the page. */
function byTable(page: Page) {
  const names = Object.keys(sharedTables[page].columns);
  return (one: string, other: string) => names.indexOf(one) - names.indexOf(other);
}

test('the filter is the view’s and is never shown', async () => {
  const [first] = pageIn(await rest.get('/conversions?limit=1')).data;
  const filter = `name = "${String(first?.name)}"`;
  const { token } = await shareOf('conversions', { filter });
  const page = await ask(token);
  expect(page.text).not.toContain('filter');
  const own = pageIn(await rest.get(`/conversions?filter=${encodeURIComponent(filter)}`));
  expect((await ask(token, '/conversions')).body.pagination.total).toBe(own.pagination.total);
  const none = await shareOf('conversions', { filter: 'name = "never happened"' });
  expect(await rowsOf(none.token, 'conversions')).toEqual([]);
});

test('test data is shown where the view shows it', async () => {
  const { token } = await shareOf('conversions', { test: true });
  expect((await ask(token)).body.data.query.test).toBe(true);
  const own = pageIn(await rest.get('/conversions?test=true'));
  expect((await ask(token, '/conversions')).body.pagination.total).toBe(own.pagination.total);
});

test('days follow the time zone of the link', async () => {
  const query = { from: '2020-05-01', to: '2020-06-01', time_zone: 'Europe/Berlin' };
  const { token } = await shareOf('companies', {}, { query });
  expect((await ask(token)).body.data.query).toEqual(query);
  expect(await rowsOf(token, 'companies')).toEqual([]);
  const campaigns = await shareOf('campaigns', { columns: ['sessions'] }, { query });
  for (const row of await rowsOf(campaigns.token, 'campaigns')) expect(row.sessions).toBe(0);
});

describe('an unshareable view is refused with a reason', () => {
  test.each([
    ['people', 'companies', {}, {}, 'must be people, the page of the view'],
    ['leads', 'leads', {}, {}, 'because it lists people'],
    ['visitors', 'visitors', {}, {}, 'overview, companies, campaigns, conversions'],
    ['companies', 'overview', {}, {}, 'Share the overview without a view'],
    ['companies', 'companies', {}, { reveals: ['leads'] }, 'is only for the overview'],
    ['companies', 'companies', {}, { query: { filter: 'name = x' } }, 'is set by the view'],
    ['companies', 'companies', {}, { query: { test: true } }, 'is set by the view'],
    ['conversions', 'conversions', {}, { query: { days: 7 } }, 'is not supported for conversions'],
    ['companies', 'companies', {}, { query: { from: '2026-01-01' } }, 'set both from and to'],
    ['conversions', 'conversions', { columns: ['who'] }, {}, 'no column'],
    ['companies', 'companies', { sort: '-visits', columns: ['name'] }, {}, 'cannot show'],
    ['conversions', 'conversions', { filter: 'external_id = "1"' }, {}, 'personal data'],
    ['conversions', 'conversions', { filter: 'lead:*' }, {}, 'uses leads'],
  ])('a view of %s as %s: %j %j', async (of, page, view, body, message) => {
    const { id } = await save(of, view);
    const answer = await tryShare(page, id, body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(message);
  });

  test('a page without a view, and a view that its maker does not see', async () => {
    const none = await member.post('/shares', { page: 'companies', name: 'All' });
    expect(faultsIn(none)).toEqual(['body.view_id']);
    const own = await save('companies', {}, admin);
    expect((await tryShare('companies', own.id)).status).toBe(404);
    expect((await tryShare('companies', randomUUID())).status).toBe(404);
    const shared = await save('companies', { shared: true }, admin);
    expect((await tryShare('companies', shared.id)).status).toBe(200);
    expect((await tryShare('companies', shared.id, {}, viewer)).status).toBe(403);
  });
});

describe('a link ends', () => {
  const statusOf = async ({ token }: Made) => [
    (await ask(token)).status,
    (await ask(token, '/companies')).status,
  ];

  test.each([
    ['filter', { filter: 'name:x' }],
    ['order', { sort: 'name' }],
    ['columns', { columns: ['name'] }],
    ['test flag', { test: true }],
  ])('with another %s of the view', async (_what, change) => {
    const view = await save('companies');
    const made = await share('companies', view.id);
    expect(await statusOf(made)).toEqual([200, 200]);
    await member.patch(`/views/${view.id}`, change);
    expect(await statusOf(made)).toEqual([404, 404]);
    const { data } = pageIn(await rest.get(`/audit-log?resource_id=${view.id}`));
    expect(data[0]).toMatchObject({ action: 'updateView', changes: { share_links: [1, 0] } });
  });

  test('with the view, with itself, and with its time', async () => {
    const view = await save('companies');
    const [one, other, third] = [
      await share('companies', view.id),
      await share('companies', view.id),
      await share('companies', view.id),
    ];
    await member.delete(`/shares/${one.id}`);
    expect(await statusOf(one)).toEqual([404, 404]);
    await h.db.system(
      (tx) => tx`update shares set expires_at = now() - interval '1 second' where id = ${third.id}`,
    );
    expect(await statusOf(third)).toEqual([404, 404]);
    expect(await statusOf(other)).toEqual([200, 200]);
    await member.delete(`/views/${view.id}`);
    expect(await statusOf(other)).toEqual([404, 404]);
  });

  test('not with another name', async () => {
    const view = await save('companies');
    const made = await share('companies', view.id);
    await member.patch(`/views/${view.id}`, { name: 'Renamed', shared: true });
    expect(await statusOf(made)).toEqual([200, 200]);
  });
});

test('a password is required before any row', async () => {
  const { token } = await shareOf('companies', {}, { password: 'correct horse' });
  const tell = (password: string) =>
    ask(token, '/password', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password }),
    });
  expect((await ask(token, '/companies')).body.details.reason).toBe('password_needed');
  expect((await tell('wrong horse')).status).toBe(401);
  const [cookie = ''] = ((await tell('correct horse')).headers.get('set-cookie') ?? '').split(';');
  expect((await ask(token, '/companies', { headers: { cookie } })).status).toBe(200);
});

test('the audit log names the view of a link', async () => {
  const view = await save('companies');
  const { id, token } = await share('companies', view.id);
  const { data } = pageIn(await rest.get(`/audit-log?resource_id=${id}`));
  expect(data).toMatchObject([
    { action: 'createShare', changes: { page: [null, 'companies'], view_id: [null, view.id] } },
  ]);
  expect(JSON.stringify(data)).not.toContain(token);
});
