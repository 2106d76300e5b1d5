/* Lists that keep themselves, through the front door: made, previewed, followed, changed, refused. */
import { randomUUID } from 'node:crypto';
import { mostKeptLists } from '@footfall/contract/list-record';
import { expect, test } from 'vitest';
import { latestPosition } from '../../testing/latest-position.ts';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });
const sawPricing = 'did("page_view", path = "/pricing*", at least 2, within 30d)';

const view = (visitor_id: string, path = '/pricing', also: object = {}) => ({
  type: 'event',
  name: 'page_view',
  visitor_id,
  context: { page: { url: `https://shop.example${path}` } },
  ...also,
});

function faultsIn({ body }: { body: unknown }): string[] {
  const { details } = body as { details: { issues: { path: string; message: string }[] } };
  return details.issues.map(({ path, message }) => `${path}: ${message}`);
}

async function newWorkspace() {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const send = async (...messages: object[]) => {
    await h.send(messages, workspace.productionKey);
    await h.settle();
  };
  const newList = async (filter: string | object, of = 'visitors') =>
    recordIn(await rest.post('/lists', { name: 'Kept', of, filter })).id;
  const membersOf = async (id: string) => {
    const { data, pagination } = pageIn(await rest.get(`/lists/${id}/members`));
    expect(pagination.total).toBe(data.length);
    return data.map((member) => member.id).toSorted();
  };
  return { workspace, rest, send, newList, membersOf };
}

test('a list with a filter shows both of its forms, and has its members when it was first evaluated', async () => {
  const { rest, send, membersOf } = await newWorkspace();
  const [ann, bob] = [randomUUID(), randomUUID()];
  await send(view(ann), view(ann, '/pricing/teams'), view(bob), view(bob, '/'));
  const answer = await rest.post('/lists', {
    name: 'Warm',
    of: 'visitors',
    filter: `did(page_view, path = /pricing*, at least 2, within 30d) and source=website`,
  });
  expect(recordIn(answer)).toEqual({
    id: expect.any(String),
    name: 'Warm',
    description: '',
    color: '#2563EB',
    created_at: expect.any(String),
    of: 'visitors',
    filter: 'did("page_view", path = "/pricing*", at least 2, within 30d) AND source = "website"',
    filter_tree: {
      and: [
        {
          did: 'page_view',
          where: { field: 'path', op: '=', value: '/pricing*' },
          at_least: 2,
          within: '30d',
        },
        { field: 'source', op: '=', value: 'website' },
      ],
    },
    upkeep: { state: 'filling', members: 0, as_of: null, error: null, retry_at: null },
  });
  const { id } = recordIn(answer);
  await h.settle();
  expect(await membersOf(id)).toEqual([ann]);
  const { upkeep } = recordIn(await rest.get(`/lists/${id}`));
  expect(upkeep).toMatchObject({ state: 'kept', members: 1, as_of: expect.any(String) });
  const byList = pageIn(await rest.get(`/visitors?filter=list.id=${id}`));
  expect(byList.data.map((visitor) => visitor.id)).toEqual([ann]);
});

test('members follow events: they enter and leave, and changes name the list once', async () => {
  const { rest, send, newList, membersOf } = await newWorkspace();
  const [ann, bob] = [randomUUID(), randomUUID()];
  await send(view(ann), view(bob));
  const list = await newList('event_count >= 1 AND NOT did(signup)');
  const people = await newList('conversion.name = signup', 'identities');
  await h.settle();
  expect(await membersOf(list)).toEqual([ann, bob].toSorted());
  const next = await latestPosition(rest);
  await send({ type: 'conversion', name: 'signup', visitor_id: ann, email: 'ann@acme.example' });
  expect(await membersOf(list)).toEqual([bob]);
  const [person] = pageIn(await rest.get('/identities')).data;
  expect(await membersOf(people)).toEqual([person?.id]);
  // The sequence tells what is before every transaction that is under way, of whomever.
  await expect
    .poll(async () => {
      const { data } = (await rest.get(`/changes?after=${next}`)).body as {
        data: { kind: string; ids: string[] }[];
      };
      const ofLists = data.filter(({ kind }) => kind === 'list');
      return ofLists.flatMap(({ ids }) => ids).toSorted();
    })
    .toEqual([list, people].toSorted());
});

test('a preview shows the same as the list and creates nothing', async () => {
  const { rest, send } = await newWorkspace();
  const ids = Array.from({ length: 25 }, () => randomUUID());
  await send(...ids.flatMap((id) => [view(id), view(id)]));
  const preview = (of: string, filter: string) => rest.post('/lists/preview', { of, filter });
  const result = recordIn(await preview('visitors', sawPricing)) as unknown as {
    total: number;
    sample: string[];
  };
  expect(result).toMatchObject({ of: 'visitors', total: 25 });
  expect(result.sample).toHaveLength(20);
  expect(recordIn(await preview('identities', 'name:*'))).toMatchObject({ total: 0, sample: [] });
  expect(faultsIn(await preview('visitors', 'nobody = 1'))[0]).toMatch(/^body.filter: at column 1/);
  expect(faultsIn(await preview('leads', 'name:*'))[0]).toMatch(/^body.of/);
  expect(pageIn(await rest.get('/lists')).pagination.total).toBe(0);
  expect(pageIn(await rest.get('/audit-log?action=previewList')).pagination.total).toBe(0);
  // The path is no id of a list.
  expect(faultsIn(await rest.get('/lists/preview'))[0]).toMatch(/^path.id/);
});

test('with another filter other members are found; the same filter changes nothing', async () => {
  const { rest, send, newList, membersOf } = await newWorkspace();
  const [ann, bob] = [randomUUID(), randomUUID()];
  await send(view(ann), view(bob, '/'));
  const id = await newList('did(page_view, path = "/pricing")');
  await h.settle();
  const read = await rest.get(`/lists/${id}`);
  const path = `/lists/${id}`;
  const patch = (body: object) =>
    rest.patch(path, body, { 'if-match': read.headers.get('etag') ?? '' });
  await send(view(ann));
  // What the service keeps by itself is no version of the list.
  const same = await patch({ ...recordIn(read), name: 'Two' });
  expect(same.status).toBe(200);
  expect(recordIn(same)).toMatchObject({ name: 'Two', upkeep: { state: 'kept', members: 1 } });
  const stale = await patch({ name: 'Three' });
  expect(stale.status).toBe(412);
  const other = await rest.patch(path, { filter: { field: 'id', op: '=', value: bob } });
  expect(recordIn(other)).toMatchObject({
    filter: `id = "${bob}"`,
    upkeep: { state: 'filling', members: 1 },
  });
  await h.settle();
  expect(await membersOf(id)).toEqual([bob]);
  await rest.raw('DELETE', path);
  expect((await rest.get(`${path}/members`)).status).toBe(404);
  const left = await h.db.system(
    (tx) => tx`select list_id from visitor_list_members where list_id = ${id}
               union all select list_id from list_upkeep where list_id = ${id}`,
  );
  expect(left).toHaveLength(0);
});

test('members of a list that keeps itself are not put there by hand, and one kept by hand gets no filter', async () => {
  const { rest, newList } = await newWorkspace();
  const kept = await newList('name:*', 'identities');
  for (const path of [`/lists/${kept}/members`, `/lists/${kept}/members/remove`]) {
    const { status, text } = await rest.post(path, { visitor_ids: [randomUUID()] });
    expect([status, text]).toEqual([409, expect.stringContaining('This list is self-updating')]);
  }
  const byHand = recordIn(await rest.post('/lists', { name: 'By hand' })).id;
  const refused = await rest.patch(`/lists/${byHand}`, { filter: 'source = website' });
  expect(faultsIn(refused)[0]).toMatch(/^body.filter: is not allowed for a manual list/);
  const renamed = await rest.patch(`/lists/${byHand}`, { name: 'Hand', color: '#000000' });
  expect(recordIn(renamed)).toMatchObject({ name: 'Hand', color: '#000000', description: '' });
});

test.each<[body: object, fault: RegExp]>([
  [{ filter: 'source = website' }, /^body.of: is required: set both/],
  [{ of: 'visitors' }, /^body.filter: is required: set both/],
  [{ of: 'leads', filter: 'source = website' }, /^body.of/],
  [{ of: 'visitors', filter: 'source = ' }, /^body.filter: at column 10/],
  [{ of: 'visitors', filter: { field: 'nobody', op: '=', value: 1 } }, /^body.filter: at field/],
  [{ of: 'visitors', filter: { and: [] } }, /^body.filter/],
  [{ of: 'visitors', filter: '' }, /^body.filter/],
  [{ of: 'visitors', filter: 7 }, /^body.filter/],
  [{ of: 'visitors', filter: 'list.name = Warm' }, /cannot use lists/],
  [{ of: 'identities', filter: { field: 'traits.a b', op: ':', value: '*' } }, /^body.filter/],
])('%j is refused with what to do', async (body, fault) => {
  const { rest } = await newWorkspace();
  expect(faultsIn(await rest.post('/lists', { name: 'Kept', ...body }))[0]).toMatch(fault);
});

test('creating or changing one needs read permission for the fields of its filter', async () => {
  const writer = await h.newKey({ scopes: ['lists:write', 'visitors:read'] });
  const rest = restOf(h, writer.key);
  const make = (filter: string) => rest.post('/lists', { name: 'Kept', of: 'visitors', filter });
  const own = await make('source = website');
  expect(own.status).toBe(200);
  for (const filter of ['lead:*', 'conversion.value > 3', 'company.domain = acme.example']) {
    expect([(await make(filter)).status, filter]).toEqual([403, filter]);
    expect((await rest.patch(`/lists/${recordIn(own).id}`, { filter })).status).toBe(403);
    expect((await rest.post('/lists/preview', { of: 'visitors', filter })).status).toBe(403);
  }
  const blind = restOf(h, (await h.newKey({ scopes: ['lists:write'] })).key);
  const body = { name: 'Kept', of: 'visitors', filter: 'source = website' };
  expect((await blind.post('/lists', body)).status).toBe(403);
});

test(`a workspace has ${mostKeptLists} such lists at most, and any number of others`, async () => {
  const { rest, newList } = await newWorkspace();
  for (let place = 0; place < mostKeptLists; place++) await newList(`id = ${randomUUID()}`);
  const more = await rest.post('/lists', { name: 'One', of: 'visitors', filter: 'source:*' });
  expect([more.status, more.text]).toEqual([
    409,
    expect.stringContaining('50 self-updating lists'),
  ]);
  expect((await rest.post('/lists', { name: 'By hand' })).status).toBe(200);
});
