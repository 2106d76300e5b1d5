/* What development keys send ends as live data does, and apart from it, also where ids are the same. */
import { expect, test } from 'vitest';
import { startHarness, type TestWorkspace } from './harness.ts';

const h = await startHarness();

const visitor_id = '00000000-0000-4000-8001-000000000001';
const session_id = '00000000-0000-4000-8002-000000000001';

function at(minute: number, message: object) {
  const context = { page: { url: `https://shop.example/${minute}` } };
  const timestamp = `2026-10-01T10:${minute}:00Z`;
  return { visitor_id, timestamp, message_id: `m${minute}`, context, ...message };
}

async function sendEach(workspace: TestWorkspace, key: string, messages: object[]) {
  for (const message of messages) {
    await h.send(message, key);
    await h.settle();
  }
  return h.client(workspace.secretKey);
}

test('a session that a message names takes in what came just before', async () => {
  const workspace = await h.newWorkspace();
  const client = await sendEach(workspace, workspace.developmentKey, [
    at(10, { type: 'event', name: 'page_view' }),
    at(20, { type: 'event', name: 'page_view', session_id }),
  ]);
  const { data } = await client.listVisitorSessions(visitor_id, { test: true });
  expect(data).toMatchObject([{ id: session_id, event_count: 2 }]);
});

test('a late naming tells whose everything after it was', async () => {
  const workspace = await h.newWorkspace();
  const client = await sendEach(workspace, workspace.developmentKey, [
    at(20, { type: 'conversion', name: 'signup', session_id }),
    at(30, { type: 'identify', email: 'bob@firm.example', session_id }),
    at(10, { type: 'identify', email: 'ada@firm.example', session_id }),
  ]);
  const { data: people } = await client.listIdentities({ test: true, email: 'ada@firm.example' });
  const { data: conversions } = await client.listConversions({ test: true });
  expect(conversions).toMatchObject([{ identity_id: people[0]?.id }]);
});

test('a naming gives the conversions of its own environment to the person, and no others', async () => {
  const workspace = await h.newWorkspace();
  const signup = at(10, { type: 'conversion', name: 'signup', session_id });
  await sendEach(workspace, workspace.productionKey, [signup]);
  const client = await sendEach(workspace, workspace.developmentKey, [
    signup,
    at(20, { type: 'identify', email: 'ada@firm.example', session_id }),
  ]);
  const { data: people } = await client.listIdentities({ test: true });
  const { data: live } = await client.listConversions();
  const { data: test } = await client.listConversions({ test: true });
  expect(live).toMatchObject([{ identity_id: null }]);
  expect(test).toMatchObject([{ identity_id: people[0]?.id }]);
});
