// `npm run check`: all checks except tests. Runs every step even after failures, and shows only failed steps'
// output. Exit code 1 if any failed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeClients } from './make-clients.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const tool = (path) => join('node_modules', path);
const colours = process.stdout.isTTY ? 'force' : 'off';

// First, since other steps read the compiler's output.
const types = ['types', tool('typescript/bin/tsc'), '-b'];
const steps = [
  ['format and lint', tool('@biomejs/biome/bin/biome'), 'ci', `--colors=${colours}`, '.'],
  ['unused code', tool('knip/bin/knip.js'), '--no-progress'],
  ['generated files', 'scripts/generate.mjs', '--check'],
  ['API document', tool('@redocly/cli/bin/cli.js'), 'lint', 'docs/openapi.json'],
  ['dependencies', 'scripts/check-dependencies.mjs'],
  ['documents', 'scripts/check-documents.mjs'],
  ['plain words', 'scripts/check-texts.mjs'],
  ['workflows', 'scripts/check-workflows.mjs'],
  // Includes size limits of browser files.
  ['build and sizes', 'scripts/build.mjs'],
];

let failures = 0;
makeClients();
await check(types);
// Two at a time, longest first.
const queue = [...steps];
await Promise.all([takeSteps(), takeSteps()]);
console.log(
  failures === 0 ? '\nEvery check passed.' : `\n${failures} of ${steps.length + 1} failed.`,
);
process.exitCode = failures === 0 ? 0 : 1;

async function takeSteps() {
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) await check(step);
}

async function check([title, ...args]) {
  const begun = performance.now();
  const { code, output } = await run(args);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${title.padEnd(16)} ${seconds} s`);
  if (code === 0) return;
  failures += 1;
  console.log(`\n${output.trim()}\n`);
}

function run(args) {
  const child = spawn(process.execPath, args, { cwd: root });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}
