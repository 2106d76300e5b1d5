/* The key of the installation: outside of the database, changed by a command, and told of where it is missing. */
import { randomBytes } from 'node:crypto';
import { symmetricDecrypt } from 'better-auth/crypto';
import { expect, test } from 'vitest';
import { encryptByCurrent } from '../accounts/sign-in/encrypted-codes.ts';
import { selectSecret } from '../accounts/sign-in/secret.ts';
import { runCommand, runJson } from '../testing/command-line.ts';
import { type OwnHarness, startHarness } from '../testing/harness.ts';
import { cookiesIn, fromPage, memberClient, testPassword } from '../testing/signed-in.ts';
import { withTotp } from '../testing/with-totp.ts';

const h = await startHarness({ TRUST_PROXY: '127.0.0.1' });
const newKey = () => randomBytes(32).toString('hex');
const [first, second] = [newKey(), newKey()];

/** The same database with other keys, as after a restart. */
const restarted = (keys: string) =>
  startHarness({ TRUST_PROXY: '127.0.0.1', SECRET_KEY: keys }, {}, { ownerUrl: h.ownerUrl });

async function signIn(at: OwnHarness, email: string, backupCode: string) {
  const half = await fromPage(at, 'POST', '/auth/sign-in/email', {
    body: { email, password: testPassword },
  });
  return fromPage(at, 'POST', '/auth/two-factor/verify-backup-code', {
    body: { code: backupCode },
    headers: { cookie: cookiesIn(half) },
  });
}

const codesOf = async (userId: string) => {
  const [row] = await h.db.system(
    (tx) => tx<{ secret: string }[]>`select secret from user_two_factors where user_id = ${userId}`,
  );
  return row?.secret ?? '';
};

test('one-time codes leave the key that stood beside them, follow each new one, and are refused in words without it', async () => {
  const { ann, secret, backupCodes } = await withTotp(h);
  const stored = await h.db.system(selectSecret);
  // As before there were keys: whoever has the database reads them.
  expect(await symmetricDecrypt({ key: stored, data: await codesOf(ann.id) })).toBe(secret);

  expect(await h.db.system((tx) => encryptByCurrent(tx, [first]))).toEqual({
    changed: 1,
    unreadable: 0,
  });
  for (const key of [stored, await h.db.system(selectSecret)]) {
    const data = (await codesOf(ann.id)).split('$').at(-1) ?? '';
    await expect(symmetricDecrypt({ key, data })).rejects.toThrow();
  }
  expect(await h.db.system((tx) => encryptByCurrent(tx, [first]))).toMatchObject({ changed: 0 });
  const withFirst = await restarted(first);
  const signedIn = await signIn(withFirst, ann.email, backupCodes[0] ?? '');
  expect(signedIn.status, signedIn.text).toBe(200);
  const session = memberClient(withFirst, cookiesIn(signedIn), h.workspace.id);
  expect((await session.get('/me')).status).toBe(200);

  const env = { DATABASE_URL: h.ownerUrl };
  const alone = await runCommand(['secrets', 'rotate'], { ...env, SECRET_KEY: first });
  expect([alone.code, alone.stderr]).toEqual([1, expect.stringMatching(/SECRET_KEY=NEW,FORMER/)]);
  const rotated = await runJson<object>(['secrets', 'rotate'], {
    ...env,
    SECRET_KEY: `${second},${first}`,
  });
  expect(rotated).toMatchObject({ reencrypted: 1, unreadable: 0, sessions: expect.any(Number) });
  expect((await session.get('/me')).status).toBe(401);

  const withSecond = await restarted(second);
  expect((await signIn(withSecond, ann.email, backupCodes[1] ?? '')).status).toBe(200);
  const withFormer = await restarted(first);
  const refused = await signIn(withFormer, ann.email, backupCodes[2] ?? '');
  expect(refused.status, refused.text).toBe(503);
  expect(refused.body).toMatchObject({ details: { reason: 'codes_unreadable' } });
  expect(await h.db.system((tx) => encryptByCurrent(tx, [first]))).toMatchObject({ unreadable: 1 });
});

test('a database without a key of its own beside it gets a new one as well', async () => {
  const own = await startHarness({ TRUST_PROXY: '127.0.0.1' });
  const { ann, backupCodes } = await withTotp(own);
  const before = await own.db.system(selectSecret);
  const rotated = await runJson<object>(['secrets', 'rotate'], { DATABASE_URL: own.ownerUrl });
  expect(rotated).toMatchObject({ reencrypted: 1, unreadable: 0 });
  expect(await own.db.system(selectSecret)).not.toBe(before);
  expect((await ann.get('/me')).status).toBe(401);
  const after = await startHarness({ TRUST_PROXY: '127.0.0.1' }, {}, { ownerUrl: own.ownerUrl });
  expect((await signIn(after, ann.email, backupCodes[0] ?? '')).status).toBe(200);
});

test('a key that can be guessed is refused, and not repeated', async () => {
  const short = await runCommand(['secrets', 'rotate'], { SECRET_KEY: 'too short' });
  expect([short.code, short.stderr]).toEqual([1, expect.stringContaining('32 characters')]);
  expect(short.stderr).not.toContain('too short');
});
