import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { faultsIn, pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();
const rest = restOf(h);

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

test('a lead that is made of nothing has every field, with the defaults', async () => {
  const answer = await rest.post('/leads', {});
  expect(answer.status).toBe(201);
  const lead = recordIn(answer);
  expect(lead).toEqual({
    id: expect.stringMatching(uuid),
    visitor_id: expect.stringMatching(uuid),
    workspace_id: h.workspace.id,
    code: expect.stringMatching(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/),
    source: 'api',
    created_at: expect.stringMatching(timestamp),
    updated_at: lead.created_at,
    properties: {},
    location: {},
    identity_id: null,
    session_id: null,
    summary: null,
    company_id: null,
  });
  expect(Math.abs(Date.parse(lead.created_at) - Date.now())).toBeLessThan(10_000);
  expect(answer.body).toEqual({ data: lead });
  expect((await rest.get(`/leads/${lead.id}`)).body).toEqual({ data: lead });
});

test('a lead keeps the fields of its request', async () => {
  const body = {
    visitor_id: randomUUID(),
    code: 'Messe Köln 🎪',
    source: 'referral',
    properties: { plan: 'team', seats: 5, tags: ['a', null, { b: [] }], none: null, ok: true },
    location: { city: 'Köln', country: 'DE', at: [50.94, 6.96] },
    identity_id: randomUUID(),
    session_id: randomUUID(),
    company_id: randomUUID(),
  };
  const lead = recordIn(await rest.post('/leads', body));
  expect(lead).toMatchObject({ ...body, summary: null });
  expect(recordIn(await rest.get(`/leads/${lead.id}`))).toEqual(lead);
});

test('ids are accepted in any case and returned in lower case', async () => {
  const id = randomUUID();
  const names = ['visitor_id', 'identity_id', 'session_id', 'company_id'];
  const body = Object.fromEntries(names.map((name) => [name, id.toUpperCase()]));
  const lead = recordIn(await rest.post('/leads', body));
  expect(names.map((name) => lead[name])).toEqual(names.map(() => id));
  expect(recordIn(await rest.get(`/leads/${lead.id.toUpperCase()}`))).toEqual(lead);
});

test('without a visitor_id a new anonymous visitor is made, with one none is', async () => {
  const first = recordIn(await rest.post('/leads', {}));
  const second = recordIn(await rest.post('/leads', {}));
  expect(first.visitor_id).not.toBe(second.visitor_id);
  const visitor = recordIn(await rest.get(`/visitors/${first.visitor_id}`));
  expect(visitor).toMatchObject({
    identity_id: null,
    company_id: null,
    session_count: 0,
    event_count: 0,
    created_at: first.created_at,
  });
  const visitor_id = randomUUID();
  await rest.post('/leads', { visitor_id });
  expect((await rest.get(`/visitors/${visitor_id}`)).status).toBe(404);
});

test('a lead may arrive before what it names, and finds it when that comes', async () => {
  const ids = { visitor_id: randomUUID(), session_id: randomUUID() };
  const lead = recordIn(await rest.post('/leads', ids));
  expect(lead).toMatchObject(ids);
  await h.send({ type: 'event', name: 'page_view', ...ids });
  expect(recordIn(await rest.get(`/visitors/${lead.visitor_id}`)).session_count).toBe(1);
});

test('ids of another workspace are stored unchanged and lead to nothing', async () => {
  const other = await h.newWorkspace();
  const visitor_id = randomUUID();
  await h.send({ type: 'identify', visitor_id, email: 'x@example.com' }, other.productionKey);
  const [person] = pageIn(await restOf(h, other.secretKey).get('/identities')).data;
  const identity_id = person?.id ?? '';
  const lead = recordIn(await rest.post('/leads', { visitor_id, identity_id }));
  expect(lead).toMatchObject({ visitor_id, identity_id });
  expect((await rest.get(`/visitors/${visitor_id}`)).status).toBe(404);
  expect((await rest.get(`/identities/${identity_id}`)).status).toBe(404);
  expect((await rest.get(`/identities/${identity_id}/activity`)).status).toBe(404);
  expect((await rest.get(`/identities/${identity_id}/personality`)).status).toBe(404);
});

test('a lead of another workspace is answered with the bytes of one that does not exist', async () => {
  const other = await h.newWorkspace();
  const foreign = recordIn(await restOf(h, other.secretKey).post('/leads', {}));
  for (const method of ['GET', 'PATCH']) {
    const init = method === 'GET' ? {} : { headers: { 'content-type': 'application/json' } };
    const body = method === 'GET' ? undefined : '{"properties":{"stolen":true}}';
    const answers = await Promise.all(
      [foreign.id, randomUUID()].map((id) => rest.raw(method, `/leads/${id}`, { ...init, body })),
    );
    for (const { status, text } of answers) {
      expect(status).toBe(404);
      expect(JSON.parse(text).error).toBe('not_found');
      expect(text).toBe(answers[0]?.text);
    }
  }
  expect(recordIn(await restOf(h, other.secretKey).get(`/leads/${foreign.id}`))).toEqual(foreign);
});

test('references can be null', async () => {
  const body = { identity_id: null, session_id: null, company_id: null };
  expect(recordIn(await rest.post('/leads', body))).toMatchObject(body);
});

test('summary and the other read-only fields are ignored on creation', async () => {
  const first = recordIn(await rest.post('/leads', { code: 'COPY' }));
  const sent = { ...first, summary: { text: 'mine' }, workspace_id: randomUUID() };
  const copy = recordIn(await rest.post('/leads', sent));
  expect(copy).toMatchObject({ summary: null, workspace_id: h.workspace.id, code: 'COPY' });
  expect(copy.id).not.toBe(first.id);
});

test('codes need not be unique', async () => {
  await rest.post('/leads', { code: 'TWICE' });
  await rest.post('/leads', { code: 'TWICE' });
  expect(pageIn(await rest.get('/leads?code=TWICE')).pagination.total).toBe(2);
});

test('an empty code is generated, an empty source stays', async () => {
  const lead = recordIn(await rest.post('/leads', { code: '', source: '' }));
  expect(lead.code).toMatch(/^\w{4}-\w{4}$/);
  expect(lead.source).toBe('');
});

test.each([
  ['an unknown name', { propertys: {} }, 'body.propertys'],
  ['a visitor_id that is no UUID', { visitor_id: 'me' }, 'body.visitor_id'],
  ['a null visitor_id', { visitor_id: null }, 'body.visitor_id'],
  ['a UUID as URN', { session_id: `urn:uuid:${randomUUID()}` }, 'body.session_id'],
  ['a number as code', { code: 5 }, 'body.code'],
  ['a null code', { code: null }, 'body.code'],
  ['properties that are null', { properties: null }, 'body.properties'],
  ['properties that are a list', { properties: [] }, 'body.properties'],
  ['properties that are a text', { properties: '{}' }, 'body.properties'],
  ['location that is null', { location: null }, 'body.location'],
  ['a code of 201 characters', { code: 'x'.repeat(201) }, 'body.code'],
  ['a source of 201 characters', { source: '🦊'.repeat(201) }, 'body.source'],
])('%s is refused with its place', async (_what, body, path) => {
  const before = pageIn(await rest.get('/leads')).pagination.total;
  const answer = await rest.post('/leads', body);
  expect(answer.body).toMatchObject({ error: 'invalid_request' });
  expect(faultsIn(answer)).toEqual([path]);
  expect(pageIn(await rest.get('/leads')).pagination.total).toBe(before);
});

test('a refused name is answered with the names that are known, and every fault is listed', async () => {
  const answer = await rest.post('/leads', { emial: 'x', code: 5, identity_id: 'me' });
  expect(faultsIn(answer).toSorted()).toEqual(['body.code', 'body.emial', 'body.identity_id']);
  expect(answer.text).toContain('visitor_id');
});

test('texts of 200 characters are taken, whatever their bytes', async () => {
  const body = { code: '🦊'.repeat(200), source: 'ä'.repeat(200) };
  expect(recordIn(await rest.post('/leads', body))).toMatchObject(body);
});
