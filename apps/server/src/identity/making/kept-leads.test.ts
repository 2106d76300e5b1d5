/* What people and backends put into leads stays, however often leads are made anew from messages. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { pageIn, type Row, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });

const start = Date.now() - 48 * 60 * 60_000;
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();

async function newVisitor() {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const visitor_id = randomUUID();
  return {
    rest,
    visitor_id,
    leads: async () => pageIn(await rest.get('/leads')).data,
    person: async (email: string) =>
      pageIn(await rest.get(`/identities?email=${email}`)).data[0]?.id,
    change: async (lead: Row | undefined, body: object) =>
      recordIn(await rest.patch(`/leads/${lead?.id}`, body)),
    /** One after another; then waits for the background. */
    async send(...messages: object[]) {
      for (const message of messages) {
        await h.send({ visitor_id, ...message }, workspace.productionKey);
      }
      await h.settle();
    },
  };
}

const identify = (minutes: number, who: object) => ({
  type: 'identify',
  timestamp: at(minutes),
  ...who,
});
const convert = (minutes: number, fields: object = {}) => ({
  type: 'conversion',
  name: 'signup',
  timestamp: at(minutes),
  ...fields,
});

const edits = {
  summary: { intent: 'wants a demo' },
  properties: { plan: 'enterprise', own: true },
  location: { city: 'Lyon' },
  company_id: randomUUID(),
};

test('every edited field keeps its value when the lead is rebuilt', async () => {
  const { send, leads, change } = await newVisitor();
  await send(convert(10, { properties: { plan: 'team' } }));
  const [opened] = await leads();
  const changed = await change(opened, edits);
  expect(changed).toMatchObject({ ...edits, properties: { plan: 'enterprise', own: true } });
  // Earlier than the conversion that opened it: everything is made anew.
  await send(convert(5, { properties: { plan: 'free' } }));
  const [anew, ...others] = await leads();
  expect(others).toEqual([]);
  expect(anew).toEqual({
    ...changed,
    created_at: `${at(5).slice(0, 19)}Z`,
    session_id: anew?.session_id,
  });
});

test('unedited fields follow the messages', async () => {
  const { send, leads, change } = await newVisitor();
  await send(convert(10, { properties: { plan: 'team' } }));
  const [opened] = await leads();
  await change(opened, { summary: { note: 'called' } });
  await send(convert(5, { properties: { plan: 'free' } }));
  expect(await leads()).toMatchObject([
    { id: opened?.id, summary: { note: 'called' }, properties: { plan: 'free' } },
  ]);
});

test.each(['summary', 'properties', 'location', 'company_id'] as const)(
  'a lead with an edited %s stays the only lead of a person identified late',
  async (field) => {
    const { send, leads, change, person, rest } = await newVisitor();
    await send(convert(10, { external_id: 'order' }));
    const [opened] = await leads();
    await change(opened, { [field]: edits[field] });
    await send(identify(5, { email: 'ada@example.com' }));
    expect(await leads()).toMatchObject([
      { id: opened?.id, identity_id: await person('ada@example.com'), [field]: edits[field] },
    ]);
    const [conversion] = pageIn(await rest.get('/conversions')).data;
    expect(conversion).toMatchObject({ lead_id: opened?.id });
    await send(identify(3, { email: 'ada@example.com' }), convert(2));
    expect((await leads()).map(({ id }) => id)).toEqual([opened?.id]);
  },
);

test('when two people turn out to be one, the lead that was changed is the one that stays', async () => {
  const { send, leads, change } = await newVisitor();
  const laptop = randomUUID();
  await send(
    identify(0, { email: 'ada@example.com' }),
    identify(10, { visitor_id: laptop, user_id: 'u1' }),
  );
  const [ofUser] = await leads();
  expect(ofUser?.visitor_id).toBe(laptop);
  await change(ofUser, { summary: { note: 'called' } });
  await send(identify(20, { visitor_id: laptop, user_id: 'u1', email: 'ada@example.com' }));
  expect(await leads()).toMatchObject([{ id: ofUser?.id, summary: { note: 'called' } }]);
});

test('two leads that were both changed both stay when their people turn out to be one', async () => {
  const { send, leads, change, person } = await newVisitor();
  const laptop = randomUUID();
  await send(
    identify(0, { email: 'ada@example.com' }),
    identify(10, { visitor_id: laptop, user_id: 'u1' }),
  );
  const before = await leads();
  for (const lead of before) await change(lead, { summary: { of: lead.id } });
  await send(identify(20, { visitor_id: laptop, user_id: 'u1', email: 'ada@example.com' }));
  const identity_id = await person('ada@example.com');
  expect(await leads()).toMatchObject(
    before.map(({ id }) => ({ id, identity_id, summary: { of: id } })),
  );
});

test('a lead from a backend keeps all its fields except its person', async () => {
  const { send, leads, person, rest, visitor_id } = await newVisitor();
  const body = { visitor_id, source: 'fair', code: 'FAIR', properties: { hall: 3 } };
  const made = recordIn(await rest.post('/leads', body));
  // These are later than the lead.
  const now = { timestamp: undefined };
  await send({ ...identify(0, { email: 'fair@example.com' }), ...now }, { ...convert(0), ...now });
  // And this comes late, which makes everything anew.
  await send(identify(-60, { visitor_id: randomUUID(), email: 'FAIR@example.com' }));
  const identity_id = await person('fair@example.com');
  const kept = (await leads()).find(({ id }) => id === made.id);
  expect(kept).toEqual({ ...made, identity_id, updated_at: kept?.updated_at });
});

test('an unedited lead is removed when no message supports it', async () => {
  const { send, leads } = await newVisitor();
  await send(identify(10, { email: 'ada@example.com' }));
  const other = randomUUID();
  await send(identify(20, { visitor_id: other, user_id: 'u1' }));
  expect(await leads()).toHaveLength(2);
  await send(identify(30, { visitor_id: other, user_id: 'u1', email: 'ada@example.com' }));
  expect(await leads()).toMatchObject([{ created_at: `${at(10).slice(0, 19)}Z` }]);
});
