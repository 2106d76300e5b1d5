/* The dashboard's API: whose session it takes, from where, and for which workspace. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Answer } from '../../testing/post.ts';
import { recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { fromPage, memberClient, signedIn } from '../../testing/signed-in.ts';

const h = await sharedHarness();
const ann = await signedIn(h, { name: 'Ann' });

function expectRefused(answer: Answer, status: number, reason?: string) {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.body).toMatchObject({
    error: status === 401 ? 'unauthorized' : 'forbidden',
    ...(reason && { details: { reason } }),
  });
}

test('a member reads and writes by a session as a key does, and the answer names the workspace', async () => {
  const made = await ann.post('/leads', { code: 'L-1' });
  expect(made.status).toBe(201);
  expect(made.headers.get('x-workspace-id')).toBe(h.workspace.id);
  expect(made.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
  const lead = recordIn(made);
  const read = await ann.get(`/leads/${lead.id}`);
  expect(recordIn(read).code).toBe('L-1');
  expect(recordIn(await restOf(h).get(`/leads/${lead.id}`))).toEqual(recordIn(read));
  const etag = read.headers.get('etag') ?? '';
  expect((await ann.get(`/leads/${lead.id}`, { 'if-none-match': etag })).status).toBe(304);
  const stale = await ann.patch(`/leads/${lead.id}`, { code: 'L-2' }, { 'if-match': '"x"' });
  expect(stale.status).toBe(412);
});

test('who is signed in, with all of their workspaces', async () => {
  const { id } = await h.newWorkspace('Another');
  const eve = await signedIn(h, { workspaceId: id, role: 'viewer', name: 'Eve' });
  expect((await eve.get('/me')).body).toEqual({
    data: {
      user: { id: eve.id, email: eve.email, name: 'Eve', username: '', avatar: '', language: 'en' },
      role: 'viewer',
      pii: 'shown',
      workspace: {
        id,
        name: 'Another',
        features: expect.arrayContaining(['api', 'companies']),
        time_zone: 'UTC',
        second_factor_required: false,
      },
      workspaces: [{ id, name: 'Another', role: 'viewer' }],
      has_second_factor: false,
    },
  });
});

test('without a session, or with one that was made up, nobody is let in', async () => {
  const get = (headers: Record<string, string>) =>
    fromPage(h, 'GET', '/dashboard/api/leads', { headers });
  const [name = '', value = ''] = ann.cookie.split('=');
  const [token = '', signature = ''] = decodeURIComponent(value).split('.');
  const texts = new Set<string>();
  for (const cookie of [
    '',
    `${name}=`,
    `${name}=%E0%A4%A`,
    `${name}=${token}`,
    `${name}=${encodeURIComponent(`${token}.${signature.slice(1)}`)}`,
    `${name}=${encodeURIComponent(`${token}x.${signature}`)}`,
    `__Host-${name}=${value}`,
  ]) {
    const answer = await get({ cookie, 'x-workspace-id': h.workspace.id });
    expectRefused(answer, 401);
    expect(answer.headers.has('x-workspace-id')).toBe(false);
    texts.add(answer.text);
  }
  expect(texts.size).toBe(1);
  expectRefused(await get({ authorization: `Bearer ${h.workspace.secretKey}` }), 401);
});

test('a foreign workspace answers like a missing one; an invalid id is an error', async () => {
  const { id: foreign } = await h.newWorkspace();
  const answers = await Promise.all(
    [foreign, randomUUID()].map((id) => memberClient(h, ann.cookie, id).get('/leads')),
  );
  for (const answer of answers) expectRefused(answer, 403, 'not_a_member');
  expect(answers[0]?.text).toBe(answers[1]?.text);
  expect((await memberClient(h, ann.cookie, 'x').get('/leads')).status).toBe(400);
  const inQuery = await fromPage(h, 'GET', `/dashboard/api/leads?workspace=${h.workspace.id}`, {
    headers: { cookie: ann.cookie },
  });
  expect(inQuery.headers.get('x-workspace-id')).toBe(h.workspace.id);
});

test('the REST API, MCP and ingest never look at cookies', async () => {
  for (const [method, path] of [
    ['GET', '/api/v1/leads'],
    ['POST', '/api/v1/leads'],
    ['POST', '/mcp'],
    ['GET', '/api/v1/me'],
    ['POST', '/ingest'],
  ] as const) {
    const response = await fetch(h.url + path, {
      method,
      headers: { ...ann.headers, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
    });
    await response.text();
    expect([401, 404], path).toContain(response.status);
  }
});

test('a request from a page of another site changes and reveals nothing', async () => {
  const before = (await ann.get('/leads')).text;
  const strangers: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${h.url}.evil.example` },
    { origin: 'http://localhost:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ];
  for (const headers of strangers) {
    const refused = await ann.post('/leads', {}, headers);
    expectRefused(refused, 403, 'other_site');
    expect(refused.headers.has('access-control-allow-origin')).toBe(false);
  }
  const { origin: _, ...withoutOrigin } = ann.headers;
  const bare = await fetch(`${h.url}/dashboard/api/leads`, {
    method: 'POST',
    headers: { ...withoutOrigin, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(bare.status).toBe(403);
  await bare.text();
  const form = await fetch(`${h.url}/dashboard/api/leads`, {
    method: 'POST',
    headers: { ...ann.headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'code=1',
  });
  expect(form.status).toBe(415);
  await form.text();
  for (const site of ['cross-site', 'same-site']) {
    expectRefused(await ann.get('/leads', { 'sec-fetch-site': site }), 403, 'other_site');
  }
  expect((await ann.get('/leads')).text).toBe(before);
});

test('the very next request of a session that was ended is refused, and of a member who was removed', async () => {
  const bob = await signedIn(h, { role: 'member' });
  expect((await bob.get('/leads')).status).toBe(200);
  await h.db.system((tx) => tx`delete from user_sessions where user_id = ${bob.id}`);
  expectRefused(await bob.get('/leads'), 401);
  const eve = await signedIn(h, { role: 'member' });
  expect((await eve.post('/leads', {})).status).toBe(201);
  await h.db.system((tx) => tx`delete from workspace_members where user_id = ${eve.id}`);
  expectRefused(await eve.post('/leads', {}), 403, 'not_a_member');
});

test('a stream names its workspace in the query', async () => {
  const response = await fetch(
    `${h.url}/dashboard/api/changes/stream?workspace=${h.workspace.id}`,
    { headers: { cookie: ann.cookie, 'sec-fetch-site': 'same-origin' } },
  );
  expect(response.status).toBe(200);
  expect((await ann.post('/leads', {})).status).toBe(201);
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (text.includes('event: change')) break;
  }
  expect(text).toContain('event: change');
});
