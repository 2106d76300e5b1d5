/* A database of an older version, brought to this one: nothing that was known is lost, nor by what comes later. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { scopeNames } from '@footfall/contract/access';
import { attributionModelNames } from '@footfall/contract/campaigns';
import type { Claim } from '@footfall/contract/evidence';
import type { IngestAnswer } from '@footfall/contract/ingest';
import { pino } from 'pino';
import postgres from 'postgres';
import { expect, inject, onTestFinished, test } from 'vitest';
import { buildApp } from '../app.ts';
import { namedId } from '../common/ids.ts';
import { nameOfDomain } from '../companies/company-name.ts';
import { loadConfig } from '../config.ts';
import { identityIdOf } from '../history/people/names.ts';
import { createKey } from '../keys/store.ts';
import { olderCampaign as campaign, lastDay as day, fillVisits } from '../testing/older-visits.ts';
import { databaseUrl } from '../testing/postgres.ts';
import { connect } from './connect.ts';
import { listMigrations, migrate, migrationsFolder } from './migrate.ts';

const browser = '00000000-0000-4000-8001-000000000001';
const session = '00000000-0000-4000-8002-000000000001';
const person = '00000000-0000-4000-8003-000000000001';
const login = '01999f3c-6d80-7000-8005-000000000001';
const signup = '00000000-0000-4000-8005-000000000002';
const lead = '00000000-0000-4000-8006-000000000001';

/** The tables as the migrations up to one make them. */
async function oldDatabase(upTo = 6) {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const admin = postgres(inject('postgresUrl'), { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create database ${name}`);
  const url = databaseUrl(inject('postgresUrl'), name);
  const owner = postgres(url, { max: 1, onnotice: () => undefined });
  onTestFinished(async () => {
    await owner.end();
    await admin.unsafe(`drop database if exists ${name} with (force)`);
    await admin.end();
  });
  await owner`
    create table schema_migrations (
      version integer primary key, name text not null, applied_at timestamptz not null default now())`;
  for (const { version, name: file } of await listMigrations()) {
    if (version > upTo) break;
    await owner.unsafe(await readFile(`${migrationsFolder}${file}`, 'utf8'));
    await owner`insert into schema_migrations values (${version}, ${file})`;
  }
  return { owner, url };
}

/** Somebody came by a campaign, logged in with both names and signed up; the lead was edited. */
async function fill(owner: postgres.Sql, workspace: string, visitor: string) {
  const at = day;
  const tags = { source: 'google', medium: 'cpc', name: 'spring' };
  await owner`
    insert into visitors values (${workspace}, ${visitor}, false, ${at}, ${login}, 'campaign', 'https://a.example/',
      '', ${owner.json(tags)}, null, null)`;
  await owner`
    insert into sessions values (${workspace}, ${visitor}, ${session}, false, ${at}, ${at}, null, ${login}, ${signup},
      2, 0, 0, 'campaign', 'https://a.example/', 'https://a.example/', '', ${owner.json(tags)}, null,
      '', '', '', '', '', '', '', '')`;
  await owner`
    insert into campaigns (workspace_id, id, is_test, name, source, medium, created_at)
    values (${workspace}, ${campaign}, false, 'spring', 'google', 'cpc', ${at})`;
  for (const [id, type] of [
    [login, 'event'],
    [signup, 'conversion'],
  ]) {
    await owner`
      insert into events (workspace_id, id, visitor_id, session_id, occurred_at, received_at, is_test, type, name)
      values (${workspace}, ${id ?? ''}, ${visitor}, ${session}, ${at}, ${at}, false, ${type ?? ''}, 'x')`;
  }
  await owner`
    insert into identities (workspace_id, id, is_test, visitor_id, email, user_id, created_at, updated_at)
    values (${workspace}, ${person}, false, ${visitor}, 'ada@firm.example', 'u1', ${at}, ${at})`;
  await owner`
    insert into identity_links values (${workspace}, ${login}, false, ${visitor}, ${person}, ${at}, 'user_id')`;
  await owner`
    insert into leads (workspace_id, id, is_test, visitor_id, identity_id, session_id, code, source, properties,
      opened_by, created_at, updated_at)
    values (${workspace}, ${lead}, false, ${visitor}, ${person}, ${session}, 'K7QX-2MPA', 'campaign',
      ${owner.json({ budget: 'set by hand' })}, 'identify', ${at}, ${at})`;
  await owner`
    insert into conversions (workspace_id, id, is_test, visitor_id, session_id, identity_id, lead_id, name, created_at)
    values (${workspace}, ${signup}, false, ${visitor}, ${session}, ${person}, ${lead}, 'signup', ${at})`;
}

async function upgraded(visitorOf: (workspaceId: string) => string) {
  const { owner, url } = await oldDatabase();
  const [made] = await owner<{ workspace_id: string }[]>`
    insert into workspaces (workspace_id, name, features)
    values (${randomUUID()}, 'Old', ${['api', 'campaigns', 'companies', 'conversions', 'visitors', 'identities', 'leads']})
    returning workspace_id`;
  const workspaceId = made?.workspace_id ?? '';
  const visitor = visitorOf(workspaceId);
  await fill(owner, workspaceId, visitor);
  await migrate(url);
  return { owner, visitor, ...(await serve(url, workspaceId)) };
}

/** A service of this version. */
async function serve(url: string, workspaceId: string) {
  const db = await connect(url);
  const config = loadConfig({ PORT: '0' });
  const app = await buildApp({ config, db, log: pino({ level: 'silent' }) });
  onTestFinished(async () => {
    await app.close();
    await db.close();
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const [secret, write] = await db.system(async (tx) => {
    const key = { workspaceId, name: 'Test', serverOnly: false };
    return [
      await createKey(tx, { ...key, kind: 'secret', scopes: scopeNames }),
      await createKey(tx, { ...key, kind: 'production', scopes: [] }),
    ];
  });
  return {
    settle: () => app.background.settle(),
    async send(message: object) {
      const sent = await fetch(`${address}/ingest`, {
        method: 'POST',
        headers: { 'x-svc-key': write?.key ?? '' },
        body: JSON.stringify(message),
      });
      expect(sent.status).toBe(200);
      await app.background.settle();
      return ((await sent.json()) as IngestAnswer).data;
    },
    async get(path: string) {
      const headers = { authorization: `Bearer ${secret?.key ?? ''}` };
      const answer = await fetch(`${address}/api/v1${path}`, { headers });
      return ((await answer.json()) as { data: unknown }).data;
    },
  };
}

test('people keep their addresses, leads what was set by hand and campaigns what they brought, also after a late message', async () => {
  const { owner, visitor, send, get } = await upgraded(() => browser);
  await send({
    type: 'event',
    name: 'click',
    visitor_id: visitor,
    session_id: session,
    timestamp: '2026-10-01T09:00:00Z',
  });

  const rows = await owner`select id, email, user_id from identities`;
  expect(rows.map(({ email, user_id }) => [email, user_id])).toEqual([['ada@firm.example', 'u1']]);
  const leads = await owner`select properties from leads`;
  expect(leads.map(({ properties }) => properties)).toEqual([{ budget: 'set by hand' }]);
  expect(await get(`/campaigns/${campaign}/performance`)).toMatchObject({
    visitors: 1,
    sessions: 1,
    conversions: 1,
  });
  const range = 'since=2026-09-15&until=2026-10-15&metrics=visitors,sessions,leads,conversions';
  const total = { visitors: 1, sessions: 1, leads: 1, conversions: 1 };
  expect(await get(`/stats?${range}`)).toMatchObject({ as_of: null, total });
});

test('a person whom a backend names goes on as one, though their visitor has another id from now on', async () => {
  const oldId = (workspaceId: string) => namedId(`visitor:${workspaceId}:false:user:u1`);
  const { visitor, send, get } = await upgraded(oldId);
  const before = await get('/visitors');
  const retry = { type: 'event', name: 'x', user_id: 'u1', message_id: login };
  expect(await send(retry)).toMatchObject({ duplicates: 1 });
  expect(await get('/visitors')).toEqual(before);

  const { results } = await send({ type: 'event', name: 'renewed', user_id: 'u1' });
  await send({ type: 'identify', user_id: 'u1', email: 'ada@firm.example', name: 'Ada' });
  const later = results[0]?.visitor_id ?? '';
  expect(later).not.toBe(visitor);
  expect(await get('/identities')).toMatchObject([
    { visitor_id: visitor, email: 'ada@firm.example', name: 'Ada', first_seen: day },
  ]);
  const [{ id } = { id: '' }] = (await get('/identities')) as { id: string }[];
  expect(await get(`/visitors?identity_id=${id}`)).toMatchObject([{ id: later }, { id: visitor }]);
  const activity = (await get(`/identities/${id}/activity`)) as { type: string }[];
  expect(activity.map(({ type }) => type).sort()).toEqual(
    ['conversion', 'identify', 'lead', 'renewed', 'session_start', 'session_start', 'x'].sort(),
  );
  expect(await get('/leads')).toMatchObject([{ id: lead, identity_id: id, visitor_id: visitor }]);
});

test('companies are called by their domains, and what tells of them counts as said by a device', async () => {
  const { owner, url } = await oldDatabase(16);
  const workspace = randomUUID();
  const named = ['siemens.com', 'siemens-energy.com', 'sap.com', 'kpmg.com', 'my-x_y.co.uk'];
  const rows = [...named, 'xn--bcher-kva.example', 'set.example', ''].map((domain) => ({
    workspace_id: workspace,
    id: randomUUID(),
    is_test: false,
    domain,
    network: domain === '' ? 'AS1' : '',
    name: ['set.example', ''].includes(domain) ? 'Set By Import' : '',
    created_at: day,
    updated_at: day,
  }));
  await owner`insert into companies ${owner(rows)}`;
  await owner`
    insert into company_evidence (workspace_id, visitor_id, company_id, is_test, kind, value, first_seen_at)
    values (${workspace}, ${browser}, ${rows[0]?.id ?? ''}, false, 'email_domain', 'siemens.com', ${day})`;
  await migrate(url);
  const companies = await owner<{ domain: string; name: string }[]>`
    select domain, name from companies`;
  expect(Object.fromEntries(companies.map(({ domain, name }) => [domain, name]))).toEqual({
    ...Object.fromEntries(named.map((domain) => [domain, nameOfDomain(domain)])),
    'xn--bcher-kva.example': 'xn--bcher-kva.example',
    'set.example': 'Set By Import',
    '': 'Set By Import',
  });
  expect([...(await owner`select by_right from company_evidence`)]).toEqual([
    { by_right: 'device' },
  ]);
});

test('links know the id that their names alone give, members of lists whom they show', async () => {
  const { owner, url } = await oldDatabase(16);
  const workspace = randomUUID();
  const names = [
    ...[
      ['', 'u1'],
      ['ada@firm.example', 'u1'],
      ['Zoë@Firm.example', null],
      ['', 'ü ":\\'],
    ],
  ] as [string, string | null][];
  const links = names.flatMap(([email, user_id]) =>
    [true, false].map((is_test) => ({
      ...{ workspace_id: workspace, event_id: randomUUID(), is_test, visitor_id: browser, email },
      ...{ identity_id: person, linked_at: day, evidence: 'email', user_id },
    })),
  );
  await owner`insert into identity_links ${owner(links)}`;
  await owner`
    insert into identities (workspace_id, id, is_test, visitor_id, email, is_favorite, created_at, updated_at)
    values (${workspace}, ${person}, false, ${browser}, 'ada@firm.example', true, ${day}, ${day})`;
  await owner`
    insert into visitor_list_members (workspace_id, list_id, type, member_id)
    values (${workspace}, ${randomUUID()}, 'identity', ${person})`;
  await migrate(url);
  const migrated = await owner<
    { named_id: string; is_test: boolean; email_key: string; user_id: string | null }[]
  >`select named_id, is_test, email_key, user_id from identity_links`;
  expect(migrated).toHaveLength(links.length);
  for (const { named_id, is_test: isTest, email_key: emailKey, user_id: userId } of migrated) {
    expect(named_id).toBe(identityIdOf(workspace, { isTest, emailKey, userId }));
  }
  expect([...(await owner`select shown_id from visitor_list_members`)]).toEqual([
    { shown_id: person },
  ]);
  const [row] = await owner`
    select is_favorite or inherited_favorite as is_favorite, inherits_favorite, inherited_traits from identities`;
  expect(row).toEqual({ is_favorite: true, inherits_favorite: true, inherited_traits: {} });
});

test('names and traits have the right of whoever alone named a person; others are made anew', async () => {
  const { owner, url } = await oldDatabase(40);
  const workspace = randomUUID();
  const people = ['device', 'signed', 'several'].map((told_by) => ({
    ...{ workspace_id: workspace, id: randomUUID(), is_test: false, visitor_id: randomUUID() },
    ...{ name: told_by === 'signed' ? '' : 'Ada', traits: owner.json({ plan: 'team' }), told_by },
    ...{ created_at: day, updated_at: day },
  }));
  await owner`insert into identities ${owner(people)}`;
  await migrate(url);
  const rows =
    await owner`select told_by, name_right, trait_rights from identities order by told_by`;
  expect([...rows]).toEqual([
    { told_by: 'device', name_right: 'device', trait_rights: { plan: 'device' } },
    { told_by: 'several', name_right: null, trait_rights: {} },
    { told_by: 'signed', name_right: null, trait_rights: { plan: 'signed' } },
  ]);
  const jobs =
    await owner`select subject from jobs where kind = 'people' and workspace_id = ${workspace}`;
  expect([...jobs]).toEqual([{ subject: people[2]?.visitor_id }]);
});

test('what somebody set of people before it was dated holds over what was told until the upgrade', async () => {
  const { owner, url } = await oldDatabase(107);
  const of = { workspace_id: randomUUID(), is_test: false };
  const edits = { plan: 'team', gone: null };
  await owner`insert into identities ${owner(
    [{}, edits].map((edited) => ({
      ...{ ...of, id: randomUUID(), visitor_id: randomUUID(), created_at: day, updated_at: day },
      ...{ edited_traits: owner.json(edited), inherited_traits: owner.json({}) },
    })),
  )}`;
  await owner`insert into past_edits ${owner([
    {
      ...{ ...of, identity_id: randomUUID(), is_favorite: false, inherits_favorite: true },
      traits: owner.json({ seats: 5 }),
    },
  ])}`;
  const before = Date.now();
  await migrate(url);
  const [{ people, past } = { people: [], past: [] }] = await owner<
    { people: Record<string, number>[]; past: Record<string, number>[] }[]
  >`
    select (select jsonb_agg(edited_times order by edited_traits) from identities) as people,
           (select jsonb_agg(times) from past_edits) as past`;
  const upgraded = expect.toSatisfy((time: number) => time >= before - 1_000);
  expect(people).toEqual([{}, { plan: upgraded, gone: upgraded }]);
  expect(past).toEqual([{ seats: upgraded }]);
});

/** Before models shared and visits were counted by channel group. */
const twoModels = 83;
/** In the last of these visits, with the touches that the older version stored. */
async function fillConversion(
  owner: postgres.Sql,
  workspaceId: string,
  visits: Awaited<ReturnType<typeof fillVisits>>,
) {
  const conversion = randomUUID();
  const [first, last] = [visits[0], visits.at(-1)];
  if (!first || !last) throw new Error('no visits');
  await owner`
    insert into conversions (workspace_id, id, is_test, visitor_id, session_id, name, created_at)
    values (${workspaceId}, ${conversion}, false, ${last.visitor_id}, ${last.id}, 'buy', ${day})`;
  await writeTouches(owner, conversion, { first_touch: first, last_touch: last });
  return conversion;
}

/** As a process of the older version does. */
async function writeTouches(
  owner: postgres.Sql,
  conversion: string,
  models: Record<string, Awaited<ReturnType<typeof fillVisits>>[number]>,
) {
  const touches = Object.entries(models).map(([model, visit]) => ({
    ...{ workspace_id: visit.workspace_id, subject_type: 'conversion', subject_id: conversion },
    ...{ model, visitor_id: visit.visitor_id, session_id: visit.id, is_test: false },
    ...{ occurred_at: day, touched_at: visit.at, source: visit.source },
    campaign_id: visit.source === 'campaign' ? campaign : null,
  }));
  await owner`
    insert into touches ${owner(touches)}
    on conflict (workspace_id, subject_id, subject_type, model, visitor_id, session_id)
    do update set source = excluded.source`;
}

async function beforeModelsShared() {
  const { owner, url } = await oldDatabase(twoModels);
  const workspaceId = randomUUID();
  const features = ['api', 'campaigns', 'conversions', 'visitors', 'leads', 'stats'];
  await owner`
    insert into workspaces (workspace_id, name, features) values (${workspaceId}, 'Old', ${features})`;
  return { owner, url, workspaceId };
}

test('conversions of one visit have all models at once, those of several when they are made anew', async () => {
  const { owner, url, workspaceId } = await beforeModelsShared();
  const one = await fillVisits(owner, workspaceId, ['campaign']);
  const three = await fillVisits(owner, workspaceId, ['referral', 'campaign', 'website']);
  const single = await fillConversion(owner, workspaceId, one);
  const several = await fillConversion(owner, workspaceId, three);
  await migrate(url);
  const jobs = await owner<{ subject: string; later: boolean }[]>`
    select subject, run_at > now() as later from jobs where kind = 'attribution'`;
  expect([...jobs]).toEqual([{ subject: three[0]?.visitor_id, later: true }]);

  const { get, settle } = await serve(url, workspaceId);
  const sharesOf = async (id: string) => {
    const { claims } = (await get(`/conversions/${id}/evidence`)) as { claims: Claim[] };
    return claims.map(({ model, subject_id, share }) => [model, subject_id, share]);
  };
  const whole = attributionModelNames.map((model) => [model, one[0]?.id, 1]);
  const [first, middle, last] = three.map(({ id }) => id);
  expect(await sharesOf(single)).toEqual(whole);
  // As much as was known; nobody can tell yet what brought them last.
  expect(await sharesOf(several)).toEqual([
    ['last_touch', last, 1],
    ['first_touch', first, 1],
  ]);
  await owner`update jobs set run_at = now()`;
  await settle();
  expect(await sharesOf(single)).toEqual(whole);
  expect((await sharesOf(several)).slice(0, 6)).toEqual([
    ['last_non_direct', middle, 1],
    ['last_touch', last, 1],
    ['first_touch', first, 1],
    ['linear', first, 0.333333],
    ['linear', middle, 0.333334],
    ['linear', last, 0.333333],
  ]);
});

test('what a process of the older version credits or takes away beside this one follows', async () => {
  const { owner, url, workspaceId } = await beforeModelsShared();
  const visits = await fillVisits(owner, workspaceId, ['campaign', 'website']);
  const [first] = visits;
  if (!first) throw new Error('no visits');
  const kept = await fillConversion(owner, workspaceId, visits);
  const gone = await fillConversion(owner, workspaceId, visits);
  await migrate(url);
  await owner`delete from jobs`;
  const credited = async () => {
    const rows = await owner<{ subject_id: string; linear_until: number | null }[]>`
      select subject_id, linear_until from touchpoints order by subject_id, place`;
    return rows.map(({ subject_id, linear_until }) => [subject_id, linear_until]);
  };
  const made = await fillConversion(owner, workspaceId, visits);
  await owner`delete from conversions where id = ${gone}`;
  await owner`delete from touches where subject_id = ${gone}`;
  await writeTouches(owner, kept, { first_touch: first });
  expect(await credited()).toEqual([
    [kept, null],
    [kept, null],
  ]);
  const { settle } = await serve(url, workspaceId);
  expect(await owner`select from jobs where run_at > now()`).not.toEqual([]);
  await owner`update jobs set run_at = now()`;
  await settle();
  const halves = (id: string) => [500_000, 1_000_000].map((until) => [id, until]);
  expect(await credited()).toEqual([kept, made].sort().flatMap(halves));
});

test('visits are counted by channel group when they have been looked at again, and count as before meanwhile', async () => {
  const { owner, url, workspaceId } = await beforeModelsShared();
  await owner`
    insert into stats_state (workspace_id, phase, time_zone) values (${workspaceId}, 'kept', 'UTC')`;
  await fillVisits(owner, workspaceId, ['campaign', 'website']);
  await migrate(url);
  const { get, settle } = await serve(url, workspaceId);
  const range = 'since=2026-09-15&until=2026-10-15&metrics=sessions,page_views';
  const total = { sessions: 2, page_views: 2 };
  expect(await get(`/stats?${range}`)).toMatchObject({ total });
  await settle();
  const { rows } = (await get(`/stats?${range}&dimensions=channel_group`)) as {
    rows: { dimensions: { value: string }[]; figures: object }[];
  };
  const one = { sessions: 1, page_views: 1 };
  expect(rows.map(({ dimensions, figures }) => [dimensions[0]?.value, figures])).toEqual(
    expect.arrayContaining([
      ['Paid Search', one],
      ['Direct', one],
    ]),
  );
  expect(rows).toHaveLength(2);
  expect(await get(`/stats?${range}`)).toMatchObject({ total, as_of: null });
});
