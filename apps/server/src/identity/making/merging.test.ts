/* Who is one person and who is not, and that nothing is lost when two turn out to be one. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });

const start = Date.now() - 48 * 60 * 60_000;
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();

async function newWorkspace() {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const list = async (path: string) => {
    const { data, pagination } = pageIn(await rest.get(path));
    expect(pagination.total).toBe(data.length);
    return data;
  };
  return {
    workspace,
    rest,
    list,
    /** One after another; then waits for the background. */
    async send(...messages: object[]) {
      for (const message of messages) await h.send(message, workspace.productionKey);
      await h.settle();
    },
    people: (query = '?expand=addresses') => list(`/identities${query}`),
    /** What each message that named a person said, in time order. */
    evidence: () =>
      h.db.system(
        (tx) => tx<{ email: string; user_id: string | null; identity_id: string }[]>`
          select email, user_id, identity_id from identity_links
          where workspace_id = ${workspace.id} order by linked_at, event_id`,
      ),
  };
}

const identify = (minutes: number, who: object) => ({
  type: 'identify',
  visitor_id: randomUUID(),
  timestamp: at(minutes),
  ...who,
});
const convert = (minutes: number, visitor_id: string, fields: object = {}) => ({
  type: 'conversion',
  name: 'signup',
  visitor_id,
  timestamp: at(minutes),
  ...fields,
});
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

test('an address, then a user_id, then both: one person with both names, all traits and the first device', async () => {
  const { send, people } = await newWorkspace();
  const first = identify(0, { email: 'Ada@example.com', name: 'Ada', traits: { plan: 'free' } });
  const second = identify(10, { user_id: 'u1', name: 'A. L.', traits: { plan: 'team', seats: 5 } });
  await send(first, second);
  expect(await people()).toHaveLength(2);
  await send(identify(20, { user_id: 'u1', email: 'ada@example.com', traits: { seats: 6 } }));
  const [person, ...others] = await people();
  expect(others).toEqual([]);
  expect(person).toMatchObject({
    email: 'Ada@example.com',
    name: 'A. L.',
    traits: { plan: 'team', seats: 6 },
    visitor_id: first.visitor_id,
  });
  for (const { visitor_id } of [first, second]) {
    expect(await people(`?expand=addresses&visitor_id=${visitor_id}`)).toEqual([person]);
  }
  expect(await people('?expand=addresses&email=ADA@example.com')).toEqual([person]);
});

test('when two people turn out to be one, links, leads, conversions, lists and the favourite mark go with them', async () => {
  const { send, people, list, rest, workspace, evidence } = await newWorkspace();
  const [phone, laptop] = [randomUUID(), randomUUID()];
  await send(
    identify(0, { visitor_id: phone, email: 'ada@example.com' }),
    convert(1, phone, { external_id: 'one' }),
    identify(10, { visitor_id: laptop, user_id: 'u1' }),
    convert(11, laptop, { external_id: 'two' }),
  );
  const [byUser, byEmail] = await people();
  expect(await list('/leads')).toHaveLength(2);
  const listId = recordIn(await rest.post('/lists', { name: 'Hot' })).id;
  const identity_ids = [byUser?.id, byEmail?.id];
  await rest.post(`/lists/${listId}/members`, { identity_ids });
  await h.db.workspace(
    workspace.id,
    (tx) => tx`update identities set is_favorite = true where id = ${byUser?.id ?? ''}`,
  );
  await send(identify(20, { visitor_id: laptop, user_id: 'u1', email: 'ada@example.com' }));
  const [person, ...others] = await people();
  expect(others).toEqual([]);
  expect(person).toMatchObject({ is_favorite: true, visitor_id: phone });
  const leads = await list('/leads');
  expect(leads).toMatchObject([{ identity_id: person?.id }]);
  const conversions = await list(`/conversions?identity_id=${person?.id}`);
  expect(conversions).toMatchObject([
    { external_id: 'two', lead_id: leads[0]?.id },
    { external_id: 'one', lead_id: leads[0]?.id },
  ]);
  expect(await list(`/lists/${listId}/members`)).toMatchObject([
    { type: 'identity', id: person?.id },
  ]);
  const linked = await evidence();
  expect(linked.map(({ identity_id }) => identity_id)).toEqual(linked.map(() => person?.id));
  expect(person?.id).toBe(byEmail?.id);
  expect(recordIn(await rest.get(`/identities/${byUser?.id}?expand=addresses`))).toEqual(person);
  const activity = await list(`/identities/${person?.id}/activity?limit=100`);
  expect(activity.filter(({ type }) => type === 'conversion')).toHaveLength(2);
});

test('a merge keeps its sources: each link has the names of its message', async () => {
  const { send, evidence } = await newWorkspace();
  await send(
    identify(0, { email: 'Ada@example.com' }),
    identify(10, { user_id: 'u1' }),
    identify(20, { user_id: 'u1', email: 'ada@example.com' }),
    { ...identify(30, { email: 'ADA@example.com' }), type: 'event', name: 'login' },
  );
  expect((await evidence()).map(({ email, user_id }) => [email, user_id])).toEqual([
    ['Ada@example.com', null],
    ['', 'u1'],
    ['ada@example.com', 'u1'],
    ['ADA@example.com', null],
  ]);
});

test('two accounts with one address stay two people, and the address alone means the first', async () => {
  const { send, people, evidence } = await newWorkspace();
  const email = 'office@example.com';
  await send(
    identify(0, { user_id: 'a', email }),
    identify(10, { user_id: 'b', email, name: 'Bea' }),
    identify(20, { email, name: 'Abe' }),
    identify(30, { user_id: 'b', email }),
  );
  const named = (await people()).map(({ email, name }) => [email, name]);
  expect(named.sort()).toEqual([
    ['', 'Bea'],
    [email, 'Abe'],
  ]);
  const [a, b, alone, again] = (await evidence()).map(({ identity_id }) => identity_id);
  expect(alone).toBe(a);
  expect(again).toBe(b);
  expect(a).not.toBe(b);
});

test('a second address of one account is the same person when it comes alone', async () => {
  const { send, people, evidence } = await newWorkspace();
  await send(
    identify(0, { user_id: 'u1', email: 'work@example.com' }),
    identify(10, { user_id: 'u1', email: 'home@example.org' }),
    identify(20, { email: 'HOME@example.org', name: 'Ada' }),
  );
  const [ada, ...others] = await people();
  expect(others).toEqual([]);
  // The newest is shown, each with its time, and each finds the person.
  expect(ada).toMatchObject({ email: 'home@example.org', name: 'Ada' });
  const shown = (minutes: number) => `${at(minutes).slice(0, 19)}Z`;
  expect(ada?.addresses).toEqual([
    {
      email: 'home@example.org',
      verification_level: 'device',
      first_seen_at: shown(10),
      last_seen_at: shown(20),
    },
    {
      email: 'work@example.com',
      verification_level: 'device',
      first_seen_at: shown(0),
      last_seen_at: shown(0),
    },
  ]);
  for (const email of ['WORK@example.com', 'home@example.org']) {
    expect(await people(`?expand=addresses&email=${email}`)).toEqual([ada]);
  }
  expect(new Set((await evidence()).map(({ identity_id }) => identity_id)).size).toBe(1);
});

test('a second address given before linking leads to the same person', async () => {
  const { send, people } = await newWorkspace();
  await send(
    identify(0, { email: 'home@example.org', name: 'Ada' }),
    identify(10, { user_id: 'u1', email: 'work@example.com' }),
  );
  expect(await people()).toHaveLength(2);
  await send(identify(20, { user_id: 'u1', email: 'home@example.org' }));
  expect(await people()).toMatchObject([{ name: 'Ada', email: 'home@example.org' }]);
});

test('a shared device merges nobody: each person has their slice, the first the time before', async () => {
  const { send, people, list } = await newWorkspace();
  const visitor_id = randomUUID();
  await send(
    convert(0, visitor_id, { external_id: 'before' }),
    identify(10, { visitor_id, email: 'one@example.com' }),
    convert(20, visitor_id, { external_id: 'one' }),
    identify(30, { visitor_id, email: 'two@example.com' }),
    convert(40, visitor_id, { external_id: 'two' }),
  );
  const conversionsOf = async (email: string) => {
    const [person] = await people(`?expand=addresses&email=${email}`);
    return (await list(`/conversions?identity_id=${person?.id}`)).map(
      ({ external_id }) => external_id,
    );
  };
  expect(await people(`?expand=addresses&visitor_id=${visitor_id}`)).toHaveLength(2);
  expect(await conversionsOf('one@example.com')).toEqual(['one', 'before']);
  expect(await conversionsOf('two@example.com')).toEqual(['two']);
  expect(await list('/leads')).toHaveLength(2);
});

test('an identify that comes late takes the anonymous history of its visitor, and its lead', async () => {
  const { send, people, list } = await newWorkspace();
  const visitor_id = randomUUID();
  await send(
    { type: 'event', name: 'page_view', visitor_id, timestamp: at(0) },
    convert(5, visitor_id, { external_id: 'anonymous' }),
    identify(20, { visitor_id, email: 'later@example.com' }),
  );
  const [later] = await people();
  expect(await list('/leads')).toMatchObject([{ identity_id: later?.id }]);
  await send(identify(2, { visitor_id, email: 'earlier@example.com' }));
  const [earlier] = await people('?email=earlier@example.com');
  expect(earlier).toMatchObject({ first_seen: `${at(0).slice(0, 19)}Z` });
  expect(await list('/conversions')).toMatchObject([{ identity_id: earlier?.id }]);
  const leads = await list('/leads');
  expect(leads).toMatchObject([{ identity_id: later?.id }, { identity_id: earlier?.id }]);
  const activity = await list(`/identities/${later?.id}/activity`);
  expect(activity.map(({ type }) => type).sort()).toEqual(['identify', 'lead']);
});

test('200 identify calls at the same time, by address and account, make one person', async () => {
  const { workspace, people, evidence, list } = await newWorkspace();
  const names = [
    { email: 'crowd@example.com' },
    { email: 'CROWD@example.com', user_id: 'crowd' },
    { user_id: 'crowd' },
  ];
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, place) =>
      h.send(identify(place / 10, names[place % 3] ?? {}), workspace.productionKey),
    ),
  );
  expect(answers.map(({ accepted }) => accepted)).toEqual(answers.map(() => 1));
  await h.settle();
  expect(await people()).toHaveLength(1);
  expect(await evidence()).toHaveLength(200);
  expect(await list('/leads')).toHaveLength(1);
});

test('test data has people of its own, also after a rebuild', async () => {
  const { workspace, send, people, list } = await newWorkspace();
  const visitor_id = randomUUID();
  await send(
    identify(10, { visitor_id, email: 'ada@example.com', name: 'Live' }),
    convert(20, visitor_id),
  );
  const live = [await people(), await list('/leads'), await list('/conversions')];
  for (const message of [
    identify(15, { visitor_id, user_id: 'u1', name: 'Test' }),
    convert(16, visitor_id),
    identify(5, { visitor_id, user_id: 'u1', email: 'ada@example.com' }),
    identify(1, { visitor_id, email: 'ada@example.com' }),
  ]) {
    await h.send(message, workspace.developmentKey);
  }
  await h.settle();
  expect([await people(), await list('/leads'), await list('/conversions')]).toEqual(live);
  const tests = await people('?test=true');
  expect(tests).toMatchObject([{ email: 'ada@example.com', name: 'Test' }]);
  expect(tests[0]?.id).not.toBe(live[0]?.[0]?.id);
  expect(ids(await list('/leads?test=true'))).not.toEqual(ids(live[1] ?? []));
  expect(await list('/leads?test=true')).toMatchObject([{ identity_id: tests[0]?.id }]);
});

test('a person with two leads from two devices keeps the first, in every order of processing', async () => {
  const { send, list } = await newWorkspace();
  const [phone, laptop] = [randomUUID(), randomUUID()];
  const email = 'ada@example.com';
  const leadsOf = async () => {
    const leads = new Map((await list('/leads')).map(({ id, created_at }) => [id, created_at]));
    const conversions = await list('/conversions');
    return Object.fromEntries(
      conversions.map(({ external_id, lead_id }) => [external_id, leads.get(String(lead_id))]),
    );
  };
  const first = `${at(0).slice(0, 19)}Z`;
  await send(
    convert(0, phone, { external_id: 'anonymous' }),
    identify(10, { visitor_id: laptop, email }),
    identify(20, { visitor_id: phone, email }),
    convert(30, laptop, { external_id: 'laptop' }),
  );
  expect(await leadsOf()).toEqual({ anonymous: first, laptop: first });
  // Late, so that everything is made anew.
  await send(convert(25, phone, { external_id: 'late' }));
  expect(await leadsOf()).toEqual({ anonymous: first, laptop: first, late: first });
});
