/* The pages of /docs as a reader meets them, in a real Chromium. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../../testing/chromium.ts';
import { faintTexts, outline } from '../../testing/page-checks.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { SLOW } from '../../testing/slow.ts';
import { readGuides } from './guides.ts';

const guides = await readGuides();
const pages = ['/docs', ...guides.map(({ name }) => `/docs/guides/${name}`)];
const service = await sharedHarness();

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
}, SLOW);
afterAll(() => browser?.close());

/** The colors are the same on every page. */
const colored = pages.slice(0, 3);

const phone: ContextOptions = { colorScheme: 'light', viewport: { width: 390, height: 800 } };

describe('every page', () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openPage(phone);
  });
  afterAll(() => opened?.page.context().close());

  test.for(pages)(
    '%s: every link leads somewhere, no id twice, headings in order; on a phone nothing is faint or runs out of the page',
    async (path) => {
      const { page, complaints } = opened;
      complaints.splice(0);
      await page.goto(service.url + path);
      const structure = await page.evaluate(outline);
      expect(structure.doubled).toEqual([]);
      expect(structure.levels.filter((level) => level === 1)).toHaveLength(1);
      for (const [index, level] of structure.levels.entries()) {
        expect(level).toBeLessThanOrEqual((structure.levels[index - 1] ?? 0) + 1);
      }
      await expectToLead(structure.links);
      if (colored.includes(path)) expect(await page.evaluate(faintTexts)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      expect(complaints).toEqual([]);
    },
  );
});

test('dark, on a desk: nothing is faint or runs out of the page', async () => {
  const { page } = await openPage({ colorScheme: 'dark', viewport: { width: 1200, height: 800 } });
  for (const path of colored) {
    await page.goto(service.url + path);
    expect(await page.evaluate(faintTexts), path).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(1200);
  }
  await page.context().close();
});

test('the first tab stop skips to the content', async () => {
  await visit('/docs', {}, async (page) => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.locator('main:focus').count()).toBe(1);
  });
});

test('a command is copied unchanged, and the page confirms it', async () => {
  await visit('/docs', { permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    const code = page.locator('#createLead .code').first();
    await code.getByRole('button', { name: 'Copy: Request' }).click();
    await page.getByRole('status').getByText('Copied').waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe(await code.locator('code').textContent());
    expect(copied).toMatch(/^curl http/);
  });
});

test('requests are shown in one language, which is chosen for every page', async () => {
  await visit('/docs', {}, async (page) => {
    const inPython = page.locator('#createLead .code', { hasText: 'client.leads.create(' });
    const inCurl = page.locator('#createLead .code', { hasText: 'curl http' });
    expect([await inCurl.isVisible(), await inPython.isVisible()]).toEqual([true, false]);
    const button = page.locator('#createLead').getByRole('button', { name: 'Python', exact: true });
    await button.scrollIntoViewIfNeeded();
    const before = await button.boundingBox();
    await button.click();
    expect([await inCurl.isVisible(), await inPython.isVisible()]).toEqual([false, true]);
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    // What the reader looks at stays in its place.
    expect((await button.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
    expect(await page.locator('#getStats .code', { hasText: 'client.stats(' }).isVisible()).toBe(
      true,
    );
    await page.reload();
    expect([await inCurl.isVisible(), await inPython.isVisible()]).toEqual([false, true]);
  });
});

test('on a phone the contents open over the page, and close by Escape, a choice or leaving', async () => {
  await visit('/docs', { viewport: { width: 390, height: 800 } }, async (page) => {
    const menu = page.getByRole('button', { name: 'Contents' });
    const contents = page.getByRole('navigation', { name: 'Contents' });
    expect(await contents.isVisible()).toBe(false);
    await menu.click();
    expect(await menu.getAttribute('aria-expanded')).toBe('true');
    // Below the header, down to the end of the window.
    expect(await contents.boundingBox()).toMatchObject({ y: 56, height: 744 });
    await page.keyboard.press('Escape');
    expect(await contents.isVisible()).toBe(false);
    expect(await page.locator('.menu:focus').count()).toBe(1);
    await menu.click();
    await contents.getByRole('link', { name: 'Update a lead' }).click();
    expect(await contents.isVisible()).toBe(false);
    expect(new URL(page.url()).hash).toBe('#updateLead');
    await menu.click();
    await contents.getByRole('link').last().focus();
    await page.keyboard.press('Tab');
    expect(await contents.isVisible()).toBe(false);
  });
});

test('without scripts the contents are there too', async () => {
  const options = { javaScriptEnabled: false, viewport: { width: 390, height: 800 } };
  await visit('/docs', options, async (page) => {
    expect(await page.getByRole('link', { name: 'PATCH Update a lead' }).isVisible()).toBe(true);
    for (const language of ['curl', 'TypeScript', 'Python']) {
      const caption = page.locator('#createLead').getByText(`Request in ${language}`);
      expect(await caption.isVisible()).toBe(true);
    }
  });
});

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

interface Opened {
  page: Page;
  /** What its console tells. */
  complaints: string[];
}

async function openPage(options: ContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, complaints };
}

async function visit(
  path: string,
  options: ContextOptions,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const { page } = await openPage(options);
  try {
    await page.goto(service.url + path);
    await look(page);
  } finally {
    await page.context().close();
  }
}

/** By path, what was read already: most pages link to all the others. */
const idsBehind = new Map<string, Set<string>>();

async function idsOf(pathname: string): Promise<Set<string>> {
  const answer = await fetch(service.url + pathname);
  expect(answer.status, pathname).toBe(200);
  const text = await answer.text();
  return new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));
}

/** Within the service: the page is there, and has the part that the link names. */
async function expectToLead(links: string[]): Promise<void> {
  const parts = new Map<string, Set<string>>();
  for (const link of links) {
    const { origin, pathname, hash } = new URL(link);
    if (origin !== service.url && origin !== new URL(service.config.publicUrl).origin) continue;
    parts.set(pathname, (parts.get(pathname) ?? new Set()).add(hash.slice(1)));
  }
  for (const [pathname, ids] of parts) {
    const anchors = idsBehind.get(pathname) ?? (await idsOf(pathname));
    idsBehind.set(pathname, anchors);
    for (const id of ids) if (id) expect(anchors.has(id), `${pathname}#${id}`).toBe(true);
  }
}
