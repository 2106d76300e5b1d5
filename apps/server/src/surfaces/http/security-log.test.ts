/* The security log: which events it has, with their outcome, and what a guesser or a deleted workspace leaves in it. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { OwnEvent } from '@footfall/contract/account';
import { expect, test } from 'vitest';
import { makeResetToken } from '../../accounts/sign-in/people.ts';
import { forgetSecurityEvents, readSecurityLog } from '../../accounts/sign-in/security-log.ts';
import { startHarness } from '../../testing/harness.ts';
import {
  cookiesIn,
  fromPage,
  memberClient,
  signedUp,
  testPassword,
} from '../../testing/signed-in.ts';
import { withTotp } from '../../testing/with-totp.ts';

const h = await startHarness({ TRUST_PROXY: '127.0.0.1', LOG_FAILED_SIGN_INS: 'true' });
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const from = (address: string) => ({ 'x-forwarded-for': address, 'user-agent': firefox });
const signIn = (email: string, password: string, address = '203.0.113.7') =>
  fromPage(h, 'POST', '/auth/sign-in/email', { body: { email, password }, headers: from(address) });

const start = { time: '1970-01-01T00:00:00Z', id: '00000000-0000-0000-0000-000000000000' };
const all = () => readSecurityLog(h.db, start);
const eventsOf = async (account: string) =>
  (await all()).filter((line) => line.account === account).map(({ event }) => event);

test('sign-ins and failures have account, shortened address, device and outcome', async () => {
  const ann = await signedUp(h);
  await signIn(ann.email, testPassword);
  for (const guess of [1, 2, 3]) await signIn(ann.email, `a wrong guess ${guess}`, '198.51.100.9');
  const unknown = `${randomUUID()}@example.com`;
  await signIn(unknown, 'a wrong guess', '192.0.2.4');
  const lines = await all();
  const about = { actor_type: 'member', actor_id: ann.id, account: ann.email, workspace_id: null };
  expect(lines).toContainEqual(
    expect.objectContaining({
      ...about,
      event: 'sign_in.succeeded',
      outcome: 'success',
      subject: 'password',
      address: '203.0.113.0',
      device: 'Firefox on Linux',
      attempts: 1,
    }),
  );
  const failed = lines.filter(
    ({ event, address }) => event === 'sign_in.failed' && address === '198.51.100.0',
  );
  // A minute may have ended between them.
  expect(failed.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(3);
  expect(failed[0]).toMatchObject({ ...about, outcome: 'failure', subject: 'password' });
  const stranger = lines.find(({ address }) => address === '192.0.2.0');
  expect(stranger).toMatchObject({ event: 'sign_in.failed', actor_type: 'nobody', account: '' });
  expect(JSON.stringify(lines)).not.toContain(unknown);
});

test('a lock is one event, however often it refuses; the log of the service has a line for each failure', async () => {
  const ann = await signedUp(h);
  h.logLines.length = 0;
  for (let guess = 0; guess < 14; guess++)
    await signIn(ann.email, `a wrong guess ${guess}`, '198.51.101.3');
  const refused = (await all()).filter(
    ({ account, outcome }) => account === ann.email && outcome === 'refused',
  );
  expect(refused.map(({ event, attempts }) => [event, attempts])).toEqual([['sign_in.failed', 1]]);
  const file = new URL('../../../../../deploy/fail2ban/filter.d/footfall.conf', import.meta.url);
  const [, pattern = ''] = /^failregex = (.*)$/m.exec(await readFile(file, 'utf8')) ?? [];
  const failregex = new RegExp(pattern.replace('<ADDR>', '(?<address>[0-9a-fA-F:.]+)'));
  const addresses = h.logLines.map((line) => failregex.exec(line.trim())?.groups?.address);
  expect(addresses.filter(Boolean)).toEqual(Array.from({ length: 10 }, () => '198.51.101.3'));
});

test('passwords, factors and sessions leave an event each', async () => {
  const { ann, backupCodes } = await withTotp(h);
  const half = await signIn(ann.email, testPassword);
  const wrong = {
    body: { code: 'wrong-code' },
    headers: { ...from('203.0.113.7'), cookie: cookiesIn(half) },
  };
  await fromPage(h, 'POST', '/auth/two-factor/verify-backup-code', wrong);
  const right = { ...wrong, body: { code: backupCodes[0] } };
  const answer = await fromPage(h, 'POST', '/auth/two-factor/verify-backup-code', right);
  expect(answer.status, answer.text).toBe(200);
  const own = memberClient(h, cookiesIn(answer), h.workspace.id);
  await own.post('/auth/two-factor/disable', { password: testPassword });
  const token = await h.db.system((tx) => makeResetToken(tx, ann.id));
  const body = { token, newPassword: 'an entirely new one 4' };
  expect((await fromPage(h, 'POST', '/auth/reset-password', { body })).status).toBe(200);
  const again = await signIn(ann.email, body.newPassword);
  const later = memberClient(h, cookiesIn(again), h.workspace.id);
  await later.post('/auth/sessions/end-others');
  await later.post('/auth/sign-out');
  expect(await eventsOf(ann.email)).toEqual([
    'member.joined',
    'sign_in.succeeded',
    'factor.added',
    'sign_in.code_asked',
    'sign_in.failed',
    'sign_in.succeeded',
    'sign_in.new_device',
    'factor.removed',
    'password.changed',
    'sign_in.succeeded',
    'session.ended',
    'sign_out',
  ]);
});

test('people see their own events of the last 90 days, a page at a time, and nobody else sees them', async () => {
  const ann = await signedUp(h);
  await signIn(ann.email, testPassword, '203.0.113.70');
  for (const guess of [1, 2]) await signIn(ann.email, `a wrong guess ${guess}`, '198.51.100.9');
  await h.db.system(
    (tx) => tx`
      insert into security_events (workspace_id, id, created_at, event, outcome, actor_type, actor_id, account, address,
                                   device, workspace, subject)
      select ${start.id}, gen_random_uuid(), now() - n * interval '89 days 23 hours', 'sign_out', 'success', 'member', ${ann.id},
             '', '', '', '', '' from generate_series(1, 2) n`,
  );
  const read = async (query = '', who: Pick<typeof ann, 'get'> = ann) => {
    const { status, body, text } = await who.get(`/auth/security-events${query}`);
    expect(status, text).toBe(200);
    return body as { data: OwnEvent[]; pagination: { total: number } };
  };
  const { data, pagination } = await read();
  const events = data.map(({ event }) => event).filter((event) => event !== 'sign_in.failed');
  expect(events).toEqual([
    'sign_in.new_device',
    'sign_in.succeeded',
    'sign_in.succeeded',
    'sign_out',
  ]);
  expect(pagination.total).toBe(data.length);
  expect(data[0]).toMatchObject({
    event: 'sign_in.failed',
    outcome: 'failure',
    address: '198.51.100.0',
  });
  expect((await read('?limit=1&offset=1')).data).toEqual(data.slice(1, 2));
  expect((await read('?offset=5000')).data).toEqual([]);
  const other = await signedUp(h);
  expect((await read('', other)).data.map(({ event }) => event)).toEqual(['sign_in.succeeded']);
  for (const query of ['?limit=0', '?limit=1000', '?offset=-1', '?user=x']) {
    expect((await ann.get(`/auth/security-events${query}`)).status, query).toBe(400);
  }
  expect((await fromPage(h, 'GET', '/auth/security-events')).status).toBe(401);
  expect((await fromPage(h, 'GET', '/auth/security-events?limit=0')).status).toBe(401);
  // The test of the log's age counts what is older.
  await h.db.system(
    (tx) => tx`delete from security_events where created_at < now() - interval '1 day'`,
  );
});

test('guesses at the password in an open browser are in it, and the one that was right', async () => {
  const ann = await signedUp(h);
  expect((await ann.post('/auth/prove', { password: testPassword })).status).toBe(200);
  const prove = (guess: number) => ann.post('/auth/prove', { password: `a wrong guess ${guess}` });
  for (let guess = 0; guess < 12; guess++) await prove(guess);
  const lines = (await all()).filter(({ account, event }) => {
    return account === ann.email && event.startsWith('proof.');
  });
  const attempts = (outcome: string) =>
    lines.filter((line) => line.outcome === outcome).reduce((sum, line) => sum + line.attempts, 0);
  expect(lines[0]).toMatchObject({ event: 'proof.given', outcome: 'success', actor_id: ann.id });
  expect(['failure', 'refused'].map(attempts)).toEqual([9, 1]);
});

test('keys, members, exports and the end of a workspace stay when all of it is gone', async () => {
  const { id } = await h.newWorkspace('Short-lived');
  const ann = await signedUp(h, { workspaceId: id });
  const made = await ann.post('/keys', { kind: 'secret', name: 'CRM', scopes: ['leads:read'] });
  expect(made.status, made.text).toBe(200);
  await ann.post('/invitations', { email: 'new@example.com', role: 'viewer' });
  await (await h.fetch('/dashboard/api/exports/leads', { headers: ann.headers })).text();
  expect((await ann.post('/workspaces/delete', { confirm: 'Short-lived' })).status).toBe(200);
  await h.db.system(
    (tx) =>
      tx`update workspaces set deleted_at = now() - interval '2 minutes' where workspace_id = ${id}`,
  );
  await h.settle();
  const left = await h.db.system((tx) => tx`select from workspaces where workspace_id = ${id}`);
  expect(left).toHaveLength(0);
  const lines = (await all()).filter(({ workspace_id }) => workspace_id === id);
  expect(lines.map(({ event }) => event)).toEqual([
    'member.joined',
    'key.created',
    'member.invited',
    'data.exported',
    'workspace.deleted',
  ]);
  for (const line of lines) {
    expect(line).toMatchObject({ account: ann.email, actor_id: ann.id, workspace: 'Short-lived' });
  }
});

test('it is bounded by age and number, and a flood removes only itself', async () => {
  await h.db.system(
    (tx) => tx`
      insert into security_events (workspace_id, id, created_at, event, outcome, actor_type, account, address, device,
                                   workspace, subject, attempts)
      select ${start.id}, gen_random_uuid(), now() - n * interval '1 minute', 'flood', 'failure', 'nobody', '', '', '', '', '', 1
      from generate_series(1, 300) n`,
  );
  await h.db.system(
    (tx) => tx`update security_events set created_at = now() - interval '3 days'
               where event = 'key.created'`,
  );
  const before = await all();
  await forgetSecurityEvents(h.db, { days: 2, mostRows: before.length - 100 });
  const after = await all();
  expect(after.length).toBe(before.length - 100);
  expect(after.some(({ event }) => event === 'key.created')).toBe(false);
  const others = (lines: typeof before) =>
    lines.filter(({ event }) => event !== 'flood' && event !== 'key.created').length;
  expect(others(after)).toBe(others(before));
});
