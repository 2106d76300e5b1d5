// Builds the Python client as source archive and wheel, installs the wheel alone, and tests it against a temporary service: types, tests,
// and the examples of its README and guide. Some 40 seconds, needs pip's registry: .ci/run runs it. PYTHON names the interpreter, 3.10 or
// newer; without one that has venv it is skipped with a message, or fails with CI=true. PYTHON_TOOLS: folder of programs of an environment
// with build, hatchling and mypy.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeClients } from './make-clients.mjs';
import { tryService } from './try-service.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const source = join(root, 'clients/python');
const python = process.env.PYTHON || 'python3';
const begun = performance.now();
makeClients();

const usable = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';
const found = spawnSync(python, ['-c', usable], { encoding: 'utf8', timeout: 20_000 });
if (found.status !== 0) {
  const isRequired = process.env.CI === 'true';
  console.log(
    `${isRequired ? 'FAILED' : 'Left out'}: the Python client. ${python} has to be Python 3.10 or newer with venv: apt-get install python3-venv, or name another in PYTHON.`,
  );
  process.exit(isRequired ? 1 : 0);
}

const place = mkdtempSync(join(tmpdir(), 'footfall-python-'));
// If root runs this, PostgreSQL runs as another user.
chmodSync(place, 0o755);
const env = {
  PATH: process.env.PATH,
  DATA_DIR: join(place, 'data'),
  LOG_LEVEL: 'error',
  WORKSPACE_RATE_LIMIT_PER_MINUTE: '100000',
  RATE_LIMIT_PER_MINUTE: '100000',
};

try {
  const tools = process.env.PYTHON_TOOLS || venvOf('tools', ['build', 'hatchling', 'mypy']);
  const own = venvOf('own', ['pytest', 'httpx']);
  await tryService([join(root, 'footfall'), 'start'], { cwd: root, env }, async (port) => {
    const wheel = await build(await tools);
    await run(join(await own, 'pip'), ['install', '-q', '--no-deps', wheel]);
    const [tests] = await Promise.all([
      run(join(await own, 'python'), ['-m', 'pytest', '-q'], {
        cwd: source,
        env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...accessTo(port) },
      }),
      checkTypes(await tools, await own),
    ]);
    console.log(tests.trim().split('\n').at(-1));
  });
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(`The Python client builds, installs, and does what it says, in ${seconds} s.`);
} catch (error) {
  // The cause has the output of a test or check, below the service's log.
  const { stdout, stderr } = error.cause ?? error;
  console.error([error.message, stdout, stderr].filter(Boolean).join('\n'));
  process.exitCode = 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}

/** Returns its folder of programs. */
async function venvOf(name, packages) {
  const folder = join(place, name);
  await run(python, ['-m', 'venv', folder]);
  const constraints = ['-c', join(source, 'constraints.txt')];
  const quiet = ['install', '-q', '--disable-pip-version-check'];
  await run(join(folder, 'bin/pip'), [...quiet, ...constraints, ...packages]);
  return join(folder, 'bin');
}

/** The wheel is built from the source archive, which checks both. */
async function build(programs) {
  const out = join(place, 'dist');
  await run(join(programs, 'python'), ['-m', 'build', '--no-isolation', '--outdir', out, source]);
  const made = readdirSync(out);
  const wheel = made.find((name) => name.endsWith('.whl'));
  if (made.length !== 2 || !wheel) throw new Error(`python -m build made ${made}`);
  return join(out, wheel);
}

/** Checks the installed package, its tests, and each example separately. */
async function checkTypes(programs, own) {
  const examples = join(place, 'examples');
  mkdirSync(examples);
  const pages = [join(source, 'README.md'), join(root, 'docs/guides/clients.md')];
  const texts = pages.map((page) => readFileSync(page, 'utf8')).join('\n');
  for (const [, text] of texts.matchAll(/^```python\n(.*?)^```/gms)) {
    writeFileSync(join(examples, `example_${readdirSync(examples).length}.py`), text);
  }
  const python = ['--python-executable', join(own, 'python')];
  const strict = ['--strict', ...python, '--cache-dir', join(place, 'mypy')];
  const mypy = join(programs, 'mypy');
  await run(mypy, [...strict, '-p', 'footfall'], { cwd: place });
  await run(mypy, [...strict, join(source, 'tests'), examples], { cwd: place });
}

function accessTo(port) {
  const [{ id }] = footfall('workspace', 'list');
  const own = ['--workspace', id];
  const key = (scopes) =>
    footfall(
      'keys',
      'create',
      ...own,
      ...['--kind', 'secret', '--name', 'Try'],
      '--server-only',
      ...['--scopes', scopes],
    ).key;
  return {
    FOOTFALL_URL: `http://127.0.0.1:${port}`,
    FOOTFALL_KEY: key('all'),
    FOOTFALL_READ_KEY: key('leads:read'),
    FOOTFALL_WRITE_KEY: footfall('keys', 'list', ...own).find(({ kind }) => kind === 'production')
      .key,
    FOOTFALL_SIGNING_SECRET: footfall('signing-secrets', 'create', ...own, '--name', 'Try').secret,
  };
}

function footfall(...args) {
  const options = { cwd: root, env, encoding: 'utf8', timeout: 30_000 };
  return JSON.parse(execFileSync(join(root, 'footfall'), [...args, '--json'], options));
}

async function run(command, args, options) {
  const { stdout } = await promisify(execFile)(command, args, {
    timeout: 120_000,
    maxBuffer: 2 ** 24,
    ...options,
  });
  return stdout;
}
