/* Official senders for backends, unmodified, against the service: what is stored, and by what right. */
import RudderAnalytics from '@rudderstack/rudder-sdk-node';
import { Analytics } from '@segment/analytics-node';
import { Umami } from '@umami/node';
import { PostHog } from 'posthog-node';
import { expect, test, vi } from 'vitest';
import { createSigningSecret } from '../../accounts/keys/signing-secrets.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { storedRows } from '../../testing/stored-rows.ts';

const h = await sharedHarness();

/** A workspace of its own, and its write key with a signing secret behind it. */
async function proved() {
  const workspace = await h.newWorkspace();
  const { secret } = await h.db.system((tx) => createSigningSecret(tx, workspace.id, 'Test'));
  return { ...workspace, provedKey: `${workspace.productionKey}:${secret}` };
}

const anonymousId = '5f0c8f4e-6f0a-4f0e-9c3f-0d3c7a1b2e4f';
/** As the scripts of PostHog make them. */
const browserId = '01a20500-e405-78cb-85cd-bf611056f2c3';
const url = 'https://shop.example/plans';
const order = { order_id: 'o1', revenue: 49.9, currency: 'EUR' };

test('@segment/analytics-node', async () => {
  const workspace = await proved();
  const errors: unknown[] = [];
  const segment = new Analytics({ writeKey: workspace.provedKey, host: h.url, path: '/v1/batch' });
  segment.on('error', (error) => errors.push(error));
  segment.page({ anonymousId, properties: { url, title: 'Plans' } });
  segment.identify({ userId: 'u1', anonymousId, traits: { email: 'ada@siemens.com', plan: 'x' } });
  segment.track({ userId: 'u1', event: 'Order Completed', properties: order });
  segment.track({ anonymousId: 'no uuid', event: 'Seen' });
  segment.screen({ userId: 'u1', name: 'Home' });
  segment.group({ userId: 'u1', groupId: 'g1', traits: { name: 'Acme' } });
  segment.alias({ userId: 'u1', previousId: anonymousId });
  segment.alias({ userId: 'u2', previousId: 'u1' });
  await segment.closeAndFlush();
  expect(errors).toEqual([]);
  const { events, ...rows } = await storedRows(h, workspace);
  expect(rows).toEqual({
    conversions: [
      {
        name: 'Order Completed',
        value: 49.9,
        currency: 'EUR',
        external_id: 'o1',
        verification_level: 'signed',
      },
    ],
    people: [{ email: 'ada@siemens.com', traits: { plan: 'x' } }],
    failed: [],
  });
  expect(events).toHaveLength(7);
  expect(events).toEqual(
    expect.arrayContaining([
      { type: 'event', name: 'page_view', url, title: 'Plans' },
      { type: 'event', name: 'Seen' },
      { type: 'event', name: 'screen_view', properties: { name: 'Home' } },
      { type: 'event', name: 'group', properties: { group_id: 'g1', name: 'Acme' } },
    ]),
  );
});

test('@rudderstack/rudder-sdk-node', async () => {
  const workspace = await proved();
  const rudder = new RudderAnalytics(workspace.provedKey, { dataPlaneUrl: h.url, flushAt: 20 });
  rudder.page({ userId: 'u1', name: 'Plans', properties: { url } });
  rudder.identify({ userId: 'u1', traits: { email: 'ada@siemens.com', name: 'Ada' } });
  rudder.track({ userId: 'u1', event: 'Order Completed', properties: order });
  rudder.screen({ userId: 'u1', name: 'Home', properties: { depth: 1 } });
  rudder.group({ userId: 'u1', groupId: 'g1', traits: { name: 'Acme' } });
  rudder.alias({ userId: 'u1', previousId: anonymousId });
  rudder.alias({ userId: 'u2', previousId: 'u1' });
  await rudder.flush();
  const { events, ...rows } = await storedRows(h, workspace);
  expect(events).toHaveLength(6);
  expect(events).toEqual(
    expect.arrayContaining([
      { type: 'event', name: 'page_view', url, properties: { name: 'Plans' } },
      { type: 'event', name: 'screen_view', properties: { name: 'Home', depth: 1 } },
      { type: 'event', name: 'group', properties: { group_id: 'g1', name: 'Acme' } },
    ]),
  );
  expect(rows).toEqual({
    conversions: [
      {
        name: 'Order Completed',
        value: 49.9,
        currency: 'EUR',
        external_id: 'o1',
        verification_level: 'signed',
      },
    ],
    people: [{ email: 'ada@siemens.com', name: 'Ada' }],
    failed: [],
  });
});

test.each(['v0', 'v1'])('posthog-node, as it sends in its mode %s', async (mode) => {
  vi.stubEnv('POSTHOG_CAPTURE_MODE', mode);
  const workspace = await proved();
  const posthog = new PostHog(workspace.provedKey, { host: h.url });
  const errors: unknown[] = [];
  posthog.on('error', (error) => errors.push(error));
  posthog.identify({ distinctId: 'u1', properties: { email: 'ada@siemens.com', plan: 'x' } });
  posthog.capture({ distinctId: 'u1', event: 'Order Completed', properties: order });
  posthog.capture({ distinctId: 'u1', event: 'Seen', properties: { $set: { plan: 'y' } } });
  posthog.capture({ distinctId: browserId, event: '$pageview', properties: { $current_url: url } });
  posthog.alias({ distinctId: 'u1', alias: browserId });
  posthog.alias({ distinctId: 'u1', alias: 'u2' });
  posthog.groupIdentify({ groupType: 'company', groupKey: 'g1', properties: { name: 'Acme' } });
  await posthog.shutdown();
  // The newer one is told event by event what was dropped: two people who are not joined, and a group.
  expect(errors).toHaveLength(mode === 'v1' ? 1 : 0);
  const { events, ...rows } = await storedRows(h, workspace);
  expect(rows).toEqual({
    conversions: [
      {
        name: 'Order Completed',
        value: 49.9,
        currency: 'EUR',
        external_id: 'o1',
        verification_level: 'signed',
      },
    ],
    people: [{ email: 'ada@siemens.com', traits: { plan: 'y' } }],
    failed: [],
  });
  expect(events).toHaveLength(6);
  expect(events).toEqual(
    expect.arrayContaining([
      { type: 'event', name: 'Seen' },
      { type: 'event', name: 'page_view', url },
    ]),
  );
});

test('@umami/node', async () => {
  const workspace = await proved();
  const umami = new Umami({ websiteId: workspace.provedKey, hostUrl: h.url });
  const page = {
    hostname: 'shop.example',
    url: '/plans',
    ip: '203.0.113.7',
    userAgent: 'Mozilla/5.0',
  };
  const answers = [
    await umami.send({ website: workspace.provedKey, ...page }),
    await umami.send({
      website: workspace.provedKey,
      ...page,
      name: 'Bought',
      data: { revenue: 5 },
    }),
    await umami.identify({ email: 'ada@siemens.com', plan: 'x' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { events, ...rows } = await storedRows(h, workspace);
  expect(rows).toEqual({
    conversions: [{ name: 'Bought', value: 5, verification_level: 'signed' }],
    people: [{ email: 'ada@siemens.com', traits: { plan: 'x' } }],
    failed: [],
  });
  expect(events).toContainEqual({ type: 'event', name: 'page_view', url });
});
