/*
 * Marketing on www, signing up on app, with senders that share no cookie: two visitors of one person, the second of
 * whom comes from a page of the same site. The campaign that brought the person to www has its credit.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });

const agent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 9, minute)).toISOString();
const email = 'ada@engines.example';

/** What both hosts send, in time order. */
function journey() {
  const [www, app] = [0, 1].map(() => ({ visitor_id: randomUUID(), session_id: randomUUID() }));
  const onWww = {
    user_agent: agent,
    page: {
      url: 'https://www.tidemark.example/?utm_source=google',
      referrer: 'https://www.google.com/',
    },
    campaign: { name: 'spring', source: 'google', medium: 'cpc' },
  };
  const onApp = {
    user_agent: agent,
    page: { url: 'https://app.tidemark.example/signup', referrer: 'https://www.tidemark.example/' },
  };
  const messages = [
    { type: 'event', name: 'page_view', ...www, timestamp: at(0), context: onWww },
    { type: 'identify', email, ...www, timestamp: at(1), context: onWww },
    { type: 'event', name: 'page_view', ...app, timestamp: at(3), context: onApp },
    { type: 'identify', email, ...app, timestamp: at(4), context: onApp },
    {
      type: 'conversion',
      name: 'signup',
      value: 99.99,
      currency: 'EUR',
      ...app,
      timestamp: at(5),
      context: onApp,
    },
  ];
  return { www, app, messages };
}

async function credited(messages: object[][]) {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  for (const some of messages) {
    await h.send(some, workspace.productionKey);
    await h.settle();
  }
  const [conversion] = pageIn(await rest.get('/conversions')).data;
  const [spring] = pageIn(await rest.get('/campaigns')).data;
  const performance = async (query = '') =>
    recordIn(await rest.get(`/campaigns/${spring?.id}/performance${query}`));
  return { rest, workspace, conversion, performance };
}

const earned = (value: number) => [{ currency: 'EUR', value }];

test('the visit to the app is direct, and its signup is to the credit of the campaign of www', async () => {
  const { www, app, messages } = journey();
  const { rest, conversion, performance } = await credited([messages]);
  const sessions = pageIn(await rest.get(`/visitors/${app?.visitor_id}/sessions`)).data;
  expect(sessions).toMatchObject([{ source: 'website', channel: 'direct' }]);
  expect(conversion).toMatchObject({
    ...app,
    first_touch: { ...www, source: 'campaign' },
    last_non_direct: { ...www, source: 'campaign' },
    last_touch: { ...app, source: 'website', campaign_id: null },
  });
  const whole = { conversions: 1, revenue: earned(99.99) };
  expect(await performance()).toMatchObject({ model: 'last_non_direct', ...whole });
  expect(await performance('?model=first_touch')).toMatchObject(whole);
  const half = { conversions: 0.5, revenue: earned(50) };
  expect(await performance('?model=linear')).toMatchObject(half);
  expect(await performance('?model=position')).toMatchObject(half);
  expect(await performance('?model=last_touch')).toMatchObject({ conversions: 0, revenue: [] });
});

test('it is the same when what www sent comes after all that the app sent', async () => {
  const { www, messages } = journey();
  const late = [messages.slice(2), messages.slice(1, 2), messages.slice(0, 1)];
  const { conversion, performance } = await credited(late);
  expect(conversion).toMatchObject({ first_touch: www, last_non_direct: www });
  expect(await performance()).toMatchObject({ conversions: 1, revenue: earned(99.99) });
});

test('without a name on www nobody knows that it was the same person, until it turns out before they convert', async () => {
  const { www, app, messages } = journey();
  const unnamed = messages.filter(
    ({ type, visitor_id }) => type !== 'identify' || visitor_id === app?.visitor_id,
  );
  const alone = await credited([unnamed]);
  expect(alone.conversion).toMatchObject({ first_touch: app, last_non_direct: app });
  // A link in a mail that is opened on www, where the page names who reads it.
  const later = { type: 'identify', email, ...www, timestamp: at(4) };
  const result = await credited([[...unnamed, later]]);
  expect(result.conversion).toMatchObject({ first_touch: www, last_non_direct: www });
});

test('visitors that a human parts are credited apart, and together again when that is undone', async () => {
  const { www, app, messages } = journey();
  const { rest, conversion } = await credited([messages]);
  const read = async () => {
    await h.settle();
    return recordIn(await rest.get(`/conversions/${conversion?.id}`));
  };
  const made = await rest.post(`/identities/${conversion?.identity_id}/split`, {
    visitor_ids: [www?.visitor_id],
  });
  expect(made.status, made.text).toBe(200);
  expect(await read()).toMatchObject({ first_touch: app, last_non_direct: app });
  const { identity_override_id } = recordIn(made);
  expect((await rest.post(`/identity-overrides/${identity_override_id}/undo`, {})).status).toBe(
    200,
  );
  expect(await read()).toMatchObject({ first_touch: www, last_non_direct: www });
});
