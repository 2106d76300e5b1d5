/* Who reads the database, or a backup, learns nothing that signs in: nothing that a browser was given is stored. */
import { randomUUID } from 'node:crypto';
import { createOTP } from '@better-auth/utils/otp';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { startHarness } from '../../testing/harness.ts';
import { startOidcProvider } from '../../testing/oidc-provider.ts';
import type { Answer } from '../../testing/post.ts';
import {
  cookiesIn,
  fromPage,
  invitationTo,
  memberClient,
  signedUp,
  testPassword,
} from '../../testing/signed-in.ts';
import { secretIn } from '../../testing/with-totp.ts';
import { makeResetToken } from './people.ts';
import { makeWelcomeToken } from './welcome.ts';

const provider = await startOidcProvider('footfall');
const h = await startHarness({
  TRUST_PROXY: '127.0.0.1',
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: 'footfall',
  OIDC_CLIENT_SECRET: 'a secret',
  OIDC_DOMAINS: 'ours.example',
});
const post = (path: string, body: unknown, headers = {}) =>
  fromPage(h, 'POST', path, { body, headers });
const dataIn = ({ body }: Answer) => (body as { data: Record<string, unknown> }).data;

/** Everything that is stored, as text. */
async function dump(): Promise<string> {
  const owner = postgres(h.ownerUrl, { max: 1 });
  try {
    const tables = await owner<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;
    const texts: string[] = [];
    for (const { name } of tables) {
      const rows = await owner.unsafe(`select t::text as row from ${name} t`);
      texts.push(...rows.map(({ row }) => `${name}: ${row}`));
    }
    return texts.join('\n');
  } finally {
    await owner.end();
  }
}

/** The values of cookies, whole and without their signatures. */
function cookieValues(...answers: Answer[]): string[] {
  return answers
    .flatMap((answer) => cookiesIn(answer).split('; '))
    .filter(Boolean)
    .flatMap((pair) => {
      const value = decodeURIComponent(pair.slice(pair.indexOf('=') + 1));
      return [value, value.slice(0, Math.max(value.lastIndexOf('.'), 0))];
    })
    .filter((value) => value.length >= 16);
}

test('no table holds a browser token or a link secret in plain text', async () => {
  const secrets: string[] = [];
  secrets.push((await h.db.system(makeWelcomeToken)) ?? '');
  const ann = await signedUp(h);
  const viaPassword = await post('/auth/sign-in/email', {
    email: ann.email,
    password: testPassword,
  });
  secrets.push(...cookieValues(viaPassword));
  const client = memberClient(h, cookiesIn(viaPassword), h.workspace.id);
  // A second factor, and a sign-in that waits for its code.
  const enabled = await client.post('/auth/two-factor/enable', { password: testPassword });
  const { totpURI, backupCodes } = enabled.body as { totpURI: string; backupCodes: string[] };
  const secret = secretIn(totpURI);
  secrets.push(new URL(totpURI).searchParams.get('secret') ?? '', secret, ...backupCodes);
  const code = await createOTP(secret).totp();
  const strong = await client.post('/auth/two-factor/verify-totp', { code });
  secrets.push(...cookieValues(strong));
  const waiting = await post('/auth/sign-in/email', { email: ann.email, password: testPassword });
  expect(waiting.body).toMatchObject({ twoFactorRedirect: true });
  secrets.push(...cookieValues(waiting));
  // A passkey that is being set up, and one that is asked for.
  const member = memberClient(h, cookiesIn(strong), h.workspace.id);
  const setUp = await member.get('/auth/passkey/generate-register-options');
  expect(setUp.status, setUp.text).toBe(200);
  secrets.push(
    ...cookieValues(setUp, await member.get('/auth/passkey/generate-authenticate-options')),
  );
  // The provider: on the way there, and back.
  provider.signs({ sub: randomUUID(), email: 'joe@ours.example', email_verified: true });
  for (const isFinished of [true, false]) {
    const begun = await post('/auth/sign-in/oauth2', {});
    const there = new URL((begun.body as { url: string }).url);
    secrets.push(...cookieValues(begun), there.searchParams.get('state') ?? '');
    if (!isFinished) continue;
    const back = await fetch(there, { redirect: 'manual' });
    const { pathname, search } = new URL(back.headers.get('location') ?? '');
    const answer = await fromPage(h, 'GET', `${pathname}${search}`, {
      headers: { cookie: cookiesIn(begun) },
    });
    expect(cookiesIn(answer)).toContain('session_token');
    secrets.push(...cookieValues(answer));
  }
  // Links of every kind, and keys.
  secrets.push(await invitationTo(h, h.workspace.id, 'x@y.example', 'viewer'));
  secrets.push(await h.db.system((tx) => makeResetToken(tx, ann.id)));
  const shared = dataIn(
    await member.post('/invitations', { email: 'z@y.example', role: 'viewer' }),
  );
  secrets.push(new URL(String(shared.link)).searchParams.get('token') ?? '');
  const body = {
    page: 'overview',
    name: 'Shared',
    query: { days: 30 },
    password: 'of the readers',
  };
  const share = dataIn(await member.post('/shares', body));
  secrets.push(String(share.token), body.password);
  secrets.push(h.workspace.secretKey);

  expect(secrets.length).toBeGreaterThan(25);
  for (const value of secrets) expect(value.length).toBeGreaterThanOrEqual(8);
  const stored = await dump();
  expect(stored).toContain(ann.email);
  const leaked = secrets.filter((value) => stored.includes(value));
  expect(leaked.map((value) => stored.split('\n').find((line) => line.includes(value)))).toEqual(
    [],
  );
});

test('the stored session token is not its cookie', async () => {
  const ann = await signedUp(h);
  const [row] = await h.db.system(
    (tx) => tx<{ token: string }[]>`select token from user_sessions where user_id = ${ann.id}`,
  );
  const [name = '', value = ''] =
    ann.cookie
      .split('; ')
      .find((pair) => pair.includes('session'))
      ?.split('=') ?? [];
  const signature = decodeURIComponent(value).split('.').at(-1);
  const forged = `${name}=${encodeURIComponent(`${row?.token}.${signature}`)}`;
  expect((await memberClient(h, forged, h.workspace.id).get('/me')).status).toBe(401);
});
