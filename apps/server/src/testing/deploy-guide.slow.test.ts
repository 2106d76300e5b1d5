/* docs/guides/deploy.md, block by block in a shell of a machine of its own, whose services systemd starts. */
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { cloneProgram } from './clone-program.ts';
import { findProgram, requireHere } from './programs.ts';
import { isRoot, repository, temporaryDirectory, until } from './service-process.ts';
import { SLOW } from './slow.ts';

/** The Dockerfile has it too, and scripts/try-image.mjs runs that; `cloneProgram` leaves what it leaves. */
const building = 'npm ci && npm run build && npm ci --omit=dev\n';
const programs = ['sudo', 'systemctl', 'unshare', 'nsenter', 'curl', 'caddy', 'promtool'];

interface Block {
  before: string;
  language: string;
  text: string;
}

const fences = /([^\n]*)\n\n```(\w+)\n([\s\S]*?)```/g;
const guide = await readFile(join(repository, 'docs/guides/deploy.md'), 'utf8');
const blocks = [...guide.matchAll(fences)].map(
  ([, before = '', language = '', text = '']): Block => ({ before, language, text }),
);
const isLeftOut = ({ language, text }: Block) => language === 'sh' && text.startsWith('docker ');

test('the guide says that blocks with Docker are left out, and no other is', () => {
  const [beforeFirst = ''] = guide.split('```sh\ndocker ');
  expect(beforeFirst).toContain('Our tests do not run the `docker` commands below.');
  for (const { text } of blocks.filter(isLeftOut)) {
    for (const line of text.trimEnd().split('\n')) expect(line).toMatch(/^docker /);
  }
  expect(blocks.filter((block) => !isLeftOut(block)).length).toBeGreaterThan(7);
});

test('every other block works in turn, and the service lives by its unit (needs root)', {
  timeout: SLOW,
}, async (context) => {
  const run = await startMachine(context);
  const outputs: string[] = [];
  for (const block of blocks.filter((each) => !isLeftOut(each))) {
    outputs.push(await follow(block, run));
    if (block.text.includes('systemctl enable --now')) await untilReady(run);
  }
  const doctor = outputs.find((output) => output.includes('Settings')) ?? '';
  const wrong = doctor.split('\n').filter((line) => line.startsWith('WRONG'));
  expect(doctor).toMatch(/^ok +Database /m);
  // There is no such server; the public address is a warning.
  expect(wrong.map((line) => line.slice(7, 22).trim())).toEqual(['Mail']);

  expect(await run('sudo journalctl -u footfall')).toMatch(/https:\/\/footfall\.example\/\S+/);
  await run('systemctl kill --signal=KILL footfall');
  await until(async () => (await run('systemctl show -P NRestarts footfall')).trim() === '1');
  await untilReady(run);
  await run('systemctl stop footfall');
  expect(await run('systemctl show -P Result footfall')).toBe('success\n');
});

/** Text that is no command goes into the file that the sentence before it names. */
async function follow({ before, language, text }: Block, run: Shell): Promise<string> {
  if (language === 'sh') {
    // It fails where a check does, and that of the mail server does.
    const mayFail = text.includes('footfall doctor') ? ' || true' : '';
    return run(`${text.replace(building, '').trimEnd()}${mayFail}\n`);
  }
  const [, file] = /`(\/etc\/[^`]+)`/.exec(before) ?? [];
  if (file === undefined) return '';
  return run(`mkdir -p $(dirname ${file})\ncat >${file} <<'END'\n${text}END\n`);
}

type Shell = (script: string) => Promise<string>;

async function startMachine(context: TestContext): Promise<Shell> {
  if (!isRoot) return context.skip('it needs root');
  const missing = programs.filter((name) => !findProgram(name));
  requireHere(context, missing.length === 0, missing.join(', '));
  const root = await cloneProgram(await temporaryDirectory());
  await cp(join(repository, 'deploy'), join(root, 'deploy'), { recursive: true });
  const stage = join(await temporaryDirectory(), 'machine');
  await mkdir(stage);
  const script = join(repository, 'apps/server/src/testing/systemd-machine.sh');
  const machine = spawn(script, [stage, root]);
  let said = '';
  for (const stream of [machine.stdout, machine.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const end = new Promise((resolve) => machine.on('close', resolve));
  onTestFinished(async () => {
    machine.kill('SIGTERM');
    await end;
  });
  await until(async () => /systemd is process \d+/.test(said) || machine.exitCode !== null);
  const [, pid] = /systemd is process (\d+)/.exec(said) ?? [];
  // Nothing brings that to a machine that forbids it.
  if (pid === undefined) return context.skip(`it needs namespaces with systemd: ${said}`);
  const inside = ['--target', pid, '--all', '--root', '--wd', 'env', '-i', 'HOME=/root'];
  const shell: Shell = async (text) => {
    const args = [
      ...inside,
      'PATH=/usr/sbin:/usr/bin',
      'bash',
      '-euc',
      `cd /opt/footfall\n${text}`,
    ];
    return (await promisify(execFile)('nsenter', args)).stdout;
  };
  await until(() =>
    shell('systemctl is-system-running --wait').then(
      () => true,
      () => false,
    ),
  );
  return shell;
}

async function untilReady(run: Shell): Promise<void> {
  const isReady = run(
    'curl --fail --silent --retry 60 --retry-all-errors --retry-delay 1 --retry-max-time 60 http://127.0.0.1:8080/readyz',
  );
  await isReady.catch(async () => {
    throw new Error(`the service is not ready: ${await run('journalctl -u footfall')}`);
  });
}
