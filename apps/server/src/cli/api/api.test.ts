/* `footfall api` against a running service, over HTTP, with a key. */
import { scopeNames } from '@footfall/contract/access';
import { operations } from '@footfall/contract/operations';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { runCommand } from '../../testing/command-line.ts';
import { hostileHost, injections } from '../../testing/injections.ts';
import { recordIn, restOf } from '../../testing/rest.ts';
import { seedWorkspace } from '../../testing/seeded-workspace.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { skill } from './skill.ts';
import { apiCommands } from './words.ts';

const h = await sharedHarness();
const seeded = await seedWorkspace(h);
const rest = restOf(h, seeded.secretKey);
const env = { FOOTFALL_URL: h.url, FOOTFALL_KEY: seeded.secretKey };
const api = (...args: string[]) => runCommand(['api', ...args], env);

async function json(...args: string[]) {
  const { code, stdout, stderr } = await api(...args, '--json');
  expect(code, `${args.join(' ')}: ${stderr}`).toBe(0);
  return JSON.parse(stdout);
}

describe('every operation of the contract', () => {
  test('is a command with words of its own, is listed and has help', async () => {
    const calls = apiCommands.map(({ words }) => words.join(' '));
    expect(new Set(calls).size).toBe(Object.keys(operations).length);
    const { stdout } = await api();
    for (const { words, operation, options } of apiCommands) {
      expect(stdout).toContain(operation.summary);
      const help = await api(...words, '--help');
      expect(help.code, words.join(' ')).toBe(0);
      for (const { name } of options) expect(help.stdout).toContain(name.replaceAll('_', '-'));
    }
  });

  test('that only reads answers what REST answers', async () => {
    const anywhere = apiCommands.filter(
      ({ operation, arguments: own }) =>
        operation.method === 'GET' && own.length === 0 && !operation.stream && !operation.file,
    );
    expect(anywhere.length).toBeGreaterThan(15);
    for (const { words, operation } of anywhere) {
      const { data } = (await rest.get(operation.path)).body as { data: unknown };
      const answer = await json(...words);
      // Reading is no change, but time goes on.
      if (operation.id === 'getLive' || operation.id === 'listAuditLog') continue;
      expect(answer.data, words.join(' ')).toEqual(data);
      const table = await api(...words);
      expect([table.code, table.stdout.length > 0], words.join(' ')).toEqual([0, true]);
    }
  });

  test('following changes stops on the signal', async () => {
    const { code, stdout } = await api('stream', 'changes', '--seconds', '1');
    expect([code, stdout]).toEqual([0, expect.stringContaining('event: end')]);
  });
});

test('records are written, with options or with a body as JSON', async () => {
  const { data: list } = await json('create', 'list', '--name', 'Hot', '--color', '#FF0000');
  expect(list).toMatchObject({ name: 'Hot', color: '#FF0000' });
  const { data: lead } = await json('create', 'lead', '--data', '{"code":"A1","source":"fair"}');
  const { data: changed } = await json(
    'update',
    'lead',
    lead.id,
    '--properties',
    '{"plan":"team"}',
    '--company-id',
    'null',
  );
  expect(changed).toMatchObject({ code: 'A1', company_id: null, properties: { plan: 'team' } });
  await json('add', 'list-members', list.id, '--visitor-ids', lead.visitor_id);
  expect((await json('list', 'list-members', list.id)).data).toHaveLength(1);
  const person = seeded.ids.get('identities') ?? '';
  const favourite = ['update', 'identity', person, '--is-favorite'];
  expect((await json(...favourite)).data.is_favorite).toBe(true);
  expect((await json(...favourite, 'false')).data.is_favorite).toBe(false);
  const { code, stdout } = await api('delete', 'list', list.id);
  expect([code, stdout]).toEqual([0, 'Done.\n']);
});

test('lists are filtered, narrowed to fields, and read to their end', async () => {
  const workspace = await h.newWorkspace();
  const own = { FOOTFALL_URL: h.url, FOOTFALL_KEY: workspace.secretKey };
  const other = restOf(h, workspace.secretKey);
  for (let number = 0; number < 7; number++) {
    await other.post('/leads', { code: `L${number}`, source: number < 5 ? 'fair' : 'web' });
  }
  const list = (...args: string[]) => runCommand(['api', 'list', 'leads', ...args], own);
  const all = await list('--filter', 'source = fair', '--all', '--limit', '2', '--json');
  const { data, pagination } = JSON.parse(all.stdout);
  expect([data.length, pagination.total, pagination.next_cursor]).toEqual([5, 5, null]);
  const first = await list('--limit', '3', '--fields', 'code,source', '--sort', 'created_at');
  expect(first.stdout.split('\n')[0]).toBe('CODE  SOURCE');
  expect(first.stdout).toContain('L0    fair');
  expect(first.stderr).toBe('3 of 7. Add --all to see all.\n');
});

test('errors say what to do, exit with the code of their kind, and never show the key', async () => {
  const nobody = crypto.randomUUID();
  const reading = await h.newKey({ workspaceId: seeded.id, scopes: ['leads:read'] });
  const at = (more: Record<string, string>) => ({ ...env, ...more });
  const cases: [string[], Record<string, string>, number, string][] = [
    [['list', 'leads', '--filter', 'nothing = 1'], env, 1, 'nothing is not a field of a lead'],
    [['list', 'leads', '--created-after', 'soon'], env, 1, '--created-after:'],
    [['create', 'lead', '--properties', 'plan'], env, 1, '--properties must be valid JSON'],
    [['create', 'lead', '--data', '@/nonexistent'], env, 1, '--data: cannot read'],
    [['lists'], env, 1, 'unknown operation lists'],
    [['list', 'nothing'], env, 1, "unknown command 'nothing'"],
    [['get', 'lead', nobody], env, 5, 'no such lead'],
    [['get', 'lead', '../users'], env, 1, 'id'],
    [['list', 'leads'], at({ FOOTFALL_KEY: '' }), 4, 'FOOTFALL_KEY'],
    [['list', 'leads'], at({ FOOTFALL_KEY: `${env.FOOTFALL_KEY}x` }), 4, 'secret key'],
    [['list', 'companies'], at({ FOOTFALL_KEY: reading.key }), 4, 'companies:read'],
    [['list', 'leads'], at({ FOOTFALL_URL: 'http://127.0.0.1:9' }), 6, 'No answer from'],
    [['list', 'leads'], at({ FOOTFALL_URL: 'http://leads.example.com' }), 1, 'https://'],
    [['list', 'leads'], at({ FOOTFALL_URL: 'leads' }), 1, 'FOOTFALL_URL'],
  ];
  for (const [args, variables, code, message] of cases) {
    const done = await runCommand(['api', ...args], variables);
    expect([done.code, done.stdout], args.join(' ')).toEqual([code, '']);
    expect(done.stderr).toContain(message);
    expect(done.stderr).not.toContain(String(variables.FOOTFALL_KEY || 'svc_sk'));
  }
});

test('text from visitors is harmless on a terminal and unchanged in JSON', async () => {
  const lead = recordIn(await rest.post('/leads', { properties: injections }));
  const unseen = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
  for (const args of [[], ['--json']]) {
    const { stdout } = await api('get', 'lead', lead.id, ...args);
    for (const line of stdout.trimEnd().split('\n')) expect(line).not.toMatch(unseen);
  }
  expect((await json('get', 'lead', lead.id)).data).toEqual(lead);
  expect(Object.values(injections).join()).toContain(hostileHost);
});

test('a key may do what it may do elsewhere, and no more', async () => {
  const few = await h.newKey({ workspaceId: seeded.id, scopes: scopeNames, pii: 'hidden' });
  const hidden = await runCommand(['api', 'list', 'identities', '--json'], {
    ...env,
    FOOTFALL_KEY: few.key,
  });
  const shown = await json('list', 'identities');
  const emails = shown.data.map(({ email }: { email: string }) => email).filter(Boolean);
  expect(emails.length).toBeGreaterThan(0);
  for (const email of emails) expect(hidden.stdout).not.toContain(email);
});

test('the skill is printed and costs a model no more than 200 tokens', async () => {
  const { code, stdout } = await runCommand(['api', '--skill']);
  expect([code, stdout]).toEqual([0, skill]);
  expect(countTokens(skill)).toBeLessThanOrEqual(200);
  const calls = [...skill.matchAll(/(?:api|…) ((?:list|get|search|stats)(?: [a-z]+)?)/g)];
  expect(calls.length).toBeGreaterThan(4);
  for (const [, call = ''] of calls) {
    const isKnown = apiCommands.some(({ words }) => call.startsWith(words.join(' ')));
    expect(isKnown, call).toBe(true);
  }
});
