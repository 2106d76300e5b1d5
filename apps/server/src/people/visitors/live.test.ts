/* Who is here now, how many, and since when; by when things happened, not by what clocks said. */
import { randomUUID } from 'node:crypto';
import type { Live } from '@footfall/contract/live';
import { expect, test } from 'vitest';
import type { TestWorkspace } from '../../testing/harness.ts';
import { recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });
const minuteMs = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString();

async function liveOf(key: string, query = ''): Promise<Live> {
  return recordIn(await restOf(h, key).get(`/live${query}`)) as unknown as Live;
}

const view = (visitor_id: string, minutes: number, more: object = {}) => ({
  type: 'event',
  name: 'page_view',
  visitor_id,
  timestamp: ago(minutes),
  context: { page: { url: `https://shop.example/${minutes}`, title: `Page ${minutes}` } },
  ...more,
});

test('shows visitors, their page, visit, company and person, and counts each minute', async () => {
  const { productionKey, secretKey, id } = await h.newWorkspace();
  const [ada, guest, gone] = [randomUUID(), randomUUID(), randomUUID()];
  const since = ago(12);
  await h.send(
    [
      view(ada, 12, { timestamp: since }),
      view(ada, 2),
      {
        type: 'identify',
        visitor_id: ada,
        timestamp: ago(2),
        email: 'ada@siemens.com',
        name: 'Ada',
      },
      view(guest, 20),
      view(gone, 45),
    ],
    productionKey,
  );
  await h.settle();
  const live = await liveOf(secretKey);
  expect(live).toMatchObject({ visitors_5_minutes: 1, visitors_30_minutes: 2 });
  expect(live.visitors.map(({ visitor_id }) => visitor_id)).toEqual([ada, guest]);
  expect(live.visitors[0]).toMatchObject({
    page: { url: 'https://shop.example/2', title: 'Page 2' },
    page_view_count: 2,
    source: 'website',
    channel: 'direct',
    company: { domain: 'siemens.com' },
    identity: { email: 'ada@siemens.com', name: 'Ada' },
    since: `${since.slice(0, 19)}Z`,
  });
  expect(live.visitors[1]).toMatchObject({ company: null, identity: null });
  expect(live.minutes).toHaveLength(30);
  expect(live.minutes.reduce((sum, { page_views }) => sum + page_views, 0)).toBe(3);
  expect(live.minutes.filter(({ visitors }) => visitors > 0)).toHaveLength(3);
  const second = await liveOf(secretKey, '?limit=1&offset=1');
  expect(second).toMatchObject({ visitors_30_minutes: 2, visitors: [{ visitor_id: guest }] });
  const { key } = await h.newKey({ workspaceId: id, scopes: ['visitors:read'] });
  expect((await liveOf(key)).visitors[0]).toMatchObject({
    company: null,
    identity: { name: 'Ada' },
  });
  expect(await liveOf(secretKey, '?test=true')).toMatchObject({ visitors_30_minutes: 0 });
});

test('counts what happened now though a clock is wrong, and not what happened long ago though it came now', async () => {
  const { productionKey, secretKey } = await h.newWorkspace();
  const [wrong, plain, late] = [randomUUID(), randomUUID(), randomUUID()];
  // A device whose clock is three days behind says so by `sent_at`.
  await sendBatch(productionKey, ago(3 * 24 * 60), [view(wrong, 3 * 24 * 60)]);
  await h.send(
    [{ type: 'event', name: 'page_view', visitor_id: plain, message_id: 'row 1' }, view(late, 180)],
    productionKey,
  );
  const live = await liveOf(secretKey);
  expect(live.visitors_5_minutes).toBe(2);
  expect(new Set(live.visitors.map(({ visitor_id }) => visitor_id))).toEqual(
    new Set([wrong, plain]),
  );
});

test('leaves bots out and shows a visitor with two visits once', async () => {
  const { productionKey, secretKey } = await h.newWorkspace();
  const [visitor, bot] = [randomUUID(), randomUUID()];
  const sessions = [randomUUID(), randomUUID()];
  await h.send(
    [
      ...sessions.map((session_id, place) => view(visitor, 4 - place, { session_id })),
      view(bot, 1, { context: { user_agent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' } }),
    ],
    productionKey,
  );
  const live = await liveOf(secretKey);
  expect(live.visitors_30_minutes).toBe(1);
  expect(live.visitors).toMatchObject([{ visitor_id: visitor, session_id: sessions[1] }]);
});

test('a visit that began hours ago is here as one that began just now is', async () => {
  const { productionKey, secretKey } = await h.newWorkspace();
  const [long, short] = [randomUUID(), randomUUID()];
  const session_id = randomUUID();
  const minutes = [150, 125, 100, 75, 50, 25, 3];
  await h.send(
    [...minutes.map((each) => view(long, each, { session_id })), view(short, 2)],
    productionKey,
  );
  const live = await liveOf(secretKey);
  expect(live).toMatchObject({ visitors_5_minutes: 2, visitors_30_minutes: 2 });
  expect(live.visitors).toMatchObject([
    { visitor_id: short, page_view_count: 1 },
    { visitor_id: long, session_id, page_view_count: minutes.length },
  ]);
  expect(live.minutes.reduce((sum, { page_views }) => sum + page_views, 0)).toBe(3);
});

async function sendBatch(key: TestWorkspace['productionKey'], sent_at: string, batch: object[]) {
  const response = await fetch(`${h.url}/ingest/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-key': key },
    body: JSON.stringify({ batch, sent_at }),
  });
  expect(await response.json()).toMatchObject({ data: { accepted: batch.length } });
}
