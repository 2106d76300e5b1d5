// Makes the types and operations of packages/client and clients/python from docs/openapi.json. Git does not keep them. The
// tests and checks run it; run it by hand to make the Python package from a checkout that was never built.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pythonClient } from '../clients/python/generator/python-client.mjs';
import { typescriptClient } from '../packages/client/scripts/typescript-client.mjs';

const root = new URL('../', import.meta.url);
/** What else the generator makes is short and committed: the package's version is read from it. */
const ofPython = ['types.py', '_operations.py', '_async_operations.py'];

export function makeClients() {
  const document = JSON.parse(readFileSync(new URL('docs/openapi.json', root), 'utf8'));
  const python = pythonClient(document);
  write('packages/client/src/operations.ts', typescriptClient(document));
  for (const name of ofPython) write(`clients/python/src/footfall/${name}`, python[name]);
}

/** A file that did not change keeps its time, so the compiler has nothing to do. */
function write(name, text) {
  const path = new URL(name, root);
  let before;
  try {
    before = readFileSync(path, 'utf8');
  } catch {
    // It is made for the first time.
  }
  if (before !== text) writeFileSync(path, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) makeClients();
