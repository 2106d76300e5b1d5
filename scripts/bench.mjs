// `npm run bench -- <figure>`: builds what changed, then measures. See bench/README.md.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

const build = spawnSync(process.execPath, [path('build.mjs')], { stdio: ['ignore', 2, 2] });
if (build.status !== 0) process.exit(build.status ?? 1);
await import('../bench/dist/main.js');
