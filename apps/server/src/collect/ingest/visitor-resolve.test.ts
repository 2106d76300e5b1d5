import { randomUUID } from 'node:crypto';
import { VisitorResolveAnswer } from '@footfall/contract/ingest';
import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { signatureHeader } from '../../accounts/keys/signature.ts';
import { createSigningSecret } from '../../accounts/keys/signing-secrets.ts';
import { listKeys, revokeKey } from '../../accounts/keys/store.ts';
import { namedId } from '../../platform/common/ids.ts';
import { hostileJson } from '../../testing/hostile-values.ts';
import { errorOf, post } from '../../testing/post.ts';
import { readEverything } from '../../testing/read-everything.ts';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { together } from '../../testing/together.ts';

const h = await sharedHarness();
const answerCheck = Compile(VisitorResolveAnswer);

async function resolve(question: unknown, key = h.workspace.productionKey) {
  const answer = await post(h, '/visitor-resolve', question, { 'x-svc-key': key });
  expect(answer.status, answer.text).toBe(200);
  expect(answerCheck.Check(answer.body), answer.text).toBe(true);
  return (answer.body as VisitorResolveAnswer).data;
}

test('an unknown visitor is new, gets ids when it has none, and nothing is stored by asking', async () => {
  const first = await resolve({});
  expect(first).toEqual({
    visitor_id: expect.stringMatching(/^[\da-f-]{36}$/),
    session_id: expect.stringMatching(/^[\da-f-]{36}$/),
    is_new_visitor: true,
    is_new_session: true,
    company: null,
    location: { city: '', country: '' },
    lists: [],
  });
  const { visitor_id, session_id } = first;
  expect(await resolve({ visitor_id, session_id })).toEqual(first);
  const [row] = await h.db.workspace(
    h.workspace.id,
    (tx) => tx`select (select count(*) from visitors)::integer as visitors,
                      (select count(*) from sessions)::integer as sessions`,
  );
  expect(row).toEqual({ visitors: 0, sessions: 0 });
});

test('a visitor and a session that were seen are not new, in their own workspace and environment', async () => {
  const ids = { visitor_id: randomUUID(), session_id: randomUUID() };
  await h.send({ ...ids, type: 'event', name: 'page_view' });
  const flags = async (question: object, key?: string) => {
    const { is_new_visitor, is_new_session } = await resolve(question, key);
    return [is_new_visitor, is_new_session];
  };
  expect(await flags(ids)).toEqual([false, false]);
  expect(await flags({ ...ids, session_id: randomUUID() })).toEqual([false, true]);
  expect(await flags({ ...ids, visitor_id: ids.visitor_id.toUpperCase() })).toEqual([false, false]);
  expect(await flags(ids, h.workspace.developmentKey)).toEqual([true, true]);
  expect(await flags(ids, (await h.newWorkspace()).productionKey)).toEqual([true, true]);
});

test('without a session id the running session is returned, and a new one after 30 idle minutes', async () => {
  const sessionAfter = async (minutes: number) => {
    const ids = { visitor_id: randomUUID(), session_id: randomUUID() };
    const timestamp = new Date(Date.now() - minutes * 60_000).toISOString();
    await h.send({ ...ids, type: 'event', name: 'x', timestamp });
    const { session_id, is_new_session } = await resolve({ visitor_id: ids.visitor_id });
    return { isSame: session_id === ids.session_id, is_new_session };
  };
  expect(await sessionAfter(29)).toEqual({ isSame: true, is_new_session: false });
  expect(await sessionAfter(31)).toEqual({ isSame: false, is_new_session: true });
});

test('no response to a write key reveals anything about a person', async () => {
  const ids = { visitor_id: randomUUID(), session_id: randomUUID() };
  const secrets = ['secret.person@example.com', 'Sidonie Secret', 'gold-secret', 'user-secret'];
  const [email, name, plan, user_id] = secrets;
  const person = { ...ids, type: 'identify', email, name, user_id, traits: { plan } };
  const texts: string[] = [];
  const ask = async (path: string, body: unknown) => {
    const { text, headers } = await post(h, path, body);
    texts.push(text, JSON.stringify([...headers]));
  };
  await ask('/ingest', person);
  await ask('/ingest/batch', {
    batch: [person, { ...person, traits: 7 }, { ...ids, type: 'event' }],
  });
  await ask('/visitor-resolve', ids);
  await ask('/visitor-resolve', { visitor_id: ids.visitor_id });
  await ask('/visitor-resolve', { ...ids, email });
  await ask('/visitor-resolve', { visitor_id: email });
  await ask('/ingest', { type: 'event', name: 'x', ...ids });
  expect(texts).toHaveLength(14);
  for (const secret of secrets) expect(texts.join('\n')).not.toContain(secret);
});

const nobody = {
  session_id: expect.stringMatching(/^[\da-f-]{36}$/),
  is_new_visitor: true,
  is_new_session: true,
  company: null,
  location: { city: '', country: '' },
  lists: [],
};
const customer = { email: 'ada@siemens.com', user_id: 'u1', name: 'Ada' };

/** A workspace with a customer on a list, whom a browser named. */
async function newSite() {
  const workspace = await h.newWorkspace();
  const { productionKey: key, secretKey, id } = workspace;
  const rest = restOf(h, secretKey);
  // Before the settings are read, and remembered.
  const { secret } = await h.db.system((tx) => createSigningSecret(tx, id, 'Test'));
  const device = randomUUID();
  await h.send({ type: 'identify', visitor_id: device, ...customer }, key);
  await h.settle();
  const [person] = pageIn(await rest.get('/identities')).data;
  const list = recordIn(await rest.post('/lists', { name: 'Customers' }));
  await rest.post(`/lists/${list.id}/members`, { identity_ids: [person?.id] });
  const sendSigned = async (path: string, body: object) => {
    const signature = signatureHeader(secret, JSON.stringify(body), Date.now());
    const answer = await post(h, path, body, { 'x-svc-key': key, 'x-svc-signature': signature });
    expect(answer.status, answer.text).toBe(200);
    return (answer.body as { data: unknown }).data;
  };
  const send = async (...messages: object[]) => {
    const { results } = await h.send(messages, key);
    await h.settle();
    return results[0]?.visitor_id ?? '';
  };
  return { workspace, key, rest, device, list, send, sendSigned };
}

test('a device of a person gets their company and lists', async () => {
  const { key, device, list } = await newSite();
  expect(await resolve({ visitor_id: device }, key)).toMatchObject({
    is_new_visitor: false,
    company: { domain: 'siemens.com' },
    lists: [list.id],
  });
});

test('an id derived from a name returns nobody, whether the name exists or not, unless the request is signed', async () => {
  const { key, list, send, sendSigned, workspace } = await newSite();
  const backend = await send({ type: 'event', name: 'x', email: 'bob@bosch.com' });
  expect(backend).not.toBe(namedId(`visitor:${workspace.id}:false:email:bob@bosch.com`));
  await sendSigned('/ingest', { type: 'identify', user_id: 'u1' });
  const ofUser = await send({ type: 'event', name: 'y', user_id: 'u1' });
  const free = namedId('visitor of nobody');
  for (const visitor_id of [backend, ofUser, free, free.replace('-8', '-5')]) {
    expect(await resolve({ visitor_id }, key)).toEqual({ ...nobody, visitor_id });
    const session_id = randomUUID();
    expect(await resolve({ visitor_id: visitor_id.toUpperCase(), session_id }, key)).toEqual({
      ...nobody,
      visitor_id,
      session_id,
    });
  }
  const returning = { is_new_visitor: false, is_new_session: false };
  expect(await sendSigned('/visitor-resolve', { visitor_id: ofUser })).toMatchObject({
    ...returning,
    company: { domain: 'siemens.com' },
    lists: [list.id],
  });
  expect(await sendSigned('/visitor-resolve', { visitor_id: backend })).toMatchObject({
    ...returning,
    company: { domain: 'bosch.com' },
  });
});

test('a signature that does not hold is refused, and so is a revoked key', async () => {
  const { key, workspace } = await newSite();
  const question = { visitor_id: namedId('x') };
  const wrong = { 'x-svc-key': key, 'x-svc-signature': signatureHeader('other', '', Date.now()) };
  expect((await post(h, '/visitor-resolve', question, wrong)).status).toBe(401);
  await h.db.system(async (tx) => {
    for (const { id } of await listKeys(tx, workspace.id)) await revokeKey(tx, id);
  });
  expect((await post(h, '/visitor-resolve', question, { 'x-svc-key': key })).status).toBe(401);
});

test('the same name is another id in each workspace and environment', async () => {
  const [one, other] = [await h.newWorkspace(), await h.newWorkspace()];
  const keys = [one.productionKey, one.developmentKey, other.productionKey, one.productionKey];
  const ids: (string | null | undefined)[] = [];
  for (const key of keys) {
    const { results } = await h.send([{ type: 'event', name: 'x', user_id: 'u1' }], key);
    ids.push(results[0]?.visitor_id);
  }
  expect(new Set(ids).size).toBe(3);
  expect(ids[3]).toBe(ids[0]);
});

test.each([
  ['their address', { email: customer.email }, { domain: 'siemens.com' }],
  ['their user_id', { user_id: customer.user_id }, null],
])(
  'a visitor who claims a customer by %s gets their own claims back and nothing about the customer',
  async (_name, names, company) => {
    const { key, send } = await newSite();
    const visitor_id = randomUUID();
    await send({ type: 'identify', visitor_id, ...names, name: 'Eve' });
    const resolved = await resolve({ visitor_id }, key);
    expect(resolved).toMatchObject({
      ...nobody,
      is_new_visitor: false,
      is_new_session: false,
      company,
    });
    // As if there were no such customer.
    const other = await h.newWorkspace();
    await h.send({ type: 'identify', visitor_id, ...names, name: 'Eve' }, other.productionKey);
    await h.settle();
    const { session_id } = resolved;
    expect({ ...(await resolve({ visitor_id }, other.productionKey)), session_id }).toEqual(
      resolved,
    );
  },
);

test('evidence shows its verification: claiming a customer adds only the visitor’s own claim', async () => {
  const { rest, device, send, sendSigned } = await newSite();
  const [stranger, phone] = [randomUUID(), randomUUID()];
  const { email, user_id } = customer;
  await send({ type: 'identify', visitor_id: stranger, user_id });
  const [siemens] = pageIn(await rest.get('/companies')).data;
  const evidence = async () => {
    const { data } = pageIn(await rest.get(`/companies/${siemens?.id}/evidence`));
    return Object.fromEntries(
      data.map(({ visitor_id, verification_level }) => [visitor_id, verification_level]),
    );
  };
  expect(await evidence()).toEqual({ [device]: 'device' });
  await send({ type: 'identify', visitor_id: stranger, email });
  expect(await evidence()).toEqual({ [device]: 'device', [stranger]: 'public' });
  await sendSigned('/ingest', { type: 'identify', visitor_id: phone, user_id, email });
  await h.settle();
  expect(await evidence()).toEqual({
    [device]: 'device',
    [stranger]: 'public',
    [phone]: 'signed',
  });
});

test('no secret of a workspace is in an answer or a log', async () => {
  const { workspace, rest } = await newSite();
  const [row] = await h.db.system(
    (tx) => tx<{ visitor_secret: string }[]>`
      select visitor_secret from workspaces where workspace_id = ${workspace.id}`,
  );
  const secret = row?.visitor_secret ?? '';
  expect(secret).toMatch(/^[\da-f-]{72}$/);
  const texts = await readEverything(async (path) => (await rest.get(path)).text);
  expect(JSON.stringify(texts) + h.logLines.join('')).not.toContain(secret);
});

const fields = ['visitor_id', 'session_id', 'page', 'referrer', 'consent', 'undeclared'];

test.each(Object.entries(hostileJson).map(([what, json], place) => [what, json, place] as const))(
  '%s is 400 or a valid answer, by itself and in some of the fields',
  async (_what, json, place) => {
    const some = fields.filter((_, at) => (at - place) % 3 === 0);
    const bodies = [
      ...some.map((field) => `{"${field}":${json}}`),
      place % 2 === 0 ? json : `{"page":{"url":${json}}}`,
    ];
    await together(bodies, async (body) => {
      const answer = await post(h, '/visitor-resolve', body);
      if (answer.status === 200)
        expect(answerCheck.Check(answer.body), body.slice(0, 200)).toBe(true);
      else {
        expect([400, 413], body.slice(0, 200)).toContain(answer.status);
        expect(errorOf(answer).message).toMatch(/./);
      }
    });
  },
);

test('an unverified claim does not reveal the running visit; a random visitor and a signed request get it', async () => {
  const { key, send, sendSigned } = await newSite();
  const { user_id, email } = customer;
  const view = { type: 'event', name: 'x' };
  const byName = await send({ ...view, user_id });
  const messages = [
    { ...view, user_id },
    { ...view, email },
    { ...view, visitor_id: byName },
    { ...view, user_id, session_id: randomUUID() },
    { type: 'identify', ...customer },
  ];
  const { results } = await h.send(messages, key);
  expect(results.map(({ session_id }) => session_id)).toEqual(messages.map(() => null));
  const [own] = (await h.send({ ...view, visitor_id: randomUUID(), user_id }, key)).results;
  expect(own?.session_id).toEqual(nobody.session_id);
  const signed = await sendSigned('/ingest', { ...view, user_id });
  expect(signed).toMatchObject({ results: [{ session_id: nobody.session_id }] });
});
