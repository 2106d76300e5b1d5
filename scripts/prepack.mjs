// Before `npm pack` of a package: everything is built, and the licence lies beside the package's own files.
import { copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
if (!(await build({ all: true }))) process.exit(1);
copyFileSync(join(root, 'LICENSE'), join(process.cwd(), 'LICENSE'));
