// Checks references in documents: linked and quoted files, npm scripts, and environment variables with defaults in docs/configuration.md
// against `footfall --help`. Each picture must be used by a document, be small, and match the dashboard's texts.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { docScenes } from './screenshots/doc-scenes.mjs';
import { isSaid, largestPicture, wordsFile } from './screenshots/shown-words.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const { environmentHelp } = await import(
  new URL('../apps/server/dist/cli/environment-help.js', import.meta.url).href
);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Where quoted paths may start. */
const bases = ['', 'apps/server', 'apps/server/src', 'packages'];
/** Documents that explain `npx footfall`: all others use ./footfall. */
const tellsOfPackage = ['README.md', 'apps/server/README.md', 'docs/decisions/0050-installing.md'];
const faults = [];

for (const page of pages()) {
  const text = readFileSync(join(root, page), 'utf8');
  for (const [, target] of text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)) {
    if (!existsSync(join(root, dirname(page), target))) faults.push(`${page} links to ${target}`);
  }
  for (const [, path] of text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:ts|mjs|json|html|sql|md))`/g)) {
    const isThere = [dirname(page), ...bases].some((base) => existsSync(join(root, base, path)));
    if (!isThere && !/NNNN|DATA_DIR|^\.(?:cursor|vscode)\//.test(path))
      faults.push(`${page} names ${path}`);
  }
  for (const [, script] of text.matchAll(/npm run (\w+)/g)) {
    if (!(script in scripts)) faults.push(`${page} names npm run ${script}`);
  }
}
for (const page of pages().filter((name) => !tellsOfPackage.includes(name))) {
  const text = readFileSync(join(root, page), 'utf8');
  if (text.includes('npx footfall')) faults.push(`${page} says npx footfall, a command`);
}
for (const fault of faults) console.error(`${fault}, which does not exist`);
for (const fault of faultsOfPictures()) {
  faults.push(fault);
  console.error(`${fault}: node scripts/screenshots.mjs --docs takes them anew`);
}

const settings = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
const rows = [...settings.matchAll(/^\| `([A-Z_]+)` .*\| *([^|]*?) *\|$/gm)];
const defaults = new Map(rows.map(([, name, value]) => [name, value]));
for (const [name, help] of Object.entries(environmentHelp)) {
  const value = /\(([^;)]+)(?:;[^)]*)?\)$/.exec(help)?.[1] ?? '';
  if (defaults.get(name) === value) continue;
  faults.push(name);
  console.error(
    `docs/configuration.md: the row of ${name} is missing or its default is not "${value}"`,
  );
}
if (faults.length > 0) process.exitCode = 1;

function faultsOfPictures() {
  const texts = pages().map((page) => readFileSync(join(root, page), 'utf8'));
  const noted = JSON.parse(readFileSync(wordsFile, 'utf8'));
  const found = [];
  for (const name of new Set([...Object.keys(docScenes), ...Object.keys(noted)])) {
    const file = `images/${name}.webp`;
    const path = join(root, 'docs', file);
    if (!(name in docScenes && name in noted && existsSync(path))) {
      found.push(`docs/${file} is not taken, or not any more`);
      continue;
    }
    const { size } = statSync(path);
    if (size > largestPicture) found.push(`docs/${file} has ${size} bytes`);
    if (!texts.some((text) => text.includes(file))) found.push(`no document shows docs/${file}`);
    const { language, words } = noted[name];
    for (const word of words.filter((said) => !isSaid(language, said))) {
      found.push(`docs/${file} shows “${word}”, which the dashboard does not say any more`);
    }
  }
  for (const name of readdirSync(join(root, 'docs/images'))) {
    const known = name === 'shown-words.json' || name.replace(/\.webp$/, '') in docScenes;
    if (!known) found.push(`docs/images/${name} is nobody's`);
  }
  return found;
}

function pages() {
  const libraries = ['client', 'contract', 'sdk'].map((name) => join('packages', name));
  const folders = [
    '.',
    'apps/server',
    'docs',
    'docs/decisions',
    'docs/guides',
    'bench',
    'examples/website',
    'clients/python',
    ...libraries,
  ];
  const found = folders.flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  );
  return found.filter((path) => path.endsWith('.md'));
}
