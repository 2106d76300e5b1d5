// Executes the Dockerfile without Docker and base image: each stage is a folder with this machine's /usr, entered with
// chroot, and files come from a clean copy of git's content minus .dockerignore. Then runs the service as the image's user,
// its health check, and checks the size. Linux and root only; some minutes; .ci/run runs it.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeStage } from './try-image-stage.mjs';
import { tryService } from './try-service.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const maxModulesMegabytes = 170;

if (process.platform !== 'linux' || userInfo().uid !== 0) {
  console.log('Left out: only root on Linux can enter a folder as if it were the machine.');
} else if (!process.argv.includes('--apart')) {
  // A separate mount namespace, which ends with the process.
  const self = [fileURLToPath(import.meta.url), '--apart'];
  const apart = ['--mount', '--propagation', 'private', process.execPath, ...self];
  process.exitCode = spawnSync('unshare', apart, { stdio: 'inherit' }).status ?? 1;
} else {
  const place = mkdtempSync(join(tmpdir(), 'footfall-image-'));
  try {
    const image = carryOut(instructions(), copyContext(join(place, 'context')), place);
    const modules = join(image.folder, 'footfall/node_modules');
    const megabytes = Number(run('du', ['-sm', modules]).split('\t')[0]);
    if (megabytes > maxModulesMegabytes) throw new Error(`node_modules has ${megabytes} MB`);
    await tryService(image.command(image.run), { env: image.env }, (port) => {
      const healthy = image.command(image.healthCheck);
      const env = { ...image.env, PORT: String(port) };
      execFileSync(healthy[0], healthy.slice(1), { env, stdio: 'inherit' });
    });
    console.log(
      `The image's steps work, and what they leave runs: node_modules has ${megabytes} MB.`,
    );
  } finally {
    for (const path of mounted(place)) run('umount', ['--lazy', path]);
    rmSync(place, { recursive: true, force: true });
  }
}

/** Name and text of each instruction; joins lines that end with a backslash. */
function instructions() {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.map((line) => line.trim().split(/\s+(.*)/s));
}

function carryOut(steps, context, place) {
  const stages = new Map();
  let stage;
  const carry = {
    FROM(text) {
      const [, title = 'last'] = text.split(' AS ');
      stage = makeStage(join(place, title));
      stages.set(title, stage);
    },
    WORKDIR(text) {
      stage.workdir = resolve(stage.workdir, text);
      mkdirSync(join(stage.folder, stage.workdir), { recursive: true });
    },
    ENV(text) {
      for (const [, name, value] of text.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = value;
    },
    COPY: (text) => copy(text, stage, stages, context),
    RUN(text) {
      console.log(`RUN ${text}`);
      const [command, ...args] = stage.command(['/bin/sh', '-c', text]);
      const { status } = spawnSync(command, args, { env: stage.env, stdio: 'inherit' });
      if (status !== 0) throw new Error(`RUN ${text} ended with ${status}`);
    },
    USER(text) {
      stage.user = text;
    },
    HEALTHCHECK(text) {
      stage.healthCheck = JSON.parse(text.split(' CMD ')[1]);
    },
    CMD(text) {
      stage.run = JSON.parse(text);
    },
    // Only relevant for Docker's containers.
    VOLUME: () => undefined,
    EXPOSE: () => undefined,
  };
  for (const [name, text] of steps) carry[name](text);
  return stage;
}

/** Like Docker: copies a folder's content into the target, and a target ending with / is a folder. */
function copy(text, stage, stages, context) {
  const [, from, rest] = /^(?:--from=(\w+) )?(.*)$/.exec(text);
  const sources = rest.split(/\s+/);
  const target = sources.pop();
  const base = from ? stages.get(from).folder : context;
  for (const source of sources) {
    const path = join(base, source);
    if (!existsSync(path)) throw new Error(`COPY ${text}: there is no ${source}`);
    let place = join(stage.folder, resolve(stage.workdir, target));
    const isFolder = run('stat', ['-c', '%F', path]).trim() === 'directory';
    if (!isFolder && /(^|\/)\.?\/?$/.test(target)) place = join(place, source.split('/').at(-1));
    mkdirSync(dirname(place), { recursive: true });
    if (isFolder) mkdirSync(place, { recursive: true });
    run('cp', ['-a', isFolder ? `${path}/.` : path, place]);
  }
}

/** Tracked and untracked files of git, minus .dockerignore. */
function copyContext(target) {
  const text = readFileSync(join(root, '.dockerignore'), 'utf8');
  const patterns = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const ignored = new RegExp(`^(${patterns.map(asExpression).join('|')})(/|$)`);
  const list = ['-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  for (const path of run('git', list).split('\0')) {
    if (path === '' || ignored.test(path) || !existsSync(join(root, path))) continue;
    cpSync(join(root, path), join(target, path));
  }
  return target;
}

function asExpression(pattern) {
  const parts = { '**/': '(?:.*/)?', '*': '[^/]*', '.': '\\.' };
  return pattern.replaceAll(/\*\*\/|\*|\./g, (part) => parts[part]);
}

/** Innermost first. */
function mounted(place) {
  const lines = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  return lines
    .map((line) => line.split(' ')[1])
    .filter((path) => path?.startsWith(place))
    .reverse();
}

function run(command, args) {
  return execFileSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
}
