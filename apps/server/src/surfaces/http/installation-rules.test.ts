/* What the operator decides of sessions, and by which names the dashboard and the metrics answer. */
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { smtpMailer } from '../../accounts/sign-in/mail.ts';
import { limitSessions } from '../../accounts/sign-in/sessions.ts';
import { loadConfig } from '../../platform/config.ts';
import { startHarness } from '../../testing/harness.ts';
import { rawRequest } from '../../testing/raw-http.ts';
import {
  cookiesIn,
  fromPage,
  memberClient,
  signedIn,
  signedUp,
  testPassword,
} from '../../testing/signed-in.ts';

const h = await startHarness({
  SESSION_IDLE_MINUTES: '30',
  SESSION_MAX_HOURS: '2',
  TRUST_PROXY: '127.0.0.1',
});
const hostname = 'footfall.example';
const own = await startHarness({
  PUBLIC_URL: `https://${hostname}`,
  ALLOWED_HOSTS: 'footfall, Metrics.Internal',
});
const lifetime = { idleMinutes: 30, maxHours: 2 };

interface Times {
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const setTimes = (userId: string, { created_at, updated_at, expires_at }: Times) =>
  h.db.system(
    (tx) => tx`
      update user_sessions set created_at = ${created_at}, updated_at = ${updated_at}, expires_at = ${expires_at}
      where user_id = ${userId}`,
  );

async function minutesLeft(userId: string): Promise<number> {
  const [row] = await h.db.system(
    (tx) => tx<Times[]>`select expires_at from user_sessions where user_id = ${userId}`,
  );
  return ((row?.expires_at.getTime() ?? 0) - Date.now()) / 60_000;
}

test('a session ends after the configured idle time and continues while in use', async () => {
  const byLink = await signedUp(h);
  const own = await signedUp(h);
  await h.db.system((tx) => tx`delete from user_sessions where user_id = ${own.id}`);
  const body = { email: own.email, password: testPassword };
  const answer = await fromPage(h, 'POST', '/auth/sign-in/email', { body });
  expect(answer.headers.getSetCookie().join()).toContain('Max-Age=7200');
  const byPassword = { ...own, ...memberClient(h, cookiesIn(answer), h.workspace.id) };
  for (const ann of [await signedIn(h), byLink, byPassword]) {
    expect(await minutesLeft(ann.id)).toBeCloseTo(30, -1);
    await setTimes(ann.id, {
      created_at: minutesAgo(40),
      updated_at: minutesAgo(20),
      expires_at: minutesAgo(-10),
    });
    const use = async () => {
      expect((await ann.get('/me')).status).toBe(200);
      return minutesLeft(ann.id);
    };
    await expect.poll(use, { interval: 500 }).toBeGreaterThan(25);
  }
});

test('no use makes a session longer than the operator allows', async () => {
  const ann = await signedIn(h);
  await setTimes(ann.id, {
    created_at: minutesAgo(115),
    updated_at: minutesAgo(20),
    expires_at: minutesAgo(-10),
  });
  expect((await ann.get('/me')).status).toBe(200);
  await expect.poll(() => minutesLeft(ann.id)).toBeLessThan(6);
  expect(await minutesLeft(ann.id)).toBeGreaterThan(0);
});

test('shorter times hold for the sessions of before', async () => {
  const [idle, old] = [await signedIn(h), await signedIn(h)];
  const inDays = minutesAgo(-20 * 1440);
  await setTimes(idle.id, {
    created_at: minutesAgo(60),
    updated_at: minutesAgo(31),
    expires_at: inDays,
  });
  await setTimes(old.id, {
    created_at: minutesAgo(121),
    updated_at: minutesAgo(1),
    expires_at: inDays,
  });
  await h.db.system((tx) => limitSessions(tx, lifetime));
  for (const { cookie } of [idle, old]) {
    expect((await memberClient(h, cookie, h.workspace.id).get('/me')).status).toBe(401);
  }
});

test('times that make no sense are refused in words', () => {
  for (const env of [{ SESSION_IDLE_MINUTES: '4' }, { SESSION_MAX_HOURS: '0' }]) {
    expect(() => loadConfig(env)).toThrow(/SESSION_\w+ is "\d"\. Set it to a whole number/);
  }
});

test('metrics need the token, and with a port of their own exist only there', async () => {
  const token = 'a token of sixteen'.replaceAll(' ', '-');
  const guarded = await startHarness({ METRICS_TOKEN: token });
  const ask = (authorization?: string) =>
    guarded.fetch('/metrics', authorization === undefined ? {} : { headers: { authorization } });
  for (const wrong of [undefined, 'Bearer wrong', `Basic ${token}`, `Bearer ${token}x`]) {
    expect((await ask(wrong)).status, wrong).toBe(401);
  }
  const response = await ask(`Bearer ${token}`);
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringContaining('footfall_keys_expiring'),
  ]);

  const apart = await startHarness({
    METRICS_TOKEN: token,
    METRICS_PORT: '0',
    ALLOWED_HOSTS: 'metrics.internal',
  });
  const port = await apart.app.listenForMetrics();
  const there = (path: string, authorization = `Bearer ${token}`, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { authorization } });
  expect(
    (await apart.fetch('/metrics', { headers: { authorization: `Bearer ${token}` } })).status,
  ).toBe(404);
  const metrics = await there('/metrics?x=1');
  expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringContaining('# HELP')]);
  expect((await there('/metrics', 'Bearer wrong')).status).toBe(401);
  for (const [host, status] of [
    ['evil.example', 403],
    [`evil.example:${port}`, 403],
    ['metrics.internal:9464', 200],
    ['[::1]', 200],
    ['localhost', 200],
  ] as const) {
    const headers = { host, authorization: `Bearer ${token}` };
    const answer = await rawRequest({ url: `http://127.0.0.1:${port}` }, 'GET', '/metrics', {
      headers,
    });
    expect([host, answer.status]).toEqual([host, status]);
  }
  expect((await there('/healthz')).status).toBe(404);
  expect((await there('/metrics', undefined, 'POST')).status).toBe(404);

  expect(() => loadConfig({ METRICS_TOKEN: 'short' })).toThrow('16 characters');
  expect(() => loadConfig({ METRICS_PORT: '8080' })).toThrow('Choose another METRICS_PORT');
});

test('the dashboard, sign-in and metrics answer under the name of PUBLIC_URL, and no other that a page could have', async () => {
  const ask = (url: string, host: string) => own.app.inject({ url, headers: { host } });
  const paths = [
    '/',
    '/app',
    '/app/leads',
    '/share/x',
    '/dashboard/api/me',
    '/auth/providers',
    '/metrics',
  ];
  for (const url of paths) {
    for (const host of ['evil.example', 'footfall.example.evil.example', 'evil.example:443']) {
      const refused = await ask(url, host);
      expect([url, host, refused.statusCode]).toEqual([url, host, 403]);
      expect(refused.json().details).toEqual({ reason: 'other_host' });
    }
    for (const host of [
      hostname,
      `${hostname.toUpperCase()}:8443`,
      'footfall:8080',
      'metrics.internal',
      '127.0.0.1:8080',
      '[::1]',
      'localhost',
    ]) {
      expect((await ask(url, host)).statusCode, `${url} ${host}`).not.toBe(403);
    }
  }
  // What websites ask for is proxied under their own names.
  for (const url of ['/sdk.js', '/healthz', '/readyz', '/docs']) {
    expect((await ask(url, 'shop.example')).statusCode, url).not.toBe(403);
  }
});

test('mails need TLS, unless configured otherwise or the server is this machine', async () => {
  const isRequired = (env: Record<string, string>) => loadConfig(env).smtpNeedsTls;
  expect(isRequired({ SMTP_URL: 'smtp://mail.example:587' })).toBe(true);
  expect(isRequired({ SMTP_URL: 'smtp://mail.example', SMTP_TLS: 'optional' })).toBe(false);
  expect(isRequired({ SMTP_URL: 'smtp://127.0.0.1:25' })).toBe(false);
  expect(() => loadConfig({ SMTP_TLS: 'never' })).toThrow('SMTP_TLS is "never". Set it to');
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.write('220 without TLS\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      heard.push(String(bytes));
      socket.write(/^STARTTLS/i.test(String(bytes)) ? '502 unknown\r\n' : '250 ok\r\n');
    });
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `smtp://ann:secret@127.0.0.1:${(server.address() as AddressInfo).port}`;
  const faults: unknown[] = [];
  const mailer = smtpMailer(url, 'a@b.example', (fault) => faults.push(fault), {
    needsTls: true,
    limit: async () => undefined,
  });
  const mail = { kind: 'notice', to: 'x@y.example', subject: 'S', text: 'a secret link' } as const;
  const send = await mailer.admit(mail);
  expect(await send()).toBe('failed');
  expect(await mailer.isReachable()).toBe(false);
  expect(heard.join('')).not.toMatch(/AUTH|MAIL FROM|secret/);
  expect(String(faults[0])).toMatch(/SMTP_TLS=optional/);
  await mailer.close();
});

test('with an https PUBLIC_URL, HSTS is sent under that name alone', async () => {
  const hstsOf = async (url: string, host: string) => {
    const { headers } = await own.app.inject({ url, headers: { host } });
    return headers['strict-transport-security'];
  };
  for (const url of ['/app', '/auth/providers', '/api/v1/leads', '/nothing', '/sdk.js']) {
    expect(await hstsOf(url, 'footfall.example'), url).toBe('max-age=31536000');
    expect(await hstsOf(url, 'shop.example'), url).toBeUndefined();
  }
  const plain = await h.app.inject({ url: '/app', headers: { host: '127.0.0.1' } });
  expect(plain.headers['strict-transport-security']).toBeUndefined();
});
