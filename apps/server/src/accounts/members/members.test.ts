import { randomUUID } from 'node:crypto';
import type { Scope, WorkspaceRole } from '@footfall/contract/access';
import { expect, test } from 'vitest';
import { faultsIn, pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { addMember } from './store.ts';

const h = await sharedHarness();

async function membersOf(members: { email: string; role: WorkspaceRole; joined: string }[]) {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const ids: string[] = [];
  for (const { email, role, joined } of members) {
    const { id } = await h.db.system(async (tx) => {
      const user = await addMember(tx, { workspaceId: workspace.id, email, name: 'N', role });
      await tx`
        update workspace_members set joined_at = ${joined}
        where workspace_id = ${workspace.id} and user_id = ${user.id}`;
      return user;
    });
    ids.push(id);
  }
  const find = async (query: Record<string, string> = {}) => {
    const page = pageIn(await rest.get(`/users?${new URLSearchParams(query)}`));
    expect(page.pagination.total).toBe(page.data.length);
    return page.data.map(({ email }) => email);
  };
  return { workspace, rest, ids, find };
}

const team = (name: string) => [
  { email: `viewer@${name}`, role: 'viewer' as const, joined: '2026-05-02T00:00:00Z' },
  { email: `admin@${name}`, role: 'admin' as const, joined: '2026-05-01T00:00:00Z' },
  { email: `member@${name}`, role: 'member' as const, joined: '2026-05-03T00:00:00Z' },
];

test('a member has exactly the fields of a user, with role and time of joining', async () => {
  const { rest, ids } = await membersOf(team('shape').slice(0, 1));
  const [user] = pageIn(await rest.get('/users')).data;
  expect(user).toEqual({
    id: ids[0],
    email: 'viewer@shape',
    name: 'N',
    avatar: '',
    username: '',
    language: 'en',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    workspace_role: 'viewer',
    joined_at: '2026-05-02T00:00:00Z',
  });
  expect((await rest.get(`/users/${ids[0]}`)).body).toEqual({ data: user });
});

test('the latest to join comes first, in pages, with the total of all', async () => {
  const { rest, find } = await membersOf(team('order'));
  expect(await find()).toEqual(['member@order', 'viewer@order', 'admin@order']);
  const page = pageIn(await rest.get('/users?limit=1&offset=2'));
  expect(page.data.map(({ email }) => email)).toEqual(['admin@order']);
  expect(page.pagination).toEqual({ limit: 1, offset: 2, total: 3 });
  expect(pageIn(await rest.get('/users?offset=3')).pagination.total).toBe(3);
});

test('role matches whole, and a role that nobody has finds nobody', async () => {
  const { find, rest } = await membersOf(team('role'));
  expect(await find({ role: 'admin' })).toEqual(['admin@role']);
  expect(await find({ role: 'viewer' })).toEqual(['viewer@role']);
  for (const role of ['owner', 'ADMIN', 'adm', '%', '']) expect(await find({ role })).toEqual([]);
  expect(faultsIn(await rest.get('/users?test=true'))).toEqual(['query.test']);
});

test('only members of the workspace are users: others are answered with the bytes of nobody', async () => {
  const [own, other] = [await membersOf(team('own')), await membersOf(team('other'))];
  expect(await own.find()).toHaveLength(3);
  const answers = await Promise.all(
    [other.ids[0], randomUUID()].map((id) => own.rest.get(`/users/${id}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect(answers[0]?.text).toBe(answers[1]?.text);
});

test('one person in two workspaces has in each the role and the time of that workspace', async () => {
  const one = await membersOf([{ email: 'both@x', role: 'admin', joined: '2026-05-01T00:00:00Z' }]);
  const two = await membersOf([
    { email: 'BOTH@x', role: 'viewer', joined: '2026-05-02T00:00:00Z' },
  ]);
  expect(two.ids).toEqual(one.ids);
  const path = `/users/${one.ids[0]}`;
  expect(recordIn(await one.rest.get(path))).toMatchObject({
    workspace_role: 'admin',
    joined_at: '2026-05-01T00:00:00Z',
  });
  expect(recordIn(await two.rest.get(path))).toMatchObject({
    workspace_role: 'viewer',
    joined_at: '2026-05-02T00:00:00Z',
  });
});

test('a former member is no user of the workspace', async () => {
  const { rest, ids, workspace, find } = await membersOf(team('left'));
  await h.db.system(
    (tx) =>
      tx`delete from workspace_members where workspace_id = ${workspace.id} and user_id = ${ids[0] ?? ''}`,
  );
  expect((await rest.get(`/users/${ids[0]}`)).status).toBe(404);
  expect(await find()).toEqual(['member@left', 'admin@left']);
});

test('a key reads users with leads:read or visitors:read, and not with another scope', async () => {
  const statusOf = async (scopes: Scope[]) => {
    const { key } = await h.newKey({ scopes, serverOnly: true });
    return (await restOf(h, key).get('/users')).status;
  };
  expect(await statusOf(['leads:read'])).toBe(200);
  expect(await statusOf(['visitors:read'])).toBe(200);
  expect(await statusOf(['companies:read', 'lists:write', 'mcp'])).toBe(403);
  expect(await statusOf([])).toBe(403);
});
