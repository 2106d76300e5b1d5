/* A saved view that is shared by a link, in a real Chromium: made by a member, and read by somebody without an account. */
import { sharedTables } from '@footfall/contract/shared-tables';
import { expect, test } from 'vitest';
import { type OpenPage, startDashboardStage } from './dashboard-stage.ts';
import { recordIn } from './rest.ts';
import { signedIn } from './signed-in.ts';
import { SLOW } from './slow.ts';

const { h, open, openUnknown } = await startDashboardStage({ events: 800 });
await h.settle();

const usual = { width: 1440, height: 900 };
const headsOf = ({ page }: OpenPage) => page.locator('main thead th').allInnerTexts();
const trimmed = (heads: string[]) => heads.map((head) => head.trim());

test('a view is saved, shared, and read until it is changed', { timeout: SLOW }, async () => {
  const made = await open('companies?sort=-visits&columns=name,visits,domain');
  const { page } = made;
  await made.settled();
  const views = page.getByRole('button', { name: 'Views' });
  await views.click();
  await page.getByText('Save a view to share it with a link.').waitFor();
  await page.getByRole('button', { name: 'Save as view…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Most visits');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Most visits', exact: true }).first().click();
  await page.getByRole('button', { name: 'Share “Most visits” with a link…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share view “Most visits”' });
  await dialog.getByText('The link stops working when someone changes').waitFor();
  for (const size of [{ width: 390, height: 844 }, usual]) {
    await page.setViewportSize(size);
    expect(await made.axe()).toEqual([]);
  }
  await dialog.getByLabel('Title').fill('Who was here');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const shared = page.getByRole('dialog', { name: '“Who was here” shared' });
  const [, path = ''] = /(\/share\/[\w-]{43})/.exec(await shared.innerText()) ?? [];
  expect(path).not.toBe('');
  await shared.getByRole('button', { name: 'Done' }).click();
  const names = await page.locator('main tbody tr td:nth-child(2)').allInnerTexts();
  expect(made.faults).toEqual([]);

  const reader = await openUnknown(path);
  await reader.page.getByRole('heading', { name: 'Who was here' }).waitFor();
  // The table's script comes after the page's.
  const heads = async () => trimmed(await headsOf(reader));
  await expect.poll(heads).toEqual(['Company', 'Visits', 'Domain']);
  const rows = reader.page.locator('main tbody tr td:first-child');
  await expect.poll(() => rows.allInnerTexts()).toEqual(names);
  expect(await reader.page.locator('main a').count()).toBe(0);
  await reader.page.getByRole('button', { name: /Company$/ }).click();
  await expect.poll(() => reader.page.url()).toContain('sort=-name');
  await expect.poll(() => rows.allInnerTexts()).not.toEqual(names);
  expect(await reader.axe()).toEqual([]);
  expect(reader.faults).toEqual([]);

  await page.getByRole('button', { name: 'Most visits', exact: true }).first().click();
  await page.getByRole('button', { name: 'Rename, share or delete “Most visits”' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('View “Most visits” deleted.').waitFor();
  await reader.page.reload();
  await reader.page.getByText('Page not found').waitFor();
});

test.for([
  { look: {}, name: 'light, on a desk' },
  {
    look: { width: 390, height: 844, scheme: 'dark', language: 'de' },
    name: 'dark, on a phone, in German',
  },
] as const)('every page that can be shared: $name', { timeout: SLOW }, async ({ look }) => {
  const member = await signedIn(h);
  for (const page of ['companies', 'campaigns', 'conversions'] as const) {
    const columns = Object.keys(sharedTables[page].columns);
    const view = recordIn(await member.post('/views', { page, name: page, columns }));
    const body = { page, view_id: view.id, name: `All ${page}` };
    const { token } = recordIn(await member.post('/shares', body));
    const reader = await openUnknown(`/share/${String(token)}`, look);
    await reader.page.getByRole('heading', { name: `All ${page}` }).waitFor();
    await reader.page.locator('main tbody tr').first().waitFor();
    await reader.settled();
    expect(await reader.page.locator('main tbody tr').count()).toBeGreaterThan(0);
    expect(await headsOf(reader)).toHaveLength(columns.length);
    const width = await reader.page.evaluate('document.documentElement.scrollWidth');
    expect([page, width]).toEqual([page, reader.page.viewportSize()?.width]);
    expect([page, ...(await reader.axe())]).toEqual([page]);
    expect([page, ...reader.faults]).toEqual([page]);
    await reader.close();
  }
});

test('pages of people are not offered to be shared', { timeout: SLOW }, async () => {
  const member = await open('people');
  await member.page.getByRole('button', { name: 'Views' }).click();
  await member.page.getByRole('button', { name: 'Save as view…' }).waitFor();
  expect(await member.page.getByText('share it with a link').count()).toBe(0);
});
