/* A visitor goes on to another site of the same people: 127.0.0.1 and localhost share no cookies. */
import { expect, test } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage();
const attributes = 'data-extras="outbound" data-domains="localhost 127.0.0.1"';

const otherSite = () => stage.recorder.site.replace('127.0.0.1', 'localhost');
const views = () => stage.recorder.named('page_view');

async function openFirst(link: string, more = attributes): Promise<void> {
  const { recorder, page } = stage;
  recorder.head = `${recorder.tag(more)}<a id="on" ${link}>on</a><h2 id="part">Part</h2>`;
  await page.goto(`${recorder.site}/?utm_source=news&gclid=abc`);
  await expect.poll(views).toHaveLength(1);
  await page.waitForFunction(() => document.querySelector('[data-extras-run]'));
}

test('visitor, session and campaign go along, and the address is clean before anything reads it', async () => {
  const { recorder, page } = stage;
  await openFirst(`href="${otherSite()}/shop?size=m#part"`);
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.click('#on');
  await expect.poll(views).toHaveLength(2);
  const [first, second] = views();
  expect(second?.visitor_id).toBe(first?.visitor_id);
  expect(second?.session_id).toBe(first?.session_id);
  expect(second?.context).toMatchObject({
    campaign: { source: 'news' },
    click_ids: { gclid: 'abc' },
    page: { url: `${otherSite()}/shop`, referrer: `${recorder.site}/` },
  });
  expect(recorder.named('start')).toHaveLength(1);
  expect(page.url()).toBe(`${otherSite()}/shop?size=m#part`);
  // It was behind the #: no server saw it.
  expect(urls.join(' ')).not.toContain(first?.visitor_id);

  await page.goto(`${otherSite()}/later`);
  await expect.poll(views).toHaveLength(3);
  expect(views()[2]?.visitor_id).toBe(first?.visitor_id);
});

test('with a tag of its own before the script it takes over too', async () => {
  const { recorder, page } = stage;
  await openFirst(`href="${otherSite()}/shop"`);
  const extra = `<script defer src="${recorder.host}/extra.js" ${attributes}></script>`;
  recorder.head = extra + recorder.tag().replace('async', 'defer');
  await page.click('#on');
  await expect.poll(views).toHaveLength(2);
  expect(views()[1]?.visitor_id).toBe(views()[0]?.visitor_id);
});

test('the link is as it was afterwards, and one that stays on the page too', async () => {
  await openFirst(`href="${otherSite()}/#x" onclick="return false"`);
  await stage.page.click('#on');
  await expect.poll(() => stage.page.getAttribute('#on', 'href')).toBe(`${otherSite()}/#x`);
});

test('sites that are not named get nothing', async () => {
  await openFirst(
    `href="${otherSite()}/shop"`,
    'data-extras="outbound" data-domains="host named.example"',
  );
  await stage.page.click('#on');
  await expect.poll(views).toHaveLength(2);
  const [first, second] = views();
  expect(second?.visitor_id).not.toBe(first?.visitor_id);
});

test('nothing goes along without consent, and what arrives without it is not stored', async () => {
  const { recorder, page, context } = stage;
  const required = `${attributes} data-consent="required"`;
  await openFirst(`href="${otherSite()}/shop"`);
  recorder.head = recorder.tag(required);
  await page.click('#on');
  await page.waitForURL('**/shop');
  await page.waitForFunction(() => 'page' in (window.footfall ?? {}));
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(
    (await context.cookies(otherSite())).filter(({ domain }) => domain === 'localhost'),
  ).toEqual([]);
  await page.evaluate(() => window.footfall.consent('granted'));
  await expect.poll(views).toHaveLength(2);
  expect(views()[1]?.visitor_id).toBe(views()[0]?.visitor_id);
});

const ids = [
  '01a1f843-753c-76b8-835a-667c2bb1be56',
  '01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10',
] as const;
const session = { id: ids[1], start: 1, last: 2, engaged: 3, tags: {} };

/** Arrives by a link on the other site with this in its address; the script there does not run. */
async function arrive(passed: unknown, text?: string): Promise<string | undefined> {
  const { recorder, page } = stage;
  const carried = text ?? encodeURIComponent(JSON.stringify(passed));
  recorder.head = `<a id="on" href="${recorder.site}/shop#ff_visit=${carried}">on</a>`;
  await page.goto(otherSite());
  recorder.head = recorder.tag(attributes);
  await page.click('#on');
  await expect.poll(() => views().length).toBeGreaterThan(0);
  expect(page.url()).toBe(`${recorder.site}/shop`);
  expect(stage.errors).toEqual([]);
  return views().at(-1)?.visitor_id;
}

test('what arrives is taken from a named site', async () => {
  expect(await arrive([Date.now(), ids[0], session])).toBe(ids[0]);
});

test.each([
  ['is older than a minute', () => [Date.now() - 61_000, ids[0], session]],
  ['is of the future', () => [Date.now() + 60_000, ids[0], session]],
  ['has no id', () => [Date.now(), 'x'.repeat(36), session]],
  ['has another session id', () => [Date.now(), ids[0], { ...session, id: '<b>' }]],
  ['has no times', () => [Date.now(), ids[0], { ...session, last: 'x' }]],
  ['has no session', () => [Date.now(), ids[0]]],
  ['is nothing', () => null],
])('what %s is dropped', async (_, value) => {
  expect(await arrive(value())).not.toBe(ids[0]);
});

test.each(['', '%', '%7B', 'x'.repeat(100_000)])('text like "%.5s" is dropped', async (text) => {
  expect(await arrive(undefined, text)).toBeDefined();
});

test('tags that are none, and what else is put beside them, are dropped', async () => {
  const tags = { campaign: { source: 'news', name: { x: 1 } }, ip: '192.0.2.1', click_ids: null };
  await arrive([Date.now(), ids[0], { ...session, last: Date.now(), start: Date.now(), tags }]);
  const { context } = views().at(-1) ?? {};
  expect(context).toMatchObject({ campaign: { source: 'news' } });
  expect(context).not.toHaveProperty('ip');
  expect(context?.campaign).toEqual({ source: 'news' });
});

test('a link of somebody else, or without a referrer, hands nobody over', async () => {
  const { recorder, page } = stage;
  const carried = encodeURIComponent(JSON.stringify([Date.now(), ids[0], session]));
  recorder.head = recorder.tag(attributes);
  await page.goto(`${recorder.site}/shop#ff_visit=${carried}`);
  await expect.poll(views).toHaveLength(1);
  expect(views()[0]?.visitor_id).not.toBe(ids[0]);
  await page.goto('about:blank');
  await page.goto(`${recorder.site}/again#ff_visit=${carried}`, {
    referer: 'https://evil.example/',
  });
  await expect.poll(views).toHaveLength(2);
  expect(views()[1]?.visitor_id).not.toBe(ids[0]);
});
