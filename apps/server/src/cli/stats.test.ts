import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { runCommand } from '../testing/command-line.ts';
import { sharedHarness } from '../testing/shared-harness.ts';

const h = await sharedHarness();
const env = { DATABASE_URL: h.ownerUrl };

async function json(...args: string[]) {
  const all = ['stats', ...args, '--workspace', h.workspace.id, '--json'];
  const { code, stdout, stderr } = await runCommand(all, env);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

test('wrong figures are found and recounted while the service runs', async () => {
  await h.send({ type: 'event', name: 'page_view', visitor_id: randomUUID() });
  await h.settle();
  const { id } = h.workspace;
  expect(await json('check')).toEqual({ id, faults: [] });
  await h.db.workspace(
    id,
    (tx) => tx`update stats_active_days set visitors = 7 where workspace_id = ${id}`,
  );
  const faults = [{ what: 'active days of visitors', rows: 2 }];
  expect(await json('check')).toEqual({ id, faults });
  expect(await json('rebuild')).toEqual({ id });
  expect(await json('check')).toEqual({ id, faults: [] });
});

test('a workspace that is not there has no figures', async () => {
  const { code } = await runCommand(['stats', 'check', '--workspace', randomUUID()], env);
  expect(code).toBe(1);
});
