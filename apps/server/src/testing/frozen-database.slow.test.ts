/*
 * PostgreSQL stands still under 200 senders, with the deadlines that users have: whoever asks is answered before it goes on, and at
 * once while it is known that nobody answers.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DATABASE, OWNER } from '../platform/engine/roles.ts';
import { runJson } from './command-line.ts';
import { freezeServer, postmasterFile } from './server-processes.ts';
import { startFootfall, temporaryDirectory } from './service-process.ts';
import { SLOW } from './slow.ts';

const senders = 200;
const pauseMs = 1_000;
/** Half of the deadline that whoever waits for PostgreSQL meets. */
const atOnceMs = 2_500;

interface Answer {
  what: string;
  status: number;
  sentAt: number;
  ms: number;
  retryAfter: string | null;
}

test('with PostgreSQL frozen, 200 senders and readers get answers', {
  timeout: 2 * SLOW,
}, async ({ annotate }) => {
  const dataDir = join(await temporaryDirectory(), 'data');
  const service = await startFootfall({ dataDir });
  const { password } = JSON.parse(await readFile(join(dataDir, 'engine.json'), 'utf8'));
  const [, , , port] = await postmasterFile(dataDir);
  const env = { DATABASE_URL: `postgres://${OWNER}:${password}@127.0.0.1:${port}/${DATABASE}` };
  const { id } = await runJson<{ id: string }>(['workspace', 'create', '--name', 'Frozen'], env);
  const newKey = async (kind: string, ...more: string[]) => {
    const wanted = ['--workspace', id, '--kind', kind, '--name', 'frozen', ...more];
    return (await runJson<{ key: string }>(['keys', 'create', ...wanted], env)).key;
  };
  const key = await newKey('production');
  const secret = await newKey('secret', '--scopes', 'all');

  const answers: Answer[] = [];
  /** Since when each that has no answer yet waits. */
  const waiting = new Set<{ sentAt: number }>();
  const ask = async (what: string, init: RequestInit): Promise<Answer> => {
    const sentAt = performance.now();
    const request = { sentAt };
    waiting.add(request);
    const answer = await fetch(service.url + what, init);
    await answer.arrayBuffer();
    waiting.delete(request);
    const { status } = answer;
    const ms = performance.now() - sentAt;
    const result = { what, status, sentAt, ms, retryAfter: answer.headers.get('retry-after') };
    answers.push(result);
    return result;
  };
  const read = (path: string) => ask(path, { headers: { authorization: `Bearer ${secret}` } });
  const leads = () => read('/api/v1/leads');
  const stats = () => read('/api/v1/stats?metrics=visitors&interval=day');
  const send = (visitor_id: string) =>
    ask('/ingest', {
      method: 'POST',
      headers: { 'x-svc-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'event', name: 'x', message_id: randomUUID(), visitor_id }),
    });
  let isOn = true;
  const again = async (one: () => Promise<Answer>) => {
    await sleep(Math.random() * pauseMs);
    for (; isOn; await sleep(pauseMs)) await one();
  };
  const asking = [
    ...Array.from({ length: senders }, () => {
      const visitor = randomUUID();
      return again(() => send(visitor));
    }),
    ...[leads, leads, stats, stats].map(again),
  ];
  const statusesOf = (what: string) =>
    new Set(answers.filter((one) => one.what.startsWith(what)).map(({ status }) => status));
  await expect.poll(() => answers.length).toBeGreaterThan(2 * senders);
  // A busy machine may answer one of so many after its deadline.
  const isServed = (what: string) => statusesOf(what).has(200);
  expect(['/ingest', '/api/v1/leads', '/api/v1/stats'].filter(isServed)).toHaveLength(3);

  const stopped = await freezeServer(dataDir);
  const frozenAt = performance.now();
  let noticedAt = 0;
  let refusals: Answer[] = [];
  try {
    const isUp = async () => {
      const text = await (await fetch(`${service.url}/metrics`)).text();
      return /^footfall_database_up (\d)$/m.exec(text)?.[1];
    };
    await expect.poll(isUp).toBe('0');
    noticedAt = performance.now();
    refusals = await Promise.all([leads, stats, leads, stats].map((one) => one()));
    // Whoever asked before is answered, too.
    await expect.poll(() => [...waiting].filter(({ sentAt }) => sentAt < noticedAt)).toEqual([]);
    const since = () => answers.filter(({ sentAt }) => sentAt > noticedAt).length;
    await expect.poll(since).toBeGreaterThan(2 * senders);
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
  }
  const thawedAt = performance.now();
  await expect.poll(async () => (await send(randomUUID())).status).toBe(200);
  isOn = false;
  await Promise.all(asking);

  const during = answers.filter(({ sentAt, ms }) => sentAt + ms > frozenAt && sentAt < thawedAt);
  const longest = (some: Answer[]) => Math.round(Math.max(...some.map(({ ms }) => ms)));
  const afterwards = during.filter(
    ({ sentAt, ms }) => sentAt > noticedAt && sentAt + ms < thawedAt,
  );
  await annotate(
    `${during.length} answers, the longest after ${longest(during)} ms; ${afterwards.length} once it was known, after ${longest(afterwards)} ms`,
  );
  expect(during.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  const refused = during.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(senders);
  expect(refused.filter(({ retryAfter }) => retryAfter === null)).toEqual([]);
  expect(afterwards.length).toBeGreaterThan(senders);
  expect([...refusals, ...afterwards].filter(({ status }) => status !== 503)).toEqual([]);
  // Of most: this process and the service may both be late with some.
  const ofAll = afterwards.map(({ ms }) => ms).sort((one, other) => one - other);
  expect(ofAll[Math.floor(ofAll.length / 2)]).toBeLessThan(atOnceMs);
  // What fails again and again is told of once, with each code of what stood in its way.
  const warnings = service
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ level, msg }) => level === 40 && /^could not |^request refused$/.test(msg))
    .map(({ msg, err }) => `${msg}: ${err?.code}`);
  expect(warnings.length).toBeGreaterThan(0);
  expect(warnings.sort()).toEqual([...new Set(warnings)].sort());
});
