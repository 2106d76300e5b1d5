/* Mails about what happens to an account: a new device, a changed password, a factor that is added or removed. */
import { createOTP } from '@better-auth/utils/otp';
import { expect, test } from 'vitest';
import { startHarness } from '../../testing/harness.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import {
  cookiesIn,
  fromPage,
  memberClient,
  signedUp,
  testPassword,
} from '../../testing/signed-in.ts';
import { secretIn } from '../../testing/with-totp.ts';

const server = await startMailServer();
const h = await startHarness({ TRUST_PROXY: '127.0.0.1', SMTP_URL: server.url });
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const signIn = (email: string, address: string, headers: Record<string, string> = {}) =>
  fromPage(h, 'POST', '/auth/sign-in/email', {
    body: { email, password: testPassword },
    headers: { 'x-forwarded-for': address, 'user-agent': firefox, ...headers },
  });
const subjectsTo = (email: string) =>
  server.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
const arrived = (email: string, ...subjects: string[]) =>
  expect.poll(() => subjectsTo(email)).toEqual(subjects);

const newDevice = 'New sign-in to your Footfall account';

test('a new device sends one mail; the first sign-in of an account sends none', async () => {
  const ann = await signedUp(h);
  const first = await signIn(ann.email, '203.0.113.7');
  expect(first.status, first.text).toBe(200);
  await arrived(ann.email, newDevice);
  const [mail] = server.mails.filter(({ to }) => to === ann.email);
  expect(mail?.text).toMatch(/Time: \d{4}-\d\d-\d\d \d\d:\d\d UTC\nDevice: Firefox on Linux\n/);
  expect(mail?.text).toContain(`${h.config.publicUrl}/app/reset-password`);
  // The same browser, seen from the same network; and the same by its cookie, from elsewhere.
  await signIn(ann.email, '203.0.113.99');
  await signIn(ann.email, '198.51.100.4', { cookie: cookiesIn(first) });
  await signIn(ann.email, '192.0.2.1');
  await arrived(ann.email, newDevice, newDevice);
});

test('a changed password and changed factors send a mail', async () => {
  const ann = await signedUp(h);
  const newPassword = 'an entirely new one 4';
  const changed = await ann.post('/auth/change-password', {
    currentPassword: testPassword,
    newPassword,
  });
  expect(changed.status, changed.text).toBe(200);
  const password = 'Your Footfall password was changed';
  await arrived(ann.email, password);
  const own = memberClient(h, cookiesIn(changed), h.workspace.id);
  const enabled = await own.post('/auth/two-factor/enable', { password: newPassword });
  const { totpURI } = enabled.body as { totpURI: string };
  const code = await createOTP(secretIn(totpURI)).totp();
  const verified = await own.post('/auth/two-factor/verify-totp', { code });
  expect(verified.status, verified.text).toBe(200);
  const added = 'A second factor was added to your Footfall account';
  await arrived(ann.email, password, added);
  const later = memberClient(h, cookiesIn(verified), h.workspace.id);
  const disabled = await later.post('/auth/two-factor/disable', { password: newPassword });
  expect(disabled.status, disabled.text).toBe(200);
  await arrived(
    ann.email,
    password,
    added,
    'A second factor was removed from your Footfall account',
  );
});

test('a mail server that is away keeps nobody from signing in', async () => {
  const ann = await signedUp(h);
  await server.stop();
  expect((await signIn(ann.email, '203.0.113.8')).status).toBe(200);
  await expect.poll(() => h.logLines.join('')).toContain('could not send a mail');
  await server.restart();
});
