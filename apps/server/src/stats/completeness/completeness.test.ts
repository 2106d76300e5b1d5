/* What browsers made, and what arrived of it, against runs whose losses are known. */

import { randomUUID } from 'node:crypto';
import type { Completeness } from '@footfall/contract/completeness';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { agentOf } from '../../testing/agents.ts';
import { startHarness } from '../../testing/harness.ts';
import { dataOf, post } from '../../testing/post.ts';
import { seededRandom, shuffled } from '../../testing/random-history.ts';
import { faultsIn, restOf } from '../../testing/rest.ts';
import { countDueDay } from './count.ts';

const h = await startHarness();
const dayMs = 86_400_000;

const browsers = {
  Firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  Safari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
};
type Browser = keyof typeof browsers;

interface Message {
  message_id: string;
  visitor_id: string;
  session_id: string;
  timestamp: string;
  type: string;
  name: string;
}

interface Visit {
  visitorId: string;
  sessionId: string;
  beganMs: number;
}

const newVisit = (beganMs: number): Visit => ({
  visitorId: randomUUID(),
  sessionId: uuidv7(),
  beganMs,
});

/** As the browser script makes it: `host` has two digits, `number` counts from 1. */
function message({ visitorId, sessionId, beganMs }: Visit, number: number, host = '0a'): Message {
  const at = beganMs + number * 1000;
  const time = at.toString(16).padStart(12, '0');
  const random = randomUUID().slice(15, 24);
  return {
    message_id: `${time.slice(0, 8)}-${time.slice(8)}-7${random}${sessionId.slice(-4)}${host}${100_000 + number}`,
    visitor_id: visitorId,
    session_id: sessionId,
    timestamp: new Date(at).toISOString(),
    type: 'event',
    name: 'step',
  };
}

async function sendAs(browser: Browser, batch: Message[], key: string): Promise<void> {
  const headers = {
    'x-svc-key': key,
    'user-agent': browsers[browser],
    origin: 'https://www.example.com',
    'accept-language': 'en',
  };
  for (let from = 0; from < batch.length; from += 500) {
    dataOf(await post(h, '/ingest/batch', { batch: batch.slice(from, from + 500) }, headers));
  }
}

async function workspaceOf() {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const ask = async (query = '') => {
    await h.settle();
    const answer = await rest.get(`/completeness${query}`);
    return (answer.body as { data: Completeness }).data;
  };
  return { workspace, rest, ask };
}

/** The middle of a day some days ago, in the workspace's time zone (UTC). */
const noon = (daysAgo: number) => (Math.floor(Date.now() / dayMs) - daysAgo) * dayMs + dayMs / 2;
const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

interface Truth {
  made: number;
  received: number;
  refused: number;
  lost: number;
}

/** What one host made of a visit: what of it is sent, in order, is added to `sent`, and the truth about it to `truth`. */
function makeMessages(
  visit: Visit,
  host: string,
  random: () => number,
  sent: Message[],
  truth: Truth,
) {
  const length = 5 + Math.floor(random() * 40);
  // One in a hundred never comes back to tell that its last message is missing.
  const returns = random() > 0.01;
  for (let number = 1; number <= length; number += 1) {
    const chance = number < length ? random() : Number(returns);
    const made = message(visit, number, host);
    truth.made += 1;
    if (chance < 0.04) {
      truth.lost += 1;
    } else if (chance < 0.06) {
      truth.refused += 1;
      sent.push({ ...made, name: '' });
    } else {
      truth.received += 1;
      sent.push(made);
    }
    // Sent again, since its answer was lost.
    if (chance > 0.06 && chance < 0.16) sent.push(made);
    if (chance < 0.99) continue;
    // Another tab read the same number at the same time.
    truth.made += 1;
    truth.received += 1;
    sent.push(message(visit, number, host));
  }
}

const names = ['made', 'received', 'refused', 'lost'] as const;

test('a run with drops, refusals, duplicates, tabs, hosts and late arrivals is counted within 0.1 %', async () => {
  const { workspace, ask } = await workspaceOf();
  const random = seededRandom(14);
  const truth = new Map<string, Truth>();
  const sum: Truth = { made: 0, received: 0, refused: 0, lost: 0 };
  const sent: Record<Browser, Message[]> = { Firefox: [], Safari: [] };
  for (let visits = 0; visits < 250; visits += 1) {
    const browser = random() < 0.7 ? 'Firefox' : 'Safari';
    const visit = newVisit(noon(1 + (visits % 3)));
    const key = `${dateOf(visit.beganMs)} ${browser}`;
    const counts = truth.get(key) ?? { made: 0, received: 0, refused: 0, lost: 0 };
    truth.set(key, counts);
    for (const host of random() < 0.2 ? ['0a', 'f3'] : ['0a']) {
      makeMessages(visit, host, random, sent[browser], counts);
    }
  }
  for (const browser of ['Firefox', 'Safari'] as const) {
    const all = shuffled(sent[browser], random);
    const late = Math.floor(all.length * 0.8);
    await sendAs(browser, all.slice(0, late), workspace.productionKey);
    await h.settle();
    await sendAs(browser, all.slice(late), workspace.productionKey);
  }
  const { total, days, browsers, rows } = await ask();
  expect(rows).toHaveLength(6);
  expect(days.map(({ date }) => date)).toEqual([3, 2, 1].map((ago) => dateOf(noon(ago))));
  expect(browsers.map(({ browser }) => browser)).toEqual(['Firefox', 'Safari']);
  for (const { date, browser, received, refused } of rows) {
    const counts = truth.get(`${date} ${browser}`);
    expect({ received, refused }).toEqual({ received: counts?.received, refused: counts?.refused });
    for (const name of names) sum[name] += counts?.[name] ?? 0;
  }
  expect(sum.made).toBeGreaterThan(5_000);
  expect(total).toMatchObject({ visits: 250, received: sum.received, refused: sum.refused });
  for (const name of names) {
    expect(Math.abs(total[name] - sum[name]) / sum.made).toBeLessThan(0.001);
  }
});

test('late messages are no longer lost, and their day is counted again', async () => {
  const { workspace, ask } = await workspaceOf();
  const visit = newVisit(noon(1));
  const [one, two, three] = [1, 2, 3].map((number) => message(visit, number));
  if (!one || !two || !three) throw new Error('three were made');
  await sendAs('Firefox', [one, three], workspace.productionKey);
  expect((await ask()).total).toEqual({ visits: 1, made: 3, received: 2, refused: 0, lost: 1 });
  await sendAs('Firefox', [two, three], workspace.productionKey);
  expect((await ask()).total).toEqual({ visits: 1, made: 3, received: 3, refused: 0, lost: 0 });
});

test('a busy day is counted in slices, and an interrupted count continues', async () => {
  const { workspace, ask } = await workspaceOf();
  const began = noon(1);
  const sent = Array.from({ length: 60 }, (_, place) => {
    // Some begin in the same instant.
    const visit = newVisit(began + Math.floor(place / 7) * 60_000);
    return [message(visit, 1), message(visit, 3)];
  });
  await sendAs('Firefox', sent.flat(), workspace.productionKey);
  const counts = { visits: 60, made: 180, received: 120, refused: 0, lost: 60 };
  expect((await ask()).total).toEqual(counts);
  await h.app.background.stop();
  const change = (set: string) =>
    h.db.workspace(workspace.id, async (tx) => {
      await tx.unsafe(`update message_day_marks set ${set}`);
      await tx`delete from message_days`;
    });
  const read = async () => (await restOf(h, workspace.secretKey).get('/completeness')).body;
  for (const visitsAtOnce of [1, 7, 59, 60, 61]) {
    await change('is_due = true');
    let slices = 0;
    const restAfter = async () => void slices++;
    const options = { rests: false, visitsAtOnce, restAfter };
    expect(await countDueDay(h.db, workspace.id, options)).toBe(true);
    expect(await countDueDay(h.db, workspace.id, options)).toBe(false);
    expect(slices).toBe(Math.floor(60 / visitsAtOnce));
    expect(await read()).toMatchObject({ data: { total: counts } });
  }

  await change('is_due = true');
  const stopping = new AbortController();
  const counting = { rests: true, visitsAtOnce: 7, signal: stopping.signal };
  await change("rests_until = '-infinity'");
  const restAfter = async () => stopping.abort();
  expect(await countDueDay(h.db, workspace.id, { ...counting, restAfter })).toBe(false);
  // Whoever counts it holds it, for a while.
  const again = { rests: true };
  expect(await countDueDay(h.db, workspace.id, again)).toBe(false);
  await change("rests_until = now() - interval '1 s'");
  expect(await countDueDay(h.db, workspace.id, again)).toBe(true);
  expect(await read()).toMatchObject({ data: { total: counts } });
});

test('test data is counted separately, without other workspaces, senders without numbers and bots', async () => {
  const { workspace, ask } = await workspaceOf();
  const visit = newVisit(noon(1));
  await sendAs('Safari', [message(visit, 1), message(visit, 4)], workspace.developmentKey);
  const plain = { ...message(visit, 9), message_id: uuidv7() };
  await sendAs('Safari', [plain, { ...plain, message_id: 'mine-1' }], workspace.productionKey);
  const bot = newVisit(noon(1));
  await post(
    h,
    '/ingest/batch',
    { batch: [message(bot, 1), message(bot, 50)] },
    {
      'x-svc-key': workspace.productionKey,
      'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)',
    },
  );
  expect((await ask()).rows).toEqual([]);
  expect((await ask('?test=true')).rows).toEqual([
    {
      date: dateOf(visit.beganMs),
      browser: 'Safari',
      visits: 1,
      made: 4,
      received: 2,
      refused: 0,
      lost: 2,
    },
  ]);
  const other = await workspaceOf();
  expect((await other.ask('?test=true')).rows).toEqual([]);
});

test('a stranger is believed a hundred lost messages, and nine for each that arrived', async () => {
  const { workspace, ask } = await workspaceOf();
  const visit = newVisit(noon(1));
  await sendAs('Firefox', [message(visit, 899_999)], workspace.productionKey);
  expect((await ask()).total).toMatchObject({ received: 1, lost: 109 });
});

test('rows of a day have an end, however many browsers somebody makes up', async () => {
  const { workspace, ask } = await workspaceOf();
  for (let name = 0; name < 60; name += 1) {
    const visit = newVisit(noon(1));
    const code = String.fromCharCode(97 + (name % 26), 97 + Math.floor(name / 26));
    await post(
      h,
      '/ingest/batch',
      { batch: [message(visit, 1)] },
      {
        'x-svc-key': workspace.productionKey,
        'user-agent': `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${code}Browser/1.0 Safari/537.36`,
        origin: 'https://www.example.com',
        'accept-language': 'en',
      },
    );
  }
  const { total, rows } = await ask();
  expect(total.visits).toBe(60);
  expect(rows.length).toBeLessThanOrEqual(50);
});

test('a range is a range: of days, 92 at most, for whoever may read what was refused', async () => {
  const { workspace, rest, ask } = await workspaceOf();
  for (const daysAgo of [1, 2, 3]) {
    await sendAs('Firefox', [message(newVisit(noon(daysAgo)), 1)], workspace.productionKey);
  }
  const range = `?from=${dateOf(noon(2))}&to=${dateOf(noon(1))}`;
  expect((await ask(range)).days.map(({ date }) => date)).toEqual([dateOf(noon(2))]);
  for (const query of [
    '?from=2026-05-02&to=2026-05-02',
    '?from=2020-01-01',
    '?from=x',
    // An instant that JavaScript cannot read.
    `?from=${encodeURIComponent('2020-01-01T00:00:00.123456789+14')}`,
  ]) {
    expect(faultsIn(await rest.get(`/completeness${query}`))).toEqual(['query.from']);
  }
  const { key } = await h.newKey({ workspaceId: workspace.id, scopes: ['visitors:read'] });
  expect((await restOf(h, key).get('/completeness')).status).toBe(403);
});

test('an agent gets the same with permission, and errors say what to omit or add', async () => {
  const { workspace, ask } = await workspaceOf();
  const visit = newVisit(noon(2));
  const made = [1, 2, 3, 4, 5].map((number) => message(visit, number));
  await sendAs(
    'Firefox',
    made.filter((_, place) => place !== 2),
    workspace.productionKey,
  );
  const { total } = await ask();
  const agent = await agentOf(h, workspace.secretKey);
  const answer = await agent.call('explain', { what: 'completeness' });
  expect(total).toMatchObject({ made: 5, received: 4, lost: 1 });
  expect(answer.structured).toEqual({
    what: 'completeness',
    record: {
      total,
      days: [{ date: dateOf(noon(2)), ...total }],
      browsers: [{ untrusted: { browser: 'Firefox' }, ...total }],
      rows: [{ date: dateOf(noon(2)), untrusted: { browser: 'Firefox' }, ...total }],
    },
  });
  const later = await agent.call('explain', { what: 'completeness', from: dateOf(noon(1)) });
  expect(later.structured).toMatchObject({ record: { total: { made: 0 } } });

  const faults = [
    { what: 'completeness', id: randomUUID() },
    { what: 'company' },
    { what: 'company', id: randomUUID(), to: dateOf(noon(1)) },
    { what: 'completeness', from: 'soon' },
  ];
  const answers = await Promise.all(faults.map((input) => agent.call('explain', input)));
  expect(answers.map(({ isError }) => isError)).toEqual([true, true, true, true]);
  expect(
    answers.map(
      ({ text }) =>
        /is not allowed for completeness|the id of the company|only for completeness|from must/.exec(
          text,
        )?.[0],
    ),
  ).toEqual([
    'is not allowed for completeness',
    'the id of the company',
    'only for completeness',
    'from must',
  ]);

  const { key } = await h.newKey({
    workspaceId: workspace.id,
    scopes: ['mcp', 'companies:read'],
  });
  const narrow = await agentOf(h, key);
  const refusal = await narrow.call('explain', { what: 'completeness' });
  expect([refusal.isError, refusal.text]).toEqual([true, expect.stringContaining('audit:read')]);
});
