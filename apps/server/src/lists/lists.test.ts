import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { faultsIn, pageIn, recordIn, restOf } from '../testing/rest.ts';
import { sharedHarness } from '../testing/shared-harness.ts';

const h = await sharedHarness();

async function newWorkspace() {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const newList = async (body: object = { name: 'Hot' }) =>
    recordIn(await rest.post('/lists', body)).id;
  const newVisitors = async (count: number, key = workspace.productionKey) => {
    const ids = Array.from({ length: count }, () => randomUUID()).toSorted();
    await h.send(
      ids.map((visitor_id) => ({ type: 'event', name: 'x', visitor_id })),
      key,
    );
    return ids;
  };
  const newPerson = async (email: string) => {
    await h.send({ type: 'identify', visitor_id: randomUUID(), email }, workspace.productionKey);
    return pageIn(await rest.get(`/identities?email=${email}`)).data[0]?.id ?? '';
  };
  const add = async (list: string, body: object) =>
    recordIn(await rest.post(`/lists/${list}/members`, body));
  return { workspace, rest, newList, newVisitors, newPerson, add };
}

test('a list is made and has exactly its fields', async () => {
  const { rest } = await newWorkspace();
  const answer = await rest.post('/lists', {
    name: 'Asked for a demo',
    description: 'To call this week.',
    color: '#aBcDeF',
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    data: {
      id: expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      name: 'Asked for a demo',
      description: 'To call this week.',
      color: '#aBcDeF',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    },
  });
  expect((await rest.get(`/lists/${recordIn(answer).id}`)).body).toEqual(answer.body);
});

test('a changed list is found by its update time, even right after its creation, with the same fields', async () => {
  const { rest, newList } = await newWorkspace();
  const [one, two] = [await newList(), await newList()];
  const since = new Date(Date.now() + 1).toISOString();
  const listIds = async (query: string) =>
    pageIn(await rest.get(`/lists?${query}`)).data.map(({ id }) => id);
  expect(await listIds('sort=updated_at')).toEqual([one, two]);
  await rest.patch(`/lists/${one}`, { description: 'Changed.' });
  expect(await listIds(`updated_after=${since}`)).toEqual([one]);
  expect(await listIds('sort=updated_at')).toEqual([two, one]);
  expect(await listIds(`filter=updated_at <= ${since}`)).toEqual([two]);
  expect(recordIn(await rest.get(`/lists/${one}`))).not.toHaveProperty('updated_at');
});

test('a list needs a name only: the description is empty and the colour the default one', async () => {
  const { rest } = await newWorkspace();
  const list = recordIn(await rest.post('/lists', { name: 'Hot' }));
  expect(list).toMatchObject({ description: '', color: '#2563EB' });
});

const refused: [what: string, body: object, fault: string][] = [
  ['no name', {}, 'body.name'],
  ['an empty name', { name: '' }, 'body.name'],
  ['a name of NUL alone', { name: '\0' }, 'body.name'],
  ['a null name', { name: null }, 'body.name'],
  ['a name of 201 characters', { name: 'x'.repeat(201) }, 'body.name'],
  [
    'a description of 2,001 characters',
    { name: 'x', description: 'x'.repeat(2_001) },
    'body.description',
  ],
  ['an unknown name', { name: 'x', colour: '#ffffff' }, 'body.colour'],
  ...['', '#fff', '2563EB', '#2563EBFF', '#2563EG', 'red', '#2563EB\n', '＃2563EB', ' #2563EB'].map(
    (color): [string, object, string] => [
      `the colour ${JSON.stringify(color)}`,
      { name: 'x', color },
      'body.color',
    ],
  ),
];

test.each(refused)('%s is refused', async (_what, body, fault) => {
  const { rest } = await newWorkspace();
  expect(faultsIn(await rest.post('/lists', body))).toEqual([fault]);
  expect(pageIn(await rest.get('/lists')).pagination.total).toBe(0);
});

test('lists come newest first, in pages, with the total of all; only limit and offset are taken', async () => {
  const { rest, newList } = await newWorkspace();
  const ids = [];
  for (const name of ['a', 'b', 'c']) ids.push(await newList({ name }));
  const { data, pagination } = pageIn(await rest.get('/lists'));
  expect(data.map(({ id }) => id)).toEqual(ids.toReversed());
  expect(pagination).toEqual({ limit: 50, offset: 0, total: 3 });
  const page = pageIn(await rest.get('/lists?limit=1&offset=1'));
  expect(page).toEqual({ data: data.slice(1, 2), pagination: { limit: 1, offset: 1, total: 3 } });
  expect(pageIn(await rest.get('/lists?offset=3')).pagination.total).toBe(3);
  expect(faultsIn(await rest.get('/lists?test=true&name=a'))).toEqual(['query.test', 'query.name']);
});

test('visitors and identities are added together, each once, and counted', async () => {
  const { rest, newList, newVisitors, newPerson, add } = await newWorkspace();
  const list = await newList();
  const [one = '', two = ''] = await newVisitors(2);
  const person = await newPerson('a@example.com');
  expect(await add(list, { visitor_ids: [one, one.toUpperCase()] })).toEqual({
    added: 1,
    already_there: 0,
    visitor_ids: [one],
    identity_ids: [],
  });
  expect(await add(list, { visitor_ids: [one, two], identity_ids: [person] })).toEqual({
    added: 2,
    already_there: 1,
    visitor_ids: [two],
    identity_ids: [person],
  });
  expect(await add(list, { visitor_ids: [one], identity_ids: [person] })).toEqual({
    added: 0,
    already_there: 2,
    visitor_ids: [],
    identity_ids: [],
  });
  const nobody = { added: 0, already_there: 0, visitor_ids: [], identity_ids: [] };
  expect(await add(list, {})).toEqual(nobody);
  expect(await add(list, { visitor_ids: [], identity_ids: [] })).toEqual(nobody);
  const { data, pagination } = pageIn(await rest.get(`/lists/${list}/members`));
  expect(pagination.total).toBe(3);
  expect(data.find(({ id }) => id === person)).toEqual({
    id: person,
    type: 'identity',
    visitor_id: null,
    identity_id: person,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
  expect(data.at(-1)).toMatchObject({
    id: one,
    type: 'visitor',
    visitor_id: one,
    identity_id: null,
  });
});

test('the latest to be added come first, and pages fit together', async () => {
  const { rest, newList, newVisitors, add } = await newWorkspace();
  const list = await newList();
  const early = await newVisitors(3);
  const late = await newVisitors(4);
  await add(list, { visitor_ids: early });
  await add(list, { visitor_ids: late });
  const pages = [];
  for (const offset of [0, 2, 4, 6]) {
    const page = pageIn(await rest.get(`/lists/${list}/members?limit=2&offset=${offset}`));
    expect(page.pagination).toEqual({ limit: 2, offset, total: 7 });
    pages.push(...page.data.map(({ id }) => id));
  }
  expect(pages).toEqual([...late.toReversed(), ...early.toReversed()]);
  expect(pageIn(await rest.get(`/lists/${list}/members?offset=7`))).toEqual({
    data: [],
    pagination: { limit: 50, offset: 7, total: 7 },
  });
});

test('1,000 members are taken at once, 1,001 are not', async () => {
  const { rest, newList, newVisitors, newPerson, add } = await newWorkspace();
  const list = await newList();
  const visitor_ids = await newVisitors(1_000);
  const identity_ids = [await newPerson('a@example.com')];
  const path = `/lists/${list}/members`;
  const over = [
    { visitor_ids, identity_ids },
    { visitor_ids: [...visitor_ids, randomUUID()] },
    { identity_ids: Array.from({ length: 1_001 }, () => randomUUID()) },
  ];
  for (const body of over) expect((await rest.post(path, body)).status).toBe(400);
  expect(pageIn(await rest.get(path)).pagination.total).toBe(0);
  expect(await add(list, { visitor_ids })).toMatchObject({ added: 1_000, already_there: 0 });
});

test('ids that are unknown, foreign or of the other kind are all named, and nobody is added', async () => {
  const { rest, newList, newVisitors, newPerson } = await newWorkspace();
  const other = await newWorkspace();
  const list = await newList();
  const [ownVisitor = ''] = await newVisitors(1);
  const person = await newPerson('a@example.com');
  const [foreign = ''] = await other.newVisitors(1);
  const foreignPerson = await other.newPerson('b@example.com');
  const unknown = randomUUID();
  const answer = await rest.post(`/lists/${list}/members`, {
    visitor_ids: [ownVisitor, unknown, foreign, person],
    identity_ids: [person, foreignPerson, unknown, ownVisitor],
  });
  expect(faultsIn(answer).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 'body.identity_ids'),
    ...Array.from({ length: 3 }, () => 'body.visitor_ids'),
  ]);
  const { issues } = (answer.body as { details: { issues: { message: string }[] } }).details;
  for (const id of [unknown, foreign, foreignPerson]) expect(answer.text).toContain(id);
  const wording = new Set(issues.map(({ message }) => message.replace(/^\S+/, 'ID')));
  expect([...wording]).toEqual(['ID does not exist in this workspace']);
  expect(pageIn(await rest.get(`/lists/${list}/members`)).pagination.total).toBe(0);
});

test('a visitor that a lead was made for can be put on a list', async () => {
  const { rest, newList, add } = await newWorkspace();
  const lead = recordIn(await rest.post('/leads', {}));
  const visitor_ids = [lead.visitor_id];
  expect(await add(await newList(), { visitor_ids })).toMatchObject({ added: 1, already_there: 0 });
});

test.each([
  [{ visitor_ids: ['me'] }, 'body.visitor_ids.0'],
  [{ visitor_ids: [null] }, 'body.visitor_ids.0'],
  [{ visitor_ids: randomUUID() }, 'body.visitor_ids'],
  [{ identity_ids: null }, 'body.identity_ids'],
  [{ members: [] }, 'body.members'],
])('members have to be lists of UUIDs: %j', async (body, fault) => {
  const { rest, newList } = await newWorkspace();
  expect(faultsIn(await rest.post(`/lists/${await newList()}/members`, body))).toEqual([fault]);
});

test('members added at the same time, in any order, are added once', async () => {
  const { rest, newList, newVisitors, add } = await newWorkspace();
  const list = await newList();
  const ids = await newVisitors(50);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, turn) =>
      add(list, { visitor_ids: turn % 2 ? ids : ids.toReversed() }),
    ),
  );
  expect(answers.reduce((sum, { added }) => sum + Number(added), 0)).toBe(50);
  expect(pageIn(await rest.get(`/lists/${list}/members`)).pagination.total).toBe(50);
});

test('a list of another workspace is answered with the bytes of one that does not exist', async () => {
  const [own, other] = [await newWorkspace(), await newWorkspace()];
  const foreign = await other.newList();
  const ids = [foreign, randomUUID()];
  const requests = [
    (id: string) => own.rest.get(`/lists/${id}`),
    (id: string) => own.rest.get(`/lists/${id}/members`),
    (id: string) => own.rest.post(`/lists/${id}/members`, {}),
    (id: string) => own.rest.post(`/lists/${id}/members`, { visitor_ids: [randomUUID()] }),
  ];
  for (const request of requests) {
    const answers = await Promise.all(ids.map(request));
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
  }
  expect(pageIn(await own.rest.get('/lists')).data).toEqual([]);
});

const remove = (rest: ReturnType<typeof restOf>, list: string, body: object) =>
  rest.post(`/lists/${list}/members/remove`, body);

test('members are removed, absent ones change nothing, and the people stay', async () => {
  const { rest, newList, newVisitors, newPerson, add } = await newWorkspace();
  const [list, other] = [await newList(), await newList()];
  const visitors = await newVisitors(3);
  const person = await newPerson('a@example.com');
  for (const id of [list, other]) await add(id, { visitor_ids: visitors, identity_ids: [person] });
  const [first = '', ...rest2] = visitors;
  const gone = { visitor_ids: [first, first.toUpperCase(), randomUUID()], identity_ids: [person] };
  expect(recordIn(await remove(rest, list, gone))).toEqual({
    removed: 2,
    not_there: 1,
    visitor_ids: [first],
    identity_ids: [person],
  });
  expect(recordIn(await remove(rest, list, gone))).toMatchObject({
    removed: 0,
    not_there: 3,
    visitor_ids: [],
    identity_ids: [],
  });
  const left = pageIn(await rest.get(`/lists/${list}/members`));
  expect(left.data.map(({ id }) => id).toSorted()).toEqual(rest2);
  expect(pageIn(await rest.get(`/lists/${other}/members`)).pagination.total).toBe(4);
  expect((await rest.get(`/identities/${person}`)).status).toBe(200);
  expect((await remove(rest, randomUUID(), gone)).status).toBe(404);
  expect(faultsIn(await remove(rest, list, { visitor_ids: ['me'] }))).toEqual([
    'body.visitor_ids.0',
  ]);
});

test('a list is deleted with its members, by the version that If-Match names, and no other list', async () => {
  const { rest, newList, newVisitors, add } = await newWorkspace();
  const [list, other] = [await newList(), await newList()];
  const visitor_ids = await newVisitors(2);
  for (const id of [list, other]) await add(id, { visitor_ids });
  const path = `/lists/${list}`;
  const stale = await rest.raw('DELETE', path, { headers: { 'if-match': '"stale"' } });
  expect(stale.status).toBe(412);
  const deleted = await rest.raw('DELETE', path);
  expect([deleted.status, deleted.text]).toEqual([204, '']);
  for (const gone of [path, `${path}/members`]) expect((await rest.get(gone)).status).toBe(404);
  expect((await rest.raw('DELETE', path)).status).toBe(404);
  expect(pageIn(await rest.get('/lists')).data.map(({ id }) => id)).toEqual([other]);
  expect(pageIn(await rest.get(`/lists/${other}/members`)).pagination.total).toBe(2);
  const [rows] = await h.db.system(
    (tx) => tx`select count(*)::integer as total from visitor_list_members where list_id = ${list}`,
  );
  expect(rows).toEqual({ total: 0 });
});

test('members that are added while the list is deleted leave nothing behind', async () => {
  const { rest, newList, newVisitors } = await newWorkspace();
  const visitor_ids = await newVisitors(20);
  for (let turn = 0; turn < 5; turn++) {
    const list = await newList();
    const path = `/lists/${list}`;
    const answers = await Promise.all([
      ...visitor_ids.map((id) => rest.post(`${path}/members`, { visitor_ids: [id] })),
      rest.raw('DELETE', path),
    ]);
    expect(answers.at(-1)?.status).toBe(204);
    const [rows] = await h.db.system(
      (tx) =>
        tx`select count(*)::integer as total from visitor_list_members where list_id = ${list}`,
    );
    expect(rows).toEqual({ total: 0 });
  }
});
