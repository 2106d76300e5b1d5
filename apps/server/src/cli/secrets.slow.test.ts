/* A backup is no login, and the key of an installation is a file beside its database, which backups do not have. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createOTP } from '@better-auth/utils/otp';
import { expect, test } from 'vitest';
import { runCommand, runJson } from '../testing/command-line.ts';
import { type Service, startFootfall, temporaryDirectory } from '../testing/service-process.ts';
import { SLOW } from '../testing/slow.ts';
import { secretIn } from '../testing/with-totp.ts';

const email = 'ada@example.com';
const password = 'correct horse battery';

async function post(service: Service, path: string, body: object, cookie = '') {
  const answer = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: service.url, cookie },
    body: JSON.stringify(body),
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
  const text = await answer.text();
  return { status: answer.status, text, body: JSON.parse(text), cookie: cookies.join('; ') };
}

async function isSignedIn(service: Service, cookie: string): Promise<boolean> {
  const answer = await fetch(`${service.url}/auth/session`, { headers: { cookie } });
  await answer.body?.cancel();
  return answer.ok;
}

async function signIn(service: Service, secret: string) {
  const half = await post(service, '/auth/sign-in/email', { email, password });
  expect(half.body, half.text).toMatchObject({ twoFactorRedirect: true });
  const code = await createOTP(secret).totp();
  return post(service, '/auth/two-factor/verify-totp', { code }, half.cookie);
}

/** All that a backup holds, unpacked. */
async function contentOf(folder: string): Promise<string> {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const bytes = await readFile(join(folder, name));
      return String(name.endsWith('.gz') ? gunzipSync(bytes) : bytes);
    }),
  );
  return files.join('\n');
}

test('a backup signs nobody in and reveals no code; with the key it restores everything; rotate creates a new one', {
  timeout: SLOW,
}, async () => {
  const place = await temporaryDirectory();
  const dataDir = join(place, 'data');
  const keyFile = join(dataDir, 'secret.key');
  const env = { DATA_DIR: dataDir };
  const service = await startFootfall({ dataDir });
  const token = /welcome\?token=([\w-]+)/.exec(service.stdout())?.[1] ?? '';
  const welcome = await post(service, '/auth/welcome', { token, email, name: 'Ada', password });
  expect(welcome.status, welcome.text).toBe(200);
  const enabled = await post(service, '/auth/two-factor/enable', { password }, welcome.cookie);
  const secret = secretIn(enabled.body.totpURI);
  const code = await createOTP(secret).totp();
  const verified = await post(service, '/auth/two-factor/verify-totp', { code }, welcome.cookie);
  const { cookie } = verified;
  expect(await isSignedIn(service, cookie)).toBe(true);
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  const [key = ''] = (await readFile(keyFile, 'utf8')).trim().split('\n');

  const folder = join(place, 'backup');
  await runJson(['backup', folder], env);
  const content = await contentOf(folder);
  expect(content).toContain(email);
  const session = decodeURIComponent(cookie.split('session_token=')[1] ?? '').split('.')[0] ?? '';
  expect(session.length).toBeGreaterThan(20);
  for (const value of [session, secret, key]) expect(content).not.toContain(value);
  const manifest = JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8'));
  const rows = (table: string) =>
    manifest.tables.find(({ name }: { name: string }) => name === table)?.rows;
  expect([rows('user_sessions'), rows('user_verifications'), rows('users')]).toEqual([0, 0, 1]);

  // Beside the running service, which signs by the former key until it is started again.
  const rotated = await runJson<object>(['secrets', 'rotate'], env);
  expect(rotated).toMatchObject({ reencrypted: 1, unreadable: 0, sessions: 1 });
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  const keys = (await readFile(keyFile, 'utf8')).trim().split('\n');
  expect(keys).toEqual([expect.not.stringMatching(key), key]);
  expect(await isSignedIn(service, cookie)).toBe(false);
  await service.end('SIGKILL');

  // Restored without the key: no session, and codes are refused in words; with it they can be read.
  const restoredDir = join(place, 'restored');
  await runJson(['restore', folder], { DATA_DIR: restoredDir });
  const keyless = await startFootfall({ dataDir: restoredDir });
  expect(await isSignedIn(keyless, cookie)).toBe(false);
  const refused = await signIn(keyless, secret);
  expect([refused.status, refused.body.details?.reason]).toEqual([503, 'codes_unreadable']);
  expect(keyless.stdout() + keyless.stderr()).toContain('no key can decrypt some one-time codes');
  await writeFile(join(restoredDir, 'secret.key'), `${key}\n`, { mode: 0o600 });
  const restored = await runJson<object>(['secrets', 'rotate'], { DATA_DIR: restoredDir });
  expect(restored).toMatchObject({ reencrypted: 1, unreadable: 0 });

  await writeFile(keyFile, 'half\n');
  const broken = await runCommand(['secrets', 'rotate'], env);
  expect(broken.code).toBe(1);
  expect(broken.stderr).toMatch(/secret\.key does not contain the keys/);
  expect(broken.stderr).not.toMatch(/\n\s+at /);
  expect(await readFile(keyFile, 'utf8')).toBe('half\n');
});
