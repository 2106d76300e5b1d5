/* The pages of /docs, as a browser gets them and as a reader meets them. */
import { errorCodes } from '@footfall/contract/errors';
import { messageTypes } from '@footfall/contract/ingest';
import { restDocument } from '@footfall/contract/openapi';
import type { OperationSpec } from '@footfall/contract/operation';
import { operations } from '@footfall/contract/operations';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../testing/chromium.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { faintTexts, outline } from '../testing/page-checks.ts';
import { sharedHarness } from '../testing/shared-harness.ts';
import { SLOW } from '../testing/slow.ts';
import { readGuides } from './guides.ts';

const guides = await readGuides();
const pages = ['/docs', ...guides.map(({ name }) => `/docs/guides/${name}`)];

let service: Harness;
let browser: Browser;

beforeAll(async () => {
  service = await sharedHarness();
  browser = await launchChromium();
}, SLOW);

afterAll(async () => {
  await browser?.close();
});

const read = async (path: string) => (await service.fetch(path)).text();

describe('the reference', () => {
  test('shows every operation with its path, scopes, parameters and body fields', async () => {
    const page = await read('/docs');
    for (const operation of Object.values<OperationSpec>(operations)) {
      const start = page.indexOf(`<section class="entry" id="${operation.id}"`);
      const section = page.slice(start, page.indexOf('</section>', start));
      const writable = Object.entries(propertiesOf(operation.body)).filter(
        ([, field]) => !field.readOnly,
      );
      const names = [operation.params, operation.query].flatMap((part) =>
        Object.keys(propertiesOf(part)),
      );
      for (const text of [
        `/api/v1${operation.path}`,
        ...operation.scopes,
        ...names,
        ...writable.map(([name]) => name),
      ]) {
        expect(section, operation.id).toContain(`<code>${text}</code>`);
      }
      expect(section, operation.id).toContain('X-RateLimit-Remaining');
    }
  });

  test('shows the images of its guides', async () => {
    const page = await read('/docs/guides/mcp');
    const [, path = ''] = /<img src="([^"]+)" alt="[^"]{20,}"/.exec(page) ?? [];
    expect(path).toContain('/docs/images/');
    const { status, headers } = await service.fetch(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^image\/png/);
  });

  test('shows every error code, message type and field of a record', async () => {
    const page = await read('/docs');
    for (const code of errorCodes) expect(page).toContain(`id="error-${code}"`);
    for (const type of messageTypes) expect(page).toContain(`id="message-${type}"`);
    const { components } = restDocument(operations, { version: '', serverUrl: '' });
    for (const [name, { properties }] of Object.entries(
      components.schemas as Record<string, { properties: object }>,
    )) {
      if (name === 'Error') continue;
      const start = page.indexOf(`id="resource-${name}"`);
      expect(start, name).toBeGreaterThan(0);
      const section = page.slice(start, page.indexOf('</section>', start));
      for (const field of Object.keys(properties)) {
        expect(section, name).toContain(`<code>${field}</code>`);
      }
    }
  });
});

describe('the guides', () => {
  test('stand in the order in which a reader needs them', () => {
    const names = guides.map(({ name }) => name);
    expect(names.slice(0, 5)).toEqual([
      'quick-start',
      'questions',
      'demo',
      'authentication',
      'ingest',
    ]);
    expect(new Set(names).size).toBe(names.length);
  });

  test('name every kind of message', async () => {
    const guide = await read('/docs/guides/ingest');
    for (const type of messageTypes) expect(guide).toContain(`<code>${type}</code>`);
  });

  test.for(pages)('%s names who made the data of places and networks', async (path) => {
    const page = await read(path);
    const footer = page.slice(page.indexOf('<footer>'), page.indexOf('</footer>'));
    expect(footer).toContain('<a href="https://db-ip.com">IP Geolocation by DB-IP</a>');
    for (const owner of ['routeviews.org', 'nro.net', 'creativecommons.org/licenses/by/4.0']) {
      expect(footer).toContain(owner);
    }
  });
});

describe('answers', () => {
  test.for(pages)('%s allows no inline script, no other origin and no frame', async (path) => {
    const answer = await service.fetch(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(answer.headers.get('x-request-id')).toBeTruthy();
  });

  test('come compressed where that is accepted, and not again when nothing has changed', async () => {
    const url = `${service.url}/docs`;
    const zipped = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(Number(zipped.headers.get('content-length'))).toBeLessThan(60_000);
    const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await zipped.text()).toBe(await plain.text());
    const again = await fetch(url, {
      headers: { 'if-none-match': zipped.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  test('a slash at the end leads to the page, an unknown guide is a 404', async () => {
    const answer = await service.fetch('/docs/', { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/docs']);
    expect((await service.fetch('/docs/guides/none')).status).toBe(404);
  });

  test('behind a proxy with a path, links have that path', async () => {
    const prefixed = await startHarness({ PUBLIC_URL: 'https://example.com/footfall' });
    const page = await (await prefixed.fetch('/docs/guides/quick-start')).text();
    expect(page).toContain('href="/footfall/docs/docs.css"');
    expect(page).toContain('href="/footfall/docs/guides/ingest"');
    expect(page).toContain('curl https://example.com/footfall/ingest/batch');
    const root = await prefixed.fetch('/', { redirect: 'manual' });
    expect(root.headers.get('location')).toBe('/footfall/app');
  });
});

describe('in a browser', () => {
  describe('every page', () => {
    let opened: Opened;
    beforeAll(async () => {
      opened = await openPage();
    });
    afterAll(() => opened?.page.context().close());

    test.for(pages)(
      '%s: every link leads somewhere, no id twice, headings in order',
      async (path) => {
        const { page, complaints } = opened;
        complaints.splice(0);
        await page.goto(service.url + path);
        const found = await page.evaluate(outline);
        expect(found.doubled).toEqual([]);
        expect(found.levels.filter((level) => level === 1)).toHaveLength(1);
        for (const [index, level] of found.levels.entries()) {
          expect(level).toBeLessThanOrEqual((found.levels[index - 1] ?? 0) + 1);
        }
        await expectToLead(found.links);
        expect(complaints).toEqual([]);
      },
    );
  });

  test.for([
    ['light', 1200],
    ['light', 390],
    ['dark', 1200],
    ['dark', 390],
  ] as const)(
    '%s, %i px wide: nothing is faint or runs out of the page',
    async ([scheme, width]) => {
      // The colours are the same on every page, the widths of what stands there are not; what fits a phone fits a screen.
      const hasAll = scheme === 'light' && width === 390;
      const options = { colorScheme: scheme, viewport: { width, height: 800 } };
      const { page } = await openPage(options);
      for (const path of hasAll ? pages : pages.slice(0, 3)) {
        await page.goto(service.url + path);
        expect(await page.evaluate(faintTexts), path).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(width);
      }
      await page.context().close();
    },
  );

  test('the first tab stop skips to the content', async () => {
    await visit('/docs', {}, async (page) => {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(await page.locator('main:focus').count()).toBe(1);
    });
  });

  test('a command is copied as it is, and that is said', async () => {
    await visit('/docs', { permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      const code = page.locator('#createLead .code').first();
      await code.getByRole('button', { name: 'Copy: Request' }).click();
      await page.getByRole('status').getByText('Copied').waitFor();
      const copied = await page.evaluate('navigator.clipboard.readText()');
      expect(copied).toBe(await code.locator('code').textContent());
      expect(copied).toMatch(/^curl http/);
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
    });
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
    const known = idsBehind.get(pathname) ?? (await idsOf(pathname));
    idsBehind.set(pathname, known);
    for (const id of ids) if (id) expect(known.has(id), `${pathname}#${id}`).toBe(true);
  }
}

function propertiesOf(schema: unknown): Record<string, { readOnly?: boolean }> {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, object> };
  return properties;
}
