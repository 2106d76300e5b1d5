/**
 * Builds dist/sdk.js for the script tag, and index.js with its types for bundlers. Prints the
 * script's size as it goes over the wire and fails above the budget.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'tsdown';

const budgetBytes = 4096;

// clean: tsc keeps its own output in dist too. oxc: makes the types without TypeScript's API.
const common = {
  config: false,
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  platform: 'browser',
  target: 'es2020',
  clean: false,
  logLevel: 'error',
};
await build({ ...common, entry: { index: 'src/index.ts' }, format: 'esm', dts: { oxc: true } });
await build({
  ...common,
  entry: { sdk: 'src/script.ts' },
  format: 'iife',
  minify: true,
  dts: false,
  outputOptions: { entryFileNames: '[name].js', comments: false },
});

const script = readFileSync(new URL('../dist/sdk.js', import.meta.url));
const gzipBytes = gzipSync(script, { level: 9 }).length;
process.stdout.write(`sdk.js: ${script.length} bytes, ${gzipBytes} gzip (budget ${budgetBytes})\n`);
if (gzipBytes > budgetBytes) {
  process.stderr.write(`sdk.js is ${gzipBytes - budgetBytes} bytes above its budget.\n`);
  process.exitCode = 1;
}
