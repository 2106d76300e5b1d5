// What the written documents name exists: linked and quoted files, npm scripts, and the README's
// table has every environment variable with its default from `footfall --help`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const { environmentHelp } = await import(
  new URL('../apps/server/dist/config.js', import.meta.url).href
);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Where a quoted path may begin. */
const bases = ['', 'apps/server', 'apps/server/src', 'packages'];
/** Where it is told whose `npx footfall` is: everywhere else the command is ./footfall. */
const tellsOfPackage = ['README.md', 'apps/server/README.md', 'docs/decisions/0050-installing.md'];
const faults = [];

for (const page of pages()) {
  const text = readFileSync(join(root, page), 'utf8');
  for (const [, target] of text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)) {
    if (!existsSync(join(root, dirname(page), target))) faults.push(`${page} links to ${target}`);
  }
  for (const [, path] of text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:ts|mjs|json|html|sql|md))`/g)) {
    const isThere = [dirname(page), ...bases].some((base) => existsSync(join(root, base, path)));
    if (!isThere && !/NNNN|DATA_DIR/.test(path)) faults.push(`${page} names ${path}`);
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

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const rows = [...readme.matchAll(/^\| `([A-Z_]+)` .*\| *([^|]*?) *\|$/gm)];
const defaults = new Map(rows.map(([, name, value]) => [name, value]));
for (const [name, help] of Object.entries(environmentHelp)) {
  const value = /\(([^;)]+)(?:;[^)]*)?\)$/.exec(help)?.[1] ?? '';
  if (defaults.get(name) === value) continue;
  faults.push(name);
  console.error(`README.md: the row of ${name} is missing or its default is not "${value}"`);
}
if (faults.length > 0) process.exitCode = 1;

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
