import { expect, test } from 'vitest';
import type { Answer } from './recorder.ts';
import { useStage } from './stage.ts';

const stage = useStage();

/** Opens a page with the clock in hand; the page view is sent and answered. */
async function openPage(): Promise<void> {
  const { recorder, page } = stage;
  await page.clock.install();
  await page.goto(recorder.site);
  await page.clock.runFor(500);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await stage.answered();
}

const queued = () => stage.page.evaluate(() => window.footfall.status().queued);
const track = (name: string) => stage.page.evaluate((it) => window.footfall.track(it), name);

/** Sends one message into the given answers; says when each attempt came, in page seconds. */
async function attempts(answers: (Answer | 'hang up')[], seconds: number): Promise<number[]> {
  const { recorder, page } = stage;
  const before = recorder.received.length;
  recorder.answer = () => answers[recorder.received.length - before - 1] ?? { status: 200 };
  await track('tried');
  const times: number[] = [];
  for (let second = 0; second < seconds; second++) {
    await page.clock.runFor(1000);
    await stage.answered();
    while (times.length < recorder.received.length - before) times.push(second);
  }
  return times;
}

test.each([400, 401, 403, 404, 413])('%i: the message is dropped, not repeated', async (status) => {
  await openPage();
  expect(await attempts([{ status }], 20)).toHaveLength(1);
  expect(await stage.page.evaluate(() => window.footfall.status())).toMatchObject({
    queued: 0,
    dropped: 1,
  });
});

test.each([408, 429, 500, 502, 503, 504])('%i: tried again until it is stored', async (status) => {
  await openPage();
  expect(await attempts([{ status }, { status }], 10)).toHaveLength(3);
  expect(stage.recorder.named('tried')).toHaveLength(1);
  expect(await queued()).toBe(0);
});

test('a broken connection is tried again, ever later', async () => {
  await openPage();
  const times = await attempts(['hang up', 'hang up', 'hang up', 'hang up'], 20);
  expect(times).toHaveLength(5);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  // Doubling from one second, each between half and whole.
  expect(gaps[3]).toBeGreaterThanOrEqual(3);
  expect(gaps[3]).toBeLessThanOrEqual(9);
  expect(times[4]).toBeLessThanOrEqual(16);
});

test.each([429, 503])('%i: Retry-After is obeyed, in seconds', async (status) => {
  await openPage();
  const [first = 0, second = 0] = await attempts(
    [{ status, headers: { 'Retry-After': '20' } }],
    30,
  );
  expect(second - first).toBeGreaterThanOrEqual(20);
  expect(second - first).toBeLessThanOrEqual(22);
});

test('Retry-After is obeyed as a date', async () => {
  await openPage();
  const now = await stage.page.evaluate(() => Date.now());
  const date = new Date(now + 15_000).toUTCString();
  const [first = 0, second = 0] = await attempts(
    [{ status: 503, headers: { 'Retry-After': date } }],
    25,
  );
  expect(second - first).toBeGreaterThanOrEqual(13);
});

test('Retry-After holds over a reload, and for the request of a page that goes away', async () => {
  const { recorder, page } = stage;
  await openPage();
  recorder.answer = () => ({ status: 503, headers: { 'Retry-After': '60' } });
  await track('waits');
  await page.clock.runFor(500);
  await stage.answered();
  const count = recorder.received.length;
  await page.reload();
  await page.clock.runFor(30_000);
  await stage.answered();
  expect(recorder.received).toHaveLength(count);
  recorder.answer = () => ({ status: 200 });
  await page.clock.runFor(40_000);
  await expect.poll(() => recorder.named('waits')).toHaveLength(1);
});

test('a persistent error is dropped after ten tries and does not block later messages', async () => {
  const { recorder, page } = stage;
  await openPage();
  recorder.answer = ({ body }) => ({
    status: body.batch.some((message) => message.name === 'poison') ? 500 : 200,
  });
  await track('poison');
  for (let minute = 0; minute < 60; minute++) {
    await page.clock.runFor(60_000);
    await stage.answered();
  }
  await track('healthy');
  await page.clock.runFor(1000);
  await expect.poll(() => recorder.named('healthy')).toHaveLength(1);
  expect(recorder.received.filter((entry) => entry.status === 500)).toHaveLength(10);
});

test('413: the batch is split until it fits, and nothing that fits is lost', async () => {
  const { recorder, page } = stage;
  await openPage();
  recorder.answer = ({ body }) => ({
    status: body.batch.length > 3 || body.batch.some((it) => it.name === 'huge') ? 413 : 200,
  });
  await page.evaluate(() => {
    for (let count = 0; count < 20; count++) {
      window.footfall.track(count === 7 ? 'huge' : `small ${count}`);
    }
  });
  for (let second = 0; second < 40; second++) {
    await page.clock.runFor(300);
    await stage.answered();
  }
  const names = recorder.messages().map((message) => message.name);
  expect(names.filter((name) => name?.startsWith('small'))).toHaveLength(19);
  expect(await queued()).toBe(0);
});

test('messages survive a reload, a closed tab and an outage, with their ids and times', async () => {
  const { recorder, context, page } = stage;
  recorder.answer = () => 'hang up';
  await page.goto(recorder.site);
  await page.waitForFunction(() => 'page' in (window.footfall ?? {}));
  await track('one');
  const lost = () => recorder.received.flatMap((entry) => entry.body.batch);
  const sent = () => lost().filter((message) => message.name === 'one');
  await expect.poll(() => sent().length).toBeGreaterThan(0);
  await page.reload();
  await track('two');
  await page.close();

  const [one] = sent();
  recorder.answer = () => ({ status: 200 });
  const tab = await context.newPage();
  await tab.goto(`${recorder.site}/later`);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(3);
  expect(recorder.named('one')).toMatchObject([
    { message_id: one?.message_id, timestamp: one?.timestamp },
  ]);
  expect(recorder.named('two')).toHaveLength(1);
  expect(recorder.named('start')).toHaveLength(1);
  const left = () => tab.evaluate(() => Object.keys(localStorage));
  await expect
    .poll(async () => (await left()).filter((name) => name.includes('queue')))
    .toEqual([]);
});

test('calls between handing over the queue and its answer are not lost', async () => {
  const { recorder, page } = stage;
  await openPage();
  await page.evaluate(() => {
    window.footfall.track('handed over');
    // As the visitor looks at another tab, where the page goes on.
    dispatchEvent(new Event('visibilitychange'));
    window.footfall.track('told meanwhile');
  });
  await stage.answered();
  expect(recorder.named('handed over')).toHaveLength(1);
  expect(await queued()).toBe(1);
  await page.clock.runFor(500);
  await stage.answered();
  expect(recorder.named('told meanwhile')).toHaveLength(1);
  expect(await queued()).toBe(0);
});

test('what waits when the visitor leaves goes out without a preflight', async () => {
  const { recorder, page } = stage;
  await page.goto(recorder.site);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await page.waitForTimeout(1100);
  await page.evaluate(() => {
    window.footfall.conversion('signup');
    location.href = 'about:blank';
  });
  await expect.poll(() => recorder.named('signup')).toHaveLength(1);
  const last = recorder.received.at(-1);
  expect(last?.url).toBe('/ingest/batch?key=svc_pk_test');
  expect(last?.headers['content-type']).toMatch(/^text\/plain/);
  expect(recorder.named('heartbeat')).toMatchObject([{ engaged_ms: expect.any(Number) }]);
});

test('the queue is bounded: the oldest are dropped and counted', async () => {
  const { recorder, page } = stage;
  await openPage();
  recorder.answer = () => 'hang up';
  await trackMany(5120);
  expect(await page.evaluate(() => window.footfall.status())).toMatchObject({
    queued: 5000,
    dropped: 120,
  });
});

/** In one task of the page. */
const trackMany = (times: number, properties: object = {}) =>
  stage.page.evaluate(
    async ([count, more]) => {
      for (let each = 0; each < count; each++) window.footfall.track(`event ${each}`, { ...more });
      // What the script keeps for the end of the task.
      await Promise.resolve();
    },
    [times, properties] as const,
  );

const eventsOf = (messages: { name?: string }[]) =>
  new Set(messages.map(({ name }) => name).filter((name) => name?.startsWith('event')));

test('a burst of 1,000 calls loses nothing', async () => {
  const { recorder, page } = stage;
  await page.goto(recorder.site);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await trackMany(1000);
  await expect.poll(() => eventsOf(recorder.messages()).size).toBe(1000);
  const numbers = recorder.messages().map(({ message_id }) => Number(message_id.slice(-6)));
  expect(numbers.toSorted()).toEqual(numbers.map((_, at) => 100_001 + at));
  expect(await page.evaluate(() => window.footfall.status())).toMatchObject({ dropped: 0 });
});

/** From now on the page counts what a burst can have too much of. */
const countWork = () =>
  stage.page.addInitScript(() => {
    const work = {
      storedTimes: 0,
      storedChars: 0,
      madeChars: 0,
      cookieReads: 0,
      cookieWrites: 0,
      timers: 0,
      randomTimes: 0,
    };
    const own = localStorage;
    const counting = new Proxy(own, {
      get: (area, name) => Reflect.get(area, name, area),
      set(area, name, value) {
        work.storedTimes += 1;
        work.storedChars += String(value).length;
        return Reflect.set(area, name, value, area);
      },
    });
    Object.defineProperty(window, 'localStorage', { get: () => counting });
    const { stringify } = JSON;
    JSON.stringify = (value: unknown) => {
      const text = stringify(value);
      work.madeChars += text.length;
      return text;
    };
    const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') ?? {};
    Object.defineProperty(document, 'cookie', {
      get() {
        work.cookieReads += 1;
        return cookie.get?.call(document);
      },
      set(text: string) {
        work.cookieWrites += 1;
        cookie.set?.call(document, text);
      },
    });
    const { setTimeout: start } = window;
    Object.assign(window, {
      setTimeout: (...details: Parameters<typeof setTimeout>) => {
        work.timers += 1;
        return start(...details);
      },
    });
    const fill = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (array) => {
      work.randomTimes += 1;
      return fill(array);
    };
    Object.assign(window, { work });
  });

type Work = Record<
  | 'storedTimes'
  | 'storedChars'
  | 'madeChars'
  | 'cookieReads'
  | 'cookieWrites'
  | 'timers'
  | 'randomTimes',
  number
>;

/** What a page that is quiet does for so many calls in one task. */
async function workOf(calls: number): Promise<Work> {
  const { recorder, page } = stage;
  await page.goto(`${recorder.site}/${calls}`);
  const last = () => recorder.named('page_view').at(-1)?.context?.page?.url;
  await expect.poll(last).toBe(page.url());
  await page.waitForFunction(() => window.footfall.status().queued === 0);
  return await page.evaluate(async (count) => {
    const { work } = window as unknown as { work: Work };
    const before = { ...work };
    for (let each = 0; each < count; each++) window.footfall.track(`event ${1000 + each}`);
    // What the script keeps for the end of the task.
    await Promise.resolve();
    const names = Object.keys(before) as (keyof Work)[];
    return Object.fromEntries(names.map((name) => [name, work[name] - before[name]])) as Work;
  }, calls);
}

test('the work of a burst grows linearly: storage, cookies, timers and random values are used once', async () => {
  await countWork();
  const one = await workOf(1);
  expect(one.storedChars).toBeGreaterThan(200);
  for (const calls of [1_000, 4_000]) {
    const many = await workOf(calls);
    // Messages are of one length; beside them the session is stored, every ten seconds.
    expect(many.madeChars).toBeLessThanOrEqual(calls * (one.madeChars + 20));
    expect(many.storedChars).toBeLessThanOrEqual(calls * (one.madeChars + 20) + 1_000);
    expect(many.storedTimes).toBeLessThanOrEqual(6);
    expect(many.cookieReads).toBeLessThanOrEqual(2);
    expect(many.cookieWrites).toBeLessThanOrEqual(2);
    expect(many.timers).toBeLessThanOrEqual(1);
    expect(many.randomTimes).toBe(0);
  }
});

test('5,000 messages outlast an outage; as many as storage takes outlast the page too', async () => {
  const { recorder, context, page } = stage;
  recorder.answer = () => 'hang up';
  await page.goto(recorder.site);
  await expect.poll(() => recorder.received.length).toBeGreaterThan(0);
  await trackMany(4998);
  expect(await page.evaluate(() => window.footfall.status())).toMatchObject({
    queued: 5000,
    dropped: 0,
  });
  const tab = await context.newPage();
  await tab.goto(`${recorder.site}/later`);
  const kept = await tab.evaluate(() => window.footfall.status().queued);
  expect(kept).toBeGreaterThan(2000);
  expect(kept).toBeLessThan(5000);
  await tab.close();
  recorder.answer = () => ({ status: 200 });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => eventsOf(recorder.messages()).size).toBe(4998);
});

test('where storage is full nothing is lost that is in memory', async () => {
  const { recorder, page, errors } = stage;
  await page.goto(recorder.site);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await page.evaluate(() => {
    for (let size = 4_000_000; size >= 1; size /= 2) {
      try {
        for (let part = 0; ; part++) localStorage[`site.${size}.${part}`] = 'x'.repeat(size);
      } catch {
        // Ever smaller parts, until nothing fits.
      }
    }
  });
  await trackMany(50);
  await expect.poll(() => eventsOf(recorder.messages()).size).toBe(50);
  await page.goto(`${recorder.site}/next`);
  await trackMany(50, { again: true });
  await expect
    .poll(() => recorder.messages().filter(({ properties }) => isAgain(properties)))
    .toHaveLength(50);
  const messages = recorder.messages();
  expect(new Set(messages.map(({ visitor_id }) => visitor_id)).size).toBe(1);
  expect(new Set(messages.map(({ session_id }) => session_id)).size).toBe(1);
  expect(errors).toEqual([]);
});

const isAgain = (properties: unknown) => JSON.stringify(properties) === '{"again":true}';

test('data-debug logs what was refused and why', async () => {
  const { recorder, page } = stage;
  const why = '{"data":{"results":[{"status":"rejected","error":{"message":"What is that?"}}]}}';
  recorder.answer = () => ({ status: 200, body: why });
  recorder.head = recorder.tag('data-debug');
  const lines: string[] = [];
  page.on('console', (line) => lines.push(line.text()));
  await page.goto(recorder.site);
  await expect.poll(() => lines.join('\n')).toContain('What is that?');
});

test('a message above 32 kB is dropped alone', async () => {
  const { recorder, page } = stage;
  await openPage();
  await page.evaluate(() => {
    window.footfall.track('huge', { text: 'x'.repeat(40_000) });
    window.footfall.track('small');
  });
  await page.clock.runFor(500);
  await expect.poll(() => recorder.named('small')).toHaveLength(1);
  expect(recorder.named('huge')).toHaveLength(0);
});

test('the page goes on without the service: unreachable, forbidden by policy, or fetch broken', async () => {
  const { recorder, page, errors } = stage;
  recorder.head = recorder.tag('data-host="http://127.0.0.1:9"');
  await page.goto(recorder.site);
  await page.waitForFunction(() => 'page' in (window.footfall ?? {}));
  await page.waitForTimeout(400);

  const policy = `<meta http-equiv="Content-Security-Policy" content="connect-src 'none'">`;
  recorder.head = policy + recorder.tag();
  await page.goto(`${recorder.site}/policy`);
  await page.waitForTimeout(400);

  recorder.head = `<script>window.fetch = () => { throw new Error('broken'); };</script>${recorder.tag()}`;
  await page.goto(`${recorder.site}/broken`);
  await page.waitForTimeout(400);
  expect(errors).toEqual([]);
});

test('nothing that a page passes throws into it', async () => {
  const { recorder, page, errors } = stage;
  await page.goto(recorder.site);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await page.evaluate(() => {
    const round: Record<string, unknown> = {};
    round.self = round;
    const api = window.footfall as unknown as Record<string, (...details: unknown[]) => void>;
    const values = [undefined, null, 1, 'x', round, { big: 10n }, [], Symbol('s'), () => {}];
    for (const name of ['page', 'track', 'identify', 'conversion', 'consent', 'push']) {
      for (const value of values) {
        api[name]?.(value);
        api[name]?.('name', value);
      }
    }
    api.push?.(['nonsense'], ['track'], null, 5);
    api.track?.('after all');
  });
  await expect.poll(() => recorder.named('after all')).toHaveLength(1);
  expect(errors).toEqual([]);
});
