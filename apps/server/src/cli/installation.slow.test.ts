/* Where and by whom the program may be installed: on clones without the engine's library symlinks. */
import { execFile } from 'node:child_process';
import { chown, cp, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runAs } from '../platform/engine/os-user.ts';
import { cloneProgram, NOBODY } from '../testing/clone-program.ts';
import { runJson } from '../testing/command-line.ts';
import {
  clusterOf,
  footfall,
  footfallJson,
  isRoot,
  makeDirectory,
  removeDirectory,
  startFootfall,
  status,
} from '../testing/service-process.ts';

const SLOW = 60_000;

let place = '';
let root = '';
let dataDir = '';
beforeAll(async () => {
  place = await makeDirectory();
  root = await cloneProgram(place);
  dataDir = join(place, 'data');
}, SLOW);
afterAll(() => removeDirectory(place), SLOW);

const asNobody = isRoot ? { user: NOBODY } : {};

describe('an installation that cannot build', () => {
  const version = () => footfall(['--version'], { root, dataDir });

  test('runs what is built from whatever folder, through a link, and whatever the times of its files are', async () => {
    await runAs(undefined, 'find', [root, '-name', 'package.json', '-exec', 'touch', '{}', '+']);
    const link = join(place, 'link');
    await symlink('clone/footfall', link);
    const result = await promisify(execFile)(link, ['--version'], { cwd: '/' });
    expect(result).toMatchObject({ stdout: '0.1.0\n', stderr: '' });
  });

  test('warns that the sources are newer than the build, and runs it', async () => {
    const sources = join(root, 'apps/server/src');
    await mkdir(sources);
    onTestFinished(() => rm(sources, { recursive: true }));
    await writeFile(join(sources, 'main.ts'), 'export const newer = true;\n');
    const result = await version();
    expect(result).toMatchObject({ code: 0, stdout: '0.1.0\n' });
    expect(result.stderr).toContain('the build is older than the sources');
  });

  test('names what to do when a part of the build is missing', async () => {
    const part = join(root, 'apps/server/dist/served/sdk.js');
    await rename(part, `${part}.away`);
    onTestFinished(() => rename(`${part}.away`, part));
    const refused = await version();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('not built completely');
    expect(refused.stderr).toContain('npm ci');
  });
});

test.skipIf(!isRoot)(
  'an ordinary user cannot start where it may not write (needs root)',
  async () => {
    await mkdir(dataDir, { mode: 0o755 });
    const refused = await footfall(['start'], { root, dataDir, ...asNobody });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('This user cannot write to DATA_DIR');
  },
);

/** Nothing is writable but the data and /tmp, and there are no rights: as the unit and the container have it. */
function asInUnit(): string[] {
  const script = `mount --bind ${place} ${place} && mount --bind "$0" "$0" && mount -o remount,bind,ro ${place} &&
    mount -o remount,bind,ro / && mount -t tmpfs tmpfs /tmp &&
    exec setpriv --reuid ${NOBODY.uid} --regid ${NOBODY.gid} --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs "$@"`;
  return ['unshare', '-m', 'sh', '-c', script, dataDir];
}

// The clone belongs to root then, so the symlinks cannot be made in it.
test('an ordinary user starts it, installed without install scripts; as root may mount, with nothing writable but its data and /tmp, without rights', {
  timeout: SLOW,
}, async () => {
  if (isRoot) await chown(dataDir, NOBODY.uid, NOBODY.gid);
  const wrapper = asInUnit();
  // Nothing brings that to a machine that forbids it.
  const isInUnit =
    isRoot && (await runAs(undefined, 'unshare', [...wrapper.slice(1), 'true'])).code === 0;
  const service = await startFootfall({ root, dataDir, ...(isInUnit ? { wrapper } : asNobody) });
  expect(await status(`${service.url}/readyz`)).toBe(200);
  if (isInUnit) {
    const lines = (await readFile(`/proc/${service.pid}/status`, 'utf8')).split('\n');
    expect(lines).toContain('NoNewPrivs:\t1');
    expect(lines).toContain('CapBnd:\t0000000000000000');
  }
  expect(await service.end('SIGTERM')).toBe(0);
});

test.skipIf(!isRoot)(
  "root's commands leave nothing that the owner of the data cannot use (needs root)",
  { timeout: SLOW },
  async () => {
    await footfallJson(['workspace', 'create', '--name', 'Acme'], { root, dataDir });
    const list = await footfallJson<unknown[]>(['workspace', 'list'], {
      root,
      dataDir,
      ...asNobody,
    });
    expect(list).toHaveLength(2);
  },
);

test.skipIf(!isRoot)(
  'data of another user is refused (needs root)',
  { timeout: SLOW },
  async () => {
    const other = { uid: NOBODY.uid - 1, gid: NOBODY.gid - 1 };
    await runAs(undefined, 'chmod', ['a+rwX', dataDir, join(dataDir, 'engine.json')]);
    const refused = await footfall(['start'], { root, dataDir, user: other });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      `belongs to uid ${NOBODY.uid}, not to the user that runs Footfall`,
    );
  },
);

test.skipIf(!isRoot)(
  'root in a clone that others cannot enter: program and data move, and the new place is printed (needs root)',
  { timeout: SLOW },
  async () => {
    // The usual /root, and a clone made under umask 077.
    await runAs(undefined, 'chmod', ['-R', 'go=', place]);
    const closed = join(root, 'data');
    const service = await startFootfall({ root, dataDir: closed });
    expect(await status(`${service.url}/readyz`)).toBe(200);
    const cluster = await clusterOf(closed);
    expect(cluster).toMatch(/^\/var\/lib\/footfall\/\w+\/postgres$/);
    expect(service.stdout()).toContain(`The database is in ${cluster}`);
    expect((await stat(cluster)).uid).not.toBe(0);
    expect(await readFile(join(closed, 'postgres.log'), 'utf8')).toContain('ready to accept');

    const copy = join(root, 'copy');
    await cp(closed, copy, { recursive: true });
    // It would name the service that runs.
    await rm(join(copy, 'footfall.lock'));
    const refused = await footfall(['start'], { root, dataDir: copy });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`is a copy of ${closed}`);
    expect(await service.end('SIGTERM')).toBe(0);
    const list = await runJson<unknown[]>(['workspace', 'list'], { DATA_DIR: closed });
    expect(list).toHaveLength(1);
  },
);
