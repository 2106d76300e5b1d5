// Tests a temporary service against its OpenAPI document with Schemathesis: some thousand valid and invalid requests, with a
// key of all scopes. SCHEMATHESIS names the program; without it or one in the PATH, the test is skipped with a message.
// TRY_SECONDS limits the time, SEED repeats a run.
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tryService } from './try-service.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const program = process.env.SCHEMATHESIS || 'schemathesis';
const seconds = Number(process.env.TRY_SECONDS || 45);
const seed = process.env.SEED || '1';

const found = spawnSync(program, ['--version'], { encoding: 'utf8' });
if (found.status !== 0) {
  console.log(
    `Left out: ${program} is not installed. pip install schemathesis, or name it in SCHEMATHESIS.`,
  );
  process.exit(0);
}

const place = mkdtempSync(join(tmpdir(), 'footfall-openapi-'));
// If root runs this, PostgreSQL runs as another user.
chmodSync(place, 0o755);
const wide = String(10 ** 9);
const env = {
  PATH: process.env.PATH,
  DATA_DIR: join(place, 'data'),
  LOG_LEVEL: 'error',
  RATE_LIMIT_PER_MINUTE: wide,
  WORKSPACE_RATE_LIMIT_PER_MINUTE: wide,
  ADDRESS_RATE_LIMIT_PER_MINUTE: wide,
  INGEST_RATE_LIMIT_PER_MINUTE: wide,
};

try {
  await tryService([join(root, 'footfall'), 'start'], { cwd: root, env }, async (port) => {
    const url = `http://127.0.0.1:${port}`;
    const [{ id }] = footfall('workspace', 'list');
    const own = ['--workspace', id];
    const secret = ['--kind', 'secret', '--name', 'Try', '--scopes', 'all', '--server-only'];
    const { key } = footfall('keys', 'create', ...own, ...secret);
    const write = footfall('keys', 'list', ...own).find(({ kind }) => kind === 'production').key;
    footfall('members', 'add', ...own, '--email', 'a@b.example', '--name', 'A', '--role', 'admin');
    await sendVisits(url, write);
    const document = await (await fetch(`${url}/api/v1/openapi.json`)).json();
    const file = join(place, 'openapi.json');
    // The program uses one base URL for all paths, so each base is tested separately.
    writeFileSync(file, JSON.stringify(withoutUntried(document)));
    const ingest = '^/(ingest|visitor-resolve)';
    const phases = ['--phases', 'examples,coverage,fuzzing'];
    const api = ['--url', `${url}/api/v1`, '--exclude-path-regex', ingest];
    const ofApi = [...api, '-H', `Authorization: Bearer ${key}`];
    run(file, seconds * 0.55, [...ofApi, ...phases]);
    // Separately: following links takes all the time available.
    run(file, seconds * 0.2, [...ofApi, '--phases', 'stateful']);
    const ofIngest = ['--url', url, '--include-path-regex', ingest, ...phases];
    run(file, seconds * 0.25, [...ofIngest, '-H', `X-Svc-Key: ${write}`]);
  });
  console.log('The service answers as its OpenAPI document says.');
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}

function run(file, time, args) {
  const config = ['--config-file', join(root, 'scripts/schemathesis.toml')];
  const bounds = ['--seed', seed, '--max-time', String(Math.round(time)), '--max-examples', '20'];
  const { status, stdout, stderr } = spawnSync(
    program,
    [...config, '--no-color', 'run', file, ...bounds, '--suppress-health-check', 'all', ...args],
    { cwd: place, encoding: 'utf8', maxBuffer: 2 ** 26, timeout: 120_000 },
  );
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
  console.log(stdout.slice(stdout.indexOf('Test cases:')).trim());
}

/**
 * Removes what schemas cannot express: partial records from `fields`, the syntax of `filter` and `cursor`, and endless
 * streams.
 */
function withoutUntried(document) {
  const untried = ['fields', 'filter', 'cursor'];
  delete document.paths['/changes/stream'];
  for (const operation of Object.values(document.paths).flatMap(Object.values)) {
    operation.parameters = operation.parameters?.filter(({ name }) => !untried.includes(name));
    const body = operation.requestBody?.content['application/json']?.schema.properties;
    // `of` is the kind of the filter's records, meaningless without it.
    if (body?.filter) for (const name of ['filter', 'of']) delete body[name];
  }
  return document;
}

function footfall(...args) {
  const options = { cwd: root, env, encoding: 'utf8' };
  return JSON.parse(execFileSync(join(root, 'footfall'), [...args, '--json'], options));
}

/** Some of each kind that messages create. */
async function sendVisits(url, key) {
  const visits = Array.from({ length: 5 }, (_, place) => {
    const visitor_id = randomUUID();
    const campaign = { source: 'news', medium: 'email', name: `spring ${place}` };
    const page = { url: 'https://shop.example/pricing', title: 'Pricing' };
    const email = `person-${place}@firm-${place}.example`;
    return [
      { type: 'event', name: 'page_view', visitor_id, context: { campaign, page } },
      { type: 'identify', visitor_id, email, name: 'Ada' },
      { type: 'conversion', name: 'signup', visitor_id, value: 10, currency: 'EUR' },
      { type: 'nonsense' },
    ];
  });
  const answer = await fetch(`${url}/ingest/batch`, {
    method: 'POST',
    headers: { 'X-Svc-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ batch: visits.flat() }),
  });
  if (answer.status !== 200) throw new Error(`the visits are answered ${answer.status}`);
}
