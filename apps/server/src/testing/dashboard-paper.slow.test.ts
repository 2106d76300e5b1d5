/* What is printed, as Chromium lays it out for a sheet of A4, from a dark screen. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startDashboardStage } from './dashboard-stage.ts';
import { restOf } from './rest.ts';
import { signedIn } from './signed-in.ts';
import { SLOW } from './slow.ts';

const { h, open, openUnknown } = await startDashboardStage({ events: 600 });

/** Of a sheet with margins of 10 mm, in pixels. */
const sheet = { width: 718, height: 1046 };

/** What is cut or wider than the sheet, and what does not belong onto paper. */
function faultsOnPaper(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
    const told = (why, element) => why + ': ' + element.outerHTML.slice(0, 120);
    const all = [...document.body.querySelectorAll('*')].filter(isShown);
    const inMain = all.filter((element) => element.closest('main'));
    const isDark = (element) => {
      const [red, green, blue, alpha = 1] = (getComputedStyle(element).backgroundColor.match(/[\\d.]+/g) ?? []).map(Number);
      return alpha > 0.5 && red + green + blue < 300 && element.getBoundingClientRect().height > 30;
    };
    const hasBrokenWord = (element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const word of text.data.matchAll(/\\S+/g)) {
          const range = document.createRange();
          range.setStart(text, word.index);
          range.setEnd(text, word.index + word[0].length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) return true;
        }
      }
      return false;
    };
    return [
      ...all.filter((element) => element.matches('nav, aside, [role=dialog], [role=alert], [data-filter]')).map((element) => told('is shown', element)),
      ...inMain.filter((element) => element.matches('button, input, select') && !element.closest('table, fieldset, search, figure') && !element.querySelector('time')).map((element) => told('can only be clicked', element)),
      ...all.filter(isDark).map((element) => told('is dark', element)),
      ...all.filter((element) => element.getBoundingClientRect().right > innerWidth + 1).map((element) => told('is wider than the sheet', element)),
      ...inMain.filter((element) => /auto|scroll|hidden/.test(getComputedStyle(element).overflowX) && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1 && !element.closest('svg, .mantine-VisuallyHidden-root'))
        .map((element) => told('is cut', element)),
      ...inMain.filter((element) => /auto|scroll|hidden/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 8 && element.clientHeight > 40)
        .map((element) => told('is cut below', element)),
      ...inMain.filter((element) => element.matches('th') && hasBrokenWord(element)).map((element) => told('breaks in a word', element)),
    ];
  })()`);
}

async function idOf(path: string): Promise<string> {
  const { data } = (await restOf(h).get(path)).body as { data: { id: string }[] };
  const [first] = data;
  if (!first) throw new Error(`nothing in ${path}`);
  return first.id;
}

test('on paper are the page and its data: no navigation, nothing dark, nothing cut', {
  timeout: SLOW * 2,
}, async () => {
  const paths = [
    'overview',
    'people',
    `people/${await idOf('/identities?limit=1')}`,
    `companies/${await idOf('/companies?limit=1')}`,
    'audit',
  ];
  const opened = await open('overview', { scheme: 'dark' });
  const made = await (await signedIn(h)).post('/shares', {
    page: 'overview',
    name: 'Our month',
    query: { days: 30 },
    reveals: ['leads', 'companies'],
  });
  const { token } = (made.body as { data: { token: string } }).data;
  const stranger = await openUnknown(`/share/${token}`, { scheme: 'dark' });
  const faultsByPage: Record<string, string[]> = {};
  const print = async (name: string, on: typeof opened) => {
    const columns = () => on.page.locator('main thead th:visible:not(:has(input))').count();
    const onScreen = await columns();
    await on.page.setViewportSize(sheet);
    await on.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await on.settled();
    faultsByPage[name] = await faultsOnPaper(on.page);
    expect(await columns(), `columns of ${name}`).toBe(onScreen);
    await on.page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await on.page.setViewportSize({ width: 1440, height: 900 });
  };
  for (const path of paths) {
    await opened.turnTo(path);
    await print(path.replace(/\/.*/, '-one'), opened);
  }
  await stranger.settled();
  await print('share', stranger);
  expect(faultsByPage).toEqual(
    Object.fromEntries(Object.keys(faultsByPage).map((name) => [name, []])),
  );
  expect([...opened.faults, ...stranger.faults]).toEqual([]);
});
