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

test('each secret may stand in a file', () => {
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
  expect(smtp(file('long', 'x'.repeat(70_000)))).toThrow(/too long for a secret/);
  expect(smtp(file('both', 'smtp://a'), { SMTP_URL: 'smtp://b' })).toThrow(/both set: remove one/);
  const wrong = smtp(file('wrong', 'geheim'));
  expect(wrong).toThrow(/SMTP_URL is not a URL/);
  expect(wrong).not.toThrow(/geheim/);
});
