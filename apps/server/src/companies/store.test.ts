import { randomUUID } from 'node:crypto';
import type { VerificationLevel } from '@footfall/contract/verification-levels';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  companyOfEmail,
  companyOfNetwork,
  type FoundCompany,
} from '../enrichment/companies/company-of.ts';
import { runCombined } from '../platform/db/combined-statement.ts';
import { pageIn, restOf } from '../testing/rest.ts';
import { sharedHarness } from '../testing/shared-harness.ts';
import type { FoundColumns } from './import/columns.ts';
import { readDetails } from './import/details.ts';
import { refreshCompanies, upsertDetails } from './import/details-store.ts';
import {
  type CompanyEvidence,
  type SeenCompany,
  selectVisitorCompany,
  upsertCompanies,
  upsertEvidence,
} from './store.ts';

const h = await sharedHarness();

type Fact = [
  company: FoundCompany | undefined,
  seenAt: string,
  visitorId: string,
  value: string,
  level?: VerificationLevel,
];

async function newWorkspace() {
  const { id, secretKey } = await h.newWorkspace();
  const rest = restOf(h, secretKey);
  const siemens = { asn: 15_465, networkOwner: 'SIEMENS AG', connection: 'business' };
  const write = (facts: Fact[]) => {
    const seen: SeenCompany[] = [];
    const evidence: CompanyEvidence[] = [];
    for (const [company, seenAt, visitorId, value, verificationLevel = 'public'] of facts) {
      if (!company) throw new Error('it is no company');
      const kind = company.domain === '' ? 'network_owner' : 'email_domain';
      const { id: companyId, isTest } = company;
      seen.push({ ...company, seenAt });
      evidence.push({ companyId, isTest, visitorId, kind, value, verificationLevel, seenAt });
    }
    return h.db.workspace(id, (tx) =>
      runCombined(tx, id, [upsertCompanies(seen), ...upsertEvidence(evidence)]),
    );
  };
  const know = (...rows: FoundColumns<string>[]) =>
    h.db.workspace(id, async (tx) => {
      const details = rows.map(readDetails).filter((row) => typeof row !== 'string');
      await upsertDetails(tx, id, details);
      return refreshCompanies(tx, id, '00000000-0000-0000-0000-000000000000');
    });
  const companies = async (query = '') => pageIn(await rest.get(`/companies${query}`)).data;
  return {
    id,
    rest,
    write,
    know,
    companies,
    byEmail: (email: string, isTest = false) => companyOfEmail(id, isTest, email),
    byNetwork: (network = {}, isTest = false) =>
      companyOfNetwork(id, isTest, { ...siemens, ...network }),
  };
}

test('a company is there once, since it was first seen, in each environment', async () => {
  const { write, companies, byEmail } = await newWorkspace();
  const [ada, bob] = [randomUUID(), randomUUID()];
  await write([
    [byEmail('ada@acme.example'), '2026-05-02T00:00:00.000002Z', ada, 'acme.example'],
    [byEmail('bob@acme.example'), '2026-05-02T00:00:00.000Z', bob, 'acme.example'],
    [byEmail('eve@acme.example', true), '2026-05-04T00:00:00Z', ada, 'acme.example'],
  ]);
  await write([[byEmail('ada@shop.acme.example'), '2026-05-01T00:00:00Z', ada, 'acme.example']]);
  await write([[byEmail('ada@acme.example'), '2026-05-03T00:00:00Z', ada, 'acme.example']]);
  expect(await companies()).toEqual([
    {
      id: byEmail('x@acme.example')?.id,
      name: 'Acme',
      domain: 'acme.example',
      description: '',
      employees: '',
      main_industry: '',
      created_at: '2026-05-01T00:00:00Z',
    },
  ]);
  expect(await companies('?test=true')).toMatchObject([{ created_at: '2026-05-04T00:00:00Z' }]);
});

test('a network is a company without a domain, by the name of its owner', async () => {
  const { write, companies, byNetwork, byEmail } = await newWorkspace();
  const visitor = randomUUID();
  await write([
    [byNetwork(), '2026-05-02T00:00:00Z', visitor, 'AS15465 SIEMENS AG'],
    [byNetwork({ asn: 1, networkOwner: 'Acme' }), '2026-05-01T00:00:00Z', visitor, 'AS1 Acme'],
    [byEmail('ada@siemens.com'), '2026-05-03T00:00:00Z', visitor, 'siemens.com'],
  ]);
  expect((await companies()).map(({ name, domain }) => [name, domain])).toEqual([
    ['Siemens', 'siemens.com'],
    ['SIEMENS AG', ''],
    ['Acme', ''],
  ]);
  expect(await companies('?name=siemens')).toHaveLength(2);
});

test('evidence has reasons and confidence, newest first, in pages; test data is separate', async () => {
  const { write, rest, byEmail, byNetwork } = await newWorkspace();
  const [ada, bob] = [randomUUID(), randomUUID()];
  const acme = byEmail('ada@acme.example');
  await write([
    [acme, '2026-05-02T00:00:00Z', ada, 'acme.example'],
    [acme, '2026-05-03T00:00:00Z', bob, 'acme.example'],
    [byNetwork(), '2026-05-04T00:00:00Z', ada, 'AS15465 SIEMENS AG'],
    [byEmail('x@acme.example', true), '2026-05-05T00:00:00Z', ada, 'acme.example'],
  ]);
  await write([[acme, '2026-05-01T00:00:00Z', ada, 'acme.example']]);
  const path = `/companies/${acme?.id}/evidence`;
  const fact = {
    kind: 'email_domain',
    value: 'acme.example',
    confidence: 0.95,
    verification_level: 'public',
  };
  expect((await rest.get(path)).body).toEqual({
    data: [
      { ...fact, visitor_id: bob, first_seen_at: '2026-05-03T00:00:00Z' },
      { ...fact, visitor_id: ada, first_seen_at: '2026-05-01T00:00:00Z' },
    ],
    pagination: { limit: 50, offset: 0, total: 2 },
  });
  expect(pageIn(await rest.get(`${path}?limit=1&offset=1`))).toMatchObject({
    data: [{ visitor_id: ada }],
    pagination: { limit: 1, offset: 1, total: 2 },
  });
  expect(pageIn(await rest.get(`${path}?offset=9`)).pagination.total).toBe(2);
  expect(pageIn(await rest.get(`${path}?test=true`)).data).toEqual([]);
  const network = pageIn(await rest.get(`/companies/${byNetwork()?.id}/evidence`));
  expect(network.data).toMatchObject([
    { kind: 'network_owner', value: 'AS15465 SIEMENS AG', confidence: 0.6 },
  ]);
  const testId = byEmail('x@acme.example', true)?.id;
  expect(pageIn(await rest.get(`/companies/${testId}/evidence?test=true`)).data).toHaveLength(1);
  expect(pageIn(await rest.get(`/companies/${testId}/evidence`)).data).toEqual([]);
});

test('evidence of another workspace is answered with the bytes of a company that does not exist', async () => {
  const [own, other] = [await newWorkspace(), await newWorkspace()];
  const company = other.byEmail('ada@acme.example');
  await other.write([[company, '2026-05-02T00:00:00Z', randomUUID(), 'acme.example']]);
  const answers = await Promise.all(
    [company?.id, randomUUID()].map((id) => own.rest.get(`/companies/${id}/evidence`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect(answers[0]?.text).toBe(answers[1]?.text);
});

test('a visitor belongs to the company of the latest work address, else of the latest network', async () => {
  const { id, write, byEmail, byNetwork } = await newWorkspace();
  const visitor = randomUUID();
  const companyOf = (isTest = false) =>
    h.db.workspace(id, (tx) => selectVisitorCompany(tx, id, visitor, isTest));
  expect(await companyOf()).toBeUndefined();
  await write([[byNetwork(), '2026-05-05T00:00:00Z', visitor, 'AS15465 SIEMENS AG']]);
  expect(await companyOf()).toMatchObject({ name: 'SIEMENS AG', domain: '' });
  await write([
    [byEmail('ada@acme.example'), '2026-05-01T00:00:00Z', visitor, 'acme.example'],
    [byEmail('ada@shop.example'), '2026-05-02T00:00:00Z', visitor, 'shop.example'],
  ]);
  expect(await companyOf()).toMatchObject({ domain: 'shop.example' });
  expect(await companyOf(true)).toBeUndefined();
});

test('the higher verification level decides between addresses, and a fact keeps its highest', async () => {
  const { id, rest, write, byEmail, byNetwork } = await newWorkspace();
  const visitor = randomUUID();
  const decided = () => h.db.workspace(id, (tx) => selectVisitorCompany(tx, id, visitor, false));
  const [acme, shop] = [byEmail('ada@acme.example'), byEmail('ada@shop.example')];
  const days = ['01', '02', '03', '04', '05'].map((day) => `2026-05-${day}T00:00:00Z`);
  const fact = (company: typeof acme, day: number, verificationLevel: VerificationLevel): Fact => [
    company,
    days[day] ?? '',
    visitor,
    company?.domain ?? '',
    verificationLevel,
  ];
  await write([[byNetwork(), days[4] ?? '', visitor, 'AS15465 SIEMENS AG', 'signed']]);
  await write([fact(acme, 2, 'public'), fact(shop, 3, 'public')]);
  expect(await decided()).toMatchObject({ domain: 'shop.example' });
  await write([fact(acme, 4, 'device')]);
  expect(await decided()).toMatchObject({ domain: 'acme.example' });
  await write([fact(shop, 4, 'device'), fact(shop, 1, 'signed'), fact(acme, 0, 'public')]);
  expect(await decided()).toMatchObject({ domain: 'shop.example' });
  const evidence = async (company: typeof acme) =>
    pageIn(await rest.get(`/companies/${company?.id}/evidence`)).data;
  expect(await evidence(acme)).toMatchObject([
    { verification_level: 'device', first_seen_at: days[0] },
  ]);
  expect(await evidence(shop)).toMatchObject([
    { verification_level: 'signed', first_seen_at: days[1] },
  ]);
});

test('imported details show in companies that are seen later, by domain or by the network owner’s name', async () => {
  const { write, know, companies, byEmail, byNetwork } = await newWorkspace();
  const visitor = randomUUID();
  await know(
    { domain: 'siemens.com', name: 'Siemens AG', employees: '10001+', main_industry: 'Industry' },
    { domain: 'nameless.example', description: 'Quiet' },
  );
  await write([
    [byEmail('ada@siemens.com'), '2026-05-03T00:00:00Z', visitor, 'siemens.com'],
    [byNetwork(), '2026-05-02T00:00:00Z', visitor, 'AS15465 SIEMENS AG'],
    [byEmail('ada@nameless.example'), '2026-05-01T00:00:00Z', visitor, 'nameless.example'],
  ]);
  const details = { name: 'Siemens AG', employees: '10001+', main_industry: 'Industry' };
  expect(await companies()).toMatchObject([
    { ...details, domain: 'siemens.com' },
    { ...details, domain: '' },
    { name: 'Nameless', domain: 'nameless.example', description: 'Quiet' },
  ]);
});

test('a company is named by its domain until an import names it, and again when the import has no name', async () => {
  const { write, know, companies, byEmail } = await newWorkspace();
  const seen: Fact = [byEmail('a@blue-sky.example'), '2026-05-02T00:00:00Z', randomUUID(), 'x'];
  await write([seen]);
  expect(await companies('?name=ue%20sk')).toMatchObject([{ name: 'Blue Sky' }]);
  await know({ domain: 'blue-sky.example', name: 'Blue Sky Ltd' });
  await write([seen]);
  expect(await companies()).toMatchObject([{ name: 'Blue Sky Ltd' }]);
  await know({ domain: 'blue-sky.example', name: '', description: 'Quiet' });
  expect(await companies()).toMatchObject([{ name: 'Blue Sky', description: 'Quiet' }]);
});

test('a network owner with a name that two domains share shows the details of neither', async () => {
  const { write, know, companies, byNetwork } = await newWorkspace();
  const visit: Fact = [byNetwork(), '2026-05-02T00:00:00Z', randomUUID(), 'AS15465 SIEMENS AG'];
  await know({ domain: 'siemens.com', name: 'Siemens AG', employees: '10001+' });
  await write([visit]);
  expect(await companies()).toMatchObject([{ name: 'Siemens AG', employees: '10001+' }]);
  await know({ domain: 'siemens.de', name: 'Siemens A.G.', employees: '11-50' });
  expect(await companies()).toMatchObject([{ name: 'SIEMENS AG', employees: '' }]);
  await know({ domain: 'siemens.com', name: 'Siemens', employees: '10001+' });
  expect(await companies()).toMatchObject([{ name: 'Siemens A.G.', employees: '11-50' }]);
});

test('any order of visits and details gives the same rows', async () => {
  const days = ['01', '02', '03'].map((day) => `2026-05-${day}T00:00:00Z`);
  const visitors = [randomUUID(), randomUUID()];
  const steps = [
    { domain: 'acme.example', name: 'Acme' },
    { domain: 'siemens.com', name: 'Siemens AG', description: 'Makes things' },
    ...days.flatMap((day) => visitors.map((visitor) => ({ day, visitor }))),
  ];
  let expected: unknown;
  const orders = fc.shuffledSubarray(steps, { minLength: steps.length });
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      const { id, write, know, rest, byEmail, byNetwork } = await newWorkspace();
      for (const step of order) {
        if ('domain' in step) await know(step);
        else {
          const { day, visitor } = step;
          await write([
            [byEmail('a@acme.example'), day, visitor, 'acme.example'],
            [byNetwork(), day, visitor, 'AS15465 SIEMENS AG'],
          ]);
        }
      }
      const { data } = pageIn(await rest.get('/companies'));
      const sorted = data.sort((a, b) => (String(a.domain) < String(b.domain) ? -1 : 1));
      const rows = await Promise.all(
        sorted.map(async ({ id: companyId, ...company }) => ({
          ...company,
          evidence: pageIn(await rest.get(`/companies/${companyId}/evidence`)).data,
        })),
      );
      expect(rows, id).toHaveLength(2);
      expected ??= rows;
      expect(rows).toEqual(expected);
    }),
    { numRuns: 15 },
  );
});

test('transactions that meet at the same companies wait for each other', async () => {
  const { write, companies, byEmail } = await newWorkspace();
  const emails = Array.from({ length: 20 }, (_, place) => `a@company-${place}.example`);
  const facts = emails.map(
    (email): Fact => [byEmail(email), '2026-05-02T00:00:00Z', randomUUID(), 'x'],
  );
  await Promise.all(
    Array.from({ length: 8 }, (_, turn) => write(turn % 2 === 0 ? facts : facts.toReversed())),
  );
  expect(await companies()).toHaveLength(20);
});
