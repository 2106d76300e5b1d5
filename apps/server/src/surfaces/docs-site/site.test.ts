/* The pages of /docs as they are sent; site-chromium.slow.test.ts reads them as a person does. */
import { errorCodes } from '@footfall/contract/errors';
import { messageTypes } from '@footfall/contract/ingest';
import { restDocument } from '@footfall/contract/openapi';
import type { OperationSpec } from '@footfall/contract/operation';
import { operations } from '@footfall/contract/operations';
import { describe, expect, test } from 'vitest';
import { startHarness } from '../../testing/harness.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { readGuides } from './guides.ts';

interface Documented {
  operationId: string;
  'x-client': string;
}

const guides = await readGuides();
const pages = ['/docs', ...guides.map(({ name }) => `/docs/guides/${name}`)];

const service = await sharedHarness();
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

  test('shows every request in curl, TypeScript and Python', async () => {
    const page = await read('/docs');
    const sections = page
      .split('<section class="entry" id="')
      .filter((text) => text.includes('"route"'));
    expect(sections.length).toBe(Object.keys(operations).length + 3);
    for (const section of sections) {
      const samples = [
        ...section.matchAll(/ data-language="(\w+)">[\s\S]*?<code>([\s\S]*?)<\/code>/g),
      ];
      expect(samples.map(([, language]) => language)).toEqual(['curl', 'TypeScript', 'Python']);
    }
    const { paths } = restDocument(operations, { version: '', serverUrl: '' });
    for (const path of Object.values(paths as Record<string, Record<string, Documented>>)) {
      for (const { operationId: id, 'x-client': name } of Object.values(path)) {
        const section = sections.find((text) => text.startsWith(`${id}"`)) ?? '';
        expect(section, id).toContain(`footfall.${name}(`);
        const inPython = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        expect(section, id).toContain(`client.${inPython}(`);
      }
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
      // Documents repeat the records of the others.
      if (name === 'Error' || name === 'PersonExport') continue;
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
    expect(Number(zipped.headers.get('content-length'))).toBeLessThan(64_000);
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

function propertiesOf(schema: unknown): Record<string, { readOnly?: boolean }> {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, object> };
  return properties;
}
