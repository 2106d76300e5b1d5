import { expect, test } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage();

const viewed = () =>
  stage.recorder
    .named('page_view')
    .map(({ context }) => [
      context.page?.url.replace(stage.recorder.site, ''),
      context.page?.title,
    ]);

async function openPage(path: string): Promise<void> {
  const { recorder, page } = stage;
  await page.clock.install();
  await page.goto(recorder.site + path);
  await page.clock.runFor(500);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await stage.answered();
}

/** As a router does it. */
const go = (to: string, how: 'pushState' | 'replaceState' = 'pushState') =>
  stage.page.evaluate(([address, method]) => history[method](null, '', address), [
    to,
    how,
  ] as const);

const entitle = (title: string) =>
  stage.page.evaluate((text) => {
    document.title = text;
  }, title);

test('what a page replaces behind its path is no page view, another path is one', async () => {
  const { recorder, page } = stage;
  await openPage('/list?utm_source=news');
  await go('/list', 'replaceState');
  await go('/list?sort=name&page=2', 'replaceState');
  await page.evaluate(() => window.footfall.track('sorted'));
  await page.clock.runFor(1000);
  await expect.poll(() => recorder.named('sorted')).toHaveLength(1);
  expect(recorder.named('page_view')).toHaveLength(1);
  expect(recorder.named('start')).toHaveLength(1);
  expect(recorder.named('sorted')[0]?.context).toMatchObject({
    campaign: { source: 'news' },
    page: { url: `${recorder.site}/list?page=2` },
  });
  await go('/list/', 'replaceState');
  await page.clock.runFor(1000);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(2);
});

test('a title that is set 300 ms later belongs to its page', async () => {
  const { recorder, page } = stage;
  await openPage('/');
  await go('/a');
  await page.clock.runFor(300);
  await entitle('A');
  await page.clock.runFor(1000);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(2);
  expect(viewed()).toEqual([
    ['/', 'Page /'],
    ['/a', 'A'],
  ]);
});

test('who moves on within 500 ms, calls something or leaves has seen each page', async () => {
  const { recorder, page } = stage;
  await openPage('/');
  await go('/a');
  await entitle('A');
  await go('/b');
  await entitle('B');
  await page.evaluate(() => window.footfall.track('click'));
  await go('/c');
  await entitle('C');
  await page.goBack();
  await entitle('B again');
  await page.evaluate(() => {
    location.href = 'about:blank';
  });
  await expect.poll(() => recorder.named('page_view')).toHaveLength(5);
  expect(viewed().map(([path]) => path)).toEqual(['/', '/a', '/b', '/c', '/b']);
  expect(viewed().slice(0, 3)).toEqual([
    ['/', 'Page /'],
    ['/a', 'A'],
    ['/b', 'B'],
  ]);
  const names = recorder.messages().map(({ name }) => name);
  expect(names.indexOf('click')).toBe(names.lastIndexOf('page_view') - 2);
  expect(recorder.named('click')[0]?.context.page?.url).toBe(`${recorder.site}/b`);
});

test('a frame is part of its page, unless it says otherwise', async () => {
  const { recorder, page } = stage;
  const framed = `<script>onload = () => {
    if (self !== top) footfall.track('in the frame');
    else document.body.append(Object.assign(document.createElement('iframe'), { src: '/frame' }));
  };</script>`;
  recorder.head = framed + recorder.tag();
  await page.goto(`${recorder.site}/one`);
  await expect.poll(() => recorder.named('in the frame')).toHaveLength(1);
  recorder.head = framed + recorder.tag('data-auto="frames"');
  await page.goto(`${recorder.site}/two`);
  await expect.poll(() => recorder.named('in the frame')).toHaveLength(2);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(3);
  expect(viewed().map(([path]) => path)).toEqual(['/one', '/two', '/frame']);
});

test('from www to app the visitor, the session and its campaign stay', async () => {
  const { recorder, context, page } = stage;
  const { port } = new URL(recorder.site);
  const [www, app] = ['www', 'app'].map((name) => `http://${name}.shop.localhost:${port}`);
  await page.goto(`${www}/?utm_source=news&utm_campaign=spring&gclid=x1`);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await page.evaluate((next) => location.assign(next), `${app}/signup`);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(2);
  await page.evaluate(() => window.footfall.conversion('signup'));
  await expect.poll(() => recorder.named('signup')).toHaveLength(1);
  const tab = await context.newPage();
  await tab.goto(`${www}/back`);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(3);

  const messages = recorder.messages();
  expect(new Set(messages.map((message) => message.visitor_id)).size).toBe(1);
  expect(new Set(messages.map((message) => message.session_id)).size).toBe(1);
  expect(recorder.named('start')).toHaveLength(1);
  for (const { context: shown } of messages) {
    expect(shown).toMatchObject({
      campaign: { source: 'news', name: 'spring' },
      click_ids: { gclid: 'x1' },
    });
  }
});
