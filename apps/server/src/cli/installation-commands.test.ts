/* What the operator does for the whole installation: members and jobs of every workspace, and the end of one with its undo. */
import { expect, test } from 'vitest';
import { runCommand, runJson } from '../testing/command-line.ts';
import { startHarness } from '../testing/harness.ts';
import { restOf } from '../testing/rest.ts';
import { signedIn } from '../testing/signed-in.ts';

const h = await startHarness();
const env = { DATABASE_URL: h.ownerUrl };
const run = (...args: string[]) => runCommand(args, env);
const message = { type: 'event', name: 'page_view', visitor_id: crypto.randomUUID() };

test('members of every workspace are listed, and one is removed from all of them', async () => {
  const [one, two] = [await h.newWorkspace(), await h.newWorkspace()];
  const add = (id: string, email: string, role: string) =>
    run('members', 'add', '--workspace', id, '--email', email, '--name', 'Ann', '--role', role);
  await add(one.id, 'boss@bigco.example', 'admin');
  await add(one.id, 'ann@bigco.example', 'viewer');
  await add(two.id, 'ann@bigco.example', 'admin');

  const all = await runJson<{ workspace_id: string; email: string }[]>(['members', 'list'], env);
  const of = (id: string) => all.filter((own) => own.workspace_id === id).map((own) => own.email);
  expect(of(one.id)).toEqual(['boss@bigco.example', 'ann@bigco.example']);
  expect(of(two.id)).toEqual(['ann@bigco.example']);
  const listed = await run('members', 'list', '--workspace', two.id);
  expect(listed.stdout).toContain(`${two.id}  admin   ann@bigco.example  Ann  since 20`);
  expect(listed.stdout).not.toContain(one.id);

  const refused = await run('members', 'remove', '--email', 'ann@bigco.example');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`Workspace ${two.id}: This is the last admin`);
  expect(refused.stderr).toContain(`Removed from ${one.id}`);
  await add(two.id, 'boss@bigco.example', 'admin');
  const removed = await runJson(['members', 'remove', '--email', 'ANN@bigco.example'], env);
  expect(removed).toEqual([{ workspace_id: two.id, email: 'ANN@bigco.example' }]);
  const nobody = await run('members', 'remove', '--email', 'ann@bigco.example');
  expect(nobody).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not a member of any workspace'),
  });
});

test('an account is deleted once its person is a member of nothing', async () => {
  const { email } = await signedIn(h, { workspaceId: (await h.newWorkspace()).id });
  const end = () => run('accounts', 'delete', '--email', email);
  expect(await end()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${email} is a member of a workspace. First run `),
  });
  await h.db.system(
    (tx) => tx`
      delete from workspace_members m using users u where u.id = m.user_id and u.email = ${email}`,
  );
  expect((await end()).stdout).toContain(`Deleted the account of ${email}.`);
  expect((await end()).stderr).toContain(`No account has the address ${email}.`);
  const events = await run('security-log', '--json');
  expect(events.stdout).toContain('account.deleted');
});

test('a key can have an expiry, and the doctor names keys that expire within two weeks', async () => {
  const { id } = await h.newWorkspace();
  const make = (name: string, expires: string) =>
    run(
      ...['keys', 'create', '--workspace', id, '--kind', 'production'],
      ...['--name', name, '--expires', expires],
    );
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString();
  expect((await make('Soon', soon)).stdout).toContain(`  expires ${soon.slice(0, 16)}`);
  await make('Later', '2100-01-01');
  expect((await make('Over', '2020-01-01')).stderr).toContain('in the future');
  const { stdout } = await run('doctor');
  expect(stdout).toContain(`expiring within 14 days: "Soon" of ${id} on ${soon.slice(0, 10)}`);
  expect(stdout).not.toContain('"Later"');
});

test('a deleted workspace is closed at once, and restored with its keys, members and data', async () => {
  const own = await h.newWorkspace();
  const admin = await signedIn(h, { workspaceId: own.id, role: 'admin' });
  await h.send(message, own.productionKey);
  const spare = await admin.post('/keys', { kind: 'production', name: 'Spare' });
  const { id: revoked } = (spare.body as { data: { id: string } }).data;
  await run('keys', 'revoke', '--id', revoked);
  const remove = (...flags: string[]) =>
    run('workspace', 'delete', '--workspace', own.id, ...flags);
  expect((await remove('--confirm', 'test')).stderr).toContain('--confirm must be the exact name');

  const deleted = await remove('--confirm', 'Test');
  expect(deleted.code, deleted.stderr).toBe(0);
  expect(deleted.stdout).toMatch(
    /Its data will be deleted after 20\S+Z\. To undo: .* workspace restore/,
  );
  const isClosed = async () => {
    await expect(h.send(message, own.productionKey)).rejects.toThrow('401');
    expect((await restOf(h, own.secretKey).get('/leads')).status).toBe(401);
    expect((await admin.get('/leads')).status).toBe(403);
    const listed = await runJson<{ id: string }[]>(['workspace', 'list'], env);
    expect(listed.map(({ id }) => id)).not.toContain(own.id);
  };
  await isClosed();
  expect((await remove('--confirm', 'Test')).stderr).toContain('No workspace has the ID');
  // What looks for workspaces to remove leaves it alone.
  await h.settle();
  await isClosed();
  const shown = await run('workspace', 'list-deleted');
  expect(shown.stdout).toMatch(new RegExp(`${own.id}  Test  until 20`));

  const restore = () => run('workspace', 'restore', '--workspace', own.id);
  expect((await restore()).code).toBe(0);
  expect((await admin.get('/leads')).status).toBe(200);
  expect((await restOf(h, own.secretKey).get('/visitors')).body).toMatchObject({
    pagination: { total: 1 },
  });
  await h.send({ ...message, name: 'signed_up' }, own.productionKey);
  const keys = await runJson<{ id: string; revoked_at: string | null }[]>(
    ['keys', 'list', '--workspace', own.id],
    env,
  );
  const ended = keys.filter((key) => key.revoked_at !== null).map(({ id }) => id);
  expect(ended).toEqual([revoked]);
  expect((await restore()).stderr).toContain('No deleted workspace');
});

test('after its days, or at once with --now, nothing is left of it', async () => {
  const [late, now] = [await h.newWorkspace(), await h.newWorkspace()];
  for (const { productionKey } of [late, now]) await h.send(message, productionKey);
  const remove = (id: string, ...flags: string[]) =>
    run('workspace', 'delete', '--workspace', id, '--confirm', 'Test', ...flags);
  await remove(late.id);
  expect((await remove(now.id, '--now')).stdout).toContain('is being deleted');
  await h.db.system(
    (tx) => tx`
      update workspaces set removed_after = now() - interval '1 second' where workspace_id = ${late.id}`,
  );
  await h.settle();
  for (const { id } of [late, now]) {
    const rows = await h.db.system((tx) => tx`select from events where workspace_id = ${id}`);
    expect(rows).toHaveLength(0);
    const restored = await run('workspace', 'restore', '--workspace', id);
    expect(restored.stderr).toContain('No deleted workspace');
  }
});

test('a request cannot undo the end of a key', async () => {
  const own = await h.newWorkspace();
  await run('workspace', 'delete', '--workspace', own.id, '--confirm', 'Test');
  const undo = h.db.workspace(
    own.id,
    (tx) => tx`update api_keys set revoked_at = null where workspace_id = ${own.id}`,
  );
  await expect(undo).rejects.toThrow('what was revoked stays revoked');
});
