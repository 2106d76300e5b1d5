/* Mails are bounded for each address, sender and installation, and an address is one address. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeWelcomeToken } from '../../accounts/sign-in/welcome.ts';
import { startHarness } from '../../testing/harness.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { fromPage, signedIn, signedUp, testPassword } from '../../testing/signed-in.ts';

const server = await startMailServer();
const h = await startHarness({ TRUST_PROXY: '127.0.0.1', SMTP_URL: server.url });
const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email).length;
const invitationOf = (email: string) => ({ email, role: 'viewer' });

test('twelve invitations to one address are five mails; the rest is refused with what to do', async () => {
  const ann = await signedIn(h);
  const name = randomUUID();
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) {
    // Most providers put both into one mailbox.
    const email = `${name}${i % 2 === 0 ? '' : `+${i}`}@example.com`;
    const answer = await ann.post('/invitations', invitationOf(email));
    statuses.push(answer.status);
    if (answer.status !== 429) continue;
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect(answer.text).toContain('share the link');
    expect(answer.text).toContain('too_many_mails');
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  expect(server.mails.filter(({ to }) => to.startsWith(name))).toHaveLength(5);
  const other = await ann.post('/invitations', invitationOf(`${randomUUID()}@example.com`));
  expect(other.status).toBe(201);
});

test('one sender has fifty an hour, in whichever workspace, and leaves others theirs', async () => {
  const [ann, bob] = [await signedIn(h), await signedIn(h)];
  const invite = (by: typeof ann) =>
    by.post('/invitations', invitationOf(`${randomUUID()}@example.com`));
  const answers = await Promise.all(Array.from({ length: 52 }, () => invite(ann)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  // What is refused to ann leaves the address its five.
  const wanted = invitationOf(`${randomUUID()}@example.com`);
  for (let i = 0; i < 5; i++) expect((await ann.post('/invitations', wanted)).status).toBe(429);
  expect((await bob.post('/invitations', wanted)).status).toBe(201);
});

test('invitations use up no mail of a forgotten password; beyond its limit the answer stays the same', async () => {
  const { email } = await signedUp(h);
  const ann = await signedIn(h, { workspaceId: (await h.newWorkspace()).id });
  for (let i = 0; i < 6; i++) await ann.post('/invitations', invitationOf(email));
  await expect.poll(() => mailsTo(email)).toBe(5);
  const answers = new Set<string>();
  for (let i = 0; i < 8; i++) {
    const body = { email };
    const answer = await fromPage(h, 'POST', '/auth/request-password-reset', { body });
    answers.add(`${answer.status} ${answer.text}`);
  }
  expect([...answers]).toHaveLength(1);
  await expect.poll(() => h.logLines.join('')).toContain('"code":"rate_limited"');
  // Nobody waits for the mails: the last one may be on its way.
  await expect.poll(() => mailsTo(email)).toBe(10);
});

test('the installation has a limit, which the operator sets', async () => {
  const small = await startHarness({ SMTP_URL: server.url, MAILS_PER_HOUR: '2' });
  const ann = await signedIn(small);
  const statuses: number[] = [];
  for (let i = 0; i < 3; i++) {
    const made = await ann.post('/invitations', invitationOf(`${randomUUID()}@example.com`));
    statuses.push(made.status);
  }
  expect(statuses).toEqual([201, 201, 429]);
});

test('an address is one plain address', async () => {
  const ann = await signedIn(h);
  const words = await ann.post('/invitations', invitationOf('a,b@y.zz'));
  expect(words.text).toContain('email must be one email address, such as ada@example.com');
  for (const email of [
    'a,b@y.zz',
    'a;b@y.zz',
    'b@y.zz,c@y.zz',
    'A <b@y.zz>',
    '"a"@y.zz',
    'a b@y.zz',
    'a\u0001b@y.zz',
    'a\u200bb@y.zz',
    'a\u00adb@y.zz',
    'group:b@y.zz',
  ]) {
    expect(
      (await ann.post('/invitations', invitationOf(email))).status,
      JSON.stringify(email),
    ).toBe(400);
    const token = (await h.db.system(makeWelcomeToken)) ?? 'x'.repeat(20);
    const body = { token, email, name: 'Ann', password: testPassword };
    expect(
      (await fromPage(h, 'POST', '/auth/welcome', { body })).status,
      JSON.stringify(email),
    ).toBe(400);
  }
  const plain = `o'brien+1.${randomUUID()}@exämple.example`;
  expect((await ann.post('/invitations', invitationOf(plain))).status).toBe(201);
});
