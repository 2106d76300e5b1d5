/* The TypeScript and Python samples of the reference, run as written; the TypeScript ones compile too. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestWorkspace } from '../../testing/harness.ts';
import { describeWith } from '../../testing/programs.ts';
import { repository } from '../../testing/service-process.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { SLOW } from '../../testing/slow.ts';

const run = promisify(execFile);
const service = await sharedHarness();
const python = pythonWithHttpx();
const compiler = join(repository, 'node_modules/typescript/bin/tsc');

/** By operation. The other samples may be about a record that is not there. */
const successful = [
  ...['listLeads', 'createLead', 'getLead', 'updateLead', 'createList', 'previewList', 'getStats'],
  ...['searchRecords', 'listChanges', 'streamChanges', 'exportLeads', 'send-message', 'send-batch'],
];

let folder: string;
beforeAll(async () => {
  // Samples import the packages as users do, compiled.
  await run(process.execPath, [compiler, '-b', 'packages/client', 'packages/node'], {
    cwd: repository,
  });
  folder = await mkdtemp(join(tmpdir(), 'footfall-samples-'));
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@footfall'), { recursive: true });
  for (const name of ['client', 'node']) {
    await symlink(join(repository, 'packages', name), join(modules, '@footfall', name));
  }
  await symlink(join(repository, 'node_modules/@types'), join(modules, '@types'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
}, SLOW);
afterAll(() => rm(folder, { recursive: true, force: true }));

test('TypeScript samples compile', { timeout: SLOW }, async () => {
  const files = await written(await samplesIn('TypeScript', service.workspace), 'ts');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
  const args = [compiler, ...options, '--types', 'node', '--skipLibCheck', ...files];
  await expect(run(process.execPath, args, { cwd: folder }).catch(outputOf)).resolves.toEqual({
    stdout: '',
    stderr: '',
  });
});

test('TypeScript samples run', { timeout: SLOW }, async () => {
  const files = await written(await samplesIn('TypeScript', await newWorkspace()), 'mjs');
  const runner = `
    const outcomes = [];
    for (const file of process.argv.slice(1)) {
      await import(file).then(
        () => outcomes.push('ok'),
        (error) => outcomes.push(error.code ?? String(error)),
      );
    }
    console.error(JSON.stringify(outcomes));`;
  const args = [
    '--input-type=module',
    '--eval',
    runner,
    ...files.map((file) => join(folder, file)),
  ];
  expectSuccess(files, await run(process.execPath, args, { cwd: folder }));
});

describeWith(python, 'Python samples', 'install httpx, and name the interpreter in PYTHON', () => {
  test('run', { timeout: SLOW }, async () => {
    const files = await written(await samplesIn('Python', await newWorkspace()), 'py');
    const runner = `
import json, sys
outcomes = []
for name in sys.argv[1:]:
    try:
        exec(compile(open(name, encoding="utf-8").read(), name, "exec"), {})
        outcomes.append("ok")
    except Exception as error:
        outcomes.append(getattr(error, "code", None) or repr(error))
print(json.dumps(outcomes), file=sys.stderr)`;
    const env = { ...process.env, PYTHONPATH: join(repository, 'clients/python/src') };
    const args = ['-c', runner, ...files];
    expectSuccess(files, await run(String(python), args, { cwd: folder, env }));
  });
});

function expectSuccess(files: string[], { stderr }: { stderr: string }): void {
  const outcomes = JSON.parse(stderr.trim().split('\n').at(-1) ?? '') as string[];
  const ids = files.map((file) => file.replace(/\.\w+$/, ''));
  const failed = ids.filter((id, place) => {
    const allowed = successful.includes(id) ? ['ok'] : ['ok', 'not_found'];
    return !allowed.includes(outcomes[place] ?? '');
  });
  expect(failed.map((id) => `${id}: ${outcomes[ids.indexOf(id)]}`)).toEqual([]);
  expect(ids).toEqual(expect.arrayContaining(successful));
}

async function newWorkspace(): Promise<TestWorkspace> {
  const workspace = await service.newWorkspace();
  const visitor_id = '01a1f843-753c-76b8-835a-667c2bb1be56';
  await service.send(
    { type: 'identify', visitor_id, email: 'ada@example.com' },
    workspace.productionKey,
  );
  return workspace;
}

/** Code by operation, about the workspace and a lead that it has. */
async function samplesIn(
  language: string,
  { secretKey, productionKey }: TestWorkspace,
): Promise<[string, string][]> {
  const page = await (await service.fetch('/docs')).text();
  const lead = await service.client(secretKey).leads.create();
  const [, exampleLead = ''] = /\/api\/v1\/leads\/([\da-f-]{36})/.exec(page) ?? [];
  return page.split('<section class="entry" id="').flatMap((section): [string, string][] => {
    const sample = new RegExp(` data-language="${language}">[\\s\\S]*?<code>([\\s\\S]*?)</code>`);
    const [, code] = sample.exec(section) ?? [];
    const [id = ''] = section.split('"', 1);
    if (code === undefined || !section.includes('class="route"')) return [];
    const text = code
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .replaceAll(service.config.publicUrl, service.url)
      .replaceAll('svc_sk_…', secretKey)
      .replaceAll('svc_pk_…', productionKey)
      .replaceAll(exampleLead, lead.id);
    return [[id, text]];
  });
}

async function written(samples: [string, string][], ending: string): Promise<string[]> {
  for (const [id, text] of samples) await writeFile(join(folder, `${id}.${ending}`), text);
  return samples.map(([id]) => `${id}.${ending}`);
}

function outputOf({ stdout, stderr }: { stdout: string; stderr: string }) {
  return { stdout, stderr };
}

/** That of .ci/run, the one that PYTHON names, or the usual one. */
function pythonWithHttpx(): string | undefined {
  const { PYTHON_TOOLS, PYTHON } = process.env;
  const programs = [PYTHON_TOOLS && join(PYTHON_TOOLS, 'python'), PYTHON, 'python3'];
  return programs.find((program) => {
    if (!program) return false;
    const { status } = spawnSync(program, ['-c', 'import httpx'], { stdio: 'ignore' });
    return status === 0;
  });
}
