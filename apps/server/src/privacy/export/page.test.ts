/* The exported page is readable, and safe with any visitor text. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { personExportPartNames, personExportParts } from '@footfall/contract/person-export';
import type { TSchema } from 'typebox';
import { beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../testing/command-line.ts';
import { injections } from '../../testing/injections.ts';
import { pageIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { exportTexts } from './texts.ts';

const h = await sharedHarness({ time_zone: 'Asia/Tokyo' });
const rest = restOf(h);
const hostile = Object.values(injections);
const at = Math.floor(Date.now() / 1000) * 1000 - 30 * 60 * 60_000;
const inTokyo = (language: string) =>
  new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'Asia/Tokyo',
  }).format(at);
const email = 'eve@hostile.example';
let id = '';

beforeAll(async () => {
  const visitor_id = randomUUID();
  await h.send([
    ...hostile.map((text, place) => ({
      type: 'event',
      name: text.slice(0, 100),
      visitor_id,
      timestamp: new Date(at).toISOString(),
      message_id: `m${place}`,
      properties: { [text.slice(0, 40)]: text },
      context: { page: { url: `https://shop.example/?utm_source=${text}`, title: text } },
    })),
    {
      type: 'identify',
      visitor_id,
      email,
      name: hostile[0],
      traits: { constructor: 'x', toString: hostile[1], bio: hostile.join(' ') },
      timestamp: new Date(at).toISOString(),
    },
  ]);
  await h.settle();
  id = pageIn(await rest.get(`/identities?email=${email}`)).data[0]?.id ?? '';
});

const page = (query = '') =>
  h.fetch(`/api/v1/identities/${id}/export?format=html${query}`, {
    headers: { authorization: `Bearer ${h.workspace.secretKey}` },
  });

test('nothing that somebody wrote is markup, and nothing is loaded', async () => {
  const response = await page();
  const text = await response.text();
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="person-/);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  const allowed =
    /^(?:!doctype|\/?(?:html|head|meta|title|style|body|main|h1|h2|p|nav|ul|li|a|section|article|dl|div|dt|dd|table|thead|tbody|tr|th|td))(?:\s|$)/;
  const tags = [...text.matchAll(/<([^>]*)>/g)].map(([, tag = '']) => tag);
  expect(tags.filter((tag) => !allowed.test(tag))).toEqual([]);
  expect(tags.filter((tag) => /\s(?:on\w+|src|style|formaction|action)\s*=/i.test(tag))).toEqual(
    [],
  );
  const links = tags.filter((tag) => tag.startsWith('a '));
  expect(links).toHaveLength(personExportPartNames.length);
  for (const link of links) expect(link).toMatch(/^a href="#\w+"$/);
  // Every tag is closed.
  for (const tag of ['section', 'article', 'dl', 'table', 'div', 'ul', 'li']) {
    const opened = tags.filter((one) => one.split(' ', 1)[0] === tag).length;
    expect([tag, tags.filter((one) => one === `/${tag}`).length]).toEqual([tag, opened]);
  }
});

test('it has a heading for each part, and times in the time zone of the workspace', async () => {
  const english = await (await page()).text();
  for (const { title } of Object.values(exportTexts.en.parts))
    expect(english).toContain(`>${title}</h2>`);
  expect(english).toContain('<html lang="en">');
  expect(english).toContain(inTokyo('en-US'));
  const german = await (await page('&language=de')).text();
  expect(german).toContain('<html lang="de">');
  expect(german).toContain(inTokyo('de'));
  for (const { title } of Object.values(exportTexts.de.parts))
    expect(german).toContain(`>${title}</h2>`);
});

test('every field has a label in both languages', () => {
  const names = new Set<string>();
  const walk = (schema: TSchema) => {
    const { properties = {}, items } = schema as {
      properties?: Record<string, TSchema>;
      items?: TSchema;
    };
    for (const [name, part] of Object.entries(properties)) {
      names.add(name);
      walk(part);
    }
    if (items) walk(items);
  };
  for (const { record } of Object.values(personExportParts)) walk(record);
  names.delete('workspace_id');
  expect(Object.keys(exportTexts.de.fields).sort()).toEqual([...names].sort());
});

test('the command writes the same to a file of its own', async () => {
  const out = join(await mkdtemp(join(tmpdir(), 'export-')), 'ada.json');
  const env = { DATABASE_URL: h.ownerUrl };
  const command = (...args: string[]) =>
    runCommand(['privacy', 'export', '--workspace', h.workspace.id, ...args], env);
  const { code, stderr } = await command('--email', email.toUpperCase(), '--out', out);
  expect([code, stderr]).toEqual([0, '']);
  const file = JSON.parse(await readFile(out, 'utf8')) as { parts: Record<string, object> };
  const { parts } = (await rest.get(`/identities/${id}/export`)).body as typeof file;
  for (const part of ['person', 'visits', 'events', 'leads'])
    expect(file.parts[part]).toEqual(parts[part]);
  expect((await stat(out)).mode & 0o777).toBe(0o600);
  expect((await command('--identity', id, '--out', out)).stderr).toContain('already exists');
  expect(await readFile(out, 'utf8')).toContain('"version":1');
  expect((await command('--out', `${out}2`)).stderr).toContain('exactly one of');
  const nobody = await command('--email', 'nobody@example.com', '--out', `${out}2`);
  expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining('No person')]);
});
