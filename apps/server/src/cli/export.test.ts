/* `footfall export` beside a running service, and `footfall api export` through it: the same file. */
import { expect, test } from 'vitest';
import { runCommand } from '../testing/command-line.ts';
import { pageIn, restOf } from '../testing/rest.ts';
import { seedWorkspace } from '../testing/seeded-workspace.ts';
import { sharedHarness } from '../testing/shared-harness.ts';

const h = await sharedHarness();
const seeded = await seedWorkspace(h, 2);
const rest = restOf(h, seeded.secretKey);
const env = { DATABASE_URL: h.ownerUrl };
const exported = (...args: string[]) =>
  runCommand(['export', ...args, '--workspace', seeded.id], env);

test('a file is written to standard output, and nothing else', async () => {
  const { data } = pageIn(await rest.get('/leads?source=campaign&fields=id,code'));
  const { code, stdout, stderr } = await exported(
    'leads',
    ...['--filter', 'source = campaign', '--fields', 'id,code', '--format', 'csv'],
  );
  const lines = data.map((lead) => `${lead.id},${lead.code}\r\n`);
  expect([code, stderr, stdout]).toEqual([0, '', `id,code\r\n${lines.join('')}`]);
  const list = seeded.ids.get('lists') ?? '';
  const members = await exported('list-members', list, '--format', 'ndjson');
  expect(members.stdout.trim().split('\n')).toHaveLength(2);
  const log = pageIn(await rest.get('/audit-log?action=exportListMembers')).data;
  expect(log).toMatchObject([{ actor_type: 'command', resource_id: list, changes: { rows: 2 } }]);
});

test('the same over HTTP, with a key', async () => {
  const { stdout } = await exported('people', '--format', 'ndjson');
  const own = { FOOTFALL_URL: h.url, FOOTFALL_KEY: seeded.secretKey };
  const result = await runCommand(['api', 'export', 'people', '--format', 'ndjson'], own);
  expect([result.code, result.stdout]).toEqual([0, stdout]);
});

test('errors are explained, and every kind has help', async () => {
  const wrong = await exported('leads', '--filter', 'nothing = 1');
  expect([wrong.code, wrong.stdout, wrong.stderr]).toEqual([
    1,
    '',
    expect.stringContaining('nothing is not a field of a lead'),
  ]);
  expect((await exported('planets')).stderr).toContain("unknown command 'planets'");
  const nowhere = await runCommand(['export', 'leads', '--workspace', crypto.randomUUID()], env);
  expect([nowhere.code, nowhere.stdout]).toEqual([1, '']);
  const kinds = await runCommand(['export'], env);
  expect(kinds.stdout).toContain('list-members');
  expect((await runCommand(['export', 'events', '--help'], env)).stdout).toContain(
    '--created-after',
  );
});
