/* Which company a visitor, a person and a lead belong to, and why. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });

const start = Date.now() - 48 * 60 * 60_000;
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
const shown = (minutes: number) => `${at(minutes).slice(0, 19)}Z`;

/** Addresses of a business, an access provider, a host and a university. */
const siemens = '192.35.17.1';
const telekom = '217.237.150.33';
const google = '8.8.8.8';
const stanford = '171.64.1.1';

async function newVisitor() {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const visitor_id = randomUUID();
  const list = async (path: string) => pageIn(await rest.get(path)).data;
  return {
    rest,
    list,
    workspace,
    visitor_id,
    companies: () => list('/companies'),
    evidence: (id: unknown) => list(`/companies/${id}/evidence`),
    visitor: async (id = visitor_id) => recordIn(await rest.get(`/visitors/${id}`)),
    async send(...messages: object[]) {
      for (const message of messages) {
        await h.send({ visitor_id, ...message }, workspace.productionKey);
      }
      await h.settle();
    },
  };
}

const view = (minutes: number, ip: string) => ({
  type: 'event',
  name: 'page_view',
  timestamp: at(minutes),
  context: { ip, page: { url: 'https://shop.example/' } },
});
const identify = (minutes: number, email: string, fields: object = {}) => ({
  type: 'identify',
  timestamp: at(minutes),
  email,
  ...fields,
});
const convert = (minutes: number, fields: object = {}) => ({
  type: 'conversion',
  name: 'signup',
  timestamp: at(minutes),
  ...fields,
});

test('a work address sets the company of its visitor and lead, with evidence', async () => {
  const { send, companies, evidence, visitor, visitor_id, list } = await newVisitor();
  await send(identify(0, 'Ada@mail.siemens.com'));
  const [company, ...others] = await companies();
  expect(others).toEqual([]);
  expect(company).toMatchObject({ domain: 'siemens.com', created_at: shown(0) });
  expect(await evidence(company?.id)).toEqual([
    {
      kind: 'email_domain',
      value: 'siemens.com',
      confidence: 0.95,
      verification_level: 'device',
      visitor_id,
      first_seen_at: shown(0),
    },
  ]);
  expect(await visitor()).toMatchObject({ company_id: company?.id, company_confidence: 0.95 });
  expect(await list('/leads')).toMatchObject([{ company_id: company?.id }]);
});

test.each(['ada@gmail.com', 'ada@googlemail.com', 'ada@gmx.de', 'ada@mailinator.com'])(
  '%s sets no company',
  async (email) => {
    const { send, companies, visitor, list } = await newVisitor();
    await send(identify(0, email));
    expect(await companies()).toEqual([]);
    expect(await visitor()).toMatchObject({ company_id: null, company_confidence: null });
    expect(await list('/leads')).toMatchObject([{ company_id: null }]);
  },
);

test('a visit from a business network sets the company of the visitor and lead', async () => {
  const { send, companies, evidence, visitor, visitor_id, list } = await newVisitor();
  await send(view(0, siemens), convert(1, { context: { ip: siemens } }));
  const [company, ...others] = await companies();
  expect(others).toEqual([]);
  expect(company).toMatchObject({ domain: '', created_at: shown(0) });
  expect(String(company?.name).toLowerCase()).toContain('siemens');
  expect(await evidence(company?.id)).toEqual([
    {
      kind: 'network_owner',
      value: 'AS15465 SIEMENS AG',
      confidence: 0.6,
      verification_level: 'device',
      visitor_id,
      first_seen_at: shown(0),
    },
  ]);
  expect(await visitor()).toMatchObject({ company_id: company?.id, company_confidence: 0.6 });
  expect(await list('/leads')).toMatchObject([{ company_id: company?.id }]);
  expect((await list(`/visitors?company_id=${company?.id}`)).map(({ id }) => id)).toEqual([
    visitor_id,
  ]);
});

test('networks of access providers, hosts and universities set no company', async () => {
  const { send, companies, visitor, list } = await newVisitor();
  await send(view(0, telekom), view(60, google), view(120, stanford), convert(121));
  expect(await companies()).toEqual([]);
  expect(await visitor()).toMatchObject({ company_id: null });
  expect(await list('/leads')).toMatchObject([{ company_id: null }]);
});

test('the work address beats the network, whichever came first', async () => {
  const { send, list, companies, visitor } = await newVisitor();
  await send(view(0, siemens), identify(5, 'carl@bosch.com'), view(60, siemens), convert(61));
  const [bosch] = await list('/companies?domain=bosch.com');
  expect(await companies()).toHaveLength(2);
  expect(await visitor()).toMatchObject({ company_id: bosch?.id, company_confidence: 0.95 });
  expect(await list('/leads')).toMatchObject([{ company_id: bosch?.id }]);
});

test('an open lead learns the company, the person and the place from a later identify, and shows that it changed', async () => {
  const { send, list } = await newVisitor();
  await send(convert(0));
  const [before] = await list('/leads');
  expect(before).toMatchObject({ company_id: null, location: {}, updated_at: shown(0) });
  await send(identify(60, 'carl@bosch.com', { context: { ip: telekom } }));
  const [after, ...others] = await list('/leads');
  expect(others).toEqual([]);
  const [bosch] = await list('/companies?domain=bosch.com');
  const [person] = await list('/identities');
  expect(after).toEqual({
    ...before,
    company_id: bosch?.id,
    identity_id: person?.id,
    location: expect.objectContaining({ country: 'Germany' }),
    updated_at: shown(60),
  });
});

test('a completing identify within the same second moves updated_at into the next', async () => {
  const { send, list } = await newVisitor();
  await send(convert(0));
  const [before] = await list('/leads');
  await send(identify(0.001, 'carl@bosch.com'));
  const [after] = await list('/leads');
  expect(after?.created_at).toBe(before?.created_at);
  expect(Date.parse(String(after?.updated_at)) - Date.parse(String(before?.created_at))).toBe(1000);
});

test('a later free-mail address leaves the lead with the company of its network', async () => {
  const { send, list } = await newVisitor();
  await send(view(0, siemens), convert(1, { context: { ip: siemens } }));
  const [before] = await list('/leads');
  await send(identify(60, 'ada@gmail.com'));
  expect(await list('/leads')).toMatchObject([
    { company_id: before?.company_id, updated_at: shown(60) },
  ]);
});

test('an account that gives its work address later brings the company to its lead', async () => {
  const { send, list } = await newVisitor();
  await send({ type: 'identify', user_id: 'u1', timestamp: at(0) });
  expect(await list('/leads')).toMatchObject([{ company_id: null, updated_at: shown(0) }]);
  await send(identify(90, 'carl@bosch.com', { user_id: 'u1' }));
  const [bosch] = await list('/companies?domain=bosch.com');
  expect(await list('/leads')).toMatchObject([{ company_id: bosch?.id, updated_at: shown(90) }]);
});

test('colleagues on different devices belong to one company, since the earliest of them', async () => {
  const { send, companies, evidence, visitor } = await newVisitor();
  const colleague = randomUUID();
  await send(
    identify(10, 'ada@bosch.com'),
    identify(5, 'carl@bosch.com', { visitor_id: colleague }),
  );
  const [company, ...others] = await companies();
  expect(others).toEqual([]);
  expect(company).toMatchObject({ created_at: shown(5) });
  expect(await evidence(company?.id)).toHaveLength(2);
  expect(await visitor(colleague)).toMatchObject({ company_id: company?.id });
});

test('the website receives the company of its visitor', async () => {
  const { send, visitor_id, workspace } = await newVisitor();
  await send(view(0, siemens), identify(1, 'carl@bosch.com'));
  const answer = await h.fetch('/visitor-resolve', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-key': workspace.productionKey },
    body: JSON.stringify({ visitor_id }),
  });
  expect(await answer.json()).toMatchObject({ data: { company: { domain: 'bosch.com' } } });
});
