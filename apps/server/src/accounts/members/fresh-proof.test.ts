/* What an open browser is not enough for: it needs a proof of the last ten minutes. */
import { memberOperations } from '@footfall/contract/member-operations';
import type { OperationSpec } from '@footfall/contract/operation';
import { operations } from '@footfall/contract/operations';
import { expect, test } from 'vitest';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { type SignedIn, signedIn, signedUp, testPassword } from '../../testing/signed-in.ts';
import { withTotp } from '../../testing/with-totp.ts';

const h = await sharedHarness();
const reasonIn = ({ body }: { body: unknown }) =>
  (body as { details?: { reason?: string } } | undefined)?.details?.reason;

function letProofGrowOld({ id }: { id: string }) {
  return h.db.system(
    (tx) => tx`
      update user_sessions set proved_at = now() - interval '10 minutes 1 second' where user_id = ${id}`,
  );
}

const prove = (ann: SignedIn, password = testPassword) => ann.post('/auth/prove', { password });

/** Every operation that needs a fresh proof, with input that it takes. */
function requestsOf(ann: SignedIn, other: SignedIn, keyId: string) {
  return {
    createKey: () => ann.post('/keys', { kind: 'secret', name: 'A', scopes: ['leads:read'] }),
    rotateKey: () => ann.post(`/keys/${keyId}/rotate`),
    createShare: () => ann.post('/shares', { page: 'overview', name: 'S', query: { days: 7 } }),
    createSigningSecret: () => ann.post('/signing-secrets', { name: 'B' }),
    updateUser: () => ann.patch(`/users/${other.id}`, { workspace_role: 'admin' }),
    createInvitation: () => ann.post('/invitations', { email: 'c@d.example', role: 'admin' }),
    updateWorkspace: () => ann.patch('/workspace', { second_factor_required: false }),
    updateSettings: () => ann.patch('/settings', { retention: { events: 400 } }),
    removeUser: () => ann.delete(`/users/${other.id}`),
    deleteWorkspace: () => ann.post('/workspaces/delete', { confirm: 'Proved' }),
  };
}

test('after ten minutes protected actions need the password again, and then work', async () => {
  const { id: workspaceId } = await h.newWorkspace('Proved');
  const ann = await signedUp(h, { workspaceId });
  const other = await signedIn(h, { workspaceId, role: 'member' });
  const made = await ann.post('/keys', { kind: 'production', name: 'Website' });
  const keyId = (made.body as { data: { id: string } }).data.id;
  const requests = requestsOf(ann, other, keyId);
  const declared: OperationSpec[] = Object.values({ ...operations, ...memberOperations });
  const protectedIds = declared.filter(({ freshProof }) => freshProof).map(({ id }) => id);
  expect(Object.keys(requests).toSorted()).toEqual(protectedIds.toSorted());

  await letProofGrowOld(ann);
  for (const [id, ask] of Object.entries(requests)) {
    const answer = await ask();
    expect([id, answer.status, reasonIn(answer)]).toEqual([id, 403, 'fresh_proof_needed']);
  }
  const log = (await ann.get('/audit-log')).body as { data: { action: string }[] };
  expect(log.data.map(({ action }) => action)).not.toContain('updateUser');
  expect(log.data.filter(({ action }) => action !== 'acceptInvitation')).toHaveLength(1);
  // What is wrong in any case is told without it, and what is not protected needs none.
  expect((await ann.post('/keys', { kind: 'secret', name: 'A', colour: 1 })).status).toBe(400);
  expect((await ann.patch('/workspace', { name: 'Proved' })).status).toBe(200);

  const wrong = await prove(ann, 'not the password');
  expect([wrong.status, reasonIn(wrong)]).toEqual([400, 'invalid_password']);
  expect((await requests.createKey()).status).toBe(403);
  expect((await prove(ann)).status).toBe(200);
  for (const [id, ask] of Object.entries(requests)) {
    const answer = await ask();
    expect([id, answer.status < 300], answer.text).toEqual([id, true]);
  }
});

test('ways to sign in are changed by a fresh proof only, and passwords are guessed as seldom as at sign-in', async () => {
  const ann = await signedUp(h);
  expect((await ann.get('/auth/passkey/generate-register-options')).status).toBe(200);
  await letProofGrowOld(ann);
  const passkey = { id: ann.id };
  for (const ask of [
    () => ann.get('/auth/passkey/generate-register-options'),
    () => ann.post('/auth/passkey/verify-registration', { response: {} }),
    () => ann.post('/auth/passkey/delete-passkey', passkey),
  ]) {
    const answer = await ask();
    expect([answer.status, reasonIn(answer)]).toEqual([403, 'fresh_proof_needed']);
  }
  expect((await prove(ann)).status).toBe(200);
  expect((await ann.get('/auth/passkey/generate-register-options')).status).toBe(200);
  const guesses = [];
  for (const path of ['prove', 'two-factor/enable', 'two-factor/disable']) {
    for (let n = 0; n < 4; n += 1) {
      guesses.push(await ann.post(`/auth/${path}`, { password: `guess ${n}` }));
    }
  }
  // One of ten was right, above.
  expect(guesses.map(({ status }) => status)).toEqual([...Array(9).fill(400), 429, 429, 429]);
});

test('a member with an authenticator app needs the password and a code, which works once', async () => {
  const { ann, otp, code: used, client } = await withTotp(h);
  await letProofGrowOld(ann);
  const prove = (code?: string) =>
    client.post('/auth/prove', { password: testPassword, ...(code !== undefined && { code }) });
  for (const [code, reason] of [
    [undefined, 'code_needed'],
    ['000000', 'invalid_code'],
    [used, 'code_was_used'],
  ] as const) {
    const answer = await prove(code);
    expect([answer.status, reasonIn(answer)]).toEqual([400, reason]);
  }
  // The password alone does not take the second factor away first.
  for (const path of ['disable', 'generate-backup-codes']) {
    const answer = await client.post(`/auth/two-factor/${path}`, { password: testPassword });
    expect([answer.status, reasonIn(answer)]).toEqual([403, 'fresh_proof_needed']);
  }
  const next = await otp.hotp(Math.floor(Date.now() / 30_000) + 1);
  expect((await prove(next)).body).toMatchObject({ data: { proved_by: 'totp' } });
  expect((await client.get('/auth/passkey/generate-register-options')).status).toBe(200);
  expect(reasonIn(await prove(next))).toBe('code_was_used');
});

test('a member without a password learns how to confirm their identity; a stranger confirms nothing', async () => {
  const byProvider = await signedIn(h);
  const answer = await prove(byProvider);
  expect([answer.status, reasonIn(answer)]).toEqual([409, 'no_password']);
  await byProvider.post('/auth/sign-out');
  await h.db.system((tx) => tx`delete from user_sessions where user_id = ${byProvider.id}`);
  expect((await prove(byProvider)).status).toBe(401);
  expect((await byProvider.get('/auth/passkey/generate-register-options')).status).toBe(401);
});

test('a user without a workspace deletes their account after a fresh proof, and nothing stays', async () => {
  const { id: workspaceId } = await h.newWorkspace();
  const ann = await signedUp(h, { workspaceId, role: 'viewer' });
  const end = () => ann.post('/auth/delete-account');
  expect(await end()).toMatchObject({ status: 409 });
  await h.db.system((tx) => tx`delete from workspace_members where user_id = ${ann.id}`);
  await letProofGrowOld(ann);
  expect(reasonIn(await end())).toBe('fresh_proof_needed');
  expect((await prove(ann)).status).toBe(200);
  expect((await end()).status).toBe(204);
  expect((await ann.get('/auth/session')).status).toBe(401);
  const left = await h.db.system(
    (tx) => tx`
      select id from users where id = ${ann.id} union all select id from user_sessions where user_id = ${ann.id}
      union all select id from user_accounts where user_id = ${ann.id}`,
  );
  expect(left).toEqual([]);
});
