/* A document with everything about a person or visitor: complete, only their data, for authorized callers. */
import { randomUUID } from 'node:crypto';
import { PersonExport, personExportParts } from '@footfall/contract/person-export';
import { Compile } from 'typebox/compile';
import { beforeAll, describe, expect, test } from 'vitest';
import { personReferences } from '../../identity/making/person-references.ts';
import { pageIn, type Row, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ time_zone: 'Europe/Berlin' });
const rest = restOf(h);

interface Part {
  about: string;
  sources: string[];
  field_sources: Record<string, string>;
  data: Row[];
}
interface Exported {
  version: number;
  exported_at: string;
  workspace: object;
  subject: { type: string; id: string };
  parts: Record<string, Part>;
}

async function exported(path: string): Promise<Exported> {
  const answer = await rest.get(path);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.body as Exported;
}

const dataOf = (document: Exported, part: string) => document.parts[part]?.data ?? [];

const start = Date.now() - 5 * 24 * 60 * 60_000;
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();

async function personOf(email: string): Promise<string> {
  const [person] = pageIn(await rest.get(`/identities?email=${encodeURIComponent(email)}`)).data;
  if (!person) throw new Error(`nobody has ${email}`);
  return person.id;
}

const visitorId = randomUUID();
const email = 'ada@siemens.com';
let id = '';

beforeAll(async () => {
  const page = { url: 'https://shop.example/pricing?utm_source=google&utm_campaign=spring' };
  const context = { page, consent: { analytics: true, ads: false } };
  await h.send([
    { type: 'event', name: 'page_view', visitor_id: visitorId, timestamp: at(0), context },
    {
      type: 'identify',
      visitor_id: visitorId,
      timestamp: at(1),
      email,
      name: 'Ada',
      traits: { plan: 'team' },
    },
    { type: 'conversion', name: 'signup', visitor_id: visitorId, timestamp: at(2), value: 9 },
    // A stranger's claim.
    { type: 'identify', visitor_id: randomUUID(), timestamp: at(3), email, name: 'Eve' },
    { type: 'event', name: '', visitor_id: visitorId, timestamp: at(4) },
  ]);
  await h.settle();
  id = await personOf(email);
  const list = recordIn(await rest.post('/lists', { name: 'Customers' }));
  await rest.post(`/lists/${list.id}/members`, { visitor_ids: [visitorId], identity_ids: [id] });
  await rest.post('/leads', { visitor_id: visitorId, identity_id: id });
  await rest.patch(`/identities/${id}`, { traits: { vip: true } });
  const body = { kind: 'not_bot', visitor_id: visitorId, reason: 'I know her' };
  recordIn(await rest.post('/overrides', body));
  await h.settle();
});

test('the document is valid, says what it is and has every part', async () => {
  const document = await exported(`/identities/${id}/export`);
  const schema = Compile(PersonExport);
  expect([...schema.Errors(document)].slice(0, 3)).toEqual([]);
  expect(document.subject).toEqual({ type: 'identity', id });
  expect(Object.keys(document.parts)).toEqual(Object.keys(personExportParts));
  for (const part of Object.values(document.parts)) {
    expect(part.about).toMatch(/\.$/);
    expect(part.sources.length).toBeGreaterThan(0);
  }
  expect(document.parts.person?.field_sources).toMatchObject({
    email: 'message',
    ip: 'network_data',
  });
});

test('records are those that REST returns', async () => {
  // Its records are updated a moment later, and the number of those left is part of an override.
  const left = async () => {
    await h.settle();
    const { data } = pageIn(await rest.get(`/overrides?visitor_id=${visitorId}`));
    return data.map(({ pending }) => pending);
  };
  await expect.poll(left).toEqual([0]);
  const document = await exported(`/identities/${id}/export`);
  const [person] = dataOf(document, 'person');
  expect(person).toMatchObject(
    recordIn(await rest.get(`/identities/${id}?expand=addresses,verification_levels,company`)),
  );
  const lists: [string, string][] = [
    ['links', `/identities/${id}/links`],
    ['visits', `/sessions?identity_id=${id}&expand=pages`],
    ['conversions', `/conversions?identity_id=${id}`],
    ['leads', `/leads?identity_id=${id}`],
    ['suggestions', `/suggestions?identity_id=${id}`],
    ['overrides', `/overrides?visitor_id=${visitorId}`],
    ['events', `/events?visitor_id=${visitorId}`],
    ['consents', `/visitors/${visitorId}/consents`],
  ];
  for (const [part, path] of lists) {
    const { data } = pageIn(await rest.get(path));
    expect(data.length, part).toBeGreaterThan(0);
    // A stranger who gave the address counts as a device of theirs.
    const own = dataOf(document, part).filter(
      ({ visitor_id: of }) => !data[0]?.visitor_id || of === visitorId,
    );
    expect(own, part).toMatchObject(data.filter(({ visitor_id: of }) => !of || of === visitorId));
  }
});

test('derived claims have their reasons, and the rest is there', async () => {
  const document = await exported(`/identities/${id}/export`);
  const [score] = dataOf(document, 'score');
  expect(score?.reasons).toHaveLength(6);
  const [visit] = dataOf(document, 'visits');
  expect(visit?.evidence).toMatchObject([{ claim: 'bot', holds: false }, { claim: 'source' }]);
  const [conversion] = dataOf(document, 'conversions');
  expect(conversion?.evidence).toContainEqual(
    expect.objectContaining({ claim: 'credit', model: 'last_touch', share: 1 }),
  );
  expect(dataOf(document, 'devices')).toContainEqual(
    expect.objectContaining({
      visitor_id: visitorId,
      visitor: expect.objectContaining({ id: visitorId }),
    }),
  );
  expect(dataOf(document, 'companies')).toContainEqual(
    expect.objectContaining({ visitor_id: visitorId, claim: 'company', value: 'siemens.com' }),
  );
  expect(
    dataOf(document, 'lists')
      .map(({ type, list_name: name }) => [type, name])
      .sort(),
  ).toEqual([
    ['identity', 'Customers'],
    ['visitor', 'Customers'],
  ]);
  expect(dataOf(document, 'rejected_events')).toMatchObject([{ field: 'name' }]);
  expect(dataOf(document, 'changes')).toContainEqual(
    expect.objectContaining({ action: 'updateIdentity', by: 'key', fields: ['traits'] }),
  );
  expect(dataOf(document, 'recipients').map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['workspace', 'operator', 'export']),
  );
  expect(dataOf(document, 'retention')).toContainEqual({ kind: 'events', days: null });
});

test('an earlier id exports the person of today, with what was set under it', async () => {
  await h.send([
    { type: 'identify', visitor_id: randomUUID(), user_id: 'u-joined', timestamp: at(5) },
  ]);
  await h.settle();
  const [other] = pageIn(await rest.get('/identities')).data;
  await rest.patch(`/identities/${other?.id}`, { traits: { color: 'red' } });
  recordIn(await rest.post(`/identities/${id}/join`, { identity_id: other?.id }));
  await h.settle();
  const document = await exported(`/identities/${other?.id}/export`);
  expect(document.subject.id).toBe(id);
  expect(dataOf(document, 'earlier_edits')).toEqual([
    { identity_id: other?.id, is_favorite: false, traits: { color: 'red' } },
  ]);
  expect(dataOf(document, 'identity_overrides')).toMatchObject([{ kind: 'join' }]);
});

describe('on a shared device', () => {
  const shared = randomUUID();
  const [first, second] = ['bo@shared.example', 'cy@shared.example'];
  const view = (path: string, minutes: number) => ({
    type: 'event',
    name: 'page_view',
    visitor_id: shared,
    timestamp: at(minutes),
    context: { page: { url: `https://shop.example${path}` } },
  });
  const named = (address: string, minutes: number) => ({
    type: 'identify',
    visitor_id: shared,
    timestamp: at(minutes),
    email: address,
  });

  beforeAll(async () => {
    await h.send([
      view('/bo-before', 200),
      named(first, 201),
      view('/bo-after', 202),
      // In the same visit.
      named(second, 203),
      view('/cy-same-visit', 204),
      view('/cy-later', 400),
    ]);
    await h.settle();
  });

  test('each person has their own periods only', async () => {
    const [bo, cy] = await Promise.all(
      [first, second].map(async (address) =>
        rest.get(`/identities/${await personOf(address)}/export`),
      ),
    );
    expect(bo?.text).toContain('/bo-before');
    expect(bo?.text).toContain('/bo-after');
    expect(bo?.text).not.toMatch(/cy-|cy@/);
    expect(cy?.text).toContain('/cy-same-visit');
    expect(cy?.text).toContain('/cy-later');
    expect(cy?.text).not.toMatch(/bo-|bo@/);
    const [device] = dataOf(cy?.body as Exported, 'devices');
    expect(device).toMatchObject({ visitor_id: shared, until: null, is_shared: true });
    expect(device?.since).not.toBeNull();
    expect(device).not.toHaveProperty('visitor');
  });

  test('the device has no export of its own', async () => {
    const { status, text } = await rest.get(`/visitors/${shared}/export`);
    expect([status, text]).toEqual([409, expect.stringContaining('Export each person')]);
  });
});

describe('of a visitor', () => {
  test('an anonymous one has its visits, and nothing of people', async () => {
    const visitor = randomUUID();
    const context = { page: { url: 'https://shop.example/anonymous' } };
    await h.send({
      type: 'event',
      name: 'page_view',
      visitor_id: visitor,
      timestamp: at(6),
      context,
    });
    const document = await exported(`/visitors/${visitor}/export`);
    expect(document.subject).toEqual({ type: 'visitor', id: visitor });
    expect(dataOf(document, 'events')).toMatchObject([{ url: 'https://shop.example/anonymous' }]);
    expect(dataOf(document, 'person')).toEqual([]);
  });

  test('one who only refused has that consent', async () => {
    const visitor = randomUUID();
    const context = { consent: { analytics: false } };
    await h.send({
      type: 'event',
      name: 'page_view',
      visitor_id: visitor,
      timestamp: at(6),
      context,
    });
    const document = await exported(`/visitors/${visitor}/export`);
    expect(dataOf(document, 'consents')).toMatchObject([{ purposes: { analytics: false } }]);
    expect(dataOf(document, 'events')).toEqual([]);
  });
});

test('thousands of events are there once each, in order', async () => {
  const busy = randomUUID();
  const count = 2_300;
  for (let from = 0; from < count; from += 500) {
    const messages = Array.from({ length: Math.min(500, count - from) }, (_, place) => ({
      type: 'event',
      name: `e${from + place}`,
      visitor_id: busy,
      timestamp: at(500 + (from + place) / 4),
    }));
    await h.send(messages);
  }
  await h.settle();
  const names = dataOf(await exported(`/visitors/${busy}/export`), 'events').map(
    ({ name }) => name,
  );
  expect(names).toEqual(Array.from({ length: count }, (_, place) => `e${count - 1 - place}`));
});

describe('who may', () => {
  test('a key needs the scope, and sight of personal data', async () => {
    const narrow = await h.newKey({ scopes: ['visitors:read', 'leads:read', 'audit:read'] });
    const refused = await restOf(h, narrow.key).get(`/identities/${id}/export`);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('privacy:read')]);
    const masked = await h.newKey({ pii: 'hidden' });
    const hidden = await restOf(h, masked.key).get(`/identities/${id}/export`);
    expect([hidden.status, hidden.text]).toEqual([
      403,
      expect.stringContaining('personal_data_hidden'),
    ]);
  });

  test('unknown and foreign ids are not found', async () => {
    const foreign = await h.newWorkspace();
    for (const path of [`/identities/${id}/export`, `/visitors/${visitorId}/export`]) {
      expect((await restOf(h, foreign.secretKey).get(path)).status).toBe(404);
    }
    expect((await rest.get(`/identities/${randomUUID()}/export`)).status).toBe(404);
  });

  test('the audit log has one entry, without personal data', async () => {
    await exported(`/identities/${id}/export`);
    const { data } = pageIn(await rest.get(`/audit-log?action=exportIdentity&resource_id=${id}`));
    expect(data[0]).toMatchObject({
      resource_type: 'identities',
      fields: [],
      changes: { rows: 1, format: 'json', arguments: expect.any(String) },
    });
    expect(JSON.stringify(data)).not.toMatch(/ada@|siemens/);
  });
});

/** Tables that refer to a person but belong to no part, with the reason. */
const exceptions: Record<string, string> = {
  session_facts: 'figures of the visits that are in the export',
  open_facts: 'the same, of visits under way',
  stats_marks: 'visits to count again',
  touchpoints: 'credit: the evidence of conversions',
  jobs: 'work to do, by id alone',
};
const tablesOf: Record<string, string[]> = {
  person: ['identities'],
  score: ['personalities'],
  links: ['identity_links'],
  devices: ['visitors'],
  consents: ['consents'],
  visits: ['sessions', 'kept_visits'],
  events: ['events'],
  conversions: ['conversions'],
  leads: ['leads'],
  companies: ['company_evidence', 'refused_evidence'],
  lists: ['visitor_list_members'],
  suggestions: ['suggestions'],
  identity_overrides: ['corrections'],
  overrides: ['verdicts'],
  rejected_events: ['failed_events'],
  earlier_edits: ['past_edits'],
};

test('every table that refers to a person is in a part, or has a reason not to be', () => {
  const referring = new Set(personReferences.map(({ table }) => table));
  const known = [...Object.values(tablesOf).flat(), ...Object.keys(exceptions)];
  expect(new Set(known)).toEqual(referring);
  for (const part of Object.keys(tablesOf)) expect(personExportParts).toHaveProperty(part);
});
