/* Backups are read back: into a new installation, into a PostgreSQL of one's own, from an older schema; and never half. */
import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { type Manifest, manifestName } from '../platform/db/backup/manifest.ts';
import { migrate } from '../platform/db/migrate.ts';
import { runCommand, runJson } from '../testing/command-line.ts';
import { emptyDatabase } from '../testing/database.ts';
import { startHarness } from '../testing/harness.ts';
import { readEverything } from '../testing/read-everything.ts';
import { rowsOf } from '../testing/rows-of.ts';
import { seedWorkspace } from '../testing/seeded-workspace.ts';
import { temporaryDirectory } from '../testing/service-process.ts';
import { fromPage, signedUp, testPassword } from '../testing/signed-in.ts';
import { SLOW } from '../testing/slow.ts';

// All of its database is read back again and again: it has what this file made alone.
const h = await startHarness();
const workspace = await seedWorkspace(h);
const member = await signedUp(h, { workspaceId: workspace.id });
await h.settle();
const source = { DATABASE_URL: h.ownerUrl };

/** But for what tells of its own server: positions of changes. */
async function readAll(url: string): Promise<Record<string, string>> {
  const answers = await readEverything(async (path) => {
    const headers = { authorization: `Bearer ${workspace.secretKey}` };
    const answer = await fetch(`${url}/api/v1${path}`, { headers });
    const text = await answer.text();
    expect(answer.status, `${path}: ${text}`).toBe(200);
    return text;
  });
  return Object.fromEntries(
    Object.entries(answers).filter(([path]) => !path.startsWith('/changes')),
  );
}

async function countVisitors(url: string): Promise<number> {
  const answer = await fetch(`${url}/api/v1/stats?metrics=visitors`, {
    headers: { authorization: `Bearer ${workspace.secretKey}` },
  });
  const { data } = (await answer.json()) as { data: { total: { visitors: number } } };
  return data.total.visitors;
}

async function send(url: string, messages: object[]) {
  const answer = await fetch(`${url}/ingest/batch`, {
    method: 'POST',
    headers: { 'x-svc-key': workspace.productionKey, 'content-type': 'application/json' },
    body: JSON.stringify({ batch: messages }),
  });
  const { data } = (await answer.json()) as {
    data: { accepted: number; duplicates: number; rejected: number };
  };
  return [data.accepted, data.duplicates, data.rejected];
}

const pageView = (visitorId: string) => ({
  type: 'event',
  name: 'page_view',
  message_id: randomUUID(),
  visitor_id: visitorId,
  context: { page: { url: 'https://shop.example/' } },
});

/** A backup of the seeded service, to be changed by a test. */
async function madeBackup(): Promise<string> {
  const folder = join(await temporaryDirectory(), 'backup');
  await runJson(['backup', folder], source);
  return folder;
}

const manifestOf = async (folder: string) =>
  JSON.parse(await readFile(join(folder, manifestName), 'utf8')) as Manifest;

test('a new installation filled from the backup of a PostgreSQL of one’s own fills another of one’s own, which answers as the first', {
  timeout: SLOW,
}, async () => {
  const before = await readAll(h.url);
  const visitors = await countVisitors(h.url);
  const place = await temporaryDirectory();
  const folder = join(place, 'backup');
  const made = await runJson<{ rows: number; madeAt: string }>(['backup', folder], source);
  expect(made).toMatchObject({ folder, rows: expect.any(Number) });
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  for (const file of await readdir(folder)) {
    expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
  }

  const embedded = { DATA_DIR: join(place, 'data') };
  expect(await runJson(['restore', folder], embedded)).toMatchObject({
    rows: made.rows,
    madeAt: made.madeAt,
  });
  // From the embedded PostgreSQL, whose owner is no superuser.
  const second = join(place, 'second');
  await runJson(['backup', second], embedded);
  const url = await emptyDatabase();
  await runJson(['restore', second], { DATABASE_URL: url });
  const other = await startHarness({}, {}, { ownerUrl: url });
  await other.settle();
  expect(await readAll(other.url)).toEqual(before);
  const body = { email: member.email, password: testPassword };
  expect((await fromPage(other, 'POST', '/auth/sign-in/email', { body })).status).toBe(200);

  // What comes next is counted, and what came before is known.
  const visitorId = randomUUID();
  const messages = [pageView(visitorId), pageView(visitorId)];
  expect(await send(other.url, messages)).toEqual([2, 0, 0]);
  expect(await send(other.url, messages)).toEqual([0, 2, 0]);
  await other.settle();
  expect(await countVisitors(other.url)).toBe(visitors + 1);
});

test('a backup has every message acknowledged before it began, and nothing partial, whatever arrives meanwhile', {
  timeout: SLOW,
}, async () => {
  const folder = join(await temporaryDirectory(), 'backup');
  const sent: object[] = [];
  const sendMore = async () => {
    const messages = Array.from({ length: 20 }, () => pageView(randomUUID()));
    expect(await send(h.url, messages)).toEqual([20, 0, 0]);
    sent.push(...messages);
  };
  await sendMore();
  const acknowledged = sent.length;
  const command = runCommand(['backup', folder], source);
  let isDone = false;
  void command.finally(() => {
    isDone = true;
  });
  while (!isDone) await sendMore();
  expect((await command).code).toBe(0);

  const url = await emptyDatabase();
  await runJson(['restore', folder], { DATABASE_URL: url });
  const other = await startHarness({}, {}, { ownerUrl: url });
  expect(await send(other.url, sent.slice(0, acknowledged))).toEqual([0, acknowledged, 0]);
  for (let first = acknowledged; first < sent.length; first += 100) {
    const some = sent.slice(first, first + 100);
    const [accepted = 0, duplicates = 0] = await send(other.url, some);
    expect(accepted + duplicates).toBe(some.length);
  }
  await Promise.all([h.settle(), other.settle()]);
  for (const table of ['events', 'sessions', 'visitors']) {
    expect(await rowsOf(url, table), table).toBe(await rowsOf(h.ownerUrl, table));
  }
});

test('a backup of an older schema is brought to this one', async () => {
  const older = await emptyDatabase();
  await migrate(older, ({ version }) => version === 1);
  const sql = postgres(older, { max: 1 });
  await sql`
    insert into workspaces (workspace_id, name, features) values (${randomUUID()}, 'Of before', '{}')`;
  await sql.end();
  const folder = join(await temporaryDirectory(), 'backup');
  await runJson(['backup', folder], { DATABASE_URL: older });
  const url = await emptyDatabase();
  await runJson(['restore', folder], { DATABASE_URL: url });
  expect(await migrate(url)).toEqual([]);
  expect(await rowsOf(url, 'workspaces')).toBe(1);
});

const damages: [string, (folder: string) => Promise<unknown>, RegExp][] = [
  [
    'a byte is another one',
    async (folder) => {
      const path = join(folder, 'events.copy.gz');
      const bytes = await readFile(path);
      bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
      await writeFile(path, bytes);
    },
    /damaged: events\.copy\.gz .*Use another copy/s,
  ],
  [
    'two bytes of what is unpacked are others',
    async (folder) => {
      const path = join(folder, 'workspaces.copy.gz');
      const rows = gunzipSync(await readFile(path));
      rows.write('zz', 0);
      await writeFile(path, gzipSync(rows, { level: 1 }));
    },
    /damaged: workspaces\.copy\.gz .*Nothing was restored/s,
  ],
  [
    'a file is not there',
    async (folder) => rm(join(folder, 'visitors.copy.gz')),
    /damaged: visitors\.copy\.gz is missing/,
  ],
  [
    'a file is a folder',
    async (folder) => {
      await rm(join(folder, 'visitors.copy.gz'));
      await mkdir(join(folder, 'visitors.copy.gz'));
    },
    /damaged: visitors\.copy\.gz is not a file/,
  ],
  [
    'the end is missing',
    async (folder) => truncate(join(folder, 'visitors.copy.gz'), 100),
    /damaged: visitors\.copy\.gz has 100 bytes instead of \d+/,
  ],
  [
    'a file is named that is elsewhere',
    async (folder) => {
      const manifest = await manifestOf(folder);
      const tables = manifest.tables.map((table) =>
        table.name === 'leads' ? { ...table, file: '../leads.copy.gz' } : table,
      );
      await writeFile(join(folder, manifestName), JSON.stringify({ ...manifest, tables }));
    },
    /damaged: \.\.\/leads\.copy\.gz does not match the name/,
  ],
  [
    'it was made by a newer version',
    async (folder) => {
      const manifest = await manifestOf(folder);
      const migrations = [...manifest.migrations, '9999_of_tomorrow.sql'];
      await writeFile(join(folder, manifestName), JSON.stringify({ ...manifest, migrations }));
    },
    /newer Footfall .* 9999_of_tomorrow\.sql/,
  ],
  [
    'it was made before the baseline',
    async (folder) => {
      const manifest = await manifestOf(folder);
      const migrations = ['0001_workspaces_and_keys.sql'];
      await writeFile(join(folder, manifestName), JSON.stringify({ ...manifest, migrations }));
    },
    /too old for this version.* 0146_closed_workspaces\.sql/s,
  ],
  [
    'a table is missing',
    async (folder) => {
      const manifest = await manifestOf(folder);
      const tables = manifest.tables.slice(1);
      await writeFile(join(folder, manifestName), JSON.stringify({ ...manifest, tables }));
    },
    /tables of the backup do not match its migrations/,
  ],
  [
    'it is not whole',
    async (folder) => writeFile(join(folder, manifestName), '{ "format": 1 '),
    /Cannot read .*backup\.json/,
  ],
];

test('a damaged or newer backup is refused with the reason and leaves an empty database that accepts a full restore', {
  timeout: SLOW,
}, async () => {
  const whole = await madeBackup();
  const url = await emptyDatabase();
  for (const [name, damage, expected] of damages) {
    const folder = join(await temporaryDirectory(), 'backup');
    await cp(whole, folder, { recursive: true });
    await damage(folder);
    const { code, stderr } = await runCommand(['restore', folder], { DATABASE_URL: url });
    expect.soft(code, name).toBe(1);
    expect.soft(stderr, name).toMatch(expected);
    expect.soft(stderr, name).not.toMatch(/\n\s+at /);
    // What does not fit its migrations is seen once those are applied; all else before anything is made, in one way.
    if (name !== 'a byte is another one' && name !== 'it is not whole') continue;
    const place = await temporaryDirectory();
    const elsewhere = await runCommand(['restore', folder], { DATA_DIR: join(place, 'data') });
    expect.soft(elsewhere.stderr, name).toMatch(expected);
    expect.soft(await readdir(place), name).toEqual([]);
  }
  expect(await rowsOf(url, 'events')).toBe(0);
  await runJson(['restore', whole], { DATABASE_URL: url });
  expect(await rowsOf(url, 'events')).toBeGreaterThan(0);
  // Once it is in use nothing is written over.
  const again = await runCommand(['restore', whole], { DATABASE_URL: url });
  expect(again.stderr).toContain('The database has data');
  expect(again.code).toBe(1);
});

test('a folder that has something is not written to, and a backup that fails leaves nothing', async () => {
  const place = await temporaryDirectory();
  await mkdir(join(place, 'mine'));
  await writeFile(join(place, 'mine', 'letter.txt'), 'dear');
  const refused = await runCommand(['backup', join(place, 'mine')], source);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('not empty') });
  const inFile = await runCommand(['backup', join(place, 'mine', 'letter.txt', 'x')], source);
  expect(inFile).toMatchObject({ code: 1, stderr: expect.stringContaining('Cannot write') });
  // As Ctrl-C does, to this process, whose commands listen for it.
  const interrupting = setInterval(() => process.emit('SIGINT'), 1);
  const stopped = await runCommand(['backup', join(place, 'stopped')], source);
  clearInterval(interrupting);
  expect(stopped).toMatchObject({ code: 1, stderr: expect.stringContaining('Backup canceled') });
  const nothing = await runCommand(['backup', join(place, 'none')], {
    DATABASE_URL: await emptyDatabase(),
  });
  expect(nothing).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing to back up') });
  const absent = await runCommand(['restore', join(place, 'absent')], {
    DATABASE_URL: await emptyDatabase(),
  });
  expect(absent).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('not a complete backup'),
  });
  expect(await readdir(place)).toEqual(['mine']);
});
