/**
 * Builds the views: each one file of HTML with its script and style inside, which may load and send nothing. Prints
 * their sizes and fails above the budget.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const budgetBytes = 60_000;
const views = { record: 'A record', table: 'Records' };

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const style = readFileSync(path('src/view.css'), 'utf8').replaceAll(/\s*\n\s*/g, '');

mkdirSync(path('dist/views'), { recursive: true });
for (const [name, title] of Object.entries(views)) {
  const script = await bundle(path(`src/${name}.ts`));
  const html = pageOf(title, script);
  const bytes = Buffer.byteLength(html);
  writeFileSync(path(`dist/views/${name}.html`), html);
  process.stdout.write(`${name}.html: ${bytes} bytes (budget ${budgetBytes})\n`);
  if (bytes > budgetBytes) {
    process.stderr.write(`${name}.html is ${bytes - budgetBytes} bytes above its budget.\n`);
    process.exitCode = 1;
  }
}

async function bundle(input) {
  const { output } = await build({
    input,
    platform: 'browser',
    write: false,
    logLevel: 'warn',
    output: { format: 'iife', minify: true },
  });
  if (output.length !== 1) throw new Error(`${input} became ${output.length} files`);
  return output[0].code.trim();
}

/** Whoever shows it has a policy of their own; this one holds also where they forgot theirs. */
function pageOf(title, script) {
  if (/<\/script|<!--/i.test(script)) throw new Error('the script would end its element');
  const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer"><title>${title}</title><style>${style}</style></head><body><main></main><script>${script}</script></body></html>\n`;
}

function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
