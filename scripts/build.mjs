// Builds what a start needs: table of addresses, program, browser script, agents' views and dashboard; nothing if the
// sources did not change. `npm run check` checks types, so that no start waits for the compiler.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { addressDataMissing, prepareAddressData, removeAddressData } from './address-data.mjs';
import { isAddressTableBuilt } from './address-table.mjs';
import { fingerprint, hasBuildTools, lastBuild, writeStamp } from './last-build.mjs';
import { gatherServedFiles } from './served-files.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lock = join(root, 'node_modules/.footfall-build');

/** False after a failed step, which it reports. */
export async function build() {
  if (!hasBuildTools()) {
    return failed(
      'Footfall is not built completely, and the build tools are not installed. Run npm ci here, without --omit=dev.',
    );
  }
  try {
    await takeLock();
  } catch (error) {
    return failed(`Footfall must be built, but this user cannot write here (${error.message}).`);
  }
  try {
    // Another process may have built it meanwhile.
    return lastBuild() === 'current' || (await buildSteps());
  } finally {
    rmSync(lock, { force: true });
  }
}

async function buildSteps() {
  // Taken at the start: a source saved during the build is built next time.
  const builtFrom = fingerprint();
  process.stderr.write('Building Footfall. The first time takes about half a minute.\n');
  // In parallel: one waits for the network while the other uses the processors.
  const addresses = isAddressTableBuilt() || makeAddressTable();
  const made = await Promise.all([programs(), addresses]);
  if (made.includes(false)) return false;
  gatherServedFiles();
  writeStamp(builtFrom);
  return true;
}

async function programs() {
  const node = process.execPath;
  return (
    (await step('Bundling the service', [node, 'scripts/bundle.mjs'])) &&
    (await step('Building the browser script', [node, 'packages/sdk/scripts/build.mjs'])) &&
    (await step('Building the views for agents', [node, 'packages/mcp-apps/scripts/build.mjs'])) &&
    (await step('Building the dashboard', [node, 'apps/dashboard/scripts/build.mjs']))
  );
}

async function makeAddressTable() {
  try {
    const { folder, packages, env } = prepareAddressData();
    const install = ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    const options = { cwd: folder, env, reason: addressDataMissing };
    if (!(await step('Downloading address data', install, options))) return false;
    const table = [process.execPath, 'scripts/build-address-tables.mjs', packages];
    return await step('Building the address tables', table);
  } finally {
    removeAddressData();
  }
}

/** Shows output only on failure: otherwise one line with the step and its duration. */
function step(title, [command, ...args], options = {}) {
  const { cwd = root, env = process.env, reason = 'the build failed; see above.' } = options;
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

/** One build at a time: two commands in a new clone must not write the same files. */
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
  process.exit((await build()) ? 0 : 1);
}
