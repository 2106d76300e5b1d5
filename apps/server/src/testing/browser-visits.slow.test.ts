/* What the service says of single visits in a real Chromium: where they came from, and a bot's. */
import { expect, test } from 'vitest';
import { day, startBrowserStage } from './browser-stage.ts';
import { askForTrial, followLink, homeAddress, idsOn, readsOf } from './browser-visitors.ts';
import { launchChromium } from './chromium.ts';

const stage = await startBrowserStage(new Date(Date.now() - day));
const { site } = stage;
const { all, one, count, sessionsOf } = readsOf(stage);

test.each([
  ['https://www.google.com/', 'search', 'Google', 'referral'],
  ['https://chatgpt.com/c/1', 'ai_assistant', 'ChatGPT', 'referral'],
  ['https://news.tool-time.example/2026/planning', 'referral', 'tool-time.example', 'referral'],
])('a visit from %s without tags is one of %s', async (from, channel, origin, source) => {
  stage.comeFrom(homeAddress);
  const profile = await stage.newProfile();
  const page = await profile.newPage();
  await followLink(stage, page, from, '/pricing');
  await page.getByRole('heading', { name: 'A price per bay' }).waitFor();
  await stage.settled(page);
  const { visitor_id } = await idsOn(page);
  await profile.close();
  expect(await one(`/visitors/${visitor_id}`)).toMatchObject({
    source,
    channel,
    origin: expect.stringContaining(origin),
    referrer: `${new URL(from).origin}/`,
    campaign: {},
    company_id: null,
    identity_id: null,
    bot: null,
  });
  expect(await sessionsOf(visitor_id)).toMatchObject([
    { channel, connection: 'access_provider', page_view_count: 1, is_bounce: true },
  ]);
});

test('a headless browser is a bot with reasons and is counted only on request', async () => {
  stage.comeFrom(homeAddress);
  const before = await counts();
  const chromium = await launchChromium();
  try {
    const profile = await stage.newProfile(chromium);
    const page = await profile.newPage();
    await page.goto(`${site}/contact?utm_source=bots&utm_medium=cpc&utm_campaign=bots`);
    await askForTrial(stage, page, 'Nobody', 'nobody@siemens.com');
  } finally {
    await chromium.close();
  }
  expect(await counts()).toEqual(before);
  expect(await all('/visitors?bots=true')).toMatchObject([
    {
      bot: {
        name: 'HeadlessChrome',
        category: 'headless_browser',
        reasons: ['user agent names HeadlessChrome'],
      },
    },
  ]);
  const campaigns = await all('/campaigns/performance?name=bots');
  for (const { visitors, leads, conversions } of campaigns) {
    expect([visitors, leads, conversions]).toEqual([0, 0, 0]);
  }
});

function counts(): Promise<number[]> {
  return Promise.all(['/visitors', '/leads', '/identities', '/companies'].map(count));
}
