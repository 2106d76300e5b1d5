/* The security log as a command: lines of JSON, also of what other commands did. */
import { expect, test } from 'vitest';
import type { SecurityLine } from '../accounts/sign-in/security-log.ts';
import { runCommand, runJson } from '../testing/command-line.ts';
import { migratedDatabase } from '../testing/database.ts';

test('it prints a line of JSON for each event since an instant, or readable lines', async () => {
  const env = { DATABASE_URL: await migratedDatabase() };
  const { id } = await runJson<{ id: string }>(['workspace', 'create', '--name', 'Acme'], env);
  const email = ['--email', 'ann@example.com'];
  const add = ['members', 'add', '--workspace', id, ...email, '--name', 'Ann', '--role', 'admin'];
  await runJson(add, env);
  await runJson(['members', 'reset-link', ...email], env);
  const { stdout } = await runCommand(['security-log', '--json'], env);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line): SecurityLine => JSON.parse(line));
  expect(lines.map(({ event, actor_type, workspace }) => [event, actor_type, workspace])).toEqual([
    ['workspace.created', 'command', 'Acme'],
    ['member.added', 'command', 'Acme'],
    ['password.reset_link_created', 'command', ''],
  ]);
  const readable = await runCommand(['security-log'], env);
  expect(readable.stdout).toMatch(/^\S+ {2}workspace\.created {2}success {2}command /);
  const later = await runCommand(['security-log', '--json', '--created-after', '2099-01-01'], env);
  expect(later.stdout).toBe('');
});
