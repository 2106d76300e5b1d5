/* What development keys send ends as live data does, and apart from it, also where ids are the same. */
import { expect, test } from 'vitest';
import type { TestWorkspace } from './harness.ts';
import { sharedHarness } from './shared-harness.ts';

// Its messages tell of months ago.
const h = await sharedHarness({ trust: 'open' });

const visitor_id = '00000000-0000-4000-8001-000000000001';
const session_id = '00000000-0000-4000-8002-000000000001';

function at(minute: number, message: object) {
  const context = { page: { url: `https://shop.example/${minute}` } };
  const timestamp = `2026-10-01T10:${minute}:00Z`;
  return { visitor_id, timestamp, message_id: `m${minute}`, context, ...message };
}

async function sendEach(key: string, messages: object[]) {
  for (const message of messages) {
    await h.send(message, key);
    await h.settle();
  }
}

/** A list of the REST API. */
async function read({ secretKey }: TestWorkspace, path: string) {
  const answer = await h.fetch(`/api/v1${path}`, {
    headers: { authorization: `Bearer ${secretKey}` },
  });
  return ((await answer.json()) as { data: { id: string }[] }).data;
}

test('a session that a message names takes in what came just before', async () => {
  const workspace = await h.newWorkspace();
  await sendEach(workspace.developmentKey, [
    at(10, { type: 'event', name: 'page_view' }),
    at(20, { type: 'event', name: 'page_view', session_id }),
  ]);
  const sessions = await read(workspace, `/visitors/${visitor_id}/sessions?test=true`);
  expect(sessions).toMatchObject([{ id: session_id, event_count: 2 }]);
});

test('a late identify assigns everything after it', async () => {
  const workspace = await h.newWorkspace();
  await sendEach(workspace.developmentKey, [
    at(20, { type: 'conversion', name: 'signup', session_id }),
    at(30, { type: 'identify', email: 'bob@firm.example', session_id }),
    at(10, { type: 'identify', email: 'ada@firm.example', session_id }),
  ]);
  const [ada] = await read(workspace, '/identities?test=true&email=ada@firm.example');
  const conversions = await read(workspace, '/conversions?test=true');
  expect(conversions).toMatchObject([{ identity_id: ada?.id }]);
});

test('an identify assigns the conversions of its own environment to the person, and no others', async () => {
  const workspace = await h.newWorkspace();
  const signup = at(10, { type: 'conversion', name: 'signup', session_id });
  await sendEach(workspace.productionKey, [signup]);
  await sendEach(workspace.developmentKey, [
    signup,
    at(20, { type: 'identify', email: 'ada@firm.example', session_id }),
  ]);
  const [ada] = await read(workspace, '/identities?test=true');
  expect(await read(workspace, '/conversions')).toMatchObject([{ identity_id: null }]);
  const ofTest = await read(workspace, '/conversions?test=true');
  expect(ofTest).toMatchObject([{ identity_id: ada?.id }]);
});
