/*
 * Every page of the dashboard in a real Chromium over a made-up month, in two walks: it opens without a fault, axe finds nothing,
 * it fits a phone in German, and nothing that a person reads in German is English.
 */
import { expect, test } from 'vitest';
import { dashboardPages } from './dashboard-addresses.ts';
import { type Look, type OpenPage, startDashboardStage } from './dashboard-stage.ts';
import { englishIn, gatherData, textsOf, withoutCodes } from './read-texts.ts';
import { pageIn, recordIn, restOf } from './rest.ts';
import { signedIn } from './signed-in.ts';
import { SLOW } from './slow.ts';

const { h, open, openUnknown } = await startDashboardStage({ events: 800 });
await h.settle();
const rest = restOf(h);
await withEveryKind();
const pages = await dashboardPages(rest);
const link = await sharedLink();

/** What a month of visits does not make by itself. */
async function withEveryKind(): Promise<void> {
  const { id } = recordIn(await rest.post('/lists', { name: 'Worth a call' }));
  const people = pageIn(await rest.get('/identities?limit=3')).data;
  await rest.post(`/lists/${id}/members`, { identity_ids: people.map((person) => person.id) });
  await h.send([{ type: 'nonsense' }, { type: 'event' }]);
}

async function sharedLink(): Promise<string> {
  const body = { page: 'overview', name: 'Wallboard', query: { days: 7 }, reveals: ['leads'] };
  const { token } = recordIn(
    await (await signedIn(h, { name: 'Ann Miller' })).post('/shares', body),
  );
  return `/share/${token}`;
}

type Language = 'en' | 'de';

/** How each walk is judged: a page that is wrong in one language, color scheme or width is wrong in a walk. */
const looks: Record<Language, Required<Pick<Look, 'scheme' | 'width' | 'height'>>> = {
  en: { scheme: 'light', width: 1440, height: 900 },
  de: { scheme: 'dark', width: 390, height: 844 },
};
/** How it is read: on a phone some of it is behind a button. */
const desk = looks.en;

const show = async ({ page }: OpenPage, { scheme, width, height }: typeof desk) => {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme });
};

/** What is wrong with what is open, in words. */
async function faultsOf({ page, axe }: OpenPage): Promise<string[]> {
  const alerts = await page.getByRole('alert').allTextContents();
  const width = await page.evaluate('document.documentElement.scrollWidth');
  const isWide = width !== page.viewportSize()?.width;
  // What was copied on the page before is no fault of this one.
  const faults = alerts.filter((text) => !['Copied', 'Kopiert'].includes(text));
  return [...faults, ...(isWide ? [`it is ${width} pixels wide`] : []), ...(await axe())];
}

/** What opens by a click: menus, popovers, and the dialogs behind the buttons beside a title. None of them changes anything yet. */
const ofPage =
  'main :is(button[aria-haspopup], button[aria-expanded=false], header:has(h1) button)';
/** All rows have the same. */
const doors = `${ofPage}:not(tbody tr ~ tr *)`;
/** On every page. */
const ofFrame = 'nav button[aria-haspopup]';

/** The texts of what is open, and of what opens on it. */
async function readAll(opened: OpenPage, buttons: string): Promise<string[]> {
  const read = await textsOf(opened);
  const doors = opened.page.locator(buttons);
  const count = Math.min(await doors.count(), 8);
  for (let place = 0; place < count; place++) {
    const door = doors.nth(place);
    if (!(await door.isVisible())) continue;
    await door.click({ timeout: 1000 }).catch(() => undefined);
    await opened.settled();
    read.push(...(await textsOf(opened)));
    await opened.page.keyboard.press('Escape');
  }
  return read;
}

/** What is before and outside of signing in. */
const outside = [
  '/app/sign-in',
  '/app/welcome?token=xxxxxxxxxxx',
  '/app/invitation?token=xxxxxxxxxxx',
  '/app/reset-password',
  '/app/reset-password?token=xxxxxxxxxxx',
  '/app/sign-in?error=state_mismatch',
];

interface Walk {
  faultsByPage: Record<string, string[]>;
  read: Record<string, string[]>;
  data: Set<string>;
}

async function walk(language: Language): Promise<Walk> {
  const faultsByPage: Walk['faultsByPage'] = {};
  const read: Walk['read'] = {};
  const judge = async (opened: OpenPage, what: string) => {
    const faults = await faultsOf(opened);
    if (faults.length > 0) faultsByPage[`${what}, ${language}`] = faults;
  };
  const opened = await open('settings', { language });
  const data = await gatherData(opened);
  await opened.go('settings');
  for (const path of pages) {
    await show(opened, looks[language]);
    await opened.turnTo(path);
    await judge(opened, path);
    await show(opened, desk);
    read[path] = await readAll(opened, path === pages[0] ? `${doors}, ${ofFrame}` : doors);
  }
  await show(opened, looks[language]);
  await opened.turnTo('leads');
  if (language === 'de')
    await opened.page.getByRole('button', { name: 'Navigation öffnen' }).click();
  else await opened.page.keyboard.press('?');
  await opened.page.getByRole('dialog').waitFor();
  await judge(opened, language === 'de' ? 'navigation' : 'keyboard help');
  expect(opened.faults).toEqual([]);
  await opened.close();

  const stranger = await openUnknown('/app/sign-in', { language, ...looks[language] });
  for (const path of [...outside, link]) {
    await stranger.go(path);
    await stranger.settled();
    if (path !== link) read[path] = await textsOf(stranger);
    if (path === link || path === outside[0]) await judge(stranger, path);
  }
  expect(stranger.faults).toEqual([]);
  return { faultsByPage, read, data };
}

test('every page opens without a fault, and what is the same in English and in German is data, code or a name', {
  timeout: SLOW * 2,
}, async () => {
  const [english, german] = await Promise.all([walk('en'), walk('de')]);
  expect({ ...english.faultsByPage, ...german.faultsByPage }).toEqual({});
  const data = withoutCodes(new Set([...english.data, ...german.data]));
  const allEnglish = Object.values(english.read).flat();
  const same: Record<string, string[]> = {};
  for (const [path, texts] of Object.entries(german.read)) {
    const isOutside = outside.includes(path);
    const left = isOutside
      ? englishIn(texts, english.read[path] ?? [], new Set())
      : englishIn(texts, allEnglish, data);
    // The medium of a campaign or a visit is what a site wrote into its links.
    const isWritten = (text: string) => /^(campaigns|sessions)/.test(path) && text === 'email';
    const untranslated = left.filter((text) => !isWritten(text));
    if (untranslated.length > 0) same[path.replace(/[\w-]{36}.*/, '…')] = untranslated;
  }
  expect(same).toEqual({});
});

test('the actions of a key stay in view, however many details it has', async () => {
  const own = await signedIn(h);
  const scopes = ['leads:read', 'visitors:read', 'companies:read', 'audit:read', 'mcp'];
  const body = { kind: 'secret', name: 'Warehouse of reports', scopes, server_only: true };
  const { id } = recordIn(await own.post('/keys', body));
  await h.db.system(
    (tx) => tx`update api_keys set created_at = now() - interval '100 days' where id = ${id}`,
  );
  const { page, faults } = await open('keys');
  await page.getByText('unused for 90 days').waitFor();
  const box = await page
    .getByRole('button', { name: 'Actions for Warehouse of reports' })
    .boundingBox();
  const table = await page.getByRole('region', { name: 'API keys' }).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((table?.x ?? 0) + (table?.width ?? 0));
  expect(faults).toEqual([]);
});
