// Generates types and operations of packages/client and clients/python from docs/openapi.json; not committed. Tests and
// checks run it; run it by hand to build the Python package from a new checkout.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pythonClient } from '../clients/python/generator/python-client.mjs';
import { typescriptClient } from '../packages/client/scripts/typescript-client.mjs';

const root = new URL('../', import.meta.url);
/** The generator's other files are small and committed: the package's version is read from one. */
const ofPython = ['types.py', '_operations.py', '_async_operations.py'];

export function makeClients() {
  const document = JSON.parse(readFileSync(new URL('docs/openapi.json', root), 'utf8'));
  const python = pythonClient(document);
  write('packages/client/src/operations.ts', typescriptClient(document));
  for (const name of ofPython) write(`clients/python/src/footfall/${name}`, python[name]);
}

/** Leaves unchanged files untouched, so that the compiler has nothing to do. */
function write(name, text) {
  const path = new URL(name, root);
  let before;
  try {
    before = readFileSync(path, 'utf8');
  } catch {
    // Does not exist yet.
  }
  if (before !== text) writeFileSync(path, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) makeClients();
