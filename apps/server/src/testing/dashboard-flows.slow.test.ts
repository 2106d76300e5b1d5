/* What people do in the dashboard, in a real Chromium: the main ways by keys alone, what can be undone, what others see, and what strangers wrote. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { identify, workspaceOfPeople } from './corrected-people.ts';
import { dashboardPages } from './dashboard-addresses.ts';
import { startDashboardStage } from './dashboard-stage.ts';
import { breakOut, hostileVisit } from './hostile-visits.ts';
import { hostileHost, injections } from './injections.ts';
import { pageIn, type Rest, recordIn, restOf } from './rest.ts';
import { SLOW } from './slow.ts';

const { h, open } = await startDashboardStage({ events: 600 });
await h.settle();
const rest = restOf(h);
await rest.post('/lists', { name: 'Worth a call' });
const usual = await open('leads');
const { page } = usual;
await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

const countOf = async (path: string, from = rest) => pageIn(await from.get(path)).pagination.total;
const undo = (on: Page = page) =>
  on.getByRole('button', { name: 'Undo', exact: true }).last().click();

/** By one key alone to what has this name. */
async function goTo(name: RegExp, key: string): Promise<void> {
  const seen: string[] = [];
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press(key);
    const at = String(
      await page.evaluate(
        `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`,
      ),
    );
    if (name.test(at)) return;
    seen.push(at.slice(0, 30));
  }
  throw new Error(`no way by ${key} to ${name}, but to ${seen.join(', ')}`);
}

const tabTo = (name: RegExp) => goTo(name, 'Tab');

/** Once the opened dialog has taken the focus: what is typed before goes nowhere. */
async function typeInto(title: string, text: string): Promise<void> {
  await page.getByRole('dialog', { name: title }).locator('input:focus').waitFor();
  await page.keyboard.type(text);
}

test('by keys alone a person is found, leads are filtered, selected, put on a list and taken off again', {
  timeout: SLOW,
}, async () => {
  for (const code of ['KEYS-1', 'KEYS-2']) {
    expect((await rest.post('/leads', { code, source: 'website' })).status).toBe(201);
  }
  // Whoever there is in the made-up month may be called the same.
  const [visitor_id, email] = [randomUUID(), 'keyla@board.example'];
  await h.send({ type: 'identify', visitor_id, email, name: 'Keyla Board' });
  await h.settle();
  const [person] = pageIn(await rest.get(`/identities?email=${email}`)).data;
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search people').waitFor();
  await page.keyboard.type(String(person?.email));
  await page
    .getByRole('button', { name: String(person?.name) })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/people/${person?.id}`));

  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.press('Enter');
  await page.getByLabel('Value').waitFor();
  while (!(await page.evaluate(`document.activeElement.matches('input')`))) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('website');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => new URL(page.url()).searchParams.get('filter'))
    .toBe('source = "website"');
  await usual.settled();
  expect(await countOf('/leads?source=website')).toBeGreaterThan(1);
  await page.keyboard.press('Escape');
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await page.getByText('2 selected').waitFor();
  await tabTo(/^Add to list$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Add to list' }).waitFor();
  await page.getByText('Applies to').waitFor();
  await tabTo(/^Add to this list$/);
  await page.keyboard.press('Enter');
  await page.getByText(/added to “Worth a call”/).waitFor();
  const [list] = pageIn(await rest.get('/lists?limit=1')).data;
  expect(await countOf(`/lists/${list?.id}/members`)).toBeGreaterThan(0);
  await tabTo(/^Undo$/);
  await page.keyboard.press('Enter');
  await expect.poll(() => countOf(`/lists/${list?.id}/members`)).toBe(0);
});

test('by keys alone a key is made, copied, used and revoked', { timeout: SLOW }, async () => {
  await usual.turnTo('keys');
  await tabTo(/^Create key$/);
  await page.keyboard.press('Enter');
  await typeInto('Create key', 'Nightly report');
  await page.keyboard.press('Enter');
  await page.getByText('Store this secret now').waitFor();
  await tabTo(/^Copy$/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const key = String(await page.evaluate('navigator.clipboard.readText()'));
  const status = async () => (await restOf(h, key).get('/leads?limit=1')).status;
  expect(await status()).toBe(200);
  await tabTo(/^I stored it$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await tabTo(/^Actions for Nightly report$/);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Revoke' }).waitFor();
  await goTo(/^Revoke$/, 'ArrowDown');
  await page.keyboard.press('Enter');
  await typeInto('Revoke Nightly report', 'Nightly repor');
  await page.keyboard.press('Enter');
  expect(await status()).toBe(200);
  await page.keyboard.type('t');
  expect(await usual.axe()).toEqual([]);
  // It is told before the list is read again: its row is gone then.
  const notice = page.getByText('Nightly report revoked.');
  await page.route('**/dashboard/api/**/keys?*', async (route) => {
    await notice.waitFor();
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await notice.waitFor();
  await page.getByText('Nightly report', { exact: true }).waitFor({ state: 'detached' });
  expect(await usual.axe()).toEqual([]);
  await expect.poll(status).toBe(401);
});

test('a person is split, joined and freed of a device, and each of it is undone', {
  timeout: SLOW,
}, async () => {
  const stage = await workspaceOfPeople(h);
  const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
  await stage.send(
    identify(1, one, { email: 'ada@firm.example', name: 'Ada' }),
    identify(2, two, { email: 'ada@firm.example' }),
    identify(3, three, { email: 'bob@other.example', name: 'Bob' }),
  );
  const id = await stage.idOf(one);
  const people = async () => (await stage.people()).length;
  const opened = await open(`people/${id}`, { workspaceId: stage.workspace.id });
  const own = opened.page;
  const button = (name: string | RegExp) =>
    own.getByRole('button', { name, exact: typeof name === 'string' });
  const before = await people();

  await button('Split').click();
  await own.getByLabel(`Visitor ${two.slice(-6)}`).check();
  // What only tells is asked again, when it was not answered in time.
  const refused = { error: 'unavailable', message: 'Try again shortly.', details: {} };
  await own.route('**/split', (route) => route.fulfill({ status: 503, json: refused }), {
    times: 1,
  });
  await button('Preview changes').click();
  await own.getByText('will move').waitFor();
  await button('Split into two people').click();
  await own.getByText('Person split in two.').waitFor();
  expect(await people()).toBe(before + 1);
  await undo(own);
  await expect.poll(people).toBe(before);

  await button('Merge').click();
  await own.getByLabel('Other person', { exact: true }).fill('bob');
  await button('Preview changes: Bob').click();
  await own.getByText('will move').waitFor();
  await button('Merge with another person').click();
  await own.getByText('People merged.').waitFor();
  expect(await people()).toBe(before - 1);
  await undo(own);
  await expect.poll(people).toBe(before);

  // Until the page has heard of the undoing, the first is of the other person.
  const detach = own.getByRole('button', { name: /^Not this person/ });
  await expect.poll(() => detach.count()).toBe(2);
  await detach.first().click();
  await own.getByText('will move').waitFor();
  await button('Detach from person').click();
  await own.getByText('Visitor detached from this person.').waitFor();
  await own.getByText('ignored').first().waitFor();
  await undo(own);
  await own.getByText('ignored').first().waitFor({ state: 'detached' });
  expect(opened.faults).toEqual([]);
});

test('rejecting a visitor’s company lasts and can be undone', async () => {
  const companies = pageIn(await rest.get('/companies?limit=50')).data;
  const facts = async (id: string) => countOf(`/companies/${id}/evidence`);
  const evidenceCounts = await Promise.all(
    companies.map(async ({ id }) => ({ id, count: await facts(id) })),
  );
  const { id = '', count = 0 } = evidenceCounts.find((company) => company.count > 0) ?? {};
  await usual.turnTo(`companies/${id}`);
  await page
    .getByRole('button', { name: /^Not this company/ })
    .first()
    .click();
  await page.getByText('Company rejected.').waitFor();
  await expect.poll(() => facts(id)).toBe(count - 1);
  await undo();
  await h.settle();
  await expect.poll(() => facts(id)).toBe(count);
});

test('a view that is shared is there for others, and an export is what is seen', async () => {
  await rest.post('/leads', { code: '=1+1', source: 'trade fair' });
  await usual.turnTo('leads?filter=source%20%3D%20%22trade%20fair%22');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save as view…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('From fairs');
  await page.getByLabel('Visible to everyone in this workspace').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('View “From fairs” saved.').waitFor();

  const member = await open('leads', { role: 'viewer' });
  await member.page.getByRole('button', { name: 'Views' }).click();
  const others = member.page.getByRole('region', { name: 'Shared views' });
  await others.getByRole('button', { name: /^From fairs/ }).click();
  await member.page.getByText('1–1 of 1').waitFor();
  await member.page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    member.page.waitForEvent('download'),
    member.page.getByRole('menuitem', { name: /^CSV/ }).click(),
  ]);
  const [head = '', row = '', ...more] = (await readFile(await download.path(), 'utf8'))
    .trim()
    .split('\r\n');
  expect(head.split(',')).toContain('code');
  expect(row).toContain(`'=1+1`);
  expect(more).toEqual([]);
  expect(member.faults).toEqual([]);
});

test('a new visit appears while somebody is looking', async () => {
  await usual.turnTo('live');
  await page.getByText('Updating live').waitFor();
  const context = { page: { url: 'https://shop.example/just-now', title: 'Just opened' } };
  await h.send({ type: 'event', name: 'page_view', visitor_id: randomUUID(), context });
  await page.getByText('Just opened').click();
  await page.waitForURL(/\/sessions\//);
  await page.getByText('/just-now').first().waitFor();
});

test('a viewer is offered nothing that changes anything, and can do none of it', {
  timeout: SLOW,
}, async () => {
  const viewer = await open('leads', { role: 'viewer' });
  const writes =
    /^(Add (note|page|to|trait)|Create|Delete|Detach|Edit|Import|Invite|Make|Mark|Merge|New|Not this|Reject|Remove|Rename|Revoke|Rotate|Save|Share|Split|Undo)\b/;
  const offered: Record<string, string[]> = {};
  // One's own account is everybody's to change.
  for (const path of (await dashboardPages(rest)).filter((each) => each !== 'account')) {
    await viewer.turnTo(path);
    const buttons = viewer.page
      .locator('main')
      .getByRole('button', { name: writes, disabled: false });
    const names = await buttons.allTextContents();
    if (names.length > 0) offered[path] = names;
  }
  expect(offered).toEqual({});
  const [lead] = pageIn(await rest.get('/leads?limit=1')).data;
  const tries = {
    'POST /lists': { name: 'mine' },
    'POST /keys': { kind: 'production', name: 'mine' },
    [`PATCH /leads/${lead?.id}`]: { summary: { owner: 'me' } },
    'POST /overrides': { kind: 'bot', visitor_id: lead?.visitor_id },
    'PATCH /settings': { name: 'mine' },
  };
  for (const [route, body] of Object.entries(tries)) {
    const [method, path] = route.split(' ');
    const init = {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-workspace-id': h.workspace.id },
    };
    const status = await viewer.page.evaluate(
      `fetch('/dashboard/api${path}', ${JSON.stringify(init)}).then(({ status }) => status)`,
    );
    expect(status, route).toBe(403);
  }
});

test('a conversion of several visits shows the share of each visit by the sharing models', {
  timeout: SLOW,
}, async () => {
  const visitor_id = randomUUID();
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const visits = [15, 8, 1].map((days) => ({
    ...{ visitor_id, session_id: randomUUID(), timestamp: at(days) },
    context: days === 8 ? { campaign: { name: 'spring', source: 'google' } } : {},
  }));
  const views = visits.map((visit) => ({ ...visit, type: 'event', name: 'page_view' }));
  const workspace = await h.newWorkspace('Shared', { trust: 'open' });
  const buy = {
    ...visits.at(-1),
    type: 'conversion',
    name: 'buy',
    context: {},
    timestamp: at(0.999),
  };
  await h.send([...views, buy], workspace.productionKey);
  await h.settle();
  const [conversion] = pageIn(await restOf(h, workspace.secretKey).get('/conversions')).data;
  const shown = await open(`conversions/${conversion?.id}`, { workspaceId: workspace.id });
  const table = shown.page.getByRole('region', { name: 'Split across visits' });
  await table.waitFor();
  const rows = await table.locator('tbody tr').all();
  const parts = await Promise.all(rows.map((row) => row.locator('td').allInnerTexts()));
  // By age, of what is seven days older half as much: one, two and four sevenths.
  expect(parts).toEqual([
    ['33.3%', '40%', '14.3%'],
    ['33.3%', '20%', '28.6%'],
    ['33.3%', '40%', '57.1%'],
  ]);
  await table.getByRole('link').nth(1).click();
  await shown.page.waitForURL(`**/sessions/${visits[1]?.session_id}**`);
  await shown.settled();
  expect(shown.faults).toEqual([]);
});

/** What of it others would write: whoever has a key, and members. */
async function writtenByHand(by: Rest, text: string): Promise<void> {
  const { id } = recordIn(await by.post('/lists', { name: text, description: text }));
  const properties = { [text.slice(0, 50)]: text };
  const location = { city: text, country: text };
  const lead = recordIn(
    await by.post('/leads', { code: text, source: text, properties, location }),
  );
  await by.patch(`/leads/${lead.id}`, { summary: { [text.slice(0, 50)]: text } });
  await by.post(`/lists/${id}/members`, { visitor_ids: [lead.visitor_id] });
}

test('text from strangers stays text on every page: it runs nothing, loads nothing and links nowhere', {
  timeout: SLOW,
}, async () => {
  const workspace = await h.newWorkspace('Attacked', { trust: 'open' });
  const own = restOf(h, workspace.secretKey);
  await writtenByHand(own, breakOut);
  // Of several visitors, so that it is among the greatest of each kind; the last of them is the latest.
  const texts = [...Object.values(injections), breakOut, breakOut, breakOut];
  await h.send(texts.flatMap(hostileVisit), workspace.productionKey);
  await h.settle();
  await h.db.system(
    (tx) => tx`
    update companies set name = ${breakOut}, main_industry = ${breakOut}, description = ${breakOut}
    where workspace_id = ${workspace.id}`,
  );
  const attacked = await open('overview', { workspaceId: workspace.id });
  const { page: shown } = attacked;
  const hosts = new Set<string>();
  shown.on('request', (request) => hosts.add(new URL(request.url()).hostname));
  shown.on('dialog', (dialog) => attacked.faults.push(`a dialog: ${dialog.message()}`));
  const plain = ['keys', 'members', 'settings', 'account', 'audit'];
  const [active, live] = [
    'main :is(script, style:not([data-mantine-styles]), iframe, form[action], img, [onerror], [onload], a[href^="javascript:" i], a[href^="data:" i])',
    `main [href*="${hostileHost}" i]:not([rel="noreferrer noopener nofollow"])`,
  ];
  for (const path of [...(await dashboardPages(own)), 'leads?size=100']) {
    await attacked.turnTo(path);
    const elements = shown.locator(`:is(${active}), ${live}`);
    expect(
      await elements.evaluateAll((all: { outerHTML: string }[]) =>
        all.map(({ outerHTML }) => outerHTML),
      ),
      path,
    ).toEqual([]);
    const text = await shown.locator('main').innerText();
    if (!plain.includes(path)) expect(/onerror=alert|<script>alert/.test(text), path).toBe(true);
  }
  await shown.keyboard.press('Control+k');
  await shown.getByPlaceholder('Search people').fill('onerror');
  await shown.getByRole('dialog').getByText('onerror=alert(1)').first().waitFor();
  expect(hosts).toEqual(new Set(['127.0.0.1']));
  expect(attacked.faults).toEqual([]);
});
