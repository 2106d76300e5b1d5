import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'footfall-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

test('each secret can be in a file', () => {
  const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'footfall' };
  const read = loadConfig({
    ...oidc,
    DATABASE_URL_FILE: file('database', 'postgres://me:geheim@db/footfall\n'),
    REDIS_URL_FILE: file('redis', 'redis://:geheim@redis\n'),
    SINK_CLICKHOUSE_URL_FILE: file('clickhouse', 'http://me:geheim@clickhouse:8123/footfall\n'),
    SMTP_URL_FILE: file('smtp', 'smtp://me:geheim@mail:587\r\n'),
    OIDC_CLIENT_SECRET_FILE: file('oidc', 'geheim\n'),
  });
  expect(read).toMatchObject({
    databaseUrl: 'postgres://me:geheim@db/footfall',
    redisUrl: 'redis://:geheim@redis',
    sinkUrl: expect.stringContaining('geheim'),
    smtpUrl: 'smtp://me:geheim@mail:587',
    oidc: { clientSecret: 'geheim' },
  });
  // An empty one is none, as with every other variable.
  expect(loadConfig({ SMTP_URL_FILE: '' }).smtpUrl).toBeUndefined();
});

test('a file that cannot serve is named, and what it holds is not', () => {
  const smtp =
    (path: string, more = {}) =>
    () =>
      loadConfig({ SMTP_URL_FILE: path, ...more });
  expect(smtp('/nonexistent/smtp')).toThrow(/SMTP_URL_FILE is \/nonexistent\/smtp, which cannot/);
  expect(smtp(folder)).toThrow(/which cannot be read/);
  expect(smtp(file('empty', '\n'))).toThrow(/which is empty/);
  expect(smtp(file('long', 'x'.repeat(70_000)))).toThrow(/too large for a secret/);
  expect(smtp(file('both', 'smtp://a'), { SMTP_URL: 'smtp://b' })).toThrow(/both set. Remove one/);
  const wrong = smtp(file('wrong', 'geheim'));
  expect(wrong).toThrow(/SMTP_URL must be a URL/);
  expect(wrong).not.toThrow(/geheim/);
});

test('a value that means nothing, or everything, is refused with what to write', () => {
  for (const [name, value, advice] of [
    ['ALLOWED_HOSTS', 'http://x/', 'Write host names'],
    ['ALLOWED_HOSTS', 'footfall, *', 'Write host names'],
    ['ALLOWED_HOSTS', 'footfall:8080', 'Write host names'],
    ['MAIL_FROM', 'a,b@y.zz', 'one address, such as'],
    ['MAIL_FROM', 'Acme, Inc. <a@y.zz>', 'double quotes'],
    ['MAIL_FROM', 'Acme <a@y.zz>, b@y.zz', 'one address, such as'],
    ['MAIL_FROM', 'nobody', 'one address, such as'],
    ['TRUST_PROXY', '0.0.0.0/1,128.0.0.0/1', 'use a prefix of /8 or longer'],
    ['TRUST_PROXY', '2000::/3', 'use a prefix of /16 or longer'],
    ['TRUST_PROXY', '::/8', 'use a prefix of /104 or longer'],
    ['TRUST_PROXY', '0:0:0:0:0:ffff:0:0/96', 'use a prefix of /104 or longer'],
    ['TRUST_PROXY', '0.0.0.0', 'not the address of a proxy'],
    ['PUBLIC_URL', 'https://*', 'the address that browsers open'],
    ['PUBLIC_URL', 'https://ann:secret@footfall.example', 'the address that browsers open'],
    ['PUBLIC_URL', 'https://footfall.example/?a', 'the address that browsers open'],
    ['HOST', 'http://127.0.0.1', 'Set it to an address of this machine'],
    ['METRICS_PORT', '99999', /from 0 to 65535, or remove it\.$/],
    ['METRICS_HOST', '10.0.0.5', 'Set METRICS_PORT'],
    ['SMTP_URL', 'smtp://', 'smtp://user:password@host:587'],
    ['DATABASE_PREPARE', 'no', 'Set it to true or false'],
  ] as const) {
    expect(() => loadConfig({ [name]: value }), `${name}=${value}`).toThrow(advice);
    expect(() => loadConfig({ [name]: value }), `${name}=${value}`).toThrow(name);
  }
  const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
  expect(() => loadConfig({ OIDC_DOMAINS: 'example.com' })).toThrow('OIDC_ISSUER and');
  for (const domains of ['*', 'https://example.com', 'ada@example.com']) {
    expect(() => loadConfig({ ...oidc, OIDC_DOMAINS: domains })).toThrow('Write mail domains');
  }
});

test('usual values are taken as they are', () => {
  for (const from of [
    'a@y.zz',
    'Footfall <a@y.zz>',
    '"Acme, Inc." <a@y.zz>',
    'Bücher Müller <a@y.zz>',
  ]) {
    expect(loadConfig({ MAIL_FROM: from }).mailFrom).toBe(from);
  }
  const proxies = '127.0.0.1, 10.0.0.0/8,::1,fd00::/16,::ffff:10.0.0.0/104,uniquelocal';
  expect(loadConfig({ TRUST_PROXY: proxies }).trustProxy).toHaveLength(6);
  expect(loadConfig({ ALLOWED_HOSTS: 'My_App, a.b-c.internal,10.0.0.5' }).allowedHosts).toEqual([
    'my_app',
    'a.b-c.internal',
    '10.0.0.5',
  ]);
  for (const [url, read] of [
    ['https://example.com/footfall/', 'https://example.com/footfall'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['http://my_host:80', 'http://my_host:80'],
  ]) {
    expect(loadConfig({ PUBLIC_URL: url }).publicUrl).toBe(read);
  }
  for (const host of ['0.0.0.0', '::', '::1', 'localhost', 'my_host']) {
    expect(loadConfig({ HOST: host }).host).toBe(host);
  }
  const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
  expect(loadConfig({ ...oidc, OIDC_DOMAINS: '@Ours.example, b.example' }).oidc?.domains).toEqual([
    'ours.example',
    'b.example',
  ]);
});
