import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage();
const ready = () => stage.page.waitForFunction(() => 'page' in (window.footfall ?? {}));

/** Everything that the page asks of what is stored with the browser, whether it is answered or refused. */
async function watchStorage(isRefused = false): Promise<() => Promise<string[]>> {
  await stage.context.addInitScript((refuses) => {
    const accesses: string[] = [];
    Object.assign(window, { accesses });
    const note = (name: string) => {
      accesses.push(name);
      if (refuses) throw new DOMException('refused', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'] as const) {
      const { get } = Object.getOwnPropertyDescriptor(window, name) ?? {};
      Object.defineProperty(window, name, {
        get: () => {
          note(name);
          return get?.call(window);
        },
      });
    }
    const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') ?? {};
    Object.defineProperty(document, 'cookie', {
      get: () => {
        note('cookie');
        return get?.call(document);
      },
      set: (value) => {
        note('cookie');
        set?.call(document, value);
      },
    });
  }, isRefused);
  return () => stage.page.evaluate(() => (window as unknown as { accesses: string[] }).accesses);
}

/** `choice`: what the page has called by the time when the script has loaded. */
const start = (attributes?: string, choice?: 'granted' | 'denied') => {
  const { recorder } = stage;
  const before = choice ? `<script>window.footfall = [['consent', '${choice}']]</script>` : '';
  recorder.head = before + recorder.tag(attributes).replace('/sdk.js', '/cookieless.js');
};
const facts = (name: string) =>
  stage.recorder
    .named(name)
    .map(({ visitor_id, session_id, cookieless }) => [visitor_id, session_id, cookieless]);

test('before consent nothing is stored or read, and no message has an id', async () => {
  const { recorder, page, context, errors } = stage;
  const accesses = await watchStorage();
  start();
  for (const path of ['/?utm_source=news', '/next']) {
    await page.goto(recorder.site + path);
    await ready();
    const ids = await page.evaluate(() => {
      window.footfall.track('seen');
      window.footfall.identify({ email: 'ada@example.com' });
      window.footfall.reset();
      return window.footfall.ids();
    });
    expect(ids).toEqual({ visitor_id: null, session_id: null });
    await expect.poll(() => recorder.named('page_view').length).toBe(path === '/next' ? 2 : 1);
    expect(await accesses()).toEqual([]);
  }
  await expect.poll(() => recorder.named('identify')).toHaveLength(2);
  expect(recorder.messages().map(({ type }) => type)).not.toContain('session');
  for (const message of recorder.messages()) {
    expect(message).toMatchObject({ cookieless: true });
    expect(message).not.toHaveProperty('visitor_id');
    expect(message).not.toHaveProperty('session_id');
    expect(message.context).not.toHaveProperty('consent');
  }
  expect(await context.cookies()).toEqual([]);
  expect(errors).toEqual([]);
});

test('with consent on the second page the visitor has an id, and says that the visit goes on', async () => {
  const { recorder, page } = stage;
  start();
  await page.goto(`${recorder.site}/landing?utm_source=news`);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await page.goto(`${recorder.site}/second`);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(2);
  await page.evaluate(() => window.footfall.consent('granted'));
  await page.evaluate(() => window.footfall.track('bought'));
  await expect.poll(() => recorder.named('bought')).toHaveLength(1);
  const { visitor_id, session_id } = await page.evaluate(() => window.footfall.ids());
  expect(facts('page_view')).toEqual([
    [undefined, undefined, true],
    [undefined, undefined, true],
  ]);
  expect(facts('start')).toEqual([[visitor_id, session_id, true]]);
  expect(facts('bought')).toEqual([[visitor_id, session_id, undefined]]);

  // The tool says it again on the next page, before anything was sent: an ordinary page of the same visit.
  start('', 'granted');
  await page.goto(`${recorder.site}/third`);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(3);
  expect(facts('page_view').at(-1)).toEqual([visitor_id, session_id, undefined]);
  expect(facts('start')).toHaveLength(1);
});

test('after a refusal nothing is sent, and what waited is gone', async () => {
  const { recorder, page, context } = stage;
  start('', 'denied');
  for (const path of ['/', '/next']) {
    await page.goto(recorder.site + path);
    await ready();
    await page.evaluate(() => window.footfall.track('refused'));
  }
  await page.waitForTimeout(600);
  expect(recorder.received).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

test('Global Privacy Control is a refusal, unless the page decides', async () => {
  const { recorder, page, context } = stage;
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
  });
  start();
  await page.goto(recorder.site);
  await ready();
  await page.waitForTimeout(600);
  expect(recorder.received).toEqual([]);
  start('data-gpc="ignore"');
  await page.goto(`${recorder.site}/decided`);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
});

test('where storage is refused it counts, and consent changes nothing', async () => {
  const { recorder, page, errors } = stage;
  await watchStorage(true);
  start();
  await page.goto(recorder.site);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await page.evaluate(() => {
    window.footfall.consent('granted');
    window.footfall.track('works');
  });
  await expect.poll(() => recorder.named('works')).toHaveLength(1);
  expect(facts('works')).toEqual([[undefined, undefined, true]]);
  expect(errors).toEqual([]);
});

test('it is hardly larger than the script, which has nothing of it', () => {
  const built = (name: string) => readFileSync(new URL(`../dist/${name}`, import.meta.url));
  expect(built('cookieless.js.gz').length).toBeLessThanOrEqual(4352);
  expect(built('sdk.js').toString()).not.toContain('cookieless');
});
