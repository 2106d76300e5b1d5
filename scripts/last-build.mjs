// What the last build was made from, and whether it is complete. Compares contents, since clones, copies and `npm ci
// --omit=dev` change times without changing sources. Adds some 20 ms to a start (docs/decisions/0050-installing.md).
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressTable, isAddressTableBuilt } from './address-table.mjs';
import { bundledFolder } from './bundled-folder.mjs';
import { servedFiles, servedFolder } from './served-files.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'apps/server/dist/.built');

const sources = [
  'package.json',
  'scripts/build.mjs',
  'scripts/bundle.mjs',
  'scripts/served-files.mjs',
  'docs/attributions.md',
  ...[
    'packages/contract',
    'packages/demo',
    'packages/sdk',
    'packages/mcp-apps',
    'apps/dashboard',
    'apps/server',
  ].flatMap((project) =>
    ['package.json', 'index.html', 'src', 'scripts'].map((name) => join(project, name)),
  ),
  ...servedFiles.map(({ from }) => from),
];

/** `incomplete` cannot run. `outdated` can, but was made from other sources. */
export function lastBuild() {
  const { fingerprint: built, outputs } = readStamp();
  const isComplete = [...outputs, addressTable].every((path) => existsSync(join(root, path)));
  if (built === undefined || !isComplete) return 'incomplete';
  // An installation without sources is always current.
  if (!existsSync(join(root, 'apps/server/src'))) return 'current';
  return built === fingerprint() && isAddressTableBuilt() ? 'current' : 'outdated';
}

export function hasBuildTools() {
  return existsSync(join(root, 'node_modules/vite/package.json'));
}

/** Hash of names and contents of all built sources, without tests. */
export function fingerprint() {
  const hash = createHash('sha256');
  for (const path of filesOf(sources)) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

export function writeStamp(builtFrom) {
  const outputs = filesOf([bundledFolder, servedFolder]);
  writeFileSync(stamp, JSON.stringify({ fingerprint: builtFrom, outputs }));
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8'));
  } catch {
    return { outputs: [] };
  }
}

/** All files in these files and folders, without tests, in a stable order. */
function filesOf(paths) {
  return paths.flatMap((path) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    if (found?.isDirectory()) return filesIn(path);
    return found ? [path] : [];
  });
}

function filesIn(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (isTest(path)) return [];
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

function isTest(path) {
  return /\.test\.ts$|\/src\/testing(\/|$)|\/testdata(\/|$)/.test(path);
}
