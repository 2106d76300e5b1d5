import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { expect, type TestContext, test } from 'vitest';
import { runCommand } from '../testing/command-line.ts';
import { emptyDatabase, migratedDatabase } from '../testing/database.ts';
import { requireHere } from '../testing/programs.ts';
import { clusterOf, footfall, isRoot, temporaryDirectory } from '../testing/service-process.ts';
import { SLOW } from '../testing/slow.ts';

const execute = promisify(execFile);

test('a file in the place of the directory is named', { timeout: SLOW }, async () => {
  const dataDir = join(await temporaryDirectory(), 'data');
  await writeFile(dataDir, '');
  const refused = await footfall(['start'], { dataDir });
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`DATA_DIR (${dataDir})`),
  });
});

test('data that this PostgreSQL cannot serve is refused and left alone', {
  timeout: SLOW,
}, async () => {
  const dataDir = await temporaryDirectory();
  expect(await runCommand(['migrate'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  const cluster = await clusterOf(dataDir);
  await writeFile(join(cluster, 'PG_VERSION'), '17\n');
  const tooOld = await runCommand(['migrate'], { DATA_DIR: dataDir });
  expect(tooOld.code).toBe(1);
  expect(tooOld.stderr).toContain('is from PostgreSQL 17');

  await writeFile(join(cluster, 'PG_VERSION'), '18\n');
  await writeFile(join(cluster, 'postgresql.auto.conf'), 'no_such_setting = 1\n');
  const broken = await runCommand(['migrate'], { DATA_DIR: dataDir });
  expect(broken.code).toBe(1);
  expect(broken.stderr).toContain('PostgreSQL did not start');
  expect(broken.stderr).toContain('unrecognized configuration parameter "no_such_setting"');

  await writeFile(join(cluster, 'postgresql.auto.conf'), '');
  expect(await runCommand(['migrate'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
});

/** Put before a command that is to see a disk of its own at `$0`, which the script mounts. `run`: the command, in the shell. */
async function onOwnDisk(context: TestContext, script: string, run = 'exec "$@"') {
  const mount = await temporaryDirectory();
  const wrapper = ['unshare', '-m', 'sh', '-c', `${script} && ${run}`, mount];
  const [program = '', ...rest] = [...wrapper, 'true'];
  const tried = isRoot && (await execute(program, rest).catch(() => undefined));
  requireHere(context, Boolean(tried), 'root, who may mount a small disk');
  return { dataDir: join(mount, 'data'), wrapper };
}

for (const megabytes of [20, 40]) {
  test(`a full disk is named (${megabytes} MB, needs root)`, { timeout: SLOW }, async (context) => {
    const script = `mount -t tmpfs -o size=${megabytes}m,mode=755 tmpfs "$0"`;
    const own = await onOwnDisk(context, script);
    const refused = await footfall(['start'], { ...own, env: { PORT: '0' } });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/The disk of DATA_DIR .* is full/);
  });
}

test('a DATA_DIR below a read-only mount is named, by start and by doctor (needs root)', {
  timeout: SLOW,
}, async (context) => {
  const script = 'mount -t tmpfs -o ro,mode=755 tmpfs "$0"';
  const { dataDir, wrapper } = await onOwnDisk(context, script);
  const below = join(dataDir, 'below');
  const refused = await footfall(['start'], { dataDir: below, wrapper, env: { PORT: '0' } });
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`DATA_DIR (${below}) is on a read-only disk`),
  });
  expect(refused.stderr).not.toMatch(/^ +at /m);
  const doctor = await footfall(['doctor'], { dataDir, wrapper, env: { PORT: '0' } });
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toMatch(/^WRONG +Data directory +DATA_DIR .* read-only disk/m);
});

test.skipIf(process.platform !== 'linux')(
  'a DATA_DIR where nobody can make one is named, by commands too, and nothing waits for it',
  { timeout: SLOW },
  async () => {
    for (const dataDir of ['/proc/1/footfall', '/dev/null/footfall', `/tmp/${'a'.repeat(300)}`]) {
      const refused = await runCommand(['migrate'], { DATA_DIR: dataDir });
      expect(refused).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`DATA_DIR (${dataDir})`),
      });
      expect(refused.stderr).not.toMatch(/^ +at /m);
    }
  },
);

test('the doctor reports how full a disk of 8 GB is (needs root)', {
  timeout: SLOW,
}, async (context) => {
  const file = join(await temporaryDirectory(), 'disk');
  const script = `truncate -s 8G ${file} && mkfs.ext4 -q -m 0 ${file} && mount -o loop ${file} "$0"`;
  // With 6.5, 7.1 and 7.6 GB. Of what is reserved nothing is written: the file stays small.
  const run =
    'for filled in 6656 7270 7782; do fallocate -l "$filled"M "$0/filler"; "$@"; echo "ended with $?"; done';
  const own = await onOwnDisk(context, script, run);
  const { stdout } = await footfall(['doctor'], { ...own, env: { PORT: '0' } });
  expect(stdout.match(/^(\w+ +Disk .*|ended with .*)$/gm)).toEqual([
    expect.stringMatching(/^ok +Disk +\d+ MB free, 8\d % used$/),
    'ended with 0',
    expect.stringMatching(/^warn +Disk .* 9\d % used at .*\. Free some space, or move DATA_DIR/),
    'ended with 0',
    expect.stringMatching(/^WRONG +Disk .* 9\d % used at .*\. Free some space, or move DATA_DIR/),
    'ended with 1',
  ]);
});

test.skipIf(process.platform !== 'linux')(
  'start and doctor report too few open files and what to do',
  { timeout: SLOW },
  async () => {
    const dataDir = join(await temporaryDirectory(), 'data');
    const few = (files: number) => ['sh', '-c', `ulimit -n ${files} && exec "$@"`, 'sh'];
    const refused = await footfall(['start'], { dataDir, wrapper: few(64) });
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/limit of open files is 64, .* at least 256\..*ulimit -n 8192/),
    });
    expect(refused.stderr).not.toMatch(/^ +at /m);
    expect(existsSync(dataDir)).toBe(false);
    const doctor = await footfall(['doctor'], { dataDir, wrapper: few(512) });
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toMatch(/WRONG +Open files .*ulimit -n 8192/);
  },
);

test('a DATABASE_URL that nobody answers is named without its password', {
  timeout: SLOW,
}, async () => {
  const dataDir = await temporaryDirectory();
  const env = { DATABASE_URL: 'postgres://me:geheim@127.0.0.1:1/footfall' };
  const refused = await footfall(['start'], { dataDir, env });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('Cannot use DATABASE_URL (postgres://me@127.0.0.1:1/footfall)');
  expect(refused.stderr).not.toContain('geheim');
});

test('a server older than 15 is refused', { timeout: SLOW }, async () => {
  const url = await emptyDatabase();
  const sql = postgres(url, { max: 1 });
  // No such server is at hand, so this database claims to be one.
  await sql.unsafe(`
    create function public.current_setting(text) returns text language sql as
      $$ select case $1 when 'server_version' then '14.9' when 'server_version_num' then '140009'
                        else pg_catalog.current_setting($1) end $$;
    alter database ${new URL(url).pathname.slice(1)} set search_path = public, pg_catalog`);
  await sql.end();
  const refused = await runCommand(['migrate'], { DATABASE_URL: url });
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is PostgreSQL 14.9'),
  });
});

test('a schema newer than the program is refused', { timeout: SLOW }, async () => {
  const url = await migratedDatabase();
  const sql = postgres(url, { max: 1 });
  await sql`insert into schema_migrations (version, name) values (9999, '9999_from_the_future.sql')`;
  await sql.end();
  const refused = await runCommand(['migrate'], { DATABASE_URL: url });
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('9999_from_the_future'),
  });
});
