// Before `npm pack` of a package: builds its files, and copies the license into it.
import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { makeClients } from './make-clients.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const own = process.cwd();
/** The others build their own files. */
const compiled = ['contract', 'client', 'node', 'react'];

if (!(await build())) process.exit(1);
if (compiled.includes(basename(own))) {
  makeClients();
  // Also removes output of deleted sources.
  rmSync(join(own, 'dist'), { recursive: true, force: true });
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-b', own], { stdio: ['ignore', 2, 2] });
}
copyFileSync(join(root, 'LICENSE'), join(own, 'LICENSE'));
