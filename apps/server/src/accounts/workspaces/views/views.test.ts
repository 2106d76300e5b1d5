/* Saved views: a member's own, those that are shared, and who may do what to them. */
import { randomUUID } from 'node:crypto';
import { mostSharedViews, mostViewsOfMember, type View } from '@footfall/contract/views';
import { expect, test } from 'vitest';
import type { Answer } from '../../../testing/post.ts';
import { faultsIn } from '../../../testing/rest.ts';
import { sharedHarness } from '../../../testing/shared-harness.ts';
import { type SignedIn, signedIn } from '../../../testing/signed-in.ts';

const h = await sharedHarness();

async function team() {
  const { id: workspaceId } = await h.newWorkspace();
  const admin = await signedIn(h, { workspaceId, role: 'admin' });
  const member = await signedIn(h, { workspaceId, role: 'member', name: 'Mia' });
  const viewer = await signedIn(h, { workspaceId, role: 'viewer' });
  return { workspaceId, admin, member, viewer };
}

const viewIn = ({ status, body, text }: Answer): View => {
  if (status !== 200) throw new Error(text);
  return (body as { data: View }).data;
};
const namesFor = async (by: SignedIn, query = '') => {
  const { body } = await by.get(`/views${query}`);
  const { data, pagination } = body as { data: View[]; pagination: { total: number } };
  expect(pagination.total).toBe(data.length);
  return data.map(({ name }) => name);
};
const full = {
  page: 'leads',
  name: ' Hot ',
  filter: 'source = campaign AND company.name:acme',
  sort: '-created_at',
  columns: ['code', 'company.name'],
  range: '2026-05-01..2026-05-31',
  test: false,
  shared: true,
};

test('a view stays as saved, is visible to its audience, and only its owner changes it', async () => {
  const { admin, member, viewer } = await team();
  const shared = viewIn(await member.post('/views', full));
  expect(shared).toEqual({
    ...full,
    id: shared.id,
    name: 'Hot',
    owner: { type: 'member', id: member.id, name: 'Mia' },
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  const own = viewIn(await viewer.post('/views', { page: 'people', name: 'Mine' }));
  expect(own).toMatchObject({ filter: '', sort: '', columns: [], range: '', shared: false });
  expect(await namesFor(viewer)).toEqual(['Mine', 'Hot']);
  expect(await namesFor(viewer, '?page=people')).toEqual(['Mine']);
  for (const by of [admin, member]) expect(await namesFor(by)).toEqual(['Hot']);

  const changed = viewIn(await member.patch(`/views/${shared.id}`, { name: 'Hotter', filter: '' }));
  expect(changed).toMatchObject({ ...full, name: 'Hotter', filter: '' });
  expect(viewIn(await admin.patch(`/views/${shared.id}`, { name: 'Hottest' })).name).toBe(
    'Hottest',
  );
  expect((await viewer.patch(`/views/${shared.id}`, { name: 'x' })).status).toBe(403);
  expect((await viewer.delete(`/views/${shared.id}`)).status).toBe(403);
  const stale = await member.patch(`/views/${shared.id}`, { name: 'x' }, { 'if-match': '"x"' });
  expect(stale.status).toBe(412);
  // What is not shared is nobody else's business, also not an administrator's.
  const answers = await Promise.all(
    [own.id, randomUUID()].map((id) => admin.patch(`/views/${id}`, { name: 'x' })),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect(answers[0]?.text).toBe(answers[1]?.text);
  expect((await viewer.delete(`/views/${own.id}`)).status).toBe(204);
  expect((await admin.delete(`/views/${shared.id}`)).status).toBe(204);
  expect(await namesFor(viewer)).toEqual([]);
});

test('to share takes the role member or admin', async () => {
  const { viewer } = await team();
  const refused = { status: 403, body: { details: { reason: 'missing_role' } } };
  expect(await viewer.post('/views', full)).toMatchObject(refused);
  const { id } = viewIn(await viewer.post('/views', { ...full, shared: false }));
  expect(await viewer.patch(`/views/${id}`, { shared: true })).toMatchObject(refused);
});

test('a filter has to be one that the page takes, and the rest what a page can show', async () => {
  const { member } = await team();
  const fault = async (change: object) =>
    faultsIn(await member.post('/views', { ...full, ...change }));
  expect(await fault({ filter: 'source = ' })).toEqual(['body.filter']);
  expect(await fault({ filter: 'landing_page = "/"' })).toEqual(['body.filter']);
  expect(await fault({ page: 'overview', filter: 'landing_page = "/"', fly: 1 })).toEqual([
    'body.fly',
  ]);
  expect(await fault({ page: 'cellar' })).toEqual(['body.page']);
  expect(await fault({ sort: 'a;b' })).toEqual(['body.sort']);
  expect(await fault({ columns: ['<b>'] })).toEqual(['body.columns.0']);
  expect(await fault({ range: 'a b' })).toEqual(['body.range']);
  expect(await fault({ name: '\n' })).toEqual(['body.name']);
});

test(`a member has ${mostViewsOfMember} at most, and a workspace ${mostSharedViews} that are shared`, async () => {
  const { workspaceId, admin, member } = await team();
  const fill = (owner: string, shared: boolean, count: number) =>
    h.db.system(
      (tx) => tx`
        insert into saved_views
          (workspace_id, id, owner_id, page, name, filter, sort, columns, range, test, shared)
        select ${workspaceId}, gen_random_uuid(), ${owner}, 'leads', 'x', '', '', '{}', '', false, ${shared}
        from generate_series(1, ${count}::integer)`,
    );
  await fill(member.id, false, mostViewsOfMember);
  expect((await member.post('/views', { page: 'leads', name: 'x' })).status).toBe(409);
  const own = viewIn(await admin.post('/views', { page: 'leads', name: 'x' }));
  await fill(randomUUID(), true, mostSharedViews);
  expect((await admin.post('/views', full)).status).toBe(409);
  expect((await admin.patch(`/views/${own.id}`, { shared: true })).status).toBe(409);
  expect((await admin.patch(`/views/${own.id}`, { name: 'y' })).status).toBe(200);
});
