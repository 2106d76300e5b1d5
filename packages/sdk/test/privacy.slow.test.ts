import { expect, test } from 'vitest';
import { type BrowserContext, type Page, useStage } from './stage.ts';

const stage = useStage();

async function traces(page: Page, context: BrowserContext): Promise<string[]> {
  const stored = await page.evaluate(() => [
    ...Object.entries(localStorage).map(([name, value]) => `${name}=${value}`),
    ...Object.keys(sessionStorage),
  ]);
  const cookies = await context.cookies();
  return [...stored, ...cookies.map((cookie) => cookie.name)];
}

const ready = (page: Page) => page.waitForFunction(() => 'page' in (window.footfall ?? {}));

test('consent required: nothing is stored or sent before consent, and everything after', async () => {
  const { recorder, context, page } = stage;
  recorder.head = recorder.tag('data-consent="required"');
  await page.goto(recorder.site);
  await ready(page);
  await page.evaluate(() => window.footfall.track('early'));
  await page.waitForTimeout(500);
  expect(recorder.received).toEqual([]);
  expect(await traces(page, context)).toEqual([]);

  await page.evaluate(() => window.footfall.consent('granted'));
  await expect.poll(() => recorder.named('early')).toHaveLength(1);
  expect(recorder.named('page_view')).toHaveLength(1);
  await page.goto(`${recorder.site}/next`);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(2);
  const messages = recorder.messages();
  expect(new Set(messages.map((message) => message.visitor_id)).size).toBe(1);
});

test('consent required and the visitor leaves: nothing was sent', async () => {
  const { recorder, context, page } = stage;
  recorder.head = recorder.tag('data-consent="required"');
  await page.goto(recorder.site);
  await ready(page);
  await page.goto(`${recorder.site}/next`);
  await ready(page);
  await page.waitForTimeout(400);
  expect(recorder.received).toEqual([]);
  expect(await traces(page, context)).toEqual([]);
});

test('consent denied: ids, queue and cookie are gone in every tab, and nothing more is sent', async () => {
  const { recorder, context, page } = stage;
  await page.goto(recorder.site);
  const tab = await context.newPage();
  await tab.goto(`${recorder.site}/tab`);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(2);
  await page.waitForTimeout(100);
  const count = recorder.received.length;

  const ids = await page.evaluate(() => {
    window.footfall.track('unsent');
    window.footfall.consent('granted');
    window.footfall.consent('denied');
    window.footfall.track('refused');
    return window.footfall.ids();
  });
  await tab.evaluate(() => window.footfall.track('refused in the other tab'));
  await page.waitForTimeout(500);
  await page.goto(`${recorder.site}/after`);
  await ready(page);
  await page.waitForTimeout(500);
  expect(ids).toEqual({ visitor_id: null, session_id: null });
  expect(await traces(page, context)).toEqual(['footfall.consent=denied']);
  expect(recorder.received).toHaveLength(count);
});

test('consent after a refusal starts a new visitor with this page', async () => {
  const { recorder, page } = stage;
  await page.goto(recorder.site);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await page.evaluate(() => window.footfall.consent('denied'));
  await page.evaluate(() => window.footfall.consent('granted'));
  await expect.poll(() => recorder.named('page_view')).toHaveLength(2);
  const [before, after] = recorder.named('page_view');
  expect(after?.visitor_id).not.toBe(before?.visitor_id);
});

test('Global Privacy Control is a refusal, unless the visitor consents or the site decides', async () => {
  const { recorder, context, page } = stage;
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
  });
  await page.goto(recorder.site);
  await ready(page);
  await page.waitForTimeout(400);
  expect(recorder.received).toEqual([]);
  expect(await traces(page, context)).toEqual([]);

  recorder.head = recorder.tag('data-gpc="ignore"');
  await page.goto(`${recorder.site}/decided`);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  recorder.head = recorder.tag();
  await page.goto(`${recorder.site}/refused`);
  await ready(page);
  await page.evaluate(() => window.footfall.consent('granted'));
  await expect.poll(() => recorder.named('page_view')).toHaveLength(2);
});

test('without local storage the visit lasts as long as the page', async () => {
  const { recorder, context, page, errors } = stage;
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
    Object.defineProperty(document, 'cookie', { get: refuse, set: refuse });
  });
  await page.goto(recorder.site);
  await ready(page);
  await page.evaluate(() => window.footfall.track('works'));
  await expect.poll(() => recorder.named('works')).toHaveLength(1);
  expect(new Set(recorder.messages().map((message) => message.visitor_id)).size).toBe(1);
  for (const message of recorder.messages()) expect(message.unstored).toBe(true);
  expect(errors).toEqual([]);
});

test('with either of cookies and local storage messages say nothing of it, nor where consent is awaited', async () => {
  const { recorder, context, page } = stage;
  await context.addInitScript(() => {
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined });
  });
  recorder.head = recorder.tag('data-consent="required"');
  await page.goto(recorder.site);
  await ready(page);
  await page.evaluate(() => {
    window.footfall.track('early');
    window.footfall.consent('granted');
  });
  await page.goto(`${recorder.site}/next`);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(2);
  expect(new Set(recorder.messages().map((message) => message.visitor_id)).size).toBe(1);
  for (const message of recorder.messages()) expect(message).not.toHaveProperty('unstored');
});

test('of addresses the usual parameters are sent, and those that the page names, and no fragment', async () => {
  const { recorder, page } = stage;
  const secret = 'hunter2-secret';
  const first = `/a?token=${secret}&utm_source=news&gclid=x1&email=ada@example.com&size=m#${secret}`;
  await page.goto(recorder.site + first);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  recorder.head = recorder.tag('data-params="size colour"');
  await page.evaluate((next) => location.assign(next), `/b?password=${secret}&size=m&page=2`);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(2);
  await page.evaluate(
    (next) => history.pushState(null, '', next),
    `/c?x=1#/cart?session=${secret}`,
  );
  await expect.poll(() => recorder.named('page_view')).toHaveLength(3);
  const seen = recorder.named('page_view').map(({ context }) => context.page?.url);
  expect(seen).toEqual([
    `${recorder.site}/a?utm_source=news&gclid=x1`,
    `${recorder.site}/b?size=m&page=2`,
    `${recorder.site}/c#/cart`,
  ]);
  const sent = JSON.stringify(recorder.messages());
  expect(sent).not.toContain(secret);
  expect(sent).not.toContain('ada@example.com');
  expect(recorder.named('page_view')[0]?.context).toMatchObject({
    campaign: { source: 'news' },
    click_ids: { gclid: 'x1' },
  });
});

test('requests carry cookies to the own site alone', async () => {
  const { recorder, context, page } = stage;
  const other = recorder.host.replace('127.0.0.1', 'localhost');
  await context.addCookies([{ name: 'account', value: 'secret', url: other }]);
  recorder.head = recorder.tag(`data-host="${other}"`);
  await page.goto(recorder.site);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await page.goto('about:blank');
  // The script knows where its cookies are once it writes one: the session's, each second.
  await page.waitForTimeout(1100);
  expect(recorder.received.filter((entry) => entry.headers.cookie)).toEqual([]);

  recorder.head = recorder.tag();
  await page.goto(`${recorder.site}/own`);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(2);
  expect(recorder.received.at(-1)?.headers.cookie).toContain('footfall_id=');
});

/** As the service sets it again on its own site. */
const renewed = (id: string | undefined) => ({
  status: 200,
  headers: { 'Set-Cookie': `footfall_id=${id}; Domain=127.0.0.1; Path=/; Max-Age=1000; Secure` },
});
const idCookie = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'footfall_id')?.value;

test.each(['consent', 'reset'] as const)(
  'what an answer sets after %s is gone again',
  async (call) => {
    const { recorder, context, page } = stage;
    await page.goto(recorder.site);
    await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
    const { visitor_id } = recorder.messages()[0] ?? {};
    const tells = (body: object) => /"(renewed|late)"/.test(JSON.stringify(body));
    recorder.answer = ({ body }) => (tells(body) ? renewed(visitor_id) : { status: 200 });
    await page.evaluate(() => window.footfall.track('renewed'));
    await expect.poll(() => recorder.named('renewed')).toHaveLength(1);
    await expect.poll(() => idCookie(context)).toBe(visitor_id);

    // The answer is on its way as the page forgets whom it is of.
    const forgetFirst: Parameters<Page['route']>[1] = async (route) => {
      await page.evaluate((name) => {
        if (name === 'consent') window.footfall.consent('denied');
        else window.footfall.reset();
      }, call);
      await route.continue();
    };
    await page.route('**/ingest/batch*', forgetFirst, { times: 1 });
    await page.evaluate(() => window.footfall.track('late'));
    await expect.poll(() => recorder.named('late')).toHaveLength(1);
    await page.waitForTimeout(300);
    expect(await idCookie(context)).toBeUndefined();
  },
);

test('without what scripts stored, as after a week in Safari, the cookie has the visitor', async () => {
  const { recorder, context, page } = stage;
  recorder.answer = ({ body }) => renewed(body.batch[0]?.visitor_id);
  await page.goto(recorder.site);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await page.evaluate(() => localStorage.clear());
  await context.clearCookies({ name: 'footfall_session' });
  await page.goto(`${recorder.site}/later`);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(2);
  const [first, later] = recorder.named('page_view');
  expect(later?.visitor_id).toBe(first?.visitor_id);
  expect(later?.session_id).not.toBe(first?.session_id);
});

test('a cookie that is left of a time before a refusal goes with the next page', async () => {
  const { recorder, context, page } = stage;
  await page.goto(recorder.site);
  await expect.poll(() => idCookie(context)).toBeDefined();
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
  });
  await page.goto(`${recorder.site}/refused`);
  await ready(page);
  await expect.poll(() => idCookie(context)).toBeUndefined();
});

test('a proxy that keeps back what allows cookies costs one request', async () => {
  const { recorder, page } = stage;
  recorder.answer = () => ({ status: 200, headers: { 'Access-Control-Allow-Origin': '*' } });
  await page.goto(recorder.site);
  await expect.poll(() => recorder.received.length).toBe(2);
  await page.waitForFunction(() => window.footfall.status().queued === 0);
  expect(recorder.received.map(({ headers }) => 'cookie' in headers)).toEqual([true, false]);
});
