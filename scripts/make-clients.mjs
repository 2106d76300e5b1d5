// Makes what the clients have of docs/openapi.json and git does not keep: the types of packages/client, types and operations of
// clients/python. The build calls it; by hand it is needed only for a Python package from a checkout that was never built.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pythonClient } from '../clients/python/generator/python-client.mjs';
import { typesOf } from '../packages/client/scripts/types-of.mjs';

const root = new URL('../', import.meta.url);
/** What else the generator makes is short and committed: the package's version is read from it. */
const ofPython = ['types.py', '_operations.py', '_async_operations.py'];

export function makeClients() {
  const document = JSON.parse(readFileSync(new URL('docs/openapi.json', root), 'utf8'));
  const python = pythonClient(document);
  write('packages/client/src/schema.ts', typesOf(restOf(document)));
  for (const name of ofPython) write(`clients/python/src/footfall/${name}`, python[name]);
}

/** Without ingest, which the client has no part in; it has servers of its own. */
function restOf({ paths, components }) {
  const own = Object.entries(paths).filter(([, path]) => path.servers === undefined);
  const found = new Set();
  const follow = (value) => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(components.schemas[name]);
    }
  };
  follow([own, components.responses]);
  const schemas = Object.entries(components.schemas).filter(([name]) => found.has(name));
  return {
    paths: Object.fromEntries(own),
    components: { ...components, schemas: Object.fromEntries(schemas) },
  };
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
