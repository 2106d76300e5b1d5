/**
 * Bundles the dashboard. Prints what a browser loads for the first page, compressed, and fails above the budget: the
 * script of the entry, of the frame, of the largest page and of the larger language; other pages are loaded when they are opened.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const budget = { script: 300_000, style: 20_000 };
const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * Of Mantine's colours those that nothing here is painted with, and the shades of those that theme.ts has its own of; their
 * variables are a fifth of the style of the first page.
 */
const unusedColours =
  /^\s*--mantine-color-(?:(?:blue|cyan|grape|indigo|lime|pink|teal|violet|yellow)-|(?:dark|gray|orange|red)-\d)[^;]*;\n/gm;
const withoutUnusedColours = {
  name: 'without-unused-colours',
  enforce: 'pre',
  transform: {
    filter: { id: /\/default-css-variables\.css$/ },
    handler: (code) => code.replace(unusedColours, ''),
  },
};

await build({
  root,
  configFile: false,
  // Beside the page that loads them, wherever the service stands behind a proxy.
  base: './',
  logLevel: 'warn',
  plugins: [react(), withoutUnusedColours],
  resolve: { conditions: ['@footfall/source', 'module', 'browser', 'production'] },
  build: {
    target: 'es2022',
    outDir: 'dist/site',
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
  },
});

const manifest = JSON.parse(readFileSync(`${root}dist/site/manifest.json`, 'utf8'));
const sizeOf = memoized((file) => gzipSync(readFileSync(`${root}dist/site/${file}`)).length);
const entry = filesOf(['index.html']);
const first = Object.keys(manifest)
  .filter((name) => name.startsWith('src/pages/'))
  .map((page) => ({ page, ...sizes(new Set([...entry, ...filesOf([page])])) }))
  .sort((one, other) => other.script - one.script);
const languages = ['src/messages/en.ts', 'src/messages/de.ts'].map(
  (name) => sizes(filesOf([name])).script,
);
const most = {
  script: (first[0]?.script ?? sizes(entry).script) + Math.max(...languages),
  style: Math.max(...first.map(({ style }) => style), sizes(entry).style),
};
for (const [kind, bytes] of Object.entries(most)) {
  process.stdout.write(`first page, ${kind}: ${bytes} bytes gzip (budget ${budget[kind]})\n`);
  if (bytes <= budget[kind]) continue;
  process.stderr.write(
    `The ${kind} of the first page is ${bytes - budget[kind]} bytes too large.\n`,
  );
  for (const { page, ...size } of first) process.stderr.write(`  ${page}: ${size[kind]}\n`);
  process.exitCode = 1;
}

/** Of these modules and all that they load at once. */
function filesOf(names, found = new Set()) {
  for (const { file, css = [], imports = [] } of names.map((name) => manifest[name])) {
    if (found.has(file)) continue;
    for (const path of [file, ...css]) found.add(path);
    filesOf(imports, found);
  }
  return found;
}

function sizes(files) {
  const sum = (ending) =>
    [...files].filter((file) => file.endsWith(ending)).reduce((all, file) => all + sizeOf(file), 0);
  return { script: sum('.js'), style: sum('.css') };
}

function memoized(of) {
  const known = new Map();
  return (key) => {
    if (!known.has(key)) known.set(key, of(key));
    return known.get(key);
  };
}
