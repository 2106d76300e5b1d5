/* The script in a page, once: what it sends of a visit. The other files try the rest of it. */
import { expect, test } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage();

test('a page with the script sends a visit, a view and who somebody is, and keeps nobody waiting', async () => {
  const { recorder, page, errors } = stage;
  await page.goto(`${recorder.site}/pricing?utm_source=news&gclid=abc`);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await page.evaluate(() => {
    window.footfall.identify({ email: 'ada@example.com' });
    window.footfall.track('asked', { plan: 'pro' });
  });
  await expect.poll(() => recorder.named('asked')).toHaveLength(1);
  const messages = recorder.messages();
  expect(messages.map(({ type }) => type).toSorted()).toEqual([
    'event',
    'event',
    'identify',
    'session',
  ]);
  expect(new Set(messages.map(({ visitor_id }) => visitor_id)).size).toBe(1);
  expect(recorder.named('page_view')[0]?.context).toMatchObject({
    campaign: { source: 'news' },
    click_ids: { gclid: 'abc' },
  });
  expect(errors).toEqual([]);
});
