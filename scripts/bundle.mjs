// Makes one program of the compiled server: its own modules, the contract and typebox are over a thousand files, and to
// open them took most of a command's time (docs/decisions/0099-a-bundled-program.md). Other packages stay where they are.

import { readdirSync, rmSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundledFolder } from './bundled-folder.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, bundledFolder);
const server = createRequire(join(root, 'apps/server/package.json'));
const { rolldown } = await import(pathToFileURL(server.resolve('rolldown')).href);

/** The last two: helpers that rolldown brings itself. */
const isOwn = /^(\.|\/|typebox(\/|$)|@footfall\/|@oxc-project\/|\0)/;

const bundle = await rolldown({
  input: { main: join(root, 'apps/server/dist/cli/main.js') },
  platform: 'node',
  external: (id) => !isOwn.test(id),
});
// Without hashes: a service that runs meanwhile finds the parts that it loads later.
const { output } = await bundle.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
});
await bundle.close();

const made = new Set(output.map(({ fileName }) => fileName));
for (const name of readdirSync(folder)) {
  if (!made.has(name)) rmSync(join(folder, name), { recursive: true });
}

const { dependencies, optionalDependencies } = server('./package.json');
const installed = { ...dependencies, ...optionalDependencies };
const imported = output.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
for (const name of imported) {
  const [packageName] = /^(@[^/]+\/)?[^/]+/.exec(name);
  if (!made.has(name) && !isBuiltin(name) && !(packageName in installed)) {
    throw new Error(`the program imports ${name}, which is no dependency of apps/server`);
  }
}
