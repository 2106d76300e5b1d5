/* What a person reads in pages of the dashboard, and what of the German is English. */
import { featureNames } from '@footfall/contract/access';
import { memberOperations } from '@footfall/contract/member-operations';
import { operations } from '@footfall/contract/operations';
import type { OpenPage } from './dashboard-stage.ts';

/** Words that are the same in German. */
const germanToo = new Set(
  `AM Filter Person API MCP mcp SDK REST CSV NDJSON Parquet JSON URL Id ID IP-Adresse ROAS OK UTC Footfall Deutsch English Esc Ctrl Enter Tab
  Live Leads Lead Agent Persona Conversions Conversion Marketing Name Browser Computer Demo Test Code Bot Bots Score Domain Status System
  Japan Website Newsletter Passkeys Version Admin Medium Parameter Port Signal Text Referrer Backend Bytes Server Webflow Shopify
  Operator Desktop Attribution WordPress React Vue Next.js Angular HTML GTM B kB MB GB`
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

export async function textsOf({ page }: OpenPage): Promise<string[]> {
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
export async function gatherData({ page }: OpenPage): Promise<Set<string>> {
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

/** Words for programs are not data: where one is shown, it has to be in words of the page. */
export function withoutCodes(data: Set<string>): Set<string> {
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

/** The texts of a German page that the English ones have too, and that are no data, code or word of both languages. */
export function englishIn(german: string[], english: string[], data: Set<string>): string[] {
  const both = new Set(english);
  return [...new Set(german)].filter((text) => both.has(text) && !isOwn(text, data));
}
