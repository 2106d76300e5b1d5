import { expect, test } from 'vitest';
import { writeKey } from './recorder.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const uuidV7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test('a visit arrives as session start and page view, with all that the service can use', async () => {
  const { recorder, page } = stage;
  const path = '/pricing?utm_source=news&utm_campaign=spring&gclid=abc';
  await page.goto(recorder.site + path, { referer: 'https://search.example/' });
  await expect.poll(() => recorder.messages()).toHaveLength(2);

  const [request] = recorder.received;
  expect(request?.url).toBe(`/ingest/batch?key=${writeKey}`);
  // Of these a browser asks nobody first.
  expect(request?.headers['content-type']).toMatch(/^text\/plain/);
  expect(request?.headers['x-svc-key']).toBeUndefined();
  expect(Math.abs(Date.parse(request?.body.sent_at ?? '') - Date.now())).toBeLessThan(5000);
  const [start, view] = recorder.messages();
  expect(start).toMatchObject({ type: 'session', action: 'start', engaged_ms: 0 });
  expect(view).toEqual({
    type: 'event',
    name: 'page_view',
    message_id: expect.stringMatching(uuidV7),
    visitor_id: expect.stringMatching(uuidV7),
    session_id: start?.session_id,
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    context: {
      page: {
        url: recorder.site + path,
        title: 'Page /pricing',
        referrer: 'https://search.example/',
      },
      campaign: { source: 'news', name: 'spring' },
      click_ids: { gclid: 'abc' },
      locale: 'en-US',
      timezone: expect.any(String),
      screen: { width: expect.any(Number), height: expect.any(Number) },
      // As a driven browser says of itself.
      automation: true,
      consent: 'granted',
      library: { name: '@footfall/browser', version: '0.1.0' },
    },
  });
});

test('visitor and session live on over pages and tabs', async () => {
  const { recorder, context, page } = stage;
  await page.goto(`${recorder.site}/one`);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await page.goto(`${recorder.site}/two`);
  const tab = await context.newPage();
  await tab.goto(`${recorder.site}/three`);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(3);

  const messages = recorder.messages();
  expect(new Set(messages.map((message) => message.visitor_id)).size).toBe(1);
  expect(new Set(messages.map((message) => message.session_id)).size).toBe(1);
  expect(recorder.named('start')).toHaveLength(1);
});

test('the visitor is known again by the cookie when local storage is lost', async () => {
  const { recorder, page } = stage;
  await page.goto(recorder.site);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${recorder.site}/again`);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(2);
  const [first, second] = recorder.named('page_view');
  expect(second?.visitor_id).toBe(first?.visitor_id);
});

test('a single-page application counts each address once, with its title and referrer', async () => {
  const { recorder, page } = stage;
  await page.goto(`${recorder.site}/app`);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  const go = (address: string, title: string) =>
    page.evaluate(
      async ([to, name]) => {
        history.pushState({}, '', to);
        document.title = name ?? '';
        await new Promise((resolve) => setTimeout(resolve, 120));
      },
      [address, title],
    );
  await go('/app/a', 'A');
  await go('/app/a', 'A');
  await go('/app/a', 'A');
  await go('/app/a#/route', 'Route');
  await page.goBack();
  await expect.poll(() => recorder.named('page_view')).toHaveLength(4);
  await page.goBack();
  await page.evaluate(() => history.replaceState({}, '', '/app/b'));
  await expect.poll(() => recorder.named('page_view')).toHaveLength(5);

  const views = recorder.named('page_view').map((message) => message.context.page);
  expect(views.map((view) => view?.url.replace(recorder.site, ''))).toEqual([
    '/app',
    '/app/a',
    '/app/a#/route',
    '/app/a',
    '/app/b',
  ]);
  expect(views[1]).toMatchObject({ title: 'A', referrer: `${recorder.site}/app` });
});

test('data-auto="false" leaves page views to the site', async () => {
  const { recorder, page } = stage;
  recorder.head = recorder.tag('data-auto="false"');
  await page.goto(recorder.site);
  await page.waitForFunction(() => 'page' in (window.footfall ?? {}));
  await page.evaluate(() => {
    history.pushState({}, '', '/elsewhere');
    window.footfall.page({ section: 'docs' });
  });
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await page.waitForTimeout(300);
  expect(recorder.named('page_view')).toMatchObject([{ properties: { section: 'docs' } }]);
});

test('calls pushed before the script has loaded are kept, in order', async () => {
  const { recorder, page } = stage;
  recorder.head = `<script>window.footfall = window.footfall || [];
    footfall.push(['identify', { email: 'ada@example.com', name: 'Ada', traits: { plan: 'team' } }]);
    footfall.push(['conversion', 'signup', { value: 20, currency: 'EUR', external_id: 'o-1' }]);
    footfall.push(function () { window.seen = footfall.ids(); });
    </script>${recorder.tag()}`;
  await page.goto(recorder.site);
  await expect.poll(() => recorder.messages()).toHaveLength(4);
  expect(recorder.messages()).toMatchObject([
    { type: 'session', action: 'start' },
    { type: 'event', name: 'page_view' },
    { type: 'identify', email: 'ada@example.com', name: 'Ada', traits: { plan: 'team' } },
    { type: 'conversion', name: 'signup', value: 20, currency: 'EUR', external_id: 'o-1' },
  ]);
  const [view] = recorder.named('page_view');
  expect(await page.evaluate('window.seen')).toEqual({
    visitor_id: view?.visitor_id,
    session_id: view?.session_id,
  });
});

test('the module starts with init; calls made before wait for it', async () => {
  const { recorder, page } = stage;
  recorder.head = `<script type="module">
    import { footfall } from '${recorder.host}/index.js';
    footfall.track('before');
    footfall.init({ key: 'svc_pk_test', host: '${recorder.host}/' });
    footfall.init({ key: 'svc_pk_other', host: '${recorder.host}' });
    footfall.track('after');
    </script>`;
  await page.goto(recorder.site);
  await expect.poll(() => recorder.named('after')).toHaveLength(1);
  expect(recorder.messages().map((message) => message.name ?? message.action)).toEqual([
    'start',
    'page_view',
    'before',
    'after',
  ]);
});

test('the back/forward cache is left usable, and a page that it brings back is a page view', async () => {
  const { recorder, page } = stage;
  recorder.head = `<script>window.heard = [];
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type, ...rest) {
      window.heard.push(type);
      return add.call(this, type, ...rest);
    };</script>${recorder.tag()}`;
  await page.goto(recorder.site);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  const heard = await page.evaluate('window.heard');
  expect(heard).toContain('pagehide');
  expect(heard).not.toContain('unload');
  expect(heard).not.toContain('beforeunload');
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect.poll(() => recorder.named('page_view')).toHaveLength(2);
});

test('a script that is on the page twice counts once', async () => {
  const { recorder, page } = stage;
  recorder.head = recorder.tag() + recorder.tag();
  await page.goto(recorder.site);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await page.waitForTimeout(500);
  expect(recorder.named('page_view')).toHaveLength(1);
});

test('a new session begins after 30 minutes idle, after 24 hours, and with another campaign', async () => {
  const { recorder, page } = stage;
  await page.clock.install();
  const visit = async (path: string) => {
    const count = recorder.named('page_view').length;
    await page.goto(recorder.site + path);
    await page.clock.runFor(2000);
    await expect.poll(() => recorder.named('page_view')).toHaveLength(count + 1);
    return recorder.named('page_view').at(-1)?.session_id;
  };
  const first = await visit('/');
  await page.clock.fastForward('29:00');
  expect(await visit('/a')).toBe(first);
  await page.clock.fastForward('31:00');
  const second = await visit('/b');
  expect(second).not.toBe(first);
  expect(recorder.named('end')).toMatchObject([{ session_id: first }]);

  const third = await visit('/c?utm_source=ad');
  expect(third).not.toBe(second);
  expect(await visit('/d')).toBe(third);
  expect(recorder.named('page_view').at(-1)?.context.campaign).toEqual({ source: 'ad' });
  expect(await visit('/c?utm_source=ad')).toBe(third);
  expect(await visit('/c?utm_source=other')).not.toBe(third);

  const begun = await visit('/e');
  for (let hour = 0; hour < 49; hour++) {
    await page.clock.fastForward('29:00');
    await page.evaluate(() => window.footfall.track('still here'));
  }
  expect(await visit('/f')).toBe(begun);
  await page.clock.fastForward('29:00');
  expect(await visit('/g')).not.toBe(begun);
});

test('heartbeats report the engagement time so far and stop without activity', async () => {
  const { recorder, page } = stage;
  await page.clock.install();
  await page.goto(recorder.site);
  await page.mouse.move(10, 10);
  await page.clock.runFor(31_000);
  await expect.poll(() => recorder.named('heartbeat')).toHaveLength(1);
  await page.clock.runFor(600_000);
  await stage.answered();
  const engaged = recorder.named('heartbeat').map((message) => message.engaged_ms ?? 0);
  expect(engaged[0]).toBeGreaterThan(25_000);
  expect(engaged.at(-1)).toBeGreaterThan(55_000);
  expect(engaged.at(-1)).toBeLessThan(70_000);
  expect(engaged).toEqual(engaged.toSorted((a, b) => a - b));
});

test('attention that is left over from before a pause is no new visit', async () => {
  const { recorder, page } = stage;
  await page.clock.install();
  await page.goto(recorder.site);
  await page.mouse.move(10, 10);
  await page.clock.runFor(5000);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  // As a device sleeps: hours later the timer is late.
  await page.clock.fastForward('03:00:00');
  await page.clock.runFor(60_000);
  await stage.answered();
  expect(recorder.messages().map(({ name, action }) => name ?? action)).toEqual([
    'start',
    'page_view',
  ]);
});

test('a visit that begins on a page left open did not come from where the page was found', async () => {
  const { recorder, page } = stage;
  await page.clock.install();
  await page.goto(`${recorder.site}/?utm_source=ad`, { referer: 'https://search.example/' });
  await page.clock.runFor(1000);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await page.clock.fastForward('31:00');
  await page.evaluate(() => window.footfall.track('click'));
  await page.clock.runFor(1000);
  await expect.poll(() => recorder.named('click')).toHaveLength(1);
  const [before, after] = recorder.named('start').map(({ context }) => context);
  expect(before).toMatchObject({
    campaign: { source: 'ad' },
    page: { referrer: 'https://search.example/' },
  });
  expect(after?.campaign).toBeUndefined();
  expect(after?.page?.referrer).toBe(after?.page?.url);
});

test('reset makes another visitor', async () => {
  const { recorder, page } = stage;
  await page.goto(recorder.site);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await page.evaluate(() => {
    window.footfall.reset();
    window.footfall.track('after');
  });
  await expect.poll(() => recorder.named('after')).toHaveLength(1);
  const [view, after] = [recorder.named('page_view')[0], recorder.named('after')[0]];
  expect(recorder.named('end')).toMatchObject([{ session_id: view?.session_id }]);
  expect(after?.visitor_id).not.toBe(view?.visitor_id);
  expect(after?.session_id).not.toBe(view?.session_id);
});
