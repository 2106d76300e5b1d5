// Builds everything: TypeScript (tsc -b), the table of addresses, the browser script, the views for agents
// and the dashboard; with --service only what a start needs. What has not changed is skipped. `footfall` calls it
// only when the last build was made from other sources.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { addressDataMissing, prepareAddressData, removeAddressData } from './address-data.mjs';
import { isAddressTableBuilt } from './address-table.mjs';
import {
  fingerprint,
  hasBuildTools,
  isNewerThanBuild,
  lastBuild,
  removeStaleOutputs,
  writeStamp,
} from './last-build.mjs';
import { gatherServedFiles } from './served-files.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lock = join(root, 'node_modules/.footfall-build');

/** Builds what a start needs, or all of it; false, after saying why, when a step failed. */
export async function build({ all = false } = {}) {
  if (!hasBuildTools()) {
    return failed(
      'it is not built yet, or not completely, and what builds it is not installed. Run npm ci here, without --omit=dev.',
    );
  }
  try {
    await takeLock();
  } catch (error) {
    return failed(`it has to be built, but this user may not write here (${error.message}).`);
  }
  try {
    // What it reads is not there where nothing is built.
    const { makeClients } = await import('./make-clients.mjs');
    makeClients();
    // Another process may have built it while this one waited.
    if (!all && lastBuild() === 'current') return true;
    return await buildSteps(all);
  } finally {
    rmSync(lock, { force: true });
  }
}

async function buildSteps(all) {
  // Of the beginning: a source that is saved during the build is built next time.
  const builtFrom = fingerprint();
  const typescript = [process.execPath, 'node_modules/typescript/bin/tsc', '-b'];
  if (mustCompileAll()) typescript.push('--force');
  if (!all) typescript.push('apps/server');
  process.stderr.write('Building Footfall. The first time takes about half a minute.\n');
  // Beside each other: one waits for a network while the other has the processors.
  const addresses = isAddressTableBuilt() || makeAddressTable();
  const made = await Promise.all([step('Compiling', typescript), addresses]);
  if (made.includes(false)) return false;
  removeStaleOutputs([
    'packages/contract',
    'packages/demo',
    'packages/client',
    'packages/node',
    'packages/react',
    'apps/server',
    'bench',
  ]);
  if (!(await step('Bundling the service', [process.execPath, 'scripts/bundle.mjs']))) return false;
  const script = [process.execPath, 'packages/sdk/scripts/build.mjs'];
  if (!(await step('Building the browser script', script))) return false;
  const views = [process.execPath, 'packages/mcp-apps/scripts/build.mjs'];
  if (!(await step('Building the views for agents', views))) return false;
  const dashboard = [process.execPath, 'apps/dashboard/scripts/build.mjs'];
  if (!(await step('Building the dashboard', dashboard))) return false;
  gatherServedFiles();
  writeStamp(builtFrom);
  return true;
}

/** The compiler trusts times, and that what it has written is still there. */
function mustCompileAll() {
  const state = lastBuild();
  return state === 'incomplete' || (state === 'outdated' && !isNewerThanBuild());
}

async function makeAddressTable() {
  try {
    const { folder, packages, env } = prepareAddressData();
    const install = ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    const options = { cwd: folder, env, reason: addressDataMissing };
    if (!(await step('Fetching the data of addresses', install, options))) return false;
    const table = [process.execPath, 'scripts/build-address-tables.mjs', packages];
    return await step('Making the table of addresses', table);
  } finally {
    removeAddressData();
  }
}

/** Its output is shown only when it fails: otherwise one line says what happens and how long it took. */
function step(title, [command, ...args], options = {}) {
  const { cwd = root, env = process.env, reason = 'the build failed, see above.' } = options;
  const begun = performance.now();
  const child = spawn(command, args, { cwd, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(failed(`${error.message}: ${reason}`)));
    child.on('close', (code) => {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      const told = code === 0 ? `done in ${seconds} s` : `failed\n${output}`;
      process.stderr.write(`${title}: ${told}\n`);
      resolve(code === 0 || failed(reason));
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

function failed(reason) {
  console.error(`\nfootfall: ${reason}\n`);
  return false;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exit((await build({ all: !process.argv.includes('--service') })) ? 0 : 1);
}
