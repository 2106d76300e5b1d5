/* The dashboard's frame in a real Chromium, with the leads as the page in it: how it is served, how it is used. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type OpenPage, startDashboardStage } from './dashboard-stage.ts';
import { restOf } from './rest.ts';
import { SLOW } from './slow.ts';

const { h, open, openUnknown } = await startDashboardStage({ events: 600 });
// Beside whoever there is in the made-up month, which is another one each day.
await h.send(
  Array.from({ length: 6 }, (_, place) => ({
    type: 'identify',
    visitor_id: randomUUID(),
    email: `caller-${place}@stage.example`,
  })),
);
await h.settle();
const usual = await open('leads');

const pathOf = ({ page }: OpenPage) => new URL(page.url()).pathname.split('/').slice(3).join('/');
const queryOf = ({ page }: OpenPage) => Object.fromEntries(new URL(page.url()).searchParams);
const rows = ({ page }: OpenPage) => page.locator('tbody tr');
const active = ({ page }: OpenPage) => page.locator('tbody tr[data-active]');

test('every address answers the one page under a policy of its own, and what it loads is kept for good', async () => {
  const first = await fetch(`${h.url}/app/${h.workspace.id}/leads`);
  const html = await first.text();
  const policy = first.headers.get('content-security-policy') ?? '';
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
  expect(html).toContain(`nonce="${nonce}"`);
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/);
  expect(policy).not.toContain('unsafe');
  expect(first.headers.get('cache-control')).toBe('no-store');
  const shared = await fetch(`${h.url}/share/anything`);
  expect(shared.headers.get('content-security-policy')).not.toBe(policy);
  expect(shared.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(shared.headers.get('referrer-policy')).toBe('no-referrer');
  expect((await shared.text()).replace(/nonce="[^"]+"/, '')).toBe(
    html.replace(/nonce="[^"]+"/, ''),
  );
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(html) ?? [];
  const asset = await fetch(h.url + script, { headers: { 'accept-encoding': 'br' } });
  await asset.arrayBuffer();
  expect(asset.headers.get('content-encoding')).toBe('br');
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await fetch(`${h.url}/assets/none.js`)).status).toBe(404);
  const root = await fetch(h.url, { redirect: 'manual' });
  expect([root.status, root.headers.get('location')]).toEqual([302, '/app']);
});

test('who is not signed in is asked to, and comes back to where they wanted to go', async () => {
  const unknown = await openUnknown(`/app/${h.workspace.id}/leads?test=true`);
  await unknown.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(queryOf(unknown).next).toBe(`/app/${h.workspace.id}/leads?test=true`);
  await unknown.page.getByLabel('Email').fill('nobody@example.com');
  await unknown.page.getByLabel('Password', { exact: true }).fill('not the password');
  expect(await unknown.axe()).toEqual([]);
  expect(unknown.faults).toEqual([]);
});

test('an address without a workspace is of the one that was used last; what is no page says so', async () => {
  const { page } = usual;
  await usual.go('/app/leads?filter=source+%3D+campaign&range=7d');
  await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
  expect(pathOf(usual)).toBe('leads');
  expect(queryOf(usual)).toEqual({ filter: 'source = campaign', range: '7d' });
  const other = await h.newWorkspace('Elsewhere');
  const visitor = await open('people', { workspaceId: other.id });
  await visitor.go('/app/settings');
  await visitor.page.waitForURL(`${h.url}/app/${other.id}/settings`);
  for (const path of ['/app/nowhere', `/app/${other.id}/nowhere`, '/app/leads/nobody/else']) {
    await visitor.go(path);
    await visitor.page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await visitor.page.getByRole('link', { name: 'To the overview' }).waitFor();
    expect(await visitor.axe()).toEqual([]);
  }
  expect(visitor.faults).toEqual([]);
  await visitor.page.context().close();
});

test('by keys alone: through rows, to a record, to pages, to the filter and to help', async () => {
  const { page } = usual;
  await usual.go('leads');
  await rows(usual).first().locator('a').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('k');
  expect(await active(usual).count()).toBe(1);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/leads\/[0-9a-f-]{36}/);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await usual.go('leads');
  await page.keyboard.press('/');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Add a condition');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('A person, a company').fill('settings');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  await page.goBack();
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
});

test('the palette finds records as one types, and goes there', async () => {
  const { page } = usual;
  await restOf(h).post('/leads', { code: 'PALETTE-1' });
  await usual.go('overview');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('A person, a company').fill('palette-1');
  await page
    .getByRole('option', { name: 'PALETTE-1' })
    .or(page.getByText('PALETTE-1'))
    .first()
    .click();
  await page.getByRole('heading', { name: 'Lead PALETTE-1' }).waitFor();
});

test('a filter is built, read as text, refused where it is wrong, and all of it is in the address', async () => {
  const { page } = usual;
  await usual.go('leads');
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByLabel('Value').fill('website');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => queryOf(usual).filter).toBe('source = "website"');
  const { total } = (
    (await restOf(h).get('/leads?filter=source%3Dwebsite')).body as {
      pagination: { total: number };
    }
  ).pagination;
  await page.getByText(new RegExp(`of ${total}$`)).waitFor();
  await page.getByRole('button', { name: 'As text' }).click();
  const text = page.getByLabel('The filter as text');
  expect(await text.inputValue()).toBe('source = "website"');
  await text.fill('source = ');
  await page.getByText('a value is expected').waitFor();
  await text.fill('nothing = 1');
  await page.keyboard.press('Enter');
  await page
    .getByText(/nothing/)
    .first()
    .waitFor();
  await page.getByRole('alert').waitFor();
  await text.fill('source = website AND did("page_view", at least 2)');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Change: Did “page_view” at least 2 times' }).waitFor();
  await page.getByRole('button', { name: 'Sort by Opened' }).click();
  await expect.poll(() => queryOf(usual).sort).toBe('created_at');
  await page.reload();
  await page.getByRole('button', { name: 'Change: Source is website' }).waitFor();
  expect(queryOf(usual)).toEqual({
    filter: 'source = website AND did("page_view", at least 2)',
    sort: 'created_at',
  });
});

test('a filter speaks of its fields in words, in either language, and keeps their codes in its text', {
  timeout: SLOW,
}, async () => {
  const filter =
    'company.main_industry:soft AND last_seen > now-7d AND NOT traits.plan = free AND lead:*';
  const told = {
    en: [
      'Company › Industry contains soft',
      'Last seen in the last 7 days',
      'not: Traits › plan is free',
      'Lead is there',
    ],
    de: [
      'Unternehmen › Branche enthält soft',
      'Zuletzt gesehen in den letzten 7 Tagen',
      'nicht: Merkmale › plan ist free',
      'Lead ist vorhanden',
    ],
  };
  for (const language of ['en', 'de'] as const) {
    const opened = await open(`people?filter=${encodeURIComponent(filter)}`, { language });
    const bar = opened.page.getByRole('search');
    for (const text of told[language]) await bar.getByText(text, { exact: true }).waitFor();
    await bar.getByRole('button', { name: /^(As text|Als Text)$/ }).click();
    expect(await bar.locator('form input').first().inputValue()).toBe(filter);
    await bar.getByRole('button', { name: told[language][0] }).first().click();
    const field = opened.page.getByRole('dialog').locator('select').first();
    await field.waitFor();
    expect(await field.inputValue()).toBe('company.main_industry');
    const labels = await field.locator('option').allTextContents();
    expect(labels.filter((label) => /_|^[a-z]/.test(label))).toEqual([]);
    expect(new Set(labels).size).toBe(labels.length);
    expect(await opened.axe()).toEqual([]);
    expect(opened.faults).toEqual([]);
    await opened.page.context().close();
  }
});

test('what a page shows is asked for once, all of it together', async () => {
  const { page } = usual;
  await usual.turnTo('leads');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!/api\/(leads|stats)$/.test(pathname)) return;
    asked.push(searchParams.get('filter') ?? searchParams.get('dimensions') ?? 'over time');
  });
  await usual.turnTo('leads?filter=source%20%3D%20website');
  expect(asked.splice(0)).toEqual(['source = website']);
  await usual.turnTo('overview?range=7d');
  const usualTops = ['campaign', 'company', 'country', 'device', 'page', 'source'];
  expect(asked.splice(0).toSorted()).toEqual([...usualTops, 'over time'].toSorted());
  await page.getByRole('button', { name: 'City', exact: true }).click();
  await usual.settled();
  expect(asked.splice(0)).toEqual(['city']);
  await usual.turnTo('overview?range=30d');
  const tops = usualTops.map((name) => (name === 'country' ? 'city' : name));
  expect(asked.toSorted()).toEqual([...tops, 'over time'].toSorted());
});

test('all that match are put on a list at once, and taken off again by undoing', async () => {
  const { page } = usual;
  const rest = restOf(h);
  const members = async () => {
    const { data } = (await rest.get('/lists')).body as { data: { name: string; id: string }[] };
    const id = data.find(({ name }) => name === 'Worth a call')?.id;
    if (!id) return undefined;
    const found = (await rest.get(`/lists/${id}/members`)).body as {
      pagination: { total: number };
    };
    return found.pagination.total;
  };
  await usual.go('leads?size=5');
  await rows(usual).first().locator('a').waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click();
  await page.getByRole('button', { name: /^Select all \d+ matching/ }).click();
  await page.getByRole('button', { name: 'Add to list' }).click();
  await page.getByLabel('List', { exact: true }).selectOption({ label: 'A new list …' });
  await page.getByLabel('Name of the new list').fill('Worth a call');
  expect(await usual.axe()).toEqual([]);
  await page.getByRole('button', { name: 'Add to the list' }).click();
  await page.getByText(/added to “Worth a call”/).waitFor();
  expect(await members()).toBeGreaterThan(5);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(members).toBe(0);
});

test('a view is saved, shown again from elsewhere, and exported as it is', async () => {
  const { page } = usual;
  // Whatever the made-up month has of them.
  const made = await restOf(h).post('/leads', { code: 'VIEW-1', source: 'campaign' });
  expect(made.status).toBe(201);
  await usual.go('leads?filter=source%20%3D%20campaign&sort=created_at&columns=person,source');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save as a view …' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('From campaigns');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The view “From campaigns” is saved.').waitFor();
  await usual.go('leads');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'From campaigns', exact: true }).click();
  await expect
    .poll(() => queryOf(usual))
    .toEqual({
      filter: 'source = campaign',
      sort: 'created_at',
      columns: 'person,source',
    });
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^CSV/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
});

test('test data is kept from page to page, and said', async () => {
  const { page } = usual;
  await usual.go('leads');
  await page.getByRole('switch', { name: 'Test data' }).click({ force: true });
  await page.getByText('You are looking at test data').waitFor();
  await page.getByRole('link', { name: 'Companies' }).click();
  await expect.poll(() => pathOf(usual)).toBe('companies');
  expect(queryOf(usual)).toEqual({ test: 'true' });
  await page.getByRole('button', { name: 'Back to live data' }).click();
  await expect.poll(() => queryOf(usual)).toEqual({});
});

test('an edit is shown, can be undone, and says when somebody was faster', async () => {
  const { page } = usual;
  const rest = restOf(h);
  const { data: lead } = (await rest.post('/leads', { code: 'EDIT-1' })).body as {
    data: { id: string };
  };
  const summary = async () =>
    ((await rest.get(`/leads/${lead.id}`)).body as { data: { summary: object } }).data.summary;
  const edit = async (name: string, value: string) => {
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Name', { exact: true }).last().fill(name);
    await page.getByLabel(`Value: ${name}`, { exact: true }).fill(value);
    await page.getByRole('button', { name: 'Save' }).click();
  };
  await usual.go(`leads/${lead.id}`);
  await edit('intent', 'wants a demo');
  await page.getByText('wants a demo').waitFor();
  await expect.poll(summary).toEqual({ intent: 'wants a demo' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone.').waitFor();
  expect((await summary()) ?? {}).toEqual({});
  await rest.patch(`/leads/${lead.id}`, { summary: { owner: 'Grace' } });
  await edit('intent', 'wants a quote');
  const dialog = page.getByRole('dialog', { name: 'Somebody changed this' });
  await dialog.getByText('owner: Grace').first().waitFor();
  expect(await usual.axe()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save mine over it' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(summary).toEqual({ owner: 'Grace', intent: 'wants a quote' });
});

test('a viewer is offered no edit, and a workspace of others is none', async () => {
  const { data: lead } = (await restOf(h).post('/leads', { code: 'VIEW-1' })).body as {
    data: { id: string };
  };
  const viewer = await open(`leads/${lead.id}`, { role: 'viewer' });
  await viewer.page.getByRole('heading', { name: 'Summary' }).waitFor();
  expect(await viewer.page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
  expect(await viewer.page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
  await viewer.page.goto(`${h.url}/app/${randomUUID()}/leads`);
  await viewer.page.getByText('You are not a member of this workspace').waitFor();
});

test('an empty workspace says what to paste, and shows by itself that it has arrived', async () => {
  const workspace = await h.newWorkspace('Empty');
  const empty = await open('leads', { workspaceId: workspace.id });
  await empty.page.getByText(`data-key="${workspace.productionKey}"`).first().waitFor();
  expect(await empty.axe()).toEqual([]);
  await h.send(
    { type: 'event', name: 'page_view', visitor_id: randomUUID(), url: 'https://a.example/' },
    workspace.productionKey,
  );
  await empty.page.getByText('No lead yet').waitFor();
  expect(empty.faults).toEqual([]);
  await empty.page.context().close();
});

test('the greeting of the first event outlasts the empty page, and leads to who it is', async () => {
  const workspace = await h.newWorkspace('Greeted');
  const { page: greeted, axe } = await open('overview', { workspaceId: workspace.id });
  await greeted.getByText('Send your first event').waitFor();
  await h.send(
    { type: 'event', name: 'page_view', visitor_id: randomUUID(), url: 'https://a.example/' },
    workspace.productionKey,
  );
  // The page has figures of its own by then.
  await greeted.getByRole('region', { name: 'Places', exact: true }).waitFor();
  const link = greeted.getByRole('link', { name: 'See who it is' });
  await link.waitFor();
  expect(await axe()).toEqual([]);
  await link.click();
  await greeted.waitForURL(/\/visitors/);
  await greeted.locator('main tbody td a').first().waitFor();
  expect(await link.count()).toBe(0);
  await greeted.context().close();
});

test('settings write amounts and features as people read them', async () => {
  await usual.turnTo('settings');
  const limits = usual.page.locator('main section').filter({ hasText: 'set by the operator' });
  await limits.getByText('20 GB', { exact: true }).waitFor();
  await limits.getByText('REST API, AI agents (MCP), Companies').waitFor();
});

test('what retention would remove is told before, and a shorter time is confirmed by the name of the workspace', {
  timeout: SLOW,
}, async () => {
  const { id, productionKey } = await h.newWorkspace('Forgetful');
  await h.send([{ type: 'nonsense' }, { type: 'event' }], productionKey);
  const aged = () =>
    h.db.system(
      (tx) => tx`
      update failed_events set received_at = now() - interval '40 days' where workspace_id = ${id} returning id`,
    );
  await expect.poll(async () => (await aged()).length).toBe(2);
  const { page, axe, faults } = await open('settings', { workspaceId: id });
  const card = page.locator('main section').filter({ hasText: 'All events are kept.' });
  const days = card.getByLabel('Refused messages');
  await days.fill('60');
  await card.getByText('Nothing goes.').nth(3).waitFor();
  await days.fill('30');
  await card.getByText(/^2 from before .+ go\.$/).waitFor();
  expect(await axe()).toEqual([]);
  await card.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep for a shorter time' });
  await dialog.getByText('Refused messages: what is older is removed').waitFor();
  expect(await axe()).toEqual([]);
  await dialog.getByRole('textbox').fill('Forgetful');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('The settings are saved.').waitFor();
  const kept = async () =>
    (await h.db.system((tx) => tx`select settings from workspaces where workspace_id = ${id}`))[0];
  expect(JSON.stringify(await kept())).toContain('"refused_messages":30');
  // Without end again: nothing is lost by it, and nothing is asked.
  await days.fill('');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => JSON.stringify(await kept()))
    .not.toContain('"refused_messages":30');
  expect(faults).toEqual([]);
  await page.context().close();
});

test('none of all this was told of as a fault, nor refused by the policy', () => {
  expect(usual.faults).toEqual([]);
});
