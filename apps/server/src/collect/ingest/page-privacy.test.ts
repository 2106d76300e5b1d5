/* What of the addresses and titles of pages is stored, and shown. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startHarness } from '../../testing/harness.ts';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { tablesWith } from '../../testing/tables.ts';

const h = await startHarness();
const secret = 'hunter2-secret';

test('tokens, addresses and passwords of page addresses, referrers, titles and tags are stored nowhere', async () => {
  const visitor_id = randomUUID();
  const page = {
    url: `https://ada:${secret}@shop.example/reset?token=${secret}&email=ada@example.com&password=${secret}&utm_source=news#${secret}`,
    path: '/reset',
    title: 'Welcome ada@example.com, card 4111 1111 1111 1111',
    referrer: `https://app.example/mail/ada@example.com?session=${secret}`,
  };
  const context = { page, campaign: { source: 'news', term: 'ada@example.com' } };
  const data = await h.send([
    { type: 'event', name: 'page_view', visitor_id, context },
    { type: 'session', action: 'start', visitor_id, session_id: randomUUID(), context },
    { type: 'event', name: 'x', visitor_id, context: { page: { path: `/a?password=${secret}` } } },
  ]);
  expect(data.accepted).toBe(3);
  await h.settle();
  for (const name of await tablesWith(h.db, 'workspace_id')) {
    const rows = await h.db.system(
      (tx) => tx<{ row: string }[]>`
        select t::text as row from ${tx(name)} t
        where t::text like ${`%${secret}%`} or t::text like '%ada@example.com%' or t::text like '%4111 1111%'`,
    );
    expect([name, ...rows.map(({ row }) => row)]).toEqual([name]);
  }
  const rest = restOf(h);
  const visitor = recordIn(await rest.get(`/visitors/${visitor_id}`));
  expect(visitor).toMatchObject({
    entry_url: 'https://shop.example/reset?utm_source=news',
    referrer: 'https://app.example/mail/[email]',
    campaign: { source: 'news', term: '[email]' },
  });
});

test('mail link parameters are stored as present, without the recipient', async () => {
  const visitor_id = randomUUID();
  const recipient = 'UNIQID7f3a9c';
  const page = { url: `https://shop.example/?mc_eid=${recipient}&mkt_tok=${recipient}` };
  const context = { page, click_ids: { mc_eid: recipient, MKT_TOK: recipient } };
  await h.send({ type: 'event', name: 'page_view', visitor_id, context });
  await h.settle();
  for (const name of await tablesWith(h.db, 'workspace_id')) {
    const rows = await h.db.system(
      (tx) => tx<{ row: string }[]>`
        select t::text as row from ${tx(name)} t where t::text like ${`%${recipient}%`}`,
    );
    expect([name, ...rows.map(({ row }) => row)]).toEqual([name]);
  }
  expect(recordIn(await restOf(h).get(`/visitors/${visitor_id}`))).toMatchObject({
    source: 'campaign',
    channel: 'email',
    channel_group: 'Email',
    origin: 'Mailchimp',
    entry_url: 'https://shop.example/',
  });
});

test('tags, click ids and what was searched for are found as before', async () => {
  const visitor_id = randomUUID();
  const page = {
    url: 'https://shop.example/?gclid=Cj0KCQiA4NWrBhD-ARIsAFCKwWt0&utm_campaign=spring',
    referrer: 'https://www.google.com/search?q=lead+scoring&sxsrf=AB5stBgx7d5',
  };
  const context = { page, click_ids: { gclid: 'Cj0KCQiA4NWrBhD-ARIsAFCKwWt0' } };
  await h.send({ type: 'event', name: 'page_view', visitor_id, context });
  const rest = restOf(h);
  expect(pageIn(await rest.get(`/visitors/${visitor_id}/sessions`)).data).toMatchObject([
    {
      channel: 'paid',
      channel_group: 'Paid Search',
      click_ids: context.click_ids,
      entry_url: page.url,
      referrer: 'https://www.google.com/search?q=lead+scoring',
    },
  ]);
});

test('a workspace keeps the parameters that it names', async () => {
  const { productionKey, secretKey } = await h.newWorkspace('Test', {
    url_parameters: ['product'],
  });
  const visitor_id = randomUUID();
  const page = { url: 'https://shop.example/?product=7&token=1' };
  await h.send({ type: 'event', name: 'page_view', visitor_id, context: { page } }, productionKey);
  const visitor = recordIn(await restOf(h, secretKey).get(`/visitors/${visitor_id}`));
  expect(visitor.entry_url).toBe('https://shop.example/?product=7');
});
