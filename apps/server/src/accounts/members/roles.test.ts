/* What each role may do, of every operation that there is, as the contract declares it; and what administrators do. */
import { randomUUID } from 'node:crypto';
import { roleScopes, workspaceRoles } from '@footfall/contract/access';
import { memberOperations } from '@footfall/contract/member-operations';
import type { OperationSpec } from '@footfall/contract/operation';
import { operations } from '@footfall/contract/operations';
import { expect, test } from 'vitest';
import { startHarness } from '../../testing/harness.ts';
import type { Answer } from '../../testing/post.ts';
import {
  cookiesIn,
  fromPage,
  memberClient,
  signedIn,
  testPassword,
} from '../../testing/signed-in.ts';
import { together } from '../../testing/together.ts';

const h = await startHarness({ TRUST_PROXY: '127.0.0.1' });
const every: OperationSpec[] = Object.values({ ...operations, ...memberOperations });
const dataIn = ({ body }: Answer) => (body as { data: Record<string, unknown> }).data;
const reasonIn = ({ body }: Answer) =>
  (body as { details?: { reason?: string } } | undefined)?.details?.reason;

/** Of exports one at a time: somebody has few of them at once (surfaces/operations/exports/places.ts). */
async function ofEach(work: (operation: OperationSpec, place: number) => Promise<void>) {
  const files = every.filter(({ file }) => file);
  await together(
    every.filter(({ file }) => !file),
    work,
  );
  for (const [place, operation] of files.entries()) await work(operation, place);
}

/** With input that nothing takes: who may do it is told of that, and nothing is done. */
function tryOut({ method, path }: OperationSpec, headers: Record<string, string>) {
  const url = `/dashboard/api${path.replace(/\{\w+\}/, 'x')}?no_such_parameter=1`;
  return fromPage(h, method, url, {
    headers,
    ...(method !== 'GET' && { body: { no_such_field: 1 } }),
  });
}

test('each role may run exactly the operations of the contract', async () => {
  const headersOf = new Map<string, Record<string, string>>();
  for (const role of workspaceRoles) headersOf.set(role, (await signedIn(h, { role })).headers);
  await ofEach(async (operation) => {
    const { id, roles, scopes } = operation;
    const may = workspaceRoles.filter(
      (role) =>
        (roles === undefined || roles.includes(role)) &&
        (scopes.length === 0 || scopes.some((scope) => roleScopes[role].includes(scope))),
    );
    // The first roles are those that may more: the last one that may is tried, and the first one that may not.
    expect([id, may]).toEqual([id, workspaceRoles.slice(0, may.length)]);
    const [last, next] = workspaceRoles.slice(may.length - 1);
    const answer = await tryOut(operation, headersOf.get(last ?? '') ?? {});
    expect([last, id, answer.status]).toEqual([last, id, 400]);
    if (next === undefined) return;
    const refused = await tryOut(operation, headersOf.get(next) ?? {});
    expect([next, id, refused.status]).toEqual([next, id, 403]);
    expect(reasonIn(refused)).toMatch(/^missing_(role|scope)$/);
  });
});

test('without a session, with an ended one and as a member of another workspace nothing can be done', async () => {
  const ended = await signedIn(h);
  await ended.post('/auth/sign-out');
  await h.db.system((tx) => tx`delete from user_sessions where user_id = ${ended.id}`);
  const { id: elsewhere } = await h.newWorkspace();
  const foreign = await signedIn(h, { workspaceId: elsewhere });
  const removed = await signedIn(h);
  await h.db.system((tx) => tx`delete from workspace_members where user_id = ${removed.id}`);
  const workspace = { 'x-workspace-id': h.workspace.id };
  await ofEach(async (operation, place) => {
    const { id } = operation;
    const unknown = place % 2 === 0 ? workspace : ended.headers;
    expect([id, (await tryOut(operation, unknown)).status]).toEqual([id, 401]);
    const { headers } = place % 2 === 0 ? foreign : removed;
    const answer = await tryOut(operation, { ...headers, ...workspace });
    expect([id, answer.status, reasonIn(answer)]).toEqual([id, 403, 'not_a_member']);
  });
});

test('no operation for members has a path in the REST API', async () => {
  for (const { method, path } of Object.values(memberOperations) as OperationSpec[]) {
    const url = `/api/v1${path.replace(/\{\w+\}/, randomUUID())}`;
    const isRest = Object.values(operations).some(
      (operation: OperationSpec) => operation.path === path && operation.method === method,
    );
    if (isRest) continue;
    const response = await fetch(h.url + url, {
      method,
      headers: { authorization: `Bearer ${h.workspace.secretKey}` },
    });
    await response.text();
    expect([404, 405], `${method} ${path}`).toContain(response.status);
  }
});

test('a role that is changed counts from the next request on; the last administrator stays one', async () => {
  const { id: workspaceId } = await h.newWorkspace();
  const boss = await signedIn(h, { workspaceId });
  const other = await signedIn(h, { workspaceId, role: 'member' });
  const demote = () => boss.patch(`/users/${boss.id}`, { workspace_role: 'viewer' });
  expect((await demote()).status).toBe(409);
  expect((await boss.delete(`/users/${boss.id}`)).status).toBe(409);
  expect((await other.post('/leads', {})).status).toBe(201);
  const changed = await boss.patch(`/users/${other.id}`, { workspace_role: 'viewer' });
  expect(dataIn(changed)).toMatchObject({ id: other.id, workspace_role: 'viewer' });
  expect((await other.post('/leads', {})).status).toBe(403);
  for (const body of [{ workspace_role: 'owner' }, {}, { workspace_role: 'admin', email: 'x@y' }]) {
    expect((await boss.patch(`/users/${other.id}`, body)).status).toBe(400);
  }
  expect((await boss.patch(`/users/${randomUUID()}`, { workspace_role: 'admin' })).status).toBe(
    404,
  );
  expect((await boss.patch(`/users/${other.id}`, { workspace_role: 'admin' })).status).toBe(200);
  // Each would leave the other as the last: one of them is refused.
  const both = await Promise.all([
    boss.patch(`/users/${other.id}`, { workspace_role: 'viewer' }),
    other.patch(`/users/${boss.id}`, { workspace_role: 'viewer' }),
  ]);
  const administrators = await h.db.system(
    (tx) =>
      tx`select from workspace_members where workspace_id = ${workspaceId} and workspace_role = 'admin'`,
  );
  expect(administrators).toHaveLength(1);
  expect(both.some(({ status }) => status === 200)).toBe(true);
});

test('a member without access to personal data sees none from the next request on and administers nothing', async () => {
  const { id: workspaceId } = await h.newWorkspace();
  const boss = await signedIn(h, { workspaceId });
  const viewer = await signedIn(h, { workspaceId, role: 'viewer' });
  const turn = (body: object) => boss.patch(`/users/${viewer.id}`, body);
  const read = async () => (await viewer.get('/users')).text;
  const refused = (await viewer.patch(`/leads/${viewer.id}`, {})).body;
  expect(refused).toMatchObject({ details: { reason: 'missing_scope' } });
  expect(refused).toMatchObject({
    message:
      'This needs the scope leads:write. Use a key with this scope, or ask an admin for a role that includes it.',
  });
  expect(await read()).toContain(boss.email);
  for (const pii of ['hidden', 'shown', 'hidden']) {
    expect(dataIn(await turn({ pii }))).toMatchObject({ workspace_role: 'viewer', pii });
    expect([pii, (await read()).includes(boss.email)]).toEqual([pii, pii === 'shown']);
  }
  expect(dataIn(await viewer.get('/me'))).toMatchObject({
    user: { email: viewer.email },
    pii: 'hidden',
  });
  expect((await turn({ workspace_role: 'admin' })).status).toBe(400);
  expect((await turn({ workspace_role: 'member' })).status).toBe(200);
  expect(await read()).not.toContain(boss.email);
  expect((await turn({ workspace_role: 'admin', pii: 'shown' })).status).toBe(200);

  const email = `${randomUUID()}@example.com`;
  const invite = (role: string) => boss.post('/invitations', { email, role, pii: 'hidden' });
  expect((await invite('admin')).status).toBe(400);
  const token = new URL(String(dataIn(await invite('member')).link)).searchParams.get('token');
  const accepted = await fromPage(h, 'POST', '/auth/invitation/accept', {
    body: { token, name: 'New', password: testPassword },
  });
  const joined = memberClient(h, cookiesIn(accepted), workspaceId);
  expect(dataIn(await joined.get('/me'))).toMatchObject({ role: 'member', pii: 'hidden' });
});

test('viewers export unless the workspace forbids it; members always export', async () => {
  const { id: workspaceId } = await h.newWorkspace();
  const boss = await signedIn(h, { workspaceId });
  const [viewer, member] = [
    await signedIn(h, { workspaceId, role: 'viewer' }),
    await signedIn(h, { workspaceId, role: 'member' }),
  ];
  const allow = (viewers_may_export: boolean) => boss.patch('/settings', { viewers_may_export });
  expect((await viewer.get('/exports/leads')).status).toBe(200);
  expect((await allow(false)).status).toBe(200);
  const refused = await viewer.get('/exports/leads');
  expect([refused.status, reasonIn(refused)]).toEqual([403, 'missing_role']);
  expect((await viewer.get('/leads')).status).toBe(200);
  expect((await member.get('/exports/leads')).status).toBe(200);
  await allow(true);
  expect((await viewer.get('/exports/leads')).status).toBe(200);
});

test('an invitation link is shown once, never listed, can be withdrawn, and is in the audit log', async () => {
  const { id: workspaceId } = await h.newWorkspace('Inviting');
  const boss = await signedIn(h, { workspaceId });
  const email = `${randomUUID()}@Example.com`;
  const made = await boss.post('/invitations', { email, role: 'viewer' });
  expect(made.status, made.text).toBe(201);
  const { link, mail, is_mailed, ...shown } = dataIn(made);
  expect([mail, is_mailed]).toEqual(['none', false]);
  expect(shown).toMatchObject({ email: email.toLowerCase(), role: 'viewer', invited_by: boss.id });
  const listed = await boss.get('/invitations');
  expect(listed.body).toEqual({ data: [shown], pagination: { limit: 50, offset: 0, total: 1 } });
  const token = new URL(String(link)).searchParams.get('token') ?? '';
  expect(h.logLines.join('')).not.toContain(token);

  const again = dataIn(await boss.post('/invitations', { email, role: 'member' }));
  const accept = (by: unknown) =>
    fromPage(h, 'POST', '/auth/invitation/accept', {
      body: {
        token: new URL(String(by)).searchParams.get('token'),
        name: 'New',
        password: testPassword,
      },
    });
  expect((await accept(link)).status).toBe(404);
  const third = dataIn(await boss.post('/invitations', { email: 'x@y.example', role: 'viewer' }));
  expect((await boss.delete(`/invitations/${third.id}`)).status).toBe(204);
  expect((await boss.delete(`/invitations/${third.id}`)).status).toBe(404);
  expect((await accept(third.link)).status).toBe(404);
  const accepted = await accept(again.link);
  expect(accepted.status, accepted.text).toBe(200);
  const joined = memberClient(h, cookiesIn(accepted), workspaceId);
  expect(dataIn(await joined.get('/me'))).toMatchObject({ role: 'member' });
  expect((await boss.post('/invitations', { email, role: 'admin' })).status).toBe(409);
  const { data } = (await boss.get('/audit-log')).body as { data: { action: string }[] };
  expect(data.map(({ action }) => action)).toEqual([
    'acceptInvitation',
    'withdrawInvitation',
    'createInvitation',
    'createInvitation',
    'createInvitation',
  ]);
});

test('by a link that proves nothing nobody gets into an account that another workspace relies on', async () => {
  const { id: victims } = await h.newWorkspace();
  const { id: evil } = await h.newWorkspace();
  const email = `${randomUUID()}@example.com`;
  // The operator made them a member there; they have no password yet.
  await signedIn(h, { workspaceId: victims, email });
  const boss = await signedIn(h, { workspaceId: evil });
  const { link } = dataIn(await boss.post('/invitations', { email, role: 'viewer' }));
  const body = {
    token: new URL(String(link)).searchParams.get('token'),
    name: 'Eve',
    password: testPassword,
  };
  const taken = await fromPage(h, 'POST', '/auth/invitation/accept', { body });
  expect([taken.status, reasonIn(taken)]).toEqual([403, 'address_not_proved']);
});

test('the creator of a workspace is its administrator and sees nothing of it in the other one', async () => {
  const boss = await signedIn(h);
  const made = await boss.post('/workspaces', { name: 'Another shop' });
  expect(made.status, made.text).toBe(201);
  const { id } = dataIn(made);
  const there = memberClient(h, boss.cookie, String(id));
  expect(dataIn(await there.get('/me'))).toMatchObject({
    role: 'admin',
    workspace: { name: 'Another shop' },
  });
  expect(((await there.get('/leads')).body as { data: unknown[] }).data).toEqual([]);
  expect((await boss.post('/workspaces', { name: '' })).status).toBe(400);
  const log = (await boss.get('/audit-log?action=createWorkspace')).body;
  expect(log).toMatchObject({ data: [{ actor_id: boss.id, resource_id: id }] });
});

test('a workspace that asks for a second factor lets those without one see who they are, and nothing else', async () => {
  const { id: workspaceId } = await h.newWorkspace();
  const weak = await signedIn(h, { workspaceId });
  const ask = { second_factor_required: true };
  expect((await weak.patch('/workspace', ask)).status).toBe(409);
  const strong = await signedIn(h, { workspaceId, provedBy: 'totp' });
  const byPasskey = await signedIn(h, { workspaceId, role: 'viewer', provedBy: 'passkey' });
  expect(dataIn(await strong.patch('/workspace', ask))).toMatchObject(ask);
  await ofEach(async (operation) => {
    const answer = await tryOut(operation, weak.headers);
    if (operation.needsNoSecondFactor) return;
    expect([operation.id, answer.status]).toEqual([operation.id, 403]);
    expect(reasonIn(answer)).toBe('second_factor_needed');
  });
  const me = dataIn(await weak.get('/me'));
  expect(me).toMatchObject({ has_second_factor: false, workspace: ask });
  expect((await weak.get('/auth/session')).status).toBe(200);
  expect((await byPasskey.get('/leads')).status).toBe(200);
  expect((await strong.patch('/workspace', { second_factor_required: false })).status).toBe(200);
  expect((await weak.get('/leads')).status).toBe(200);
});

test('people change their own name and language, and nothing that is not theirs', async () => {
  const ann = await signedIn(h);
  const change = (body: object) => ann.post('/auth/update-user', body);
  expect((await change({ name: 'Ann B.', language: 'de', username: 'ann' })).status).toBe(200);
  expect(dataIn(await ann.get('/me'))).toMatchObject({
    user: { name: 'Ann B.', language: 'de', username: 'ann', email: ann.email },
  });
  for (const body of [
    { email: 'x@y.example' },
    { email_verified: true },
    { two_factor_enabled: true },
    { language: 'klingon' },
    { name: '' },
    { username: 'a'.repeat(101) },
    { avatar: 'javascript:alert(1)' },
    { avatar: 'http://pictures.example/a.png' },
    { avatar: 'data:text/html;base64,PGI+' },
    { avatar: 'data:image/svg+xml;base64,PHN2Zz4=' },
    { avatar: 'data:image/png;base64,PHN2Zz4=' },
    { avatar: `data:image/jpeg;base64,/9j/${'A'.repeat(8000)}` },
  ]) {
    expect((await change(body)).status, JSON.stringify(body)).toBe(400);
  }
  for (const avatar of [
    'https://pictures.example/a.png',
    `data:image/jpeg;base64,/9j/${'A'.repeat(100)}==`,
    '',
  ]) {
    expect((await change({ avatar })).status, avatar).toBe(200);
    expect(dataIn(await ann.get('/me'))).toMatchObject({ user: { avatar } });
  }
});
