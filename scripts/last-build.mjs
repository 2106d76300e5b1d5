// What the last build was made of, and whether all of it is there. Contents are compared, not times: a clone, a copy
// and `npm ci --omit=dev` change times and build nothing. It costs a start some 20 ms (docs/decisions/0050-installing.md).
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressTable, isAddressTableBuilt } from './address-table.mjs';
import { bundledFolder } from './bundled-folder.mjs';
import { servedFiles, servedFolder } from './served-files.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'apps/server/dist/.built');

/** What a start needs is compiled from these; the demonstration is in the bundle, clients and bench are for the tests. */
const running = ['packages/contract', 'apps/server'];
const sources = [
  'package.json',
  'tsconfig.base.json',
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
    ['package.json', 'tsconfig.json', 'index.html', 'src', 'scripts'].map((name) =>
      join(project, name),
    ),
  ),
  ...servedFiles.map(({ from }) => from),
];

/** `incomplete` cannot run. `outdated` can, and was made from other sources than those that are here. */
export function lastBuild() {
  const { fingerprint: built, outputs } = readStamp();
  const isComplete = [...outputs, addressTable].every((path) => existsSync(join(root, path)));
  if (built === undefined || !isComplete) return 'incomplete';
  // An installation without sources is what it is.
  if (!existsSync(join(root, 'apps/server/src'))) return 'current';
  return built === fingerprint() && isAddressTableBuilt() ? 'current' : 'outdated';
}

export function hasBuildTools() {
  return existsSync(join(root, 'node_modules/typescript/bin/tsc'));
}

/** Of names and contents of everything that is built; tests are not. */
export function fingerprint() {
  const hash = createHash('sha256');
  for (const path of filesOf(sources)) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Whether a source was saved after the last build: the compiler looks at contents only then. */
export function isNewerThanBuild() {
  const built = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return filesOf(sources).some((path) => statSync(join(root, path)).mtimeMs > built);
}

export function writeStamp(builtFrom) {
  const outputs = filesOf([
    ...running.map((project) => join(project, 'dist')),
    servedFolder,
  ]).filter((path) => path.endsWith('.js') || path.startsWith(servedFolder));
  writeFileSync(stamp, JSON.stringify({ fingerprint: builtFrom, outputs }));
}

/** Removes what was compiled from a source that is gone, or is not built any more. */
export function removeStaleOutputs(projects) {
  for (const project of projects.filter((name) => existsSync(join(root, name, 'dist')))) {
    for (const path of filesOf([join(project, 'dist')])) {
      const [, name] = /\/dist\/(.*?)(?:\.d\.ts|\.js)(?:\.map)?$/.exec(path) ?? [];
      if (name === undefined || isMadeOtherwise(path)) continue;
      const source = join(project, 'src', `${name}.ts`);
      if (isTest(source) || !existsSync(join(root, source))) rmSync(join(root, path));
    }
    removeEmptyFolders(join(root, project, 'dist'));
  }
}

/** From no source of the same name. */
function isMadeOtherwise(path) {
  return [servedFolder, bundledFolder].some((folder) => path.startsWith(folder));
}

function removeEmptyFolders(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8'));
  } catch {
    return { outputs: [] };
  }
}

/** All files of these files and folders, without tests, in the same order everywhere. */
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

/** As the tsconfig.json of the projects leave them out. */
function isTest(path) {
  return /\.test\.ts$|\/src\/testing(\/|$)|\/testdata(\/|$)/.test(path);
}
