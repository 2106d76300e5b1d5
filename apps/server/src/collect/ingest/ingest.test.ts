import { randomUUID } from 'node:crypto';
import { type MessageType, messageTypes } from '@footfall/contract/ingest';
import { expect, test } from 'vitest';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();

test('a visit goes in and comes out as a lead, a person and what they did', async () => {
  const visitor_id = randomUUID();
  const session_id = randomUUID();
  const base = { visitor_id, session_id };
  const answer = await h.send([
    {
      ...base,
      type: 'event',
      name: 'page_view',
      context: { page: { url: 'https://acme.example/pricing', title: 'Pricing' } },
    },
    { ...base, type: 'identify', email: 'Ada@Example.com', name: 'Ada Lovelace' },
    { ...base, type: 'conversion', name: 'signup', value: 49, currency: 'eur' },
  ]);
  expect(answer).toMatchObject({ accepted: 3, duplicates: 0, rejected: 0 });

  const client = h.client();
  const leads = await client.leads.list({ limit: 50, offset: 0 });
  expect(leads.pagination).toEqual({ limit: 50, offset: 0, total: 1 });
  expect(leads.data[0]).toMatchObject({ visitor_id, session_id, source: 'website' });

  const people = await client.identities.list({ email: 'ada@example.com' });
  const person = people.data[0];
  expect(person).toMatchObject({ email: 'Ada@Example.com', name: 'Ada Lovelace', visitor_id });
  expect(leads.data[0]?.identity_id).toBe(person?.id);

  const activity = await client.identities.listActivity(person?.id ?? '');
  expect(activity.data.map(({ what }) => what).sort()).toEqual([
    `Became a lead (${leads.data[0]?.code})`,
    'Converted: Signup (49 EUR)',
    'Identified as Ada@Example.com',
    'Started a visit on /pricing',
    'Viewed Pricing',
  ]);
});

const oneOfEach: Record<MessageType, object> = {
  event: { name: 'page_view' },
  session: { session_id: randomUUID(), action: 'start' },
  identify: { email: 'eve@example.com' },
  conversion: { name: 'signup' },
};

test.each(messageTypes)('a message of the type %s is stored, once', async (type) => {
  const message = { type, visitor_id: randomUUID(), message_id: randomUUID(), ...oneOfEach[type] };
  expect(await h.send(message)).toMatchObject({ accepted: 1, rejected: 0 });
  expect(await h.send(message)).toMatchObject({ duplicates: 1, rejected: 0 });
  const stored = await h.db.system(
    (tx) => tx`select type from events where visitor_id = ${message.visitor_id}`,
  );
  expect(stored).toEqual([{ type }]);
});
