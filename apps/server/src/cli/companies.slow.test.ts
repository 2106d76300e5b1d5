import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { NOBODY } from '../testing/clone-program.ts';
import { runCommand, runJson } from '../testing/command-line.ts';
import { footfall, isRoot, repository, until } from '../testing/service-process.ts';
import { sharedHarness } from '../testing/shared-harness.ts';
import { SLOW } from '../testing/slow.ts';

const h = await sharedHarness();
const folder = await mkdtemp(join(tmpdir(), 'footfall-import-'));
await chmod(folder, 0o755);
afterAll(() => rm(folder, { recursive: true }));

/** The database of this file, which a service runs on at the same time. */
const env = { DATABASE_URL: h.ownerUrl };
const options = { dataDir: '/nonexistent/footfall', env };
const importing = ['companies', 'import', '--workspace', h.workspace.id];

async function fileOf(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function detailsOf(workspaceId: string) {
  const [row] = await h.db.workspace(
    workspaceId,
    (tx) => tx<{ total: number }[]>`
      select count(*)::integer as total from company_details where workspace_id = ${workspaceId}`,
  );
  return row?.total;
}

test('an import beside a running service reports counts, rejects and their lines', async () => {
  const bad = Array.from({ length: 25 }, (_, place) => `bad ${place},"X, Inc.",5`).join('\n');
  const file = await fileOf('some.csv', `Site,Firm,Staff\nacme.example,Acme,70\n${bad}\n`);
  const rejects = join(folder, 'rejects.csv');
  const flags = [...importing, '--file', file, '--map', 'domain=Site', '--map', 'name=Firm'];
  const answer = await runJson<{ rejects: object[] }>([...flags, '--rejects', rejects], env);
  expect(answer).toMatchObject({
    workspace: h.workspace.id,
    file,
    rows: 26,
    imported: 1,
    rejected: 25,
    resumed_after: 0,
    companies_updated: 0,
    dry_run: false,
  });
  expect(answer.rejects).toHaveLength(20);
  expect(answer.rejects[0]).toEqual({
    line: 3,
    reason: 'domain "bad 0" is not a registrable domain',
  });
  const lines = (await readFile(rejects, 'utf8')).split('\r\n');
  expect(lines).toHaveLength(27);
  expect(lines[0]).toBe('line,reason,domain,name,description,employees,main_industry');
  expect(lines[1]).toBe('3,"domain ""bad 0"" is not a registrable domain",bad 0,"X, Inc.",,5,');
  const plain = await runCommand([...flags, '--dry-run'], env);
  expect(plain).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 of 26 rows of'),
    stderr: expect.stringContaining('… and 5 more. Add --rejects PATH'),
  });
  expect(plain.stdout).toContain('Nothing was stored.');
  expect(plain.stderr).toContain('line 3: domain "bad 0" is not a registrable domain\n');
});

test('skipped rows can be corrected in their file and imported', async () => {
  const { id } = await h.newWorkspace();
  const flags = ['companies', 'import', '--workspace', id];
  const file = await fileOf('first.csv', 'domain,name\na.example,A\nb-example,B\n');
  const rejects = join(folder, 'second.csv');
  await runJson([...flags, '--file', file, '--rejects', rejects], env);
  await writeFile(rejects, (await readFile(rejects, 'utf8')).replace(',b-example,', ',b.example,'));
  expect(await runJson([...flags, '--file', rejects], env)).toMatchObject({ imported: 1 });
  expect(await detailsOf(id)).toBe(2);
});

/** Eight parts, each stored in half a second, until `go` is called: time enough to end an import in its middle. */
async function slowImport(name: string) {
  const { id } = await h.newWorkspace();
  const rows = Array.from({ length: 40_000 }, (_, place) => `c${place}.example,Company ${place}\n`);
  const file = await fileOf(name, `domain,name\n${rows.join('')}`);
  const sql = postgres(h.ownerUrl, { max: 1, onnotice: () => undefined });
  onTestFinished(() => sql.end());
  await sql.unsafe(`
    create or replace function rest_a_while() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.5); return null; end $$;
    create trigger rest_a_while after insert on company_details
      for each statement execute function rest_a_while()`);
  return {
    id,
    total: rows.length,
    flags: ['companies', 'import', '--workspace', id, '--file', file],
    more: async () => {
      const before = await detailsOf(id);
      await until(async () => (await detailsOf(id)) !== before, 30_000);
    },
    // Waits for what is being stored.
    go: () => sql.unsafe('drop trigger rest_a_while on company_details'),
  };
}

test('Ctrl-C ends an import cleanly; after that and after kill -9 the same command continues after the last stored part', {
  timeout: SLOW,
}, async () => {
  const { id, total, flags, more, go } = await slowImport('long.csv');
  const first = start(flags);
  let output = '';
  first.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await more();
  first.kill('SIGINT');
  expect(await once(first, 'close')).toEqual([1, null]);
  expect(output).toContain('footfall: Interrupted. Run the same command again');

  const second = start(flags);
  await more();
  second.kill('SIGKILL');
  await once(second, 'close');
  await go();
  const stored = (await detailsOf(id)) ?? 0;
  expect(stored).toBeLessThan(total);
  const { code, stdout, stderr } = await runCommand(flags, env);
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(
    /Continuing after the first (\d+) rows of .*long\.csv, which are already stored\./,
  );
  const resumedAfter = Number(/the first (\d+)/.exec(stderr)?.[1]);
  expect(resumedAfter).toBeGreaterThanOrEqual(stored);
  expect(resumedAfter % 5_000).toBe(0);
  expect(stdout).toContain(`${total} of ${total} rows of`);
  expect(await detailsOf(id)).toBe(total);
});

function start(args: string[]): ChildProcess {
  const program = join(repository, 'footfall');
  return spawn(program, args, {
    env: { PATH: process.env.PATH, DATA_DIR: options.dataDir, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

test('errors are explained, with exit code 1', async () => {
  const good = await fileOf('good.csv', 'domain\nacme.example\n');
  const secret = await fileOf('secret.csv', 'domain\nacme.example\n');
  await chmod(secret, 0o000);
  const unknown = '0190f0a0-0000-7000-8000-000000000000';
  const cases: [string[], string][] = [
    [[...importing], "'--file <path>' not specified"],
    [[...importing, '--file', join(folder, 'none.csv')], 'none.csv does not exist.'],
    [[...importing, '--file', folder], 'is a directory.'],
    [[...importing, '--file', await fileOf('empty.csv', '')], 'empty.csv is empty.'],
    [[...importing, '--file', good, '--format', 'xml'], 'Allowed choices are csv, json, ndjson'],
    [[...importing, '--file', good, '--map', 'site=x'], '"site=x" is not FIELD=COLUMN'],
    [[...importing, '--file', good, '--map', 'name=Firm'], '--map uses the column "Firm" for name'],
    [[...importing, '--file', good, '--rejects', good], '--rejects is the imported file'],
    [
      [...importing, '--file', good, '--rejects', '/nonexistent/x'],
      'Cannot write /nonexistent/x (ENOENT)',
    ],
    [['companies', 'import', '--workspace', 'x', '--file', good], 'Use an ID, such as'],
    [['companies', 'import', '--workspace', unknown, '--file', good], 'No workspace has the ID'],
    [[...importing, '--file', await fileOf('all.csv', 'domain\nx\ny\n')], 'None of the 2 rows of'],
  ];
  const failsWith = (message: string) => ({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(message),
  });
  for (const [args, message] of cases) {
    expect(await runCommand(args, env), args.join(' ')).toMatchObject(failsWith(message));
  }
  // Root may read everything.
  const user = isRoot ? { user: NOBODY } : {};
  const refused = await footfall([...importing, '--file', secret], { ...options, ...user });
  expect(refused).toMatchObject(failsWith('cannot be read by this user.'));
  expect(await readFile(good, 'utf8')).toBe('domain\nacme.example\n');
});
