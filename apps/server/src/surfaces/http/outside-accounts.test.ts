/* What comes by others: mails with links, and people by the operator's OpenID provider. */
import { randomUUID } from 'node:crypto';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { startHarness } from '../../testing/harness.ts';
import { startOidcProvider } from '../../testing/oidc-provider.ts';
import type { Answer } from '../../testing/post.ts';
import {
  cookiesIn,
  fromPage,
  invitationTo,
  memberClient,
  signedIn,
  signedUp,
  testPassword,
} from '../../testing/signed-in.ts';

/** Takes every mail, and keeps their texts. */
const mails: string[] = [];
const smtp = createServer((socket) => {
  let text: string | undefined;
  socket.write('220 test\r\n');
  socket.on('data', (bytes) => {
    for (const line of String(bytes).split('\r\n')) {
      if (text !== undefined && line !== '.') text += `${line}\n`;
      else if (line !== '') socket.write(answerTo(line));
    }
  });

  function answerTo(line: string): string {
    if (text !== undefined) {
      mails.push(text);
      text = undefined;
    } else if (line.startsWith('DATA')) {
      text = '';
      return '354 go on\r\n';
    }
    return '250 ok\r\n';
  }
});
await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
afterAll(() => smtp.close());
const provider = await startOidcProvider('footfall');
const h = await startHarness({
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: `smtp://127.0.0.1:${(smtp.address() as AddressInfo).port}`,
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: 'footfall',
  OIDC_CLIENT_SECRET: 'a secret',
  OIDC_DOMAINS: 'ours.example',
});
const post = (path: string, body: unknown, headers = {}) =>
  fromPage(h, 'POST', path, { body, headers });
const dataIn = ({ body }: Answer) => (body as { data: Record<string, unknown> }).data;

async function mailTo(email: string): Promise<string> {
  const find = () => mails.find((mail) => mail.includes(`To: ${email}`));
  await expect.poll(find).toBeDefined();
  const text = (find() ?? '').replaceAll('=\n', '').replaceAll('=3D', '=');
  return /token=([\w-]+)/.exec(text)?.[1] ?? '';
}

test('an invitation is mailed with a token of its own, which proves the address', async () => {
  const { id: workspaceId } = await h.newWorkspace();
  const { id: elsewhere } = await h.newWorkspace();
  const boss = await signedIn(h, { workspaceId });
  const email = `${randomUUID()}@example.com`;
  await signedIn(h, { workspaceId: elsewhere, email });
  const made = dataIn(await boss.post('/invitations', { email, role: 'viewer' }));
  expect(made.is_mailed).toBe(true);
  const token = await mailTo(email);
  expect(String(made.link)).not.toContain(token);
  const body = { token, name: 'Ada', password: testPassword };
  expect((await post('/auth/invitation/accept', body)).status).toBe(200);
  expect(h.logLines.join('')).not.toContain(token);
});

test('a password reset link is mailed; an unknown address gets the same response and no mail', async () => {
  const ann = await signedUp(h);
  const ask = (email: string) => post('/auth/request-password-reset', { email });
  const [existing, unknown] = [await ask(ann.email), await ask('nobody@example.com')];
  expect([existing.status, existing.text]).toEqual([200, unknown.text]);
  const token = await mailTo(ann.email);
  const reset = await post('/auth/reset-password', { token, newPassword: 'an entirely new 1' });
  expect(reset.status, reset.text).toBe(200);
  expect((await ann.get('/me')).status).toBe(401);
  expect(mails.some((mail) => mail.includes('nobody@example.com'))).toBe(false);
});

/** As a browser goes to the provider and comes back; `cookie`: whoever is signed in already. */
async function byProvider(cookie = '') {
  const body = { providerId: 'oidc', callbackURL: 'https://evil.example' };
  const begun = await post('/auth/sign-in/oauth2', body, { cookie });
  expect(begun.status, begun.text).toBe(200);
  // It has to come back from the provider's site.
  expect(begun.headers.getSetCookie().join()).toMatch(/state=[^,]*HttpOnly; SameSite=Lax/);
  const { url } = begun.body as { url: string };
  const there = await fetch(url, { redirect: 'manual' });
  const back = new URL(there.headers.get('location') ?? '');
  const response = await fetch(`${h.url}${back.pathname}${back.search}`, {
    redirect: 'manual',
    headers: { cookie: cookiesIn(begun), 'sec-fetch-site': 'cross-site' },
  });
  const text = await response.text();
  const location = response.headers.get('location') ?? '';
  const answer: Answer = {
    status: response.status,
    headers: response.headers,
    text,
    body: undefined,
  };
  const { searchParams: query } = new URL(url);
  return { location, text, cookie: cookiesIn(answer), status: response.status, query };
}

test('people of the operator’s domains come by the provider, as viewers; others only when invited', async () => {
  const sub = randomUUID();
  provider.signs({ sub, email: 'Joe@ours.example', email_verified: true, name: 'Joe' });
  const joe = await byProvider();
  expect([joe.status, joe.location], joe.text).toEqual([302, `${h.config.publicUrl}/app`]);
  const session = memberClient(h, joe.cookie, '');
  const own = dataIn(await session.get('/auth/session'));
  expect(own).toMatchObject({
    user: { email: 'joe@ours.example', name: 'Joe' },
    proved_by: 'oidc',
    has_password: false,
    workspaces: [{ role: 'viewer' }],
  });
  const again = memberClient(h, (await byProvider()).cookie, '');
  expect(dataIn(await again.get('/auth/session'))).toMatchObject({ user: own.user });

  const stranger = { sub: randomUUID(), email: 'x@elsewhere.example', email_verified: true };
  provider.signs(stranger);
  const refused = await byProvider();
  expect(refused.cookie).not.toContain('session_token');
  await invitationTo(h, h.workspace.id, stranger.email, 'member');
  provider.signs({ ...stranger, email_verified: false });
  expect((await byProvider()).cookie).not.toContain('session_token');
  provider.signs(stranger);
  const invited = memberClient(h, (await byProvider()).cookie, h.workspace.id);
  expect(dataIn(await invited.get('/me'))).toMatchObject({ role: 'member' });
});

/** The administrator of any workspace makes the account of an address that is not theirs, by the link that is shown. */
async function squatted(email: string) {
  const { id: workspaceId } = await h.newWorkspace();
  const boss = await signedIn(h, { workspaceId });
  const { link } = dataIn(await boss.post('/invitations', { email, role: 'viewer' }));
  mails.length = 0;
  const token = new URL(String(link)).searchParams.get('token');
  const body = { token, name: 'Eve', password: testPassword };
  const accepted = await post('/auth/invitation/accept', body);
  expect(accepted.status, accepted.text).toBe(200);
  return memberClient(h, cookiesIn(accepted), workspaceId);
}

async function isOut(intruder: { get: (path: string) => Promise<Answer> }, email: string) {
  expect((await intruder.get('/me')).status).toBe(401);
  const again = await post('/auth/sign-in/email', { email, password: testPassword });
  expect(again.status).toBe(401);
}

test('the owner of the address by the provider signs in, and an unproved holder is signed out', async () => {
  const email = `${randomUUID()}@ours.example`;
  const intruder = await squatted(email);
  provider.signs({ sub: randomUUID(), email, email_verified: false });
  expect((await byProvider()).cookie).not.toContain('session_token');
  expect((await intruder.get('/me')).status).toBe(200);
  await invitationTo(h, h.workspace.id, email, 'member');
  provider.signs({ sub: randomUUID(), email, email_verified: true });
  const owner = memberClient(h, (await byProvider()).cookie, '');
  const { user, has_password } = dataIn(await owner.get('/auth/session'));
  expect([user, has_password]).toMatchObject([{ email }, false]);
  await isOut(intruder, email);
  // An account that was proved keeps its password beside the provider.
  const ann = await signedUp(h, { email: `${randomUUID()}@ours.example` });
  provider.signs({ sub: randomUUID(), email: ann.email, email_verified: true });
  const session = memberClient(h, (await byProvider()).cookie, h.workspace.id);
  expect(dataIn(await session.get('/me'))).toMatchObject({ user: { id: ann.id } });
  expect((await ann.get('/me')).status).toBe(200);
});

test('the link that was mailed opens an account that others made without a proof, and they are out', async () => {
  const email = `${randomUUID()}@example.com`;
  const intruder = await squatted(email);
  const { id: workspaceId } = await h.newWorkspace();
  const boss = await signedIn(h, { workspaceId });
  await boss.post('/invitations', { email, role: 'admin' });
  const token = await mailTo(email);
  const body = { token, name: 'Vic', password: 'of the victim alone 1' };
  const opened = await post('/auth/invitation/accept', body, { cookie: intruder.cookie });
  expect(opened.status, opened.text).toBe(200);
  const victim = memberClient(h, cookiesIn(opened), workspaceId);
  expect(dataIn(await victim.get('/me'))).toMatchObject({ role: 'admin' });
  await isOut(intruder, email);
});

test('a token of another issuer, for another client, of another sign-in or too old signs nobody in', async () => {
  const person = { sub: randomUUID(), email: 'kim@ours.example', email_verified: true };
  const wrong = [
    { iss: 'https://evil.example' },
    { aud: 'another client' },
    { nonce: 'of another sign-in' },
    { exp: Math.floor(Date.now() / 1000) - 3600 },
  ];
  for (const lies of wrong) {
    provider.signs(person, lies);
    const refused = await byProvider();
    expect(refused.cookie, JSON.stringify(lies)).not.toContain('session_token');
    expect(refused.location).toMatch(/\/app\/sign-in\?error=\w+/);
  }
  provider.signs(person);
  expect((await byProvider()).cookie).toContain('session_token');
});

test('a provider that answers without asking the person again gives no fresh proof', async () => {
  const person = { sub: randomUUID(), email: 'lea@ours.example', email_verified: true };
  const now = Math.floor(Date.now() / 1000);
  const isFresh = async (cookie: string) => {
    const lea = memberClient(h, cookie, '');
    const { status } = await lea.get('/auth/passkey/generate-register-options');
    return { 200: true, 403: false }[status];
  };
  provider.signs({ ...person, auth_time: now - 3600 });
  const first = await byProvider();
  expect([first.query.get('prompt'), first.query.get('max_age')]).toEqual([null, '2592000']);
  expect(await isFresh(first.cookie)).toBe(false);
  const silent = await byProvider(first.cookie);
  expect([silent.query.get('prompt'), silent.query.get('max_age')]).toEqual(['login', '600']);
  expect(await isFresh(silent.cookie)).toBe(false);
  provider.signs({ ...person, auth_time: now + 3600 });
  expect(await isFresh((await byProvider(first.cookie)).cookie)).toBe(true);
  // What a provider does not tell counts as now.
  provider.signs(person);
  expect(await isFresh((await byProvider(first.cookie)).cookie)).toBe(true);
});

test('a sign-in that waits for a silent provider too long blames no database', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const own = await startHarness({
    OIDC_ISSUER: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    OIDC_CLIENT_ID: 'footfall',
    OIDC_CLIENT_SECRET: 'a secret',
    CONNECTION_DEADLINE_MS: '1000',
  });
  const answer = await fromPage(own, 'POST', '/auth/sign-in/oauth2', { body: {} });
  for (const socket of sockets) socket.destroy();
  silent.close();
  expect(answer.status).toBe(503);
  expect(answer.text).toContain('The service could not respond in time.');
  expect(answer.text).not.toContain('database');
});
