/* Backups under a passphrase, tried before they are needed, stopped half way, and made every day by the service. */
import { cp, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { type Manifest, manifestName } from '../platform/db/backup/manifest.ts';
import { findPostmaster } from '../platform/engine/postmaster.ts';
import { runCommand, runJson } from '../testing/command-line.ts';
import { emptyDatabase } from '../testing/database.ts';
import { startHarness } from '../testing/harness.ts';
import { rowsOf } from '../testing/rows-of.ts';
import { seedWorkspace } from '../testing/seeded-workspace.ts';
import {
  clusterOf,
  makeDirectory,
  removeDirectory,
  startCommand,
  startFootfall,
  temporaryDirectory,
} from '../testing/service-process.ts';
import { SLOW } from '../testing/slow.ts';

// All of its database is read back again and again: it has what this file made alone.
const h = await startHarness();
await seedWorkspace(h);
await h.settle();
const source = { DATABASE_URL: h.ownerUrl };
const passphrase = 'correct horse battery staple';

// One for all tests, which change copies of it.
const shared = await makeDirectory();
afterAll(() => removeDirectory(shared));
const secretFile = join(shared, 'passphrase');
await writeFile(secretFile, `${passphrase}\n`, { mode: 0o600 });
const encrypted = join(shared, 'backup');
const made = await runJson<{ rows: number }>(['backup', encrypted], {
  ...source,
  BACKUP_PASSPHRASE_FILE: secretFile,
});

async function changeByte(path: string, place: number): Promise<void> {
  const bytes = await readFile(path);
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  await writeFile(path, bytes);
}

test('an encrypted backup is unreadable without its passphrase and restored with it', {
  timeout: SLOW,
}, async () => {
  const place = await temporaryDirectory();
  expect(made).toMatchObject({ isEncrypted: true });
  const sql = postgres(h.ownerUrl, { max: 1 });
  const [workspace] = await sql`select workspace_id::text as id from workspaces limit 1`;
  await sql.end();
  const names = await readdir(encrypted);
  expect(names.filter((name) => name !== manifestName && !name.endsWith('.enc'))).toEqual([]);
  for (const name of names) {
    const bytes = await readFile(join(encrypted, name));
    // Neither as it is nor as gzip.
    expect(bytes.includes(workspace?.id), name).toBe(false);
    expect(bytes.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b])), name).toBe(false);
    expect(bytes.includes(passphrase), name).toBe(false);
  }

  const url = await emptyDatabase();
  const target = { DATABASE_URL: url };
  const without = await runCommand(['restore', encrypted], target);
  expect(without).toMatchObject({ code: 1, stderr: expect.stringMatching(/is encrypted\. Set/) });
  const wrong = await runCommand(['restore', encrypted], {
    ...target,
    BACKUP_PASSPHRASE: `${passphrase}!`,
  });
  expect(wrong).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/passphrase of the backup in .* is wrong/),
  });

  // Whoever can write to the folder, and makes its checksums anew, changes nothing unnoticed.
  const changed = join(place, 'changed');
  await cp(encrypted, changed, { recursive: true });
  const manifest = JSON.parse(await readFile(join(changed, manifestName), 'utf8')) as Manifest;
  const tables = manifest.tables.filter(({ name }) => name !== 'leads');
  await writeFile(join(changed, manifestName), JSON.stringify({ ...manifest, tables }));
  const forged = await runCommand(['restore', changed], {
    ...target,
    BACKUP_PASSPHRASE: passphrase,
  });
  expect(forged).toMatchObject({ code: 1, stderr: expect.stringMatching(/has changed/) });

  const restored = await runJson(['restore', encrypted], {
    ...target,
    BACKUP_PASSPHRASE: passphrase,
  });
  expect(restored).toMatchObject({ rows: made.rows, isEncrypted: true });
  expect(await rowsOf(url, 'events')).toBe(await rowsOf(h.ownerUrl, 'events'));

  const short = await runCommand(['backup', join(place, 'x')], {
    ...source,
    BACKUP_PASSPHRASE: 'short',
  });
  expect(short).toMatchObject({ code: 1, stderr: expect.stringContaining('Use at least 12') });
  const absent = await runCommand(['backup', join(place, 'x')], {
    ...source,
    BACKUP_PASSPHRASE_FILE: join(place, 'none'),
  });
  expect(absent).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be read') });
});

test('backup --verify restores into a scratch database that is gone afterwards, and finds what is damaged', {
  timeout: SLOW,
}, async () => {
  const place = await temporaryDirectory();
  const folder = join(place, 'backup');
  const scratch = join(place, 'scratch');
  await mkdir(scratch);
  const env = { ...source, BACKUP_PASSPHRASE: passphrase };
  const before = process.env.TMPDIR;
  process.env.TMPDIR = scratch;
  try {
    await cp(encrypted, folder, { recursive: true });
    // What is there is tried, not written.
    const tried = await runCommand(['backup', folder, '--verify'], env);
    expect(tried).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Verified: the backup restores'),
    });
    expect(await readdir(scratch)).toEqual([]);
    await changeByte(join(folder, 'events.copy.gz.enc'), 40);
    const damaged = await runCommand(['backup', folder, '--verify'], env);
    expect(damaged).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/damaged: events\.copy\.gz\.enc has changed/),
    });
    expect(await readdir(scratch)).toEqual([]);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
});

test('a restore interrupted at any time reports it and leaves an empty database that accepts a full restore', {
  timeout: SLOW,
}, async () => {
  const place = await temporaryDirectory();
  const folder = join(place, 'backup');
  await runJson(['backup', folder], source);
  const url = await emptyDatabase();
  const restore = () => runCommand(['restore', folder], { DATABASE_URL: url });
  let stopped = 0;
  for (const delayMs of [1, 300, 700]) {
    const timer = setTimeout(() => process.emit('SIGTERM'), delayMs);
    const { code, stderr } = await restore();
    clearTimeout(timer);
    // It may have been faster than the signal.
    if (code === 0) break;
    stopped += 1;
    expect(stderr.trim()).toBe('footfall: Restore canceled. Nothing was restored.');
  }
  expect(stopped).toBeGreaterThan(0);
  if (stopped === 3) expect((await restore()).code).toBe(0);
  expect(await rowsOf(url, 'events')).toBe(await rowsOf(h.ownerUrl, 'events'));

  // As a supervisor ends the process, whose own PostgreSQL ends with it.
  const dataDir = join(place, 'data');
  const command = startCommand(['restore', folder], { dataDir });
  await expect.poll(() => clusterOf(dataDir).then(findPostmaster, () => undefined)).toBeDefined();
  command.kill('SIGTERM');
  expect(await command.exit).toBe(1);
  expect(command.stderr()).toContain('Restore canceled. Nothing was restored.');
  expect(command.stderr()).not.toMatch(/\n\s+at /);
  expect(await findPostmaster(await clusterOf(dataDir))).toBeUndefined();
});

test('the service makes a daily backup, keeps the configured number, and reports the age of the last one', {
  timeout: SLOW,
}, async () => {
  const place = await temporaryDirectory();
  const dataDir = join(place, 'data');
  const backups = join(place, 'backups');
  const policy = { BACKUP_DIR: backups, BACKUP_KEEP: '2', BACKUP_PASSPHRASE: passphrase };
  const env = { ...source, ...policy };
  const figure = async (url: string, name: string) => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(new RegExp(`^footfall_${name} (.*)$`, 'm').exec(text)?.[1]);
  };
  const doctor = () => runCommand(['doctor'], { DATA_DIR: dataDir, PORT: '0', ...env });

  // As they are three days after the last one, with what a service left that was killed, and what somebody put there.
  const manifest = JSON.parse(await readFile(join(encrypted, manifestName), 'utf8'));
  const ageOf = async (name: string, days: number) => {
    await cp(encrypted, join(backups, name), { recursive: true });
    const madeAt = new Date(Date.now() - days * 86_400_000).toISOString();
    await writeFile(join(backups, name, manifestName), JSON.stringify({ ...manifest, madeAt }));
  };
  await ageOf('footfall-2020-01-01T000000Z', 5);
  await ageOf('footfall-2020-01-02T000000Z', 4);
  await ageOf('footfall-2020-01-03T000000Z', 3);
  await ageOf('before the move', 6);
  const draft = join(backups, 'footfall-2020-01-03T000001Z.part-abc');
  await mkdir(draft);
  await utimes(draft, 1, 1);
  expect((await doctor()).stdout).toMatch(/WRONG +Backups +the newest is 72 h old/);

  const service = await startFootfall({ dataDir, env });
  await expect.poll(() => figure(service.url, 'backup_age_seconds')).toBeLessThan(120);
  expect(await figure(service.url, 'backup_failing')).toBe(0);
  expect((await doctor()).stdout).toMatch(/ok +Backups +the newest is 0 h old/);
  expect((await readdir(backups)).sort()).toEqual([
    'before the move',
    'footfall-2020-01-03T000000Z',
    expect.stringMatching(/^footfall-2\d{3}-[^.]+$/),
  ]);

  // Where nothing can be written, the service goes on and says so.
  const file = join(place, 'file');
  await writeFile(file, '');
  const failing = await startFootfall({ dataDir, env: { ...env, BACKUP_DIR: file } });
  await expect.poll(() => figure(failing.url, 'backup_failing')).toBe(1);
  expect(failing.stdout()).toContain('the daily backup failed');
  expect((await fetch(`${failing.url}/readyz`)).status).toBe(200);
});
