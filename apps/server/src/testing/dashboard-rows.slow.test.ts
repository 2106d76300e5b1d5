/* What is done with rows in a real Chromium: filtered, selected, put on lists, saved as views, edited. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type OpenPage, startDashboardStage } from './dashboard-stage.ts';
import { restOf } from './rest.ts';
import { SLOW } from './slow.ts';

const { h, open } = await startDashboardStage({ events: 600 });
// Beside whoever there is in the made-up month.
await h.send(
  Array.from({ length: 6 }, (_, place) => ({
    type: 'identify',
    visitor_id: randomUUID(),
    email: `caller-${place}@stage.example`,
  })),
);
await h.settle();
const usual = await open('leads');

const queryOf = ({ page }: OpenPage) => Object.fromEntries(new URL(page.url()).searchParams);
const rows = ({ page }: OpenPage) => page.locator('tbody tr');

test('a filter is built, read as text, refused where it is wrong, and all of it is in the address', async () => {
  const { page } = usual;
  await usual.go('leads');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByLabel('Value').fill('website');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => queryOf(usual).filter).toBe('source = "website"');
  const { total } = (
    (await restOf(h).get('/leads?filter=source%3Dwebsite')).body as {
      pagination: { total: number };
    }
  ).pagination;
  await page.getByText(new RegExp(`of ${total}$`)).waitFor();
  await page.getByRole('button', { name: 'Query' }).click();
  const text = page.getByLabel('Filter query');
  expect(await text.inputValue()).toBe('source = "website"');
  await text.fill('source = ');
  await page.getByText('expected a value').waitFor();
  await text.fill('nothing = 1');
  await page.keyboard.press('Enter');
  await page
    .getByText(/nothing/)
    .first()
    .waitFor();
  await page.getByRole('alert').waitFor();
  await text.fill('source = website AND did("page_view", at least 2)');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Edit: Did “page_view” at least 2 times' }).waitFor();
  await page.getByRole('button', { name: 'Sort by Created' }).click();
  await expect.poll(() => queryOf(usual).sort).toBe('created_at');
  await page.reload();
  await page.getByRole('button', { name: 'Edit: Source is direct or search' }).waitFor();
  expect(queryOf(usual)).toEqual({
    filter: 'source = website AND did("page_view", at least 2)',
    sort: 'created_at',
  });
});

test('a filter speaks of its fields and values in words, in either language, and keeps their codes in its text', {
  timeout: SLOW,
}, async () => {
  const { body } = await restOf(h).get('/companies?limit=1');
  const [company] = (body as { data: { id: string; name: string }[] }).data;
  const nobody = randomUUID();
  const filter = `company.main_industry:soft AND last_seen > now-7d AND NOT traits.plan = free AND lead:* AND company.id IN ("${company?.id}", "${nobody}") AND country = Germany AND stage = customer`;
  const expectedLabels = {
    en: [
      'Company › Industry contains soft',
      'Last seen in the last 7 days',
      'not: Traits › plan is free',
      'Lead is set',
      `Company is one of ${company?.name}, …${nobody.slice(-6)}`,
      'Country is Germany',
      'Stage is Customer',
    ],
    de: [
      'Unternehmen › Branche enthält soft',
      'Zuletzt gesehen in den letzten 7 Tagen',
      'nicht: Merkmale › plan ist free',
      'Lead ist gesetzt',
      `Unternehmen ist eines von ${company?.name}, …${nobody.slice(-6)}`,
      'Land ist Deutschland',
      'Stufe ist Kunde',
    ],
  };
  for (const language of ['en', 'de'] as const) {
    const opened = await open(`people?filter=${encodeURIComponent(filter)}`, { language });
    const bar = opened.page.getByRole('search');
    for (const text of expectedLabels[language])
      await bar.getByText(text, { exact: true }).waitFor();
    await bar.getByRole('button', { name: /^(Query|Abfrage)$/ }).click();
    expect(await bar.locator('form input').first().inputValue()).toBe(filter);
    await bar.getByRole('button', { name: expectedLabels[language][0] }).first().click();
    const field = opened.page.getByRole('dialog').locator('select').first();
    await field.waitFor();
    expect(await field.inputValue()).toBe('company.main_industry');
    const labels = await field.locator('option').allTextContents();
    expect(labels.filter((label) => /_|^[a-z]/.test(label))).toEqual([]);
    expect(new Set(labels).size).toBe(labels.length);
    await field.selectOption('stage');
    const value = opened.page.getByRole('dialog').getByLabel(/^(Value|Wert)$/);
    await value.selectOption({ label: language === 'de' ? 'Kunde' : 'Customer' });
    expect(await value.inputValue()).toBe('customer');
    if (language === 'de') expect(await opened.axe()).toEqual([]);
    expect(opened.faults).toEqual([]);
  }
});

test('OR, NOT, did(…) and conditions from programs show as words and are removed by a click', {
  timeout: SLOW,
}, async () => {
  const odd = { field: 'traits.a-b', op: '=', value: 5 };
  const filters: [string, string[], string[]][] = [
    [
      'country = Germany OR stage = customer',
      ['Country is Germany or Stage is Customer'],
      ['Land ist Deutschland oder Stufe ist Kunde'],
    ],
    [
      '(country = Germany OR NOT country = France) AND NOT (stage = new OR is_favorite = true)',
      ['Country is Germany or (not: Country is France)', 'not: (Stage is New or Favorite is Yes)'],
      [
        'Land ist Deutschland oder (nicht: Land ist Frankreich)',
        'nicht: (Stufe ist Neu oder Favorit ist Ja)',
      ],
    ],
    [
      'did("click", title:"to buy" AND path = "/a*", at least 2, within 30d)',
      [
        'Did “click” with (Page title contains “to buy” and Path is /a*) at least 2 times in the last 30 days',
      ],
      [
        'Hat „click“ ausgelöst mit (Seitentitel enthält „to buy“ und Pfad ist /a*) mindestens 2-mal in den letzten 30 Tagen',
      ],
    ],
    [
      'company.lead.code = A AND NOT did("page_view", path = "/pricing*")',
      ['Company › Lead › Code is A', 'not: Did “page_view” on /pricing*'],
      ['Unternehmen › Lead › Code ist A', 'nicht: Hat „page_view“ ausgelöst auf /pricing*'],
    ],
    [
      JSON.stringify({
        or: [
          { field: 'country', op: '=', value: 'Germany' },
          { field: 'person', op: ':', value: '*' },
        ],
      }).replace('person', 'visitor'),
      ['Country is Germany or Visitor is set'],
      ['Land ist Deutschland oder Besucher ist gesetzt'],
    ],
    [
      JSON.stringify({ and: [{ field: 'stage', op: '=', value: 'new' }, odd] }),
      ['Stage is New', `Query: ${JSON.stringify(odd)}`],
      ['Stufe ist Neu', `Abfrage: ${JSON.stringify(odd)}`],
    ],
  ];
  for (const language of ['en', 'de'] as const) {
    const opened = await open('people', { language });
    const bar = opened.page.getByRole('search');
    const chips = bar.getByRole('button', {
      name: language === 'en' ? /^Edit: / : /^Bearbeiten: /,
    });
    for (const [filter, english, german] of filters) {
      await opened.turnTo(`people?filter=${encodeURIComponent(filter)}`);
      expect(await chips.allTextContents()).toEqual(language === 'en' ? english : german);
      expect(await opened.page.getByRole('alert').count()).toBe(0);
      expect(queryOf(opened).filter).toBe(filter);
    }
    // Of the last one the first is taken away, and what no text can say stays what it is.
    const remove = bar.getByRole('button', {
      name: language === 'en' ? /^Remove: / : /^Entfernen: /,
    });
    await remove.first().click();
    await expect.poll(() => queryOf(opened).filter).toBe(JSON.stringify(odd));
    await remove.first().click();
    await expect.poll(() => queryOf(opened).filter).toBe(undefined);
    expect(opened.faults).toEqual([]);
  }
});

test('a form keeps its condition, also when excluded; unsupported conditions are edited as text', async () => {
  const { page } = usual;
  const filter =
    'NOT source:web AND NOT did("page_view", path = "/a*") AND identity.company.name = x AND created_at > now-30d';
  await usual.turnTo(`leads?filter=${encodeURIComponent(filter)}`);
  for (const label of ['not: Source contains web', 'not: Did “page_view” on /a*']) {
    await page.getByRole('button', { name: `Edit: ${label}`, exact: true }).click();
    const form = page.getByRole('dialog');
    expect(await form.getByLabel('Exclude').isChecked()).toBe(true);
    await form.getByRole('button', { name: 'Apply' }).click();
    await form.waitFor({ state: 'detached' });
  }
  await expect
    .poll(() => queryOf(usual).filter)
    .toBe(
      '(NOT source:"web") AND (NOT did("page_view", path = "/a*")) AND identity.company.name = "x" AND created_at > "now-30d"',
    );
  for (const label of ['Person › Company › Name is x', 'Created in the last 30 days']) {
    await page.getByRole('button', { name: `Edit: ${label}`, exact: true }).click();
    await page.getByLabel('Filter query').waitFor();
    await page.getByRole('button', { name: 'Query' }).click();
  }
});

test('a page loads its data once, all of it together', async () => {
  const { page } = usual;
  await usual.turnTo('leads');
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!/api\/(leads|stats)$/.test(pathname)) return;
    const tables = searchParams.get('breakdowns') ?? searchParams.get('dimensions');
    requests.push(searchParams.get('filter') ?? tables ?? 'over time');
  });
  await usual.turnTo('leads?filter=source%20%3D%20website');
  expect(requests.splice(0)).toEqual(['source = website']);
  await usual.turnTo('overview?range=7d');
  const tables =
    'page:page_views,source:sessions,campaign:sessions,company:sessions,country:sessions,device:sessions';
  expect(requests.splice(0)).toEqual(['over time', tables]);
  await page.getByRole('button', { name: 'City', exact: true }).click();
  await usual.settled();
  expect(requests.splice(0)).toEqual(['city']);
  await usual.turnTo('overview?range=30d&tables=city');
  expect(requests.splice(0).toSorted()).toEqual(['city', 'over time', tables]);
});

test('all that match are put on a list at once, and taken off again by undoing', async () => {
  const { page } = usual;
  const rest = restOf(h);
  const members = async () => {
    const { data } = (await rest.get('/lists')).body as { data: { name: string; id: string }[] };
    const id = data.find(({ name }) => name === 'Worth a call')?.id;
    if (!id) return undefined;
    const members = (await rest.get(`/lists/${id}/members`)).body as {
      pagination: { total: number };
    };
    return members.pagination.total;
  };
  await usual.go('leads?size=5');
  await rows(usual).first().locator('a').waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click();
  await page.getByRole('button', { name: /^Select all \d+ matches/ }).click();
  await page.getByRole('button', { name: 'Add to list' }).click();
  await page.getByLabel('List', { exact: true }).selectOption({ label: 'New list…' });
  await page.getByLabel('List name').fill('Worth a call');
  expect(await usual.axe()).toEqual([]);
  await page.getByRole('button', { name: 'Add to this list' }).click();
  await page.getByText(/added to “Worth a call”/).waitFor();
  expect(await members()).toBeGreaterThan(5);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(members).toBe(0);
});

test('a failed bulk change is on the page of its list and continues by a click', async () => {
  const { page } = usual;
  const list = (await restOf(h).post('/lists', { name: 'Half done' })).body as {
    data: { id: string };
  };
  // Of a job that somebody dropped.
  await h.db.system(
    (tx) => tx`
      insert into list_changes (workspace_id, id, list_id, action, of, state, matched, seen, changed)
      values (${h.workspace.id}, ${randomUUID()}, ${list.data.id}, 'add', 'visitors', 'running', 9000, 5000, 5000)`,
  );
  await usual.go(`lists/${list.data.id}`);
  const card = page.getByRole('region', { name: 'Recent bulk changes' });
  await card.getByText(/Failed\. Stopped at 5,000 of 9,000/).waitFor();
  expect(await usual.axe()).toEqual([]);
  await card.getByRole('button', { name: /^Try again/ }).click();
  await card.getByText('5,000 members added.').waitFor();
  await card.getByRole('button', { name: /^Undo/ }).click();
  await card.getByText(/Undone\./).waitFor();
});

test('a view is saved, shown again from elsewhere, and exported as it is', async () => {
  const { page } = usual;
  // Whatever the made-up month has of them.
  const made = await restOf(h).post('/leads', { code: 'VIEW-1', source: 'campaign' });
  expect(made.status).toBe(201);
  await usual.go('leads?filter=source%20%3D%20campaign&sort=created_at&columns=person,source');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save as view…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('From campaigns');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('View “From campaigns” saved.').waitFor();
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

test('an edit is shown, can be undone, and reports a conflict', async () => {
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
  // What another part of the summary became is in nobody's way.
  await rest.patch(`/leads/${lead.id}`, { summary: { owner: 'Grace' } });
  await edit('intent', 'wants a quote');
  await expect.poll(summary).toEqual({ owner: 'Grace', intent: 'wants a quote' });
  await rest.patch(`/leads/${lead.id}`, { summary: { intent: 'is lost' } });
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Value: intent', { exact: true }).fill('wants a contract');
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this' });
  const versions = dialog.getByRole('region', { name: 'Summary › intent' });
  await versions.waitFor();
  const shown = versions.getByRole('definition').allTextContents();
  expect(await shown).toEqual(['wants a quote', 'is lost', 'wants a contract']);
  expect(await usual.axe()).toEqual([]);
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(summary).toEqual({ owner: 'Grace', intent: 'wants a contract' });
});

test('no step logged an error or violated the content policy', () => {
  expect(usual.faults).toEqual([]);
});
