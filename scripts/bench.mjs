// `npm run bench -- <figure>`: builds what changed, then measures. See bench/README.md.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

const compile = [
  path('../node_modules/typescript/bin/tsc'),
  '-b',
  ...['bench', 'apps/server'].map((name) => path(`../${name}`)),
];
for (const args of [[path('build.mjs')], compile]) {
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}
await import('../bench/dist/main.js');
