/*
 * Nothing that a person reads in the German dashboard is English: every page, and what opens on it, is read in both
 * languages, and what is the same in both has to be data, code, a name, or a word that German has too.
 */
import { featureNames } from '@footfall/contract/access';
import { memberOperations } from '@footfall/contract/member-operations';
import { operations } from '@footfall/contract/operations';
import { expect, test } from 'vitest';
import { dashboardPages } from './dashboard-addresses.ts';
import { type OpenPage, startDashboardStage } from './dashboard-stage.ts';
import { restOf } from './rest.ts';
import { SLOW } from './slow.ts';

const { h, open, openUnknown } = await startDashboardStage({ events: 1200 });
await h.settle();
const rest = restOf(h);
await rest.post('/lists', { name: 'Worth a call' });
await h.send([{ type: 'nonsense' }, { type: 'event' }]);
const pages = await dashboardPages(rest);

/** Words that are the same in German. */
const germanToo = new Set(
  `AM Filter Person API MCP mcp SDK REST CSV NDJSON Parquet JSON URL Id ID IP-Adresse ROAS OK UTC Footfall Deutsch English Esc Ctrl Enter Tab
  Live Leads Lead Agent Persona Conversions Conversion Marketing Name Browser Computer Demo Test Code Bot Bots Score Domain Status System
  Japan Website Newsletter Passkeys Version Admin Medium Parameter Port Signal Text Referrer Backend Bytes Server Webflow Shopify
  WordPress React Vue Next.js Angular HTML GTM B kB MB GB`
    .split(/\s+/)
    .filter(Boolean),
);

const texts = `(() => {
  const seen = new Set();
  // An option that reads as its value: a field of the filter language, a zone.
  const isCode = (element) => element.value === element.textContent && element.tagName === 'OPTION' || element.closest('code, pre, kbd, time, [lang="en"]:not(html), [data-untrusted], script, style, noscript, svg title');
  const add = (text) => {
    const one = text.replace(/\\s+/g, ' ').trim();
    if (/\\p{L}{2}/u.test(one)) seen.add(one);
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!isCode(node.parentElement)) add(node.data);
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
    for (const element of document.querySelectorAll('[' + name + ']')) {
      if (!isCode(element)) add(element.getAttribute(name));
    }
  }
  return [...seen, document.title];
})()`;

async function textsOf({ page }: OpenPage): Promise<string[]> {
  return (await page.evaluate(texts)) as string[];
}

/** What the service says itself, in English. */
const ownWords = ['reason', 'description', 'summary', 'message'];
/** A company's description is its own. */
const isOwnWord = (key: string, of: object) =>
  ownWords.includes(key) && !(key === 'description' && 'domain' in of);
/** Whose names senders choose. */
const namedFreely = ['traits', 'properties', 'campaign', 'click_ids'];

/** What the answers of the service hold is data, and is known before a page can show it. */
async function gather({ page }: OpenPage): Promise<Set<string>> {
  const data = new Set<string>();
  const take = (value: unknown) => {
    if (typeof value === 'string') data.add(value.replace(/\s+/g, ' ').trim());
    if (typeof value !== 'object' || value === null) return;
    for (const [key, each] of Object.entries(value)) {
      if (namedFreely.includes(key)) take(Object.keys(each ?? {}));
      if (!isOwnWord(key, value)) take(each);
    }
  };
  await page.exposeFunction('heardFromService', (body: string) => take(JSON.parse(body)));
  await page.addInitScript(`{
    const read = Response.prototype.text;
    Response.prototype.text = async function () {
      const body = await read.call(this);
      if (this.headers.get('content-type')?.startsWith('application/json')) await heardFromService(body);
      return body;
    };
  }`);
  return data;
}

/** What opens by a click: menus, popovers, and the dialogs behind the buttons beside a title. None of them changes anything yet. */
const ofPage =
  'main :is(button[aria-haspopup], button[aria-expanded=false], header:has(h1) button)';
/** All rows have the same. */
const doors = `${ofPage}:not(tbody tr ~ tr *)`;
/** On every page. */
const ofFrame = 'nav button[aria-haspopup]';

async function readEverything(language: 'en' | 'de', paths: string[]) {
  const opened = await open('settings', { language });
  const data = await gather(opened);
  await opened.go('settings');
  const read: Record<string, string[]> = {};
  for (const path of paths) {
    await opened.turnTo(path);
    read[path] = await textsOf(opened);
    const found = opened.page.locator(path === paths[0] ? `${doors}, ${ofFrame}` : doors);
    const count = Math.min(await found.count(), 8);
    for (let place = 0; place < count; place++) {
      const door = found.nth(place);
      if (!(await door.isVisible())) continue;
      await door.click({ timeout: 1000 }).catch(() => undefined);
      await opened.settled();
      read[path].push(...(await textsOf(opened)));
      await opened.page.keyboard.press('Escape');
    }
  }
  await opened.page.context().close();
  return { read, data };
}

/** Words for programs are not data: where one is shown, it has to be in words of the page. */
function withoutCodes(data: Set<string>): Set<string> {
  const codes = new Set<string>(featureNames);
  const walk = (schema: unknown) => {
    if (typeof schema !== 'object' || schema === null) return;
    const { enum: listed, const: only } = schema as { enum?: unknown; const?: unknown };
    for (const code of [listed, only].flat()) codes.add(String(code));
    for (const part of Object.values(schema)) walk(part);
  };
  walk({ ...operations, ...memberOperations });
  return new Set([...data].filter((text) => !codes.has(text)));
}

/** Paths of pages, scopes, examples of files and filters, zones, campaign tags, and what the sender of a refused message was told, beside the German of it. */
const codes =
  /^\/|^[a-z]+:[a-z]+(?:, |$)|^date,campaign|^source = |^[A-Z]\w+\/[\w/+-]+$|^message: |^[\w-]+ \/ [\w-]+$|^ref, plan$/;

/** Numbers, data and their parts are taken out before the rest is compared. */
function isOwn(text: string, data: Set<string>): boolean {
  if (codes.test(text)) return true;
  const isKnown = (part: string) => data.has(part) || isOfOwnWords(part, data);
  // "Chiyoda City, Japan"
  return text.split(/ · | \/ /).every(isKnown) || text.split(', ').every(isKnown);
}

function isOfOwnWords(text: string, data: Set<string>): boolean {
  const words = text.split(/[\s·,:;()–/“”„…"'›?&=%]+/u).filter((word) => /\p{L}{2}/u.test(word));
  return words.every(
    (word) => germanToo.has(word) || data.has(word) || /[\d@_*{}]|\.\w/.test(word),
  );
}

test('what is the same in English and in German is data, code or a name', {
  timeout: SLOW * 2,
}, async () => {
  const [english, german] = await Promise.all([
    readEverything('en', pages),
    readEverything('de', pages),
  ]);
  const data = withoutCodes(new Set([...english.data, ...german.data]));
  const allEnglish = new Set(Object.values(english.read).flat());
  const same: Record<string, string[]> = {};
  for (const [path, found] of Object.entries(german.read)) {
    // The medium of a campaign or a visit is what a site wrote into its links.
    const isWritten = (text: string) => /^(campaigns|sessions)/.test(path) && text === 'email';
    const left = [...new Set(found)].filter(
      (text) => allEnglish.has(text) && !isOwn(text, data) && !isWritten(text),
    );
    if (left.length > 0) same[path.replace(/[\w-]{36}.*/, '…')] = left;
  }
  expect(same).toEqual({});
});

test('so are the pages before signing in', { timeout: SLOW }, async () => {
  const paths = [
    'sign-in',
    'welcome?token=xxxxxxxxxxx',
    'invitation?token=xxxxxxxxxxx',
    'reset-password',
    'reset-password?token=xxxxxxxxxxx',
    'sign-in?error=state_mismatch',
  ];
  const readAll = async (language: 'en' | 'de') => {
    const opened = await openUnknown('/app/sign-in', { language });
    const read: Record<string, string[]> = {};
    for (const path of paths) {
      await opened.go(`/app/${path}`);
      await opened.settled();
      read[path] = await textsOf(opened);
    }
    await opened.page.context().close();
    return read;
  };
  const [english, german] = [await readAll('en'), await readAll('de')];
  const same: Record<string, string[]> = {};
  for (const path of paths) {
    const left = german[path]?.filter(
      (text) => english[path]?.includes(text) && !isOwn(text, new Set()),
    );
    if (left?.length !== 0) same[path] = left ?? [];
  }
  expect(same).toEqual({});
});
