/* An account whose address nobody proved: others may have made it, so nothing new is opened to it. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { runCommand, runJson } from '../../testing/command-line.ts';
import { startHarness } from '../../testing/harness.ts';
import type { Answer } from '../../testing/post.ts';
import {
  cookiesIn,
  fromPage,
  memberClient,
  type SignedIn,
  signedIn,
  testPassword,
} from '../../testing/signed-in.ts';
import { makeResetToken } from '../sign-in/people.ts';

const h = await startHarness({ TRUST_PROXY: '127.0.0.1' });
const env = { DATABASE_URL: h.ownerUrl, PUBLIC_URL: h.config.publicUrl };
const post = (path: string, body: unknown, headers = {}) =>
  fromPage(h, 'POST', path, { body, headers });
const dataIn = ({ body }: Answer) => (body as { data: Record<string, unknown> }).data;
const reasonIn = ({ body }: Answer) => (body as { details?: { reason?: string } }).details?.reason;
const tokenIn = (link: unknown) => new URL(String(link)).searchParams.get('token') ?? '';
const signIn = (email: string, password: string) =>
  post('/auth/sign-in/email', { email, password });

const victimsPassword = 'of the victim alone 1';
const intrudersPassword = testPassword;

/** What the administrator of any workspace can do: the account of an address that is not theirs. */
async function squat(email: string) {
  const { id: own } = await h.newWorkspace('Intruders');
  const boss = await signedIn(h, { workspaceId: own });
  const invitation = dataIn(await boss.post('/invitations', { email, role: 'viewer' }));
  const accepted = await accept(invitation.link, intrudersPassword);
  expect(accepted.status, accepted.text).toBe(200);
  return { boss, own, intruder: memberClient(h, cookiesIn(accepted), own) };
}

const accept = (link: unknown, password: string, headers = {}) =>
  post('/auth/invitation/accept', { token: tokenIn(link), name: 'Name', password }, headers);

async function otherWorkspace() {
  const { id } = await h.newWorkspace('Other');
  return { id, boss: await signedIn(h, { workspaceId: id }) };
}

const addByOperator = (workspaceId: string, email: string, role = 'admin') =>
  runJson<{ id: string; link?: string }>(
    // biome-ignore format: one line
    ['members', 'add', '--workspace', workspaceId, '--email', email, '--name', 'Victim', '--role', role],
    env,
  );

const readsPeople = async ({ cookie }: Pick<SignedIn, 'cookie'>, workspaceId: string) =>
  (await memberClient(h, cookie, workspaceId).get('/identities')).status;

async function hasNoWayIn(intruder: Pick<SignedIn, 'cookie'>, email: string, workspaceId: string) {
  expect(await readsPeople(intruder, workspaceId)).toBe(401);
  expect((await signIn(email, intrudersPassword)).status).toBe(401);
}

test('the session of a squatted account reads nothing of a workspace that the operator adds its address to', async () => {
  const email = `victim-${randomUUID()}@bigco.example`;
  const { intruder, own } = await squat(email);
  expect(await readsPeople(intruder, own)).toBe(200);
  const { id: other } = await otherWorkspace();
  const { link } = await addByOperator(other, email);
  await hasNoWayIn(intruder, email, other);
  // The victim comes by the link of the operator.
  const opened = await accept(link, victimsPassword);
  expect(opened.status, opened.text).toBe(200);
  const victim = memberClient(h, cookiesIn(opened), other);
  expect(dataIn(await victim.get('/me'))).toMatchObject({ role: 'admin' });
  await hasNoWayIn(intruder, email, other);
  expect((await signIn(email, victimsPassword)).status).toBe(200);
  // From now on the address is proved: nothing ends when it is added elsewhere.
  const { id: third } = await otherWorkspace();
  expect((await addByOperator(third, email, 'viewer')).link).toBeUndefined();
  expect(await readsPeople(victim, third)).toBe(200);
});

test('the command reports that unproved credentials ended and prints the link', async () => {
  const email = `${randomUUID()}@bigco.example`;
  await squat(email);
  const { id: other } = await otherWorkspace();
  // biome-ignore format: one line
  const { stdout } = await runCommand(['members', 'add', '--workspace', other, '--email', email, '--name', 'V', '--role', 'viewer'], env);
  expect(stdout).toContain('The address was never verified');
  expect(stdout).toContain('/app/invitation?token=');
});

test('an unproved account joins no other workspace by a link that proves nothing, signed in or not', async () => {
  const email = `${randomUUID()}@bigco.example`;
  const { intruder } = await squat(email);
  const { id: other, boss } = await otherWorkspace();
  const { link } = dataIn(await boss.post('/invitations', { email, role: 'admin' }));
  for (const headers of [{ cookie: intruder.cookie }, {}]) {
    for (const path of ['/auth/invitation', '/auth/invitation/accept']) {
      const token = tokenIn(link);
      const body = path.endsWith('accept')
        ? { token, name: 'N', password: victimsPassword }
        : { token };
      const refused = await post(path, body, headers);
      expect([refused.status, reasonIn(refused)], path).toEqual([403, 'address_not_proved']);
    }
  }
  expect(await readsPeople(intruder, other)).toBe(403);
});

test('an unproved account without a workspace is reset by the next invitation', async () => {
  const email = `${randomUUID()}@bigco.example`;
  const { boss: former, intruder } = await squat(email);
  const member = dataIn(await intruder.get('/auth/session')).user as { id: string };
  expect((await former.delete(`/users/${member.id}`)).status).toBe(204);
  const { id: other, boss } = await otherWorkspace();
  const { link } = dataIn(await boss.post('/invitations', { email, role: 'viewer' }));
  const opened = await accept(link, victimsPassword);
  expect(opened.status, opened.text).toBe(200);
  await hasNoWayIn(intruder, email, other);
});

test('the first proof removes an intruder’s passkeys, codes and sessions', async () => {
  const email = `${randomUUID()}@bigco.example`;
  const { intruder, own } = await squat(email);
  const { user } = dataIn(await intruder.get('/auth/session')) as { user: { id: string } };
  await h.db.system(
    (tx) => tx`
      insert into user_passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
      values (${randomUUID()}, ${user.id}, '', ${randomUUID()}, 0, '', false)`,
  );
  const enabled = await intruder.post('/auth/two-factor/enable', { password: intrudersPassword });
  expect(enabled.status, enabled.text).toBe(200);
  const token = await h.db.system((tx) => makeResetToken(tx, user.id));
  const newPassword = victimsPassword;
  expect((await post('/auth/reset-password', { token, newPassword })).status).toBe(200);
  await hasNoWayIn(intruder, email, own);
  const left = await h.db.system(
    (tx) => tx`
      select from user_passkeys where user_id = ${user.id}
      union all select from user_two_factors where user_id = ${user.id}
      union all select from user_sessions where user_id = ${user.id}`,
  );
  expect(left).toHaveLength(0);
  const answer = await signIn(email, victimsPassword);
  expect(answer.body).not.toMatchObject({ twoFactorRedirect: true });
});

test('a link that proves nothing opens no account that was proved, even one with nothing to sign in by', async () => {
  const email = `${randomUUID()}@bigco.example`;
  await h.db.system(
    (tx) => tx`
      insert into users (id, email, name, email_verified) values (${randomUUID()}, ${email}, 'V', true)`,
  );
  const { boss } = await otherWorkspace();
  const { link } = dataIn(await boss.post('/invitations', { email, role: 'viewer' }));
  const refused = await accept(link, intrudersPassword);
  expect([refused.status, reasonIn(refused)]).toEqual([403, 'address_not_proved']);
});

test('an intruder who accepts while the operator adds the address gets in nowhere', async () => {
  for (let round = 0; round < 5; round++) {
    const email = `${randomUUID()}@bigco.example`;
    const { id: own } = await h.newWorkspace();
    const { id: other } = await otherWorkspace();
    const boss = await signedIn(h, { workspaceId: own });
    const { link } = dataIn(await boss.post('/invitations', { email, role: 'viewer' }));
    const [answer] = await Promise.all([
      accept(link, intrudersPassword),
      addByOperator(other, email),
    ]);
    const intruder = { cookie: cookiesIn(answer) };
    expect([401, 403]).toContain(await readsPeople(intruder, other));
    await hasNoWayIn(intruder, email, other);
  }
});
