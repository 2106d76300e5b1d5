/**
 * Builds dist/sdk.js for the script tag, extra.js which it loads where it is asked to, cookieless.js which stores nothing
 * before consent, and index.js with its types for bundlers. Beside the scripts NAME.js.gz, as the service sends them. Prints their sizes and fails above the budgets.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipAsync } from '@gfx/zopfli';
import { minify } from 'terser';
import { build } from 'tsdown';

/**
 * Chromium compiles all functions where it reads the file, beside the page's own thread. Otherwise each waits there for its first call,
 * which for most of them is the page view.
 */
const hint = '//# allFunctionsCalledOnLoad\n';

/** Of objects that only the script itself sees. */
const innerNames =
  /^(read|shared|share|names|keep|choose|adopt|leave|counts|clear|add|state|set|stamp)$/;

// clean: tsc keeps its own output in dist too. oxc: makes the types without TypeScript's API.
const common = {
  config: false,
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  platform: 'browser',
  target: 'es2021',
  clean: false,
  logLevel: 'error',
};
await build({ ...common, entry: { index: 'src/index.ts' }, format: 'esm', dts: { oxc: true } });
await script('sdk', 'src/script.ts', 4096);
await script('extra', 'src/extra/index.ts', 3072);
await script('cookieless', 'src/script.ts', 4352, {
  name: 'cookieless',
  load: (id) => (id.endsWith('/src/mode.ts') ? 'export const cookieless = true;' : undefined),
});

/** All names are of `let` and of arrow functions, so that a block keeps them from the page as a function does, in fewer bytes. */
function blockOf(code) {
  const [, inner] = /^!function\(\)(\{.*\})\(\);$/s.exec(code) ?? [];
  if (!inner || /\bvar |\bfunction \w/.test(inner)) {
    throw new Error(`not the one function that terser makes: ${code.slice(0, 80)} …`);
  }
  return inner;
}

async function script(name, entry, budgetBytes, plugin) {
  await build({
    ...common,
    entry: { [name]: entry },
    format: 'iife',
    // Terser shortens the names: those of the first are longer in sum.
    minify: { compress: true, mangle: false, codegen: false },
    dts: false,
    plugins: [plugin],
    outputOptions: { entryFileNames: '[name].js', comments: false },
  });
  const file = new URL(`../dist/${name}.js`, import.meta.url);
  // Puts functions that are called once where they are called, and names of our own become short.
  const { code } = await minify(readFileSync(file, 'utf8'), {
    compress: {
      passes: 2,
      inline: 1,
      hoist_funs: true,
      unsafe_math: true,
      ecma: 2021,
      unsafe: true,
      keep_fargs: false,
      pure_getters: true,
    },
    mangle: { properties: { builtins: true, regex: innerNames } },
    format: { ecma: 2021 },
  });
  // Most of what extra.js has waits for what people do.
  const content = Buffer.from(name === 'extra' ? code : hint + blockOf(code));
  writeFileSync(file, content);
  // Deflate as everybody unpacks it, searched for longer: zlib's best is 50 bytes more.
  const packed = await gzipAsync(content, { numiterations: 60 });
  writeFileSync(new URL(`../dist/${name}.js.gz`, import.meta.url), packed);
  const size = `${name}.js: ${content.length} bytes, ${packed.length} gzip (budget ${budgetBytes})`;
  process.stdout.write(`${size}\n`);
  if (packed.length > budgetBytes) {
    process.stderr.write(`${name}.js is ${packed.length - budgetBytes} bytes above its budget.\n`);
    process.exitCode = 1;
  }
}
