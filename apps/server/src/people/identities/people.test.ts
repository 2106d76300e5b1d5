import { randomUUID } from 'node:crypto';
import type { IngestAnswer } from '@footfall/contract/ingest';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { connect } from '../../platform/db/connect.ts';
import type { TestWorkspace } from '../../testing/harness.ts';
import { statusesOf } from '../../testing/post.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });

const minuteMs = 60_000;
const start = Date.now() - 24 * 60 * minuteMs;
const at = (minutes: number) => new Date(start + minutes * minuteMs).toISOString();

async function peopleOf(workspace: TestWorkspace, query: object = {}) {
  return (await h.client(workspace.secretKey).identities.list(query)).data;
}

/** What a person did, oldest first. */
async function activityOf(workspace: TestWorkspace, id: string) {
  const { data } = await h.client(workspace.secretKey).identities.listActivity(id);
  return data.map(({ what }) => what).toReversed();
}

async function conversionOwners(workspaceId: string) {
  const rows = await h.db.system(
    (tx) => tx<{ name: string; email: string | null }[]>`
      select c.name, i.email from conversions c
      left join identities i on i.workspace_id = c.workspace_id and i.id = c.identity_id
      where c.workspace_id = ${workspaceId}`,
  );
  return Object.fromEntries(rows.map(({ name, email }) => [name, email]));
}

const identify = (email: string, fields: object = {}) => ({ type: 'identify', email, ...fields });
const page = (title: string, fields: object = {}) => ({
  type: 'event',
  name: 'page_view',
  context: { page: { url: `https://shop.example/${title}`, title } },
  ...fields,
});

test('200 identify calls for one email at the same time make one person, and none fails', async () => {
  const workspace = await h.newWorkspace();
  const spellings = ['crowd@example.com', 'Crowd@Example.com', 'CROWD@EXAMPLE.COM'];
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, place) => {
      const message = identify(spellings[place % 3] ?? '', { visitor_id: randomUUID() });
      const isBatch = place % 4 === 0;
      return h.send(isBatch ? [message] : message, workspace.productionKey);
    }),
  );
  expect(answers.flatMap(statusesOf)).toEqual(answers.map(() => 'accepted'));
  expect(await peopleOf(workspace)).toHaveLength(1);
  const [counts] = await h.db.system(
    (tx) => tx`
      select (select count(*) from identity_links where workspace_id = ${workspace.id})::integer as links,
             (select count(*) from leads where workspace_id = ${workspace.id})::integer as leads`,
  );
  expect(counts).toEqual({ links: 200, leads: 1 });
});

test('two processes that receive the same new people at once create each of them once', async () => {
  const workspace = await h.newWorkspace();
  const db = await connect(h.ownerUrl);
  const app = await buildApp({ config: h.config, db, log: pino({ level: 'silent' }) });
  const other = await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    const answers = await Promise.all(
      Array.from({ length: 160 }, async (_, place) => {
        const message = identify(`person-${Math.floor(place / 4)}@example.com`, {
          visitor_id: randomUUID(),
        });
        const response = await fetch(`${place % 2 ? other : h.url}/ingest`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-svc-key': workspace.productionKey },
          body: JSON.stringify(message),
        });
        return (await response.json()) as IngestAnswer;
      }),
    );
    expect(answers.flatMap(({ data }) => statusesOf(data))).toEqual(answers.map(() => 'accepted'));
    expect(await peopleOf(workspace, { limit: 100 })).toHaveLength(40);
  } finally {
    await app.close();
    await db.close();
  }
});

test('200 identify calls with one user_id, each with an address of its own, make one person', async () => {
  const workspace = await h.newWorkspace();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, place) =>
      h.send(identify(`alias${place}@example.com`, { user_id: 'u1' }), workspace.productionKey),
    ),
  );
  expect(answers.flatMap(statusesOf)).toEqual(answers.map(() => 'accepted'));
  expect(await peopleOf(workspace)).toHaveLength(1);
});

test.each([
  ['Ada@Example.com', 'aDA@example.COM'],
  ['Jürgen.Ärmel@example.de', 'jÜRGEN.äRMEL@EXAMPLE.de'],
  ['ΟΔΥΣΣΕΥΣ@example.gr', 'ΟΔΥΣΣΕΥΣ@example.gr'],
  ['ΣΑΣ@example.gr', 'σασ@example.gr'],
  ['İpek@example.com.tr', 'İPEK@example.com.tr'],
  ['STRAẞE@example.de', 'straße@example.de'],
])('one person in any case: %s and %s', async (first, second) => {
  const workspace = await h.newWorkspace();
  for (const email of [first, second, first, second]) {
    const data = await h.send(identify(email), workspace.productionKey);
    expect(data).toMatchObject({ accepted: 1 });
  }
  const people = await peopleOf(workspace);
  expect(people.map(({ email }) => email)).toEqual([first]);
  expect(await peopleOf(workspace, { email: second })).toEqual(people);
});

test('facts about a person add up: the latest name, the merged traits', async () => {
  const workspace = await h.newWorkspace();
  const email = 'traits@example.com';
  const send = (fields: object) => h.send(identify(email, fields), workspace.productionKey);
  await send({ name: 'First', traits: { plan: 'free', seats: 1 } });
  await send({ traits: { seats: 5, team: { size: 3 } } });
  await send({ name: 'Second' });
  expect(await peopleOf(workspace)).toMatchObject([
    { email, name: 'Second', traits: { plan: 'free', seats: 5, team: { size: 3 } } },
  ]);
});

test('one person on two devices has the history of both', async () => {
  const workspace = await h.newWorkspace();
  const [phone, laptop] = [randomUUID(), randomUUID()];
  const email = 'two@example.com';
  await h.send(
    [
      page('Phone', { visitor_id: phone, timestamp: at(0) }),
      identify(email, { visitor_id: phone, timestamp: at(1) }),
      page('Laptop', { visitor_id: laptop, timestamp: at(100) }),
      identify(email, { visitor_id: laptop, timestamp: at(101) }),
      page('Phone again', { visitor_id: phone, timestamp: at(200) }),
    ],
    workspace.productionKey,
  );
  const [person, ...others] = await peopleOf(workspace);
  expect(others).toEqual([]);
  expect(person?.visitor_id).toBe(phone);
  expect(await peopleOf(workspace, { visitor_id: laptop })).toEqual([person]);
  const second = (minutes: number) => `${at(minutes).slice(0, 19)}Z`;
  expect(person).toMatchObject({ first_seen: second(0), last_seen: second(200) });
  const activity = await activityOf(workspace, person?.id ?? '');
  expect(activity.filter((what) => what.startsWith('Viewed'))).toEqual([
    'Viewed Phone',
    'Viewed Laptop',
    'Viewed Phone again',
  ]);
});

test('two people on one device stay two: each has what was done in their time, the first the history before', async () => {
  const workspace = await h.newWorkspace();
  const visitor_id = randomUUID();
  const on = (minutes: number) => ({ visitor_id, timestamp: at(minutes) });
  await h.send(
    [
      page('Anonymous', on(0)),
      identify('first@example.com', on(5)),
      page('First', on(10)),
      { type: 'conversion', name: 'by first', ...on(12) },
      identify('second@example.com', on(20)),
      page('Second', on(25)),
      { type: 'conversion', name: 'by second', ...on(26) },
      identify('first@example.com', on(30)),
      page('First again', on(35)),
    ],
    workspace.productionKey,
  );
  const viewsOf = async (email: string) => {
    const [person] = await peopleOf(workspace, { email });
    const activity = await activityOf(workspace, person?.id ?? '');
    return activity.filter((what) => what.startsWith('Viewed'));
  };
  expect(await viewsOf('first@example.com')).toEqual([
    'Viewed Anonymous',
    'Viewed First',
    'Viewed First again',
  ]);
  expect(await viewsOf('second@example.com')).toEqual(['Viewed Second']);
  expect(await conversionOwners(workspace.id)).toEqual({
    'by first': 'first@example.com',
    'by second': 'second@example.com',
  });
  expect(await peopleOf(workspace, { visitor_id })).toHaveLength(2);
});

test('people in one batch without times are kept apart', async () => {
  const workspace = await h.newWorkspace();
  const visitor_id = randomUUID();
  const convert = (name: string) => ({ type: 'conversion', name, visitor_id });
  await h.send(
    [
      convert('before'),
      identify('first@example.com', { visitor_id }),
      convert('first'),
      identify('second@example.com', { visitor_id }),
      convert('second'),
    ],
    workspace.productionKey,
  );
  expect(await conversionOwners(workspace.id)).toEqual({
    before: 'first@example.com',
    first: 'first@example.com',
    second: 'second@example.com',
  });
});

test('an identify call that comes late belongs to its own time', async () => {
  const workspace = await h.newWorkspace();
  const visitor_id = randomUUID();
  const on = (minutes: number) => ({ visitor_id, timestamp: at(minutes) });
  await h.send(identify('later@example.com', on(20)), workspace.productionKey);
  await h.send(identify('earlier@example.com', on(10)), workspace.productionKey);
  await h.send(
    [page('Before', on(5)), page('Between', on(15)), page('After', on(25))],
    workspace.productionKey,
  );
  const views = async (email: string) => {
    const [person] = await peopleOf(workspace, { email });
    return (await activityOf(workspace, person?.id ?? '')).filter((what) =>
      what.startsWith('Viewed'),
    );
  };
  expect(await views('earlier@example.com')).toEqual(['Viewed Before', 'Viewed Between']);
  expect(await views('later@example.com')).toEqual(['Viewed After']);
});

test('two accounts with one address stay two; an address that is someone else’s is not taken over', async () => {
  const workspace = await h.newWorkspace();
  const email = 'shared@example.com';
  await h.send(identify(email, { user_id: 'a' }), workspace.productionKey);
  await h.send(identify(email, { user_id: 'b' }), workspace.productionKey);
  await h.send({ type: 'identify', user_id: 'b', name: 'Bea' }, workspace.productionKey);
  const people = await peopleOf(workspace);
  expect(people.map((person) => [person.email, person.name]).sort()).toEqual([
    ['', 'Bea'],
    [email, ''],
  ]);
});

test('a person known by user_id is found by the address that they give later', async () => {
  const workspace = await h.newWorkspace();
  await h.send({ type: 'identify', user_id: 'u-9', name: 'Uma' }, workspace.productionKey);
  await h.send(identify('uma@example.com', { user_id: 'u-9' }), workspace.productionKey);
  await h.send(identify('UMA@example.com', { name: 'Uma L.' }), workspace.productionKey);
  expect(await peopleOf(workspace)).toMatchObject([{ email: 'uma@example.com', name: 'Uma L.' }]);
});

test('the same email in two workspaces and environments is four people', async () => {
  const workspaces = [await h.newWorkspace(), await h.newWorkspace()];
  const message = identify('everywhere@example.com', { visitor_id: randomUUID() });
  const ids = new Set<string>();
  for (const workspace of workspaces) {
    await h.send(message, workspace.productionKey);
    await h.send(message, workspace.developmentKey);
    for (const test of [false, true]) {
      const people = await peopleOf(workspace, { test });
      expect(people).toHaveLength(1);
      ids.add(people[0]?.id ?? '');
    }
  }
  expect(ids.size).toBe(4);
});

test('any message may name its person, not only identify', async () => {
  const workspace = await h.newWorkspace();
  await h.send(page('Account', { email: 'event@example.com' }), workspace.productionKey);
  const [person] = await peopleOf(workspace);
  expect(person).toMatchObject({ email: 'event@example.com' });
  expect(await activityOf(workspace, person?.id ?? '')).toContain('Viewed Account');
});
