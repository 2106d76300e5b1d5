// Generates docs/openapi.json, docs/errors.md and clients' parts from the contract, and apps/server/migrations/schema.sql from
// the migrations. `--check` writes nothing, and fails if a committed file is outdated.
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pythonClient } from '../clients/python/generator/python-client.mjs';
import { makeClients } from './make-clients.mjs';

const root = new URL('../', import.meta.url);
const contract = (name) => import(new URL(`packages/contract/dist/${name}.js`, root).href);
const server = (name) => import(new URL(`apps/server/dist/${name}.js`, root).href);

const { operations } = await contract('operations');
const { openApiDocument } = await contract('openapi');
const { errorCatalogue } = await contract('errors');
const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));

const options = { version, serverUrl: 'http://127.0.0.1:8080/api/v1' };
const document = openApiDocument(operations, options);

const files = {
  'docs/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'docs/errors.md': errorsPage(),
  ...pythonFiles(),
  'apps/server/migrations/schema.sql': await migratedSchema(),
};

let stale = 0;
for (const [name, text] of Object.entries(files)) {
  const path = new URL(name, root);
  if ((await readFile(path, 'utf8').catch(() => '')) === text) continue;
  if (process.argv.includes('--check')) {
    console.error(`${name} is not what it is made from says: run npm run generate`);
    stale += 1;
  } else {
    await writeFile(path, text);
    console.log(`wrote ${name}`);
  }
}
if (stale > 0) process.exit(1);
if (!process.argv.includes('--check')) makeClients();

/** Includes the license, which a Python package needs in its folder. The build makes types and operations. */
function pythonFiles() {
  const made = pythonClient(document);
  const folder = 'clients/python/src/footfall';
  return {
    [`${folder}/errors.py`]: made['errors.py'],
    [`${folder}/_version.py`]: made['_version.py'],
    'clients/python/LICENSE': readFileSync(new URL('LICENSE', root), 'utf8'),
  };
}

/** From a temporary migrated database: about three seconds. */
async function migratedSchema() {
  const [{ startEngine }, { migrate }, { schemaText }] = await Promise.all(
    ['platform/engine/engine', 'platform/db/migrate', 'platform/db/schema-dump'].map(server),
  );
  const dataDir = await mkdtemp(join(tmpdir(), 'footfall-schema-'));
  // For root: its unprivileged engine has to enter, or the data would go elsewhere.
  await chmod(dataDir, 0o755);
  const engine = await startEngine({ dataDir, settings: { fsync: 'off' }, onLog: () => undefined });
  try {
    await migrate(engine.url);
    return await schemaText(engine.url);
  } finally {
    await engine.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function errorsPage() {
  const rows = Object.entries(errorCatalogue).map(
    ([code, { status, meaning, remedy, retry }]) =>
      `| ${status} | \`${code}\` | ${meaning} | ${remedy} | ${retry ? 'yes' : 'no'} |`,
  );
  return `# Errors

Every error response has this body. \`error\` is one of the codes below:

\`\`\`json
{ "error": "invalid_request", "message": "limit must be at most 100", "details": { "issues": [{ "path": "query.limit", "message": "must be at most 100" }] } }
\`\`\`

Handle errors by \`error\` or the status, show \`message\` to people, and retry only if the last column says yes.

| Status | Code | What happened | What to do | Retry |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

\`npm run generate\` creates this page from \`packages/contract/src/errors.ts\`.
`;
}
