import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { TestWorkspace } from '../../testing/harness.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();

async function leadsOf(workspace: TestWorkspace, query: object = {}) {
  return (await h.client(workspace.secretKey).leads.list(query)).data;
}

async function personOf(workspace: TestWorkspace, email: string) {
  return (await h.client(workspace.secretKey).identities.list({ email })).data[0];
}

/** A visitor of a new workspace, and how it sends. */
async function newVisitor() {
  const workspace = await h.newWorkspace();
  const ids = { visitor_id: randomUUID(), session_id: randomUUID() };
  const send = (message: object, visitor: object = ids) =>
    h.send({ ...visitor, ...message }, workspace.productionKey);
  return { workspace, ids, send };
}

const conversion = { type: 'conversion', name: 'signup' };

test('a conversion opens a lead, with its session, source and properties, and with a code to read aloud', async () => {
  const { workspace, ids, send } = await newVisitor();
  await send({ ...conversion, properties: { plan: 'team' } });
  const leads = await leadsOf(workspace);
  expect(leads).toMatchObject([
    {
      ...ids,
      workspace_id: workspace.id,
      source: 'website',
      properties: { plan: 'team' },
      location: {},
      identity_id: null,
      summary: null,
      company_id: null,
    },
  ]);
  expect(leads[0]?.code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
  expect(leads[0]?.updated_at).toBe(leads[0]?.created_at);
});

test('events and sessions alone open no lead, nor does a conversion with lead: false', async () => {
  const { workspace, send } = await newVisitor();
  await send({ type: 'event', name: 'page_view' });
  await send({ type: 'session', action: 'end' });
  await send({ ...conversion, lead: false });
  await send({ ...conversion, lead: false, email: 'nobody@example.com' });
  expect(await leadsOf(workspace)).toEqual([]);
});

test('the code of a conversion becomes the code of its lead', async () => {
  const { workspace, send } = await newVisitor();
  await send({ ...conversion, code: 'FAIR-2026 ✓' });
  expect(await leadsOf(workspace, { code: 'FAIR-2026 ✓' })).toHaveLength(1);
  expect(await leadsOf(workspace, { code: 'fair-2026 ✓' })).toHaveLength(0);
});

test('the first identify opens a lead, the next ones of the same person none', async () => {
  const { workspace, send } = await newVisitor();
  const email = 'lead@example.com';
  await send({ type: 'identify', email });
  const [lead, ...others] = await leadsOf(workspace);
  expect(others).toEqual([]);
  expect(lead?.identity_id).toBe((await personOf(workspace, email))?.id);
  await send({ type: 'identify', email });
  await send({ type: 'identify', email }, { visitor_id: randomUUID() });
  await send(conversion, { visitor_id: randomUUID(), email });
  await send(conversion);
  expect(await leadsOf(workspace)).toEqual([lead]);
});

test('an open lead is completed by who the visitor turns out to be, and shows that it changed', async () => {
  const { workspace, ids, send } = await newVisitor();
  await send(conversion);
  const [before] = await leadsOf(workspace);
  await sleep(1_100);
  await send({ type: 'identify', email: 'known@example.com' });
  const [after, ...others] = await leadsOf(workspace);
  expect(others).toEqual([]);
  const person = await personOf(workspace, 'known@example.com');
  expect(after).toEqual({ ...before, identity_id: person?.id, updated_at: after?.updated_at });
  expect(after?.updated_at && before?.updated_at && after.updated_at > before.updated_at).toBe(
    true,
  );
  expect(after?.visitor_id).toBe(ids.visitor_id);
});

test('conversion and identify in one batch, in either order, make one lead of a known person', async () => {
  for (const isFirst of [true, false]) {
    const workspace = await h.newWorkspace();
    const visitor_id = randomUUID();
    const messages = [
      { ...conversion, visitor_id },
      { type: 'identify', visitor_id, email: 'both@example.com' },
    ];
    await h.send(isFirst ? messages : messages.toReversed(), workspace.productionKey);
    const person = await personOf(workspace, 'both@example.com');
    expect(await leadsOf(workspace)).toMatchObject([{ identity_id: person?.id }]);
  }
});

test('each person on a shared device gets a lead of their own, one by one or in a batch, in time or late', async () => {
  const emails = ['ada', 'grace', 'edsger', 'barbara'].map((name) => `${name}@example.com`);
  const at = (place: number) => new Date(Date.now() - 60_000 + place * 1_000).toISOString();
  const identifyClaims = emails.map((email, place) => ({
    type: 'identify',
    email,
    timestamp: at(place),
  }));
  for (const parts of [
    identifyClaims.map((identifyClaim) => [identifyClaim]),
    [identifyClaims],
    identifyClaims.toReversed().map((identifyClaim) => [identifyClaim]),
  ]) {
    const { workspace, send, ids } = await newVisitor();
    for (const part of parts) {
      await h.send(
        part.map((identifyClaim) => ({ ...ids, ...identifyClaim })),
        workspace.productionKey,
      );
    }
    await h.settle();
    // They have one already.
    await send(conversion);
    await send({ type: 'identify', email: 'ada@example.com' }, { visitor_id: randomUUID() });
    const people = await Promise.all(emails.map((email) => personOf(workspace, email)));
    const owners = (await leadsOf(workspace)).map(({ identity_id }) => identity_id).toSorted();
    expect(owners).toEqual(people.map((person) => person?.id).toSorted());
  }
});

test('conversions of one visitor at the same time open one lead, and each is counted', async () => {
  const { workspace, ids, send } = await newVisitor();
  await Promise.all(Array.from({ length: 50 }, () => send(conversion)));
  const leads = await leadsOf(workspace);
  expect(leads).toHaveLength(1);
  const rows = await h.db.system(
    (tx) => tx<{ lead_id: string }[]>`
      select lead_id from conversions where visitor_id = ${ids.visitor_id}`,
  );
  expect(rows.map(({ lead_id }) => lead_id)).toEqual(
    Array.from({ length: 50 }, () => leads[0]?.id),
  );
});

test.each([
  [{ campaign: { source: 'newsletter' } }, 'campaign'],
  [{ click_ids: { gclid: 'abc' } }, 'campaign'],
  [{ page: { url: 'https://shop.example/', referrer: 'https://other.example/x' } }, 'referral'],
  [{ page: { url: 'https://shop.example/', referrer: 'https://www.shop.example/x' } }, 'website'],
  [{ campaign: { source: '', medium: null } }, 'website'],
  [{ page: { url: 'nonsense', referrer: 'android-app://com.example' } }, 'referral'],
  [{ page: { url: 'https://shop.example/', referrer: 'nonsense' } }, 'website'],
])('a lead’s source comes from how its visit began: %j', async (context, source) => {
  const { workspace, send } = await newVisitor();
  await send({ type: 'event', name: 'page_view', context });
  await send(conversion);
  expect(await leadsOf(workspace)).toMatchObject([{ source }]);
});

test('a lead that a backend made for the visitor before is used, not doubled', async () => {
  const { workspace, ids, send } = await newVisitor();
  const body = { visitor_id: ids.visitor_id, source: 'fair' };
  const made = await h.client(workspace.secretKey).leads.create(body);
  await send(conversion);
  await send({ type: 'identify', email: 'fair@example.com' });
  const person = await personOf(workspace, 'fair@example.com');
  expect(await leadsOf(workspace)).toMatchObject([
    { id: made.id, source: 'fair', identity_id: person?.id },
  ]);
});
