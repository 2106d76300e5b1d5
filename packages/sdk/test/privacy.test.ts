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

test('consent required: nothing is stored or sent before it is given, and then all is', async () => {
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

test('consent given after a refusal starts as a new visitor, with this page', async () => {
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
  expect(errors).toEqual([]);
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

test('requests carry no cookies', async () => {
  const { recorder, context, page } = stage;
  await context.addCookies([{ name: 'account', value: 'secret', url: recorder.host }]);
  await page.goto(recorder.site);
  await expect.poll(() => recorder.received.length).toBeGreaterThan(0);
  await page.goto('about:blank');
  await page.waitForTimeout(200);
  expect(recorder.received.filter((entry) => entry.headers.cookie)).toEqual([]);
});
