/* Signing in: what gets somebody in, and what does not. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { makeResetToken } from '../../accounts/sign-in/people.ts';
import { makeWelcomeToken } from '../../accounts/sign-in/welcome.ts';
import { startHarness } from '../../testing/harness.ts';
import type { Answer } from '../../testing/post.ts';
import { restOf } from '../../testing/rest.ts';
import {
  cookiesIn,
  fromPage,
  invitationTo,
  memberClient,
  signedIn,
  signedUp,
  testPassword,
} from '../../testing/signed-in.ts';
import { withTotp } from '../../testing/with-totp.ts';

const h = await startHarness({ TRUST_PROXY: '127.0.0.1' });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fromPage(h, 'POST', path, { body, headers });
const signIn = (email: string, password = testPassword, headers = {}) =>
  post('/auth/sign-in/email', { email, password }, headers);
const dataIn = ({ body }: Answer) => (body as { data: Record<string, unknown> }).data;
const reasonIn = ({ body }: Answer) => (body as { details?: { reason?: string } }).details?.reason;

test('the link of the first account makes it once, and nobody else can', async () => {
  const first = (await h.db.system(makeWelcomeToken)) ?? '';
  const token = (await h.db.system(makeWelcomeToken)) ?? '';
  const body = { email: 'Grace@Example.com', name: 'Grace', password: testPassword };
  expect((await post('/auth/welcome', { ...body, token: first })).status).toBe(404);
  for (const password of [
    'short',
    'password123',
    'aaaaaaaaaaaa',
    'grace@example.com',
    'x'.repeat(129),
  ]) {
    const weak = await post('/auth/welcome', { ...body, token, password });
    expect(weak.status, password).toBe(400);
  }
  const both = await Promise.all([1, 2].map(() => post('/auth/welcome', { ...body, token })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  const made = both.find(({ status }) => status === 200) as Answer;
  const workspaceId = String(dataIn(made).workspace_id);
  const grace = memberClient(h, cookiesIn(made), workspaceId);
  expect(dataIn(await grace.get('/me'))).toMatchObject({
    role: 'admin',
    user: { email: 'grace@example.com', name: 'Grace' },
  });
  expect(await h.db.system(makeWelcomeToken)).toBeUndefined();
  expect((await post('/auth/welcome', { ...body, token })).status).toBe(404);
});

test('a password signs in with a new HttpOnly cookie each time; signing out ends it', async () => {
  const ann = await signedUp(h);
  const answer = await signIn(ann.email.toUpperCase());
  expect(answer.status, answer.text).toBe(200);
  expect(answer.text).not.toMatch(/token/);
  const [session = ''] = answer.headers.getSetCookie();
  expect(session).toMatch(
    /^footfall\.session_token=[^;]{40,};.*Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const client = memberClient(h, cookiesIn(answer), h.workspace.id);
  expect(dataIn(await client.get('/auth/session'))).toMatchObject({
    user: { email: ann.email },
    has_password: true,
    has_totp: false,
    passkeys: 0,
    proved_by: 'password',
  });
  const again = await signIn(ann.email);
  expect(cookiesIn(again)).not.toBe(cookiesIn(answer));
  expect((await client.post('/auth/sign-out')).status).toBe(200);
  expect((await client.get('/me')).status).toBe(401);
  expect((await ann.get('/me')).status).toBe(200);
});

test('a wrong password and an address that nobody has are answered alike', async () => {
  const ann = await signedUp(h);
  const wrong = await signIn(ann.email, 'a wrong password');
  const unknown = await signIn(`${randomUUID()}@example.com`, 'a wrong password');
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  expect(wrong.text).toBe(unknown.text);
  expect(wrong.headers.getSetCookie()).toEqual([]);
  const withoutPassword = await signedIn(h);
  expect((await signIn(withoutPassword.email)).text).toBe(wrong.text);
});

test('guesses end after ten, and lock out nobody who signed in from their browser before', async () => {
  const ann = await signedUp(h);
  const own = await signIn(ann.email);
  const device = cookiesIn(own);
  const guesses: Answer[] = [];
  for (let guess = 0; guess < 12; guess++)
    guesses.push(await signIn(ann.email, `a wrong guess ${guess}`));
  expect(guesses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
  const last = guesses.at(-1) as Answer;
  expect(last.status).toBe(429);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await signIn(ann.email)).status).toBe(429);
  expect((await signIn(ann.email, testPassword, { cookie: device })).status).toBe(200);
  const forged = device.replace(/footfall\.device=[^;]*/, 'footfall.device=x%20y.z');
  expect((await signIn(ann.email, testPassword, { cookie: forged })).status).toBe(429);
  expect((await signIn((await signedUp(h)).email)).status).toBe(200);
});

test('a known browser stays known for the password and factors it signed in with', async () => {
  const ann = await signedUp(h);
  const { ann: bob, verified } = await withTotp(h);
  const former = await signIn(ann.email);
  const newPassword = 'another good one 7';
  const body = { currentPassword: testPassword, newPassword };
  const changed = await ann.post('/auth/change-password', body);
  const own = memberClient(h, cookiesIn(verified), h.workspace.id);
  const disabled = await own.post('/auth/two-factor/disable', { password: testPassword });
  for (const [email, password, before, answer] of [
    [ann.email, newPassword, former, changed],
    [bob.email, testPassword, verified, disabled],
  ] as const) {
    expect(answer.status, answer.text).toBe(200);
    for (let guess = 0; guess < 10; guess++) await signIn(email, `a wrong guess ${guess}`);
    expect((await signIn(email, password, { cookie: cookiesIn(before) })).status).toBe(429);
    expect((await signIn(email, password, { cookie: cookiesIn(answer) })).status).toBe(200);
  }
});

test('many known browsers give no more than thirty guesses', async () => {
  const ann = await signedUp(h);
  const devices: string[] = [];
  for (let n = 0; n < 4; n++) devices.push(cookiesIn(await signIn(ann.email)));
  expect(new Set(devices.map((cookie) => /device=[^;]*/.exec(cookie)?.[0])).size).toBe(4);
  const statuses: number[] = [];
  for (let guess = 0; guess < 8; guess++) {
    for (const cookie of devices) {
      statuses.push((await signIn(ann.email, `a wrong guess ${guess}`, { cookie })).status);
    }
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
});

test('unused routes of better-auth do not exist', async () => {
  const ann = await signedIn(h);
  for (const [method, path] of [
    ['POST', '/auth/sign-up/email'],
    ['POST', '/auth/change-email'],
    ['POST', '/auth/delete-user'],
    ['POST', '/auth/link-social'],
    ['POST', '/auth/sign-in/social'],
    ['POST', '/auth/update-session'],
    ['GET', '/auth/get-session'],
    ['GET', '/auth/list-sessions'],
    ['POST', '/auth/two-factor/send-otp'],
    ['GET', '/auth/ok'],
    ['GET', '/auth/error'],
  ] as const) {
    const answer = await fromPage(h, method, path, {
      headers: { cookie: ann.cookie },
      ...(method === 'POST' && { body: {} }),
    });
    expect(answer.status, path).toBe(404);
  }
});

test('no page of another site signs in or out, nor does a form', async () => {
  const ann = await signedUp(h);
  const body = { email: ann.email, password: testPassword };
  const strangers: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of strangers) {
    expect((await post('/auth/sign-in/email', body, headers)).status).toBe(403);
    expect((await ann.post('/auth/sign-out', {}, headers)).status).toBe(403);
  }
  const form = await h.fetch('/auth/sign-in/email', {
    method: 'POST',
    headers: { origin: h.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(body),
  });
  expect(form.status).toBe(415);
  await form.text();
  expect((await ann.get('/me')).status).toBe(200);
});

test('a changed password always ends the other sessions and needs the old one', async () => {
  const ann = await signedUp(h);
  const other = memberClient(h, cookiesIn(await signIn(ann.email)), h.workspace.id);
  const change = (currentPassword: string, newPassword: string) =>
    ann.post('/auth/change-password', { currentPassword, newPassword, revokeOtherSessions: false });
  expect((await change('not the password', 'another good one 7')).status).toBe(400);
  expect((await change(testPassword, 'password123')).status).toBe(400);
  const changed = await change(testPassword, 'another good one 7');
  expect(changed.status, changed.text).toBe(200);
  expect((await other.get('/me')).status).toBe(401);
  expect((await signIn(ann.email)).status).toBe(401);
  expect((await signIn(ann.email, 'another good one 7')).status).toBe(200);
});

test('a link of the operator sets a new password once, ends all sessions, and takes a first proof for what it is', async () => {
  const ann = await signedUp(h);
  await h.db.system((tx) => tx`update users set email_verified = false where id = ${ann.id}`);
  await h.db.system(
    (
      tx,
    ) => tx`insert into user_passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
      values (${randomUUID()}, ${ann.id}, '', ${randomUUID()}, 0, '', false)`,
  );
  const token = await h.db.system((tx) => makeResetToken(tx, ann.id));
  const reset = (newPassword: string, by = token) =>
    post('/auth/reset-password', { token: by, newPassword });
  expect((await reset('password123')).status).toBe(400);
  expect((await reset('a wholly new one 9', 'x'.repeat(32))).status).toBe(400);
  expect((await reset('a wholly new one 9')).status).toBe(200);
  expect((await reset('a wholly new one 9')).status).toBe(400);
  expect((await ann.get('/me')).status).toBe(401);
  const answer = await signIn(ann.email, 'a wholly new one 9');
  const client = memberClient(h, cookiesIn(answer), h.workspace.id);
  expect(dataIn(await client.get('/auth/session'))).toMatchObject({ passkeys: 0 });
  const noMail = await post('/auth/request-password-reset', { email: ann.email });
  expect(noMail.status).toBe(400);
});

test('with a second factor the password alone gets nobody in; a code does once, and a backup code once', async () => {
  const { ann, code, backupCodes, client } = await withTotp(h);
  expect(dataIn(await client.get('/auth/session'))).toMatchObject({
    has_totp: true,
    proved_by: 'totp',
  });
  // Administrators are told who has one, a key is not.
  const users = (await client.get('/users')).body as { data: { email: string }[] };
  const own = users.data.find(({ email }) => email === ann.email);
  expect(own).toMatchObject({ has_second_factor: true });
  expect((await restOf(h).get('/users')).text).not.toContain('has_second_factor');
  expect((await ann.get('/me')).status).toBe(401);
  const half = await signIn(ann.email);
  expect(half.body).toMatchObject({ twoFactorRedirect: true });
  const pending = { cookie: cookiesIn(half) };
  expect(pending.cookie).not.toContain('session_token');
  const verify = (code: string, headers = pending) =>
    post('/auth/two-factor/verify-totp', { code: code, trustDevice: true }, headers);
  expect((await verify('000000')).status).toBe(401);
  const replayed = await verify(code);
  expect(replayed.status).toBe(401);
  expect(reasonIn(replayed)).toBe('code_was_used');
  const [backup = ''] = backupCodes;
  const useBackup = async () => {
    const cookie = cookiesIn(await signIn(ann.email));
    return post('/auth/two-factor/verify-backup-code', { code: backup }, { cookie });
  };
  const recovered = await useBackup();
  expect(recovered.status, recovered.text).toBe(200);
  expect(recovered.headers.getSetCookie().join()).not.toContain('trust_device');
  expect((await useBackup()).status).toBe(401);
});

test('an invited person creates an account with the link, once, before it expires', async () => {
  const email = `${randomUUID()}@example.com`;
  const token = await invitationTo(h, h.workspace.id, email, 'viewer');
  const shown = await post('/auth/invitation', { token });
  expect(dataIn(shown)).toEqual({
    email,
    name: '',
    role: 'viewer',
    account: 'new',
    workspace: { id: h.workspace.id, name: 'Test' },
  });
  const body = { token, name: 'Vera', password: testPassword, role: 'admin' };
  expect((await post('/auth/invitation/accept', body)).status).toBe(400);
  const { role: _, ...right } = body;
  expect((await post('/auth/invitation/accept', { ...right, password: 'short' })).status).toBe(400);
  const both = await Promise.all([1, 2].map(() => post('/auth/invitation/accept', right)));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  const accepted = both.find(({ status }) => status === 200) as Answer;
  const vera = memberClient(h, cookiesIn(accepted), h.workspace.id);
  expect(dataIn(await vera.get('/me'))).toMatchObject({ role: 'viewer', user: { name: 'Vera' } });
  expect((await post('/auth/invitation', { token })).status).toBe(404);

  const late = await invitationTo(h, h.workspace.id, 'late@example.com', 'viewer');
  await h.db.system(
    (tx) => tx`update invitations set expires_at = now() where email = 'late@example.com'`,
  );
  expect((await post('/auth/invitation/accept', { ...right, token: late })).status).toBe(404);
});

test('an invitation to an existing account needs that account to be signed in', async () => {
  const { id } = await h.newWorkspace('Second');
  const [ann, eve] = await Promise.all([signedUp(h), signedIn(h)]);
  const token = await invitationTo(h, id, ann.email, 'member');
  const accept = (headers = {}) =>
    post('/auth/invitation/accept', { token, name: 'X', password: 'a good one of Eve 1' }, headers);
  expect((await accept()).status).toBe(401);
  const other = await accept({ cookie: eve.cookie });
  expect([other.status, reasonIn(other)]).toEqual([403, 'other_account']);
  expect((await signIn(ann.email, 'a good one of Eve 1')).status).toBe(401);
  expect((await accept({ cookie: ann.cookie })).status).toBe(200);
  const me = dataIn(await ann.get('/me'));
  expect(me.workspaces).toHaveLength(2);
});

test('people see their own sessions, without what is in the cookie, and end them one by one or all others', async () => {
  const ann = await signedIn(h);
  const eve = await signedIn(h);
  const [second, third] = [
    await signedIn(h, { email: ann.email }),
    await signedIn(h, { email: ann.email }),
  ];
  const list = async ({ get }: typeof ann) => {
    const { text, body } = await get('/auth/sessions');
    expect(text).not.toMatch(/token/);
    return (body as { data: { id: string; is_current: boolean }[] }).data;
  };
  expect(await list(ann)).toHaveLength(3);
  const [own, ...others] = (await list(second)).filter(({ is_current }) => is_current);
  expect(others).toEqual([]);
  const path = `/auth/sessions/${own?.id}`;
  expect((await eve.delete(path)).status).toBe(404);
  expect((await ann.delete('/auth/sessions/x')).status).toBe(404);
  expect((await ann.delete(path)).status).toBe(204);
  expect((await second.get('/me')).status).toBe(401);
  expect((await third.get('/me')).status).toBe(200);
  expect(dataIn(await ann.post('/auth/sessions/end-others'))).toEqual({ ended: 1 });
  expect((await third.get('/me')).status).toBe(401);
  expect((await ann.get('/me')).status).toBe(200);
});

test('session use is noted only after a while', async () => {
  const ann = await signedIn(h);
  const usedAt = async () => {
    const [own] = ((await ann.get('/auth/sessions')).body as { data: { last_used_at: string }[] })
      .data;
    return Date.parse(own?.last_used_at ?? '');
  };
  const hourAgo = Date.now() - 3_600_000;
  await h.db.system(
    (tx) =>
      tx`update user_sessions set updated_at = ${new Date(hourAgo)} where user_id = ${ann.id}`,
  );
  expect((await ann.get('/me')).status).toBe(200);
  await expect.poll(usedAt).toBeGreaterThan(hourAgo + 1_800_000);
});

afterAll(() => {
  const text = h.logLines.join('');
  expect(text).not.toContain(testPassword);
  expect(text).not.toMatch(/[\w.-]+@example\.com/);
});
