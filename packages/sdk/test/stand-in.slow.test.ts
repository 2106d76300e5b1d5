import { expect, test } from 'vitest';
import { standIn, websiteSnippet } from '../../contract/src/website-snippet.ts';
import { createFootfall } from '../src/footfall.ts';
import { writeKey } from './recorder.ts';
import { useStage } from './stage.ts';

const stage = useStage();

const snippet = () => websiteSnippet({ src: `${stage.recorder.host}/sdk.js`, key: writeKey });

/** What a form does that somebody sends off. */
const submitForm = () =>
  stage.page.evaluate(() => {
    const { footfall } = window;
    footfall.page({ step: 1 });
    footfall.track('form sent', { plan: 'team' });
    footfall.identify({ email: 'ada@example.com' });
    footfall.conversion('signup', { value: 20 });
    footfall.push(['track', 'pushed']);
    return [footfall.ids(), footfall.status()];
  });

test('it stands in for every call', async () => {
  const { page, recorder } = stage;
  recorder.head = `<script>${standIn}</script>`;
  await page.goto(recorder.site);
  const calls = await page.evaluate(() =>
    Object.keys(window.footfall).filter((name) => !/^\d+$/.test(name)),
  );
  const { init, push, ...api } = createFootfall();
  expect(calls.toSorted()).toEqual(Object.keys(api).toSorted());
});

test('a script that is blocked breaks no form', async () => {
  const { recorder, page, errors } = stage;
  recorder.head = snippet();
  await page.route('**/sdk.js', (route) => route.abort('blockedbyclient'));
  await page.goto(recorder.site);
  expect(await submitForm()).toEqual([
    { visitor_id: null, session_id: null },
    { consent: 'pending', queued: 5, dropped: 0 },
  ]);
  const kept = await page.evaluate(() => {
    for (let count = 0; count < 6000; count++) window.footfall.track('again');
    window.footfall.consent('denied');
    window.footfall.reset();
    return window.footfall.status().queued;
  });
  expect(kept).toBe(5000);
  expect(errors).toEqual([]);
});

test('a slow script runs what was called before it, in order, and what still holds an early call', async () => {
  const { recorder, page, errors } = stage;
  // The snippet twice, as a page and a tag manager have it.
  recorder.head = snippet() + snippet();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/sdk.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(recorder.site, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'track' in (window.footfall ?? {}));
  await submitForm();
  await page.evaluate(() => Object.assign(window, { early: window.footfall.track }));
  release();
  await page.waitForFunction(() => !Array.isArray(window.footfall));
  await page.evaluate("early('late')");
  await expect.poll(() => recorder.named('late')).toHaveLength(1);
  expect(recorder.messages().map(({ name, action, type }) => name ?? action ?? type)).toEqual([
    'start',
    'page_view',
    'page_view',
    'form sent',
    'identify',
    'signup',
    'pushed',
    'late',
  ]);
  expect(recorder.named('form sent')).toMatchObject([{ properties: { plan: 'team' } }]);
  expect(errors).toEqual([]);
});
