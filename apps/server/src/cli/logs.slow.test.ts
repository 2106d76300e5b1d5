import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, copyFile, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { runCommand, runJson } from '../testing/command-line.ts';
import type { TestWorkspace } from '../testing/harness.ts';
import { pageIn, restOf } from '../testing/rest.ts';
import { repository, until } from '../testing/service-process.ts';
import { sharedHarness } from '../testing/shared-harness.ts';
import { SLOW } from '../testing/slow.ts';

const h = await sharedHarness();
const folder = await mkdtemp(join(tmpdir(), 'footfall-logs-'));
afterAll(() => rm(folder, { recursive: true }));

const agent = 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)';

/** Of one page, at a second of its own. */
function line(page: number): string {
  const second = new Date(Date.parse('2026-03-04T10:00:00Z') + page * 1000).toISOString();
  return `203.0.113.9 - - [04/Mar/2026:${second.slice(11, 19)} +0000] "GET /page-${page} HTTP/1.1" 200 512 "-" "${agent}"\n`;
}

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, place) => line(from + place)).join('');

interface Counts {
  lines: number;
  stored: number;
  faulty: number;
}

/** A workspace, a log and a DATA_DIR of its own. */
async function newLog(content: string) {
  const workspace = await h.newWorkspace();
  const own = await mkdtemp(join(folder, 'log-'));
  const path = join(own, 'access.log');
  await writeFile(path, content);
  const env = { DATABASE_URL: h.ownerUrl, DATA_DIR: join(own, 'data') };
  const flags = ['--workspace', workspace.id, '--site', 'https://www.acme.example'];
  const args = ['logs', 'follow', path, ...flags];
  const read = () => runJson<Counts>([...args, '--once'], env);
  return { workspace, path, env, args, flags, read };
}

/** Which pages are stored, and how often. */
async function pagesOf({ id, secretKey }: TestWorkspace): Promise<number[]> {
  const stored = await h.db.workspace(
    id,
    (tx) => tx<{ url: string }[]>`select url from events where workspace_id = ${id}`,
  );
  expect(secretKey).toBeTruthy();
  return stored.map(({ url }) => Number(/page-(\d+)$/.exec(url)?.[1])).sort((a, b) => a - b);
}

/** Also the revoked ones. */
function secretsOf({ id }: TestWorkspace) {
  return h.db.workspace(
    id,
    (tx) => tx`select name, revoked_at from signing_secrets where workspace_id = ${id}`,
  );
}

const upTo = (count: number) => Array.from({ length: count }, (_, place) => place);

test('new lines are stored once, and only when they are complete', async () => {
  const { workspace, path, read } = await newLog(lines(0, 3));
  expect(await read()).toMatchObject({ lines: 3, stored: 3, faulty: 0 });
  await appendFile(path, `${line(3)}${line(4).slice(0, 40)}`);
  expect(await read()).toMatchObject({ lines: 1, stored: 1 });
  await appendFile(path, line(4).slice(40));
  expect(await read()).toMatchObject({ lines: 1, stored: 1 });
  expect(await pagesOf(workspace)).toEqual(upTo(5));
  const sessions = pageIn(
    await restOf(h, workspace.secretKey).get(
      '/sessions?bots=true&created_after=2026-03-01&created_before=2026-03-30',
    ),
  );
  expect(sessions.data).toMatchObject([{ bot: { name: 'ClaudeBot', operator: 'Anthropic' } }]);
});

test('zeros in front of a log, which was emptied under a server that writes on, cost no line', async () => {
  const { workspace, read } = await newLog(`${'\0'.repeat(2_500_000)}${lines(0, 2)}`);
  expect(await read()).toMatchObject({ lines: 2, stored: 2, faulty: 0 });
  expect(await pagesOf(workspace)).toEqual(upTo(2));
});

test('a log that was renamed twice meanwhile is read to its end', async () => {
  const { workspace, path, read } = await newLog(lines(0, 20));
  await read();
  await appendFile(path, lines(20, 22));
  await rename(path, `${path}.1`);
  await writeFile(path, lines(22, 24));
  await rename(`${path}.1`, `${path}.2`);
  await rename(path, `${path}.1`);
  await writeFile(path, lines(24, 26));
  await read();
  expect(await pagesOf(workspace)).toEqual(upTo(26));
});

test('a log that was copied and emptied is read to its end, and then from its beginning', async () => {
  const { workspace, path, read } = await newLog(lines(0, 20));
  await read();
  await appendFile(path, lines(20, 23));
  await copyFile(path, `${path}.1`);
  await truncate(path);
  await appendFile(path, lines(23, 25));
  await read();
  expect(await pagesOf(workspace)).toEqual(upTo(25));
});

test('reports when the rest is compressed already, and importing it adds the missing rows', async () => {
  const { workspace, path, env, args, flags, read } = await newLog(lines(0, 10));
  await read();
  await writeFile(`${path}.1.gz`, gzipSync(lines(0, 12)));
  await writeFile(path, lines(12, 14));
  const { code, stderr } = await runCommand([...args, '--once'], env);
  expect([code, stderr]).toEqual([0, expect.stringContaining('was rotated while nobody followed')]);
  expect(await pagesOf(workspace)).toEqual(upTo(14).filter((page) => page !== 10 && page !== 11));
  const packed = ['import', `${path}.1.gz`, '--from', 'access-log', ...flags];
  expect(await runJson(packed, env)).toMatchObject({ stored: 2, duplicates: 10 });
  expect(await pagesOf(workspace)).toEqual(upTo(14));
});

test('it follows until SIGTERM, across kill -9 and a rotation, and nothing is lost or doubled', {
  timeout: SLOW,
}, async () => {
  const { workspace, path, env, args } = await newLog(lines(0, 20));
  const start = () => {
    const child = spawn(join(repository, 'footfall'), args, {
      env: { PATH: process.env.PATH, ...env },
      stdio: 'ignore',
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  const stored = (count: number) => until(async () => (await pagesOf(workspace)).length >= count);
  const first = start();
  await stored(20);
  await appendFile(path, lines(20, 30));
  await stored(30);
  await rename(path, `${path}.1`);
  await writeFile(path, lines(32, 40));
  // As a server does that was not told of the new file yet.
  await appendFile(`${path}.1`, lines(30, 32));
  await stored(40);
  first.kill('SIGKILL');
  await once(first, 'exit');
  expect(await secretsOf(workspace)).toEqual([]);
  await appendFile(path, lines(40, 50));
  const second = start();
  await stored(50);
  second.kill('SIGTERM');
  const [code] = await once(second, 'exit');
  expect(code).toBe(0);
  expect(await pagesOf(workspace)).toEqual(upTo(50));
});

test('a missing service or folder is an error', async () => {
  const { env, flags } = await newLog('');
  const alone = await runCommand(['logs', 'follow', join(folder, 'access.log'), ...flags], {
    DATA_DIR: env.DATA_DIR,
  });
  expect([alone.code, alone.stderr]).toEqual([
    1,
    expect.stringContaining('No service is running on'),
  ]);
  const lost = await runCommand(['logs', 'follow', '/nowhere/access.log', ...flags], env);
  expect([lost.code, lost.stderr]).toEqual([1, expect.stringContaining('does not exist')]);
});
