// Fetches Umami's script from its server package, for a Chromium test and the bench: scripts/umami-tracker/index.js. By npm
// pack, since installing the package would add hundreds of others.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const version = '2.10.0';
const integrity =
  'sha512-+lmrnV0751R6U2rkIgVAlE1nWI7yZawlMlJDguW9tlFacCKhnGeCyc7tCMIhNNYIiGIQy4DEX5IzJhm4b3+dPA==';
const folder = fileURLToPath(new URL('umami-tracker/', import.meta.url));
const files = ['package/src/tracker/index.js', 'package/LICENSE'];

const place = mkdtempSync(join(tmpdir(), 'footfall-umami-'));
try {
  const told = execFileSync('npm', ['pack', `umami@${version}`, '--json', '--ignore-scripts'], {
    cwd: place,
    encoding: 'utf8',
    timeout: 120_000,
  });
  const [packed] = JSON.parse(told);
  if (packed.integrity !== integrity) throw new Error(`umami ${version} is another than it was`);
  execFileSync('tar', ['-xzf', packed.filename, ...files], { cwd: place });
  mkdirSync(folder, { recursive: true });
  for (const file of files) copyFileSync(join(place, file), join(folder, file.split('/').at(-1)));
} finally {
  rmSync(place, { recursive: true, force: true });
}
console.log(`${folder}index.js is the script of Umami ${version}`);
