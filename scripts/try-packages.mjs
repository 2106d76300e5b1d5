// Packs server, clients, browser script and contract, installs them in an empty folder, and uses them as in their READMEs. Takes a minute
// and needs npm's registry: .ci/run runs it.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tryExamples } from './try-examples.mjs';
import { tryService } from './try-service.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const packages = [
  'apps/server',
  'packages/contract',
  'packages/client',
  'packages/node',
  'packages/react',
  'packages/sdk',
];
/** Excludes tests, sources, and files only the compiler reads. */
const notPacked =
  /\.test\.|\/testing\/|testdata|\/src\/|\.ts$(?<!\.d\.ts$)|\.map$|tsbuildinfo|\.tsv/;

const place = mkdtempSync(join(tmpdir(), 'footfall-packages-'));
// If root runs this, PostgreSQL runs as another user.
chmodSync(place, 0o755);
try {
  const workspaces = packages.flatMap((path) => ['-w', path]);
  const pack = ['pack', '--json', ...workspaces, '--pack-destination', place];
  const packed = JSON.parse(run(root, 'npm', [...pack, '--foreground-scripts=false']));
  for (const { name, files } of Object.values(packed)) {
    const wrong = files.filter(({ path }) => notPacked.test(`/${path}`));
    if (wrong.length > 0) throw new Error(`${name} has ${wrong.map(({ path }) => path)}`);
    if (!files.some(({ path }) => path === 'LICENSE')) throw new Error(`${name} has no LICENSE`);
  }
  const lint = join(root, 'node_modules/.bin/publint');
  for (const path of packages) run(root, lint, [path]);
  const archives = readdirSync(place).map((name) => join(place, name));
  // ES modules only; not the server, which nobody imports, nor scripts for pages.
  const types = join(root, 'node_modules/.bin/attw');
  const rules = [
    '--profile',
    'esm-only',
    '--exclude-entrypoints',
    'sdk.js',
    'extra.js',
    'cookieless.js',
    '--no-emoji',
    '--no-color',
  ];
  for (const archive of archives) {
    if (!archive.includes('footfall-server')) run(place, types, [archive, ...rules]);
  }
  // As in apps/server/README.md; then the website packages beside it.
  run(place, 'npm', ['init', '-y']);
  const isOfService = (archive) => /footfall-(server|contract)-/.test(archive);
  run(place, 'npm', ['install', '--omit=dev', ...archives.filter(isOfService)]);
  const others = archives.filter((archive) => !isOfService(archive));
  run(place, 'npm', ['install', '--omit=dev', 'react@19.3.1', ...others]);

  const program = join(place, 'node_modules/.bin/footfall');
  const help = run(place, program, ['--help']);
  if (!help.includes('Usage: npx footfall')) throw new Error(`footfall --help says ${help}`);
  const imports = `
    const { Footfall: Client } = await import('@footfall/client');
    const { Footfall } = await import('@footfall/node');
    const { footfall } = await import('@footfall/browser');
    const { FootfallProvider } = await import('@footfall/react');
    import.meta.resolve('@footfall/browser/sdk.js');
    const { readFileSync } = await import('node:fs');
    for (const name of ['sdk.js', 'extra.js', 'cookieless.js']) {
      if (!readFileSync(new URL(import.meta.resolve('@footfall/browser/' + name)))[0]) process.exit(1);
    }
    if (!Client || !Footfall || !footfall || !FootfallProvider) process.exit(1);`;
  run(place, process.execPath, ['--input-type=module', '--eval', imports]);
  const env = { PATH: process.env.PATH, DATA_DIR: join(place, 'data') };
  await tryService([program, 'start'], { cwd: place, env }, (port) =>
    tryExamples({ place, archives, program, env, url: `http://127.0.0.1:${port}` }),
  );
  console.log('The packages install, start and take a message.');
} finally {
  rmSync(place, { recursive: true, force: true });
}

function run(cwd, command, args, env = process.env) {
  return execFileSync(command, args, {
    env,
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    // A busy, slow machine takes three minutes for one step.
    timeout: 600_000,
  });
}
