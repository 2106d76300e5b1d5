// Builds everything: TypeScript (tsc -b), the table of addresses and the browser script. Run directly it always
// builds, and skips what has not changed; `footfall` calls it only when a source is newer than the last build.
import { spawn } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { addressTable, areAddressTablesBuilt } from './build-address-tables.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'apps/server/dist/.built');
const lock = join(root, 'node_modules/.footfall-build');
const projects = ['packages/contract', 'packages/client', 'packages/sdk', 'apps/server'];

/** Whether the last build is newer than every source; compares times only, in some milliseconds. */
export function isBuilt() {
  const built = modified(stamp);
  if (built === 0 || !existsSync(join(root, 'apps/server/dist/cli/main.js'))) return false;
  if (!existsSync(addressTable)) return false;
  const files = ['tsconfig.base.json', 'package-lock.json', 'scripts/build.mjs'];
  for (const project of projects) {
    files.push(join(project, 'package.json'), join(project, 'tsconfig.json'));
    for (const folder of ['src', 'scripts']) {
      if (newest(join(root, project, folder)) > built) return false;
    }
  }
  return files.every((file) => modified(join(root, file)) <= built);
}

/** Builds what a start needs, or all of it; false, after saying why, when a step failed. */
export async function build({ all = false } = {}) {
  if (!existsSync(join(root, 'node_modules/typescript/bin/tsc'))) {
    return failed('its dependencies are not installed. Run npm ci here first.');
  }
  try {
    await takeLock();
  } catch (error) {
    return failed(`it has to be built, but this user may not write here (${error.message}).`);
  }
  try {
    // Another process may have built it while this one waited.
    if (!all && isBuilt()) return true;
    const begun = new Date();
    const typescript = [process.execPath, 'node_modules/typescript/bin/tsc', '-b'];
    if (!all) typescript.push('apps/server');
    if (!(await step('Building Footfall', root, typescript))) return false;
    if (!areAddressTablesBuilt()) {
      const tables = [process.execPath, 'scripts/build-address-tables.mjs'];
      if (!(await step('Making the table of addresses', root, tables))) return false;
    }
    const { scripts } = JSON.parse(readFileSync(join(root, 'packages/sdk/package.json'), 'utf8'));
    if (scripts?.build) {
      const shell = ['/bin/sh', '-c', scripts.build];
      if (!(await step('Building the browser script', join(root, 'packages/sdk'), shell)))
        return false;
    }
    // The time of the beginning: a source that was saved during the build is built next time.
    writeFileSync(stamp, '');
    utimesSync(stamp, begun, begun);
    return true;
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Its output is shown only when it fails: otherwise one line says what happens and how long it took. */
function step(title, cwd, [command, ...args]) {
  const begun = performance.now();
  process.stderr.write(`${title} … `);
  const PATH = `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? '/usr/bin:/bin'}`;
  const child = spawn(command, args, { cwd, env: { ...process.env, PATH } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(failed(error.message)));
    child.on('close', (code) => {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      process.stderr.write(code === 0 ? `done in ${seconds} s\n` : `failed\n${output}\n`);
      resolve(code === 0 || failed('the build failed, see above.'));
    });
  });
}

/** One build at a time: two commands on a fresh clone must not write the same files together. */
async function takeLock() {
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!isAlive(Number(readText(lock)))) rmSync(lock, { force: true });
    else await sleep(100);
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** A directory counts too: removing a file changes nothing else. */
function newest(path) {
  let latest = modified(path);
  if (latest === 0) return 0;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    latest = Math.max(latest, entry.isDirectory() ? newest(inner) : modified(inner));
  }
  return latest;
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function failed(reason) {
  console.error(`\nfootfall: ${reason}\n`);
  return false;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exit((await build({ all: true })) ? 0 : 1);
}
