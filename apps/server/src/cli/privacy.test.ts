/* `footfall privacy`: erases a person from the command line, with a dry run first. */
import { randomUUID } from 'node:crypto';
import type { Erasure } from '@footfall/contract/erasures';
import { expect, test } from 'vitest';
import { runCommand, runJson } from '../testing/command-line.ts';
import { pageIn, restOf } from '../testing/rest.ts';
import { sharedHarness } from '../testing/shared-harness.ts';

const h = await sharedHarness();
const env = { DATABASE_URL: h.ownerUrl };

test('a person is counted, erased, and listed without anything about them', async () => {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const message = { type: 'identify', visitor_id: randomUUID(), email: 'ada@firm.example' };
  await h.send(message, workspace.productionKey);
  const [person] = pageIn(await rest.get('/identities')).data;
  const own = ['--workspace', workspace.id];
  const erase = ['privacy', 'erase', '--identity', person?.id ?? '', ...own];
  const tried = await runCommand([...erase, '--dry-run'], env);
  expect([tried.code, tried.stderr]).toEqual([0, '']);
  expect(tried.stdout).toMatch(/^ +1 {2}people\n(.*\n)*Dry run: nothing was removed\.\n$/);
  expect(await runJson<Erasure>(erase, env)).toMatchObject({
    state: 'done',
    removed: { people: 1 },
  });
  expect(pageIn(await rest.get('/identities')).data).toEqual([]);
  const listed = await runCommand(['privacy', 'erasures', ...own], env);
  expect(listed.stdout).toMatch(/ {2}identity {2}done\n1 of 1 erasures\n$/);
  const again = await runCommand(erase, env);
  expect(again.code).toBe(1);
  const unclear = await runCommand(['privacy', 'erase', ...own], env);
  expect(unclear.stderr).toContain('--identity');
});
