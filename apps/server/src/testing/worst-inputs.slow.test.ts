/*
 * Every regular expression that is applied to what a visitor sends takes time in proportion to it. Which ones
 * those are is seen while messages with everything in them are taken, not listed: each is then run on its worst
 * input, made of its own words and characters, of 2 kB and of 16 kB. Those that only ever see a short text,
 * such as a user agent, may take more: their worst input is as long as what they may see.
 */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { exportOperations } from '@footfall/contract/exports';
import { expect, test } from 'vitest';
import { userAgentLimit } from '../enrichment/user-agents/agent-facts.ts';
import { agentOf } from './agents.ts';
import { foreignItems, long, patternedMessages } from './patterned-messages.ts';
import { processorMs } from './processor-time.ts';
import type { Sender } from './sender-tries/table.ts';
import { wires } from './sender-tries/wires.ts';
import { sharedHarness } from './shared-harness.ts';

// A stranger's word about browsers is not looked at, so that few patterns for them would be seen.
const h = await sharedHarness({ trust: 'open' });

/** Whose patterns, those that have a name, are all for what visitors say. */
const readers = [
  'platform/common/harmless-text.ts',
  'platform/csv/write-csv.ts',
  'enrichment/mask-contacts.ts',
  'enrichment/mask-values.ts',
  'enrichment/scrub-address.ts',
  'collect/ingest/consent.ts',
  'collect/ingest/placeholders.ts',
  'surfaces/operations/hide-personal.ts',
];

/** The library of the database takes the first line off the stack of a statement that failed. */
const ofStacks = ['/.*\\n/'];

test('no pattern takes more than proportional time on what visitors send', async () => {
  const longest = await patternsSeen(async () => {
    await h.send(patternedMessages());
    await sendForeign();
    await h.settle();
    await readAll();
    await h.fetch('/visitor-resolve', {
      method: 'POST',
      headers: { 'x-svc-key': h.workspace.productionKey },
      body: JSON.stringify({
        visitor_id: randomUUID(),
        page: { url: `https://a.example/${long}` },
      }),
    });
  });
  // Most are of user agents; what asks for names of bots comes last.
  expect(longest.size).toBeGreaterThan(350);
  expect([...longest.keys()].some((name) => name.includes('compatible|like Gecko'))).toBe(true);
  const named = await namedPatterns();
  expect([...named].filter(([pattern]) => !longest.has(pattern)).map(([, name]) => name)).toEqual(
    [],
  );
  // However short what they saw of this.
  for (const pattern of named.keys()) {
    const seen = longest.get(pattern);
    if (seen) seen.length = Math.max(seen.length, 16_384);
  }
  for (const pattern of ofStacks) longest.delete(pattern);
  const slow = [...longest.values()].flatMap(slowInput);
  expect(slow).toEqual([]);
});

test('the check finds what is quadratic, in short texts too', () => {
  expect(slowInput({ pattern: /\s+$/, length: 4_096 })).toHaveLength(1);
  expect(slowInput({ pattern: /x*x*x*y/, length: userAgentLimit })).toHaveLength(1);
});

/** By their text: the file and the name. */
async function namedPatterns(): Promise<Map<string, string>> {
  const folder = new URL('../', import.meta.url);
  const ofSenders = (await readdir(new URL('collect/senders/', folder)))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => `collect/senders/${file}`);
  const named = new Map<string, string>();
  for (const file of [...readers, ...ofSenders]) {
    const text = await readFile(new URL(file, folder), 'utf8');
    for (const [, name = '', pattern = ''] of text.matchAll(/^const (\w+) =\s+(\/.+\/\w*);$/gm)) {
      named.set(pattern, `${file} ${name}`);
    }
  }
  // Those that an audit once found missing are among them.
  const names = [...named.values()].map((name) => name.split(' ')[1]);
  const once = ['localEnd', 'domain', 'cardNumber', 'anyUuid', 'onlyZeroes', 'unfilled'];
  expect(names).toEqual(expect.arrayContaining([...once, 'purposeName', 'telephone', 'address']));
  return named;
}

async function sendForeign(): Promise<void> {
  for (const [sender, { pages }] of Object.entries(wires)) {
    const item = foreignItems[sender as Sender];
    for (const wire of Object.values(pages)) {
      const requests = wire(h.workspace.productionKey, [item], new Date().toISOString());
      for (const { path, body, headers } of requests) {
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        await h.fetch(path, { method: 'POST', headers, body: Buffer.from(text) });
      }
    }
  }
}

/** All lists, with everything and without what is personal, as CSV too; and what an agent is told. */
async function readAll(): Promise<void> {
  const hidden = await h.newKey({ pii: 'hidden' });
  const lists = ['visitors', 'leads', 'companies', 'campaigns', 'events', 'identities', 'sessions'];
  for (const key of [h.workspace.secretKey, hidden.key]) {
    const headers = { authorization: `Bearer ${key}` };
    for (const what of lists) {
      expect((await h.fetch(`/api/v1/${what}`, { headers })).status, what).toBe(200);
    }
  }
  const headers = { authorization: `Bearer ${h.workspace.secretKey}` };
  for (const { path } of Object.values(exportOperations)) {
    const answer = await h.fetch(`/api/v1${path}`, { headers });
    await answer.text();
  }
  const agent = await agentOf(h, h.workspace.secretKey);
  for (const kind of ['visitor', 'person', 'event', 'lead']) await agent.call('list', { kind });
}

/** What a pattern is slow on, if there is anything. */
function slowInput({ pattern, length }: Seen): string[] {
  const isShort = length <= userAgentLimit + 1;
  for (const input of worstInputs(pattern)) {
    const [small, large] = isShort ? [64, userAgentLimit] : [2_048, 16_384];
    const before = () => timeOf(pattern, input(small));
    const after = () => timeOf(pattern, input(large));
    let times: [number, number] = [before(), after()];
    // A busy machine may have been in the way of one of them, but not of each of several, nor for that long.
    for (let again = 0; again < 4 && times[1] < 200 && isSlow(times, isShort); again += 1) {
      times = [Math.min(times[0], before()), Math.min(times[1], after())];
    }
    if (isSlow(times, isShort)) {
      const [least, most] = times.map((time) => time.toFixed(2));
      return [`${String(pattern).slice(0, 120)}: ${least} -> ${most} ms`];
    }
  }
  return [];
}

/** Eight times for what is proportional, 64 for what is quadratic. */
function isSlow([before, after]: [number, number], isShort: boolean): boolean {
  return after > 2 && (isShort || after > before * 22);
}

interface Seen {
  pattern: RegExp;
  /** Of the texts that it was applied to. */
  length: number;
}

/** Every pattern that is applied while `work` goes on to a text that is not the service's own. */
async function patternsSeen(work: () => Promise<unknown>): Promise<Map<string, Seen>> {
  const seen = new Map<string, Seen>();
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function record(text: string) {
    const name = String(this);
    const length = String(text).length;
    const earlier = seen.get(name);
    if (earlier) earlier.length = Math.max(earlier.length, length);
    else seen.set(name, { pattern: new RegExp(this.source, this.flags), length });
    return exec.call(this, text);
  };
  try {
    await work();
  } finally {
    RegExp.prototype.exec = exec;
  }
  return seen;
}

/** The least of several, of many where they are short, in processor time: what else the process does only adds. */
function timeOf(pattern: RegExp, input: string): number {
  let least = Number.POSITIVE_INFINITY;
  const began = processorMs();
  for (let round = 0; round < 3 || (round < 20 && processorMs() - began < 30); round += 1) {
    const started = processorMs();
    if (pattern.global) Array.from(input.matchAll(pattern));
    else {
      pattern.lastIndex = 0;
      pattern.exec(input);
    }
    least = Math.min(least, processorMs() - started);
    // What takes that long twice does so for its own sake.
    if (least < 1 || (round > 0 && least > 500)) break;
  }
  return least;
}

/** Repetitions of the words and of the characters of the pattern, which fail at the end. */
function worstInputs({ source }: RegExp): ((length: number) => string)[] {
  const words = new Set([
    ...(source.match(/[A-Za-z]{2,}/g) ?? []).slice(0, 6),
    ...(source.match(/(?<![\\A-Za-z])[A-Za-z](?![A-Za-z])/g) ?? []).slice(0, 6),
    'a',
    'A',
    '0',
    'aA0',
  ]);
  const signs = new Set([
    ...(source.match(/[^\w\s\\^$*+?()[\]{}|]/g) ?? []).slice(0, 6),
    ' ',
    '-',
    '.',
  ]);
  const first = /[A-Za-z][\w/:. -]*/.exec(source)?.[0] ?? '';
  const units = [
    ...words,
    ...signs,
    ...[...words].flatMap((word) => [...signs].map((s) => word + s)),
  ];
  return units.flatMap((unit) => [
    (length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length),
    (length: number) =>
      `${first}${unit.repeat(Math.ceil(length / unit.length)).slice(0, length)}\n!`,
  ]);
}
