// Bundles the server's sources: its modules, the contract, the demo and typebox are over a thousand files, and opening them took most of a
// command's time. Other packages stay separate, except the accounts library.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundledFolder } from './bundled-folder.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, bundledFolder);
const server = createRequire(join(root, 'apps/server/package.json'));
const { rolldown } = await import(pathToFileURL(server.resolve('rolldown')).href);

const { dependencies, optionalDependencies } = server('./package.json');
const installed = { ...dependencies, ...optionalDependencies };

/** The last two are rolldown's helpers. */
const isOwn = /^(\.|\/|typebox(\/|$)|@footfall\/|@oxc-project\/|\0)/;
/** Its unwanted optional peers keep npm from ever completing an installation. */
const isBroughtAlong = /^(@better-auth\/|better-auth(\/|$))/;

/** Bundled packages bundle their dependencies. */
function staysOutside(id, importer = '') {
  if (isOwn.test(id) || isBroughtAlong.test(id)) return false;
  const isOfAnother = importer.includes('/node_modules/');
  return isBuiltin(id) || packageOf(id) in installed || !isOfAnother;
}

function packageOf(id) {
  return /^(@[^/]+\/)?[^/]+/.exec(id)[0];
}

const bundle = await rolldown({
  input: { main: join(root, 'apps/server/src/cli/main.ts') },
  platform: 'node',
  resolve: { conditionNames: ['@footfall/source', 'node', 'import', 'default'] },
  external: staysOutside,
});
// Without hashes, so that a running service finds parts it loads later.
const { output } = await bundle.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
});
await bundle.close();

const made = new Set([...output.map(({ fileName }) => fileName), 'LICENSES.txt']);
for (const name of readdirSync(folder)) {
  if (!made.has(name)) rmSync(join(folder, name), { recursive: true });
}

const imported = output.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
for (const name of imported) {
  if (!made.has(name) && !isBuiltin(name) && !(packageOf(name) in installed)) {
    throw new Error(`the program imports ${name}, which is no dependency of apps/server`);
  }
}

writeFileSync(join(folder, 'LICENSES.txt'), licencesOf(output));

/** Licenses of the bundled code. */
function licencesOf(chunks) {
  const modules = chunks.flatMap(({ modules = {} }) => Object.keys(modules));
  const folders = modules.flatMap((path) => {
    const [place] = /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(path) ?? [];
    return place === undefined ? [] : [place];
  });
  const notices = [...new Set(folders)].map((place) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(place, 'package.json'), 'utf8'),
    );
    const file = readdirSync(place).find((each) => /^licen[cs]e/i.test(each));
    const text = file ? readFileSync(join(place, file), 'utf8').trim() : '';
    return `${name} ${version}, ${license}\n\n${text}\n`;
  });
  return notices.sort().join(`\n${'-'.repeat(72)}\n\n`);
}
