import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });

test('a conversion in the millisecond in which its person is named is theirs, and opens their lead', async () => {
  const visitor_id = randomUUID();
  const session_id = randomUUID();
  const at = Date.now() - 60_000;
  const idAt = (ms: number, last: string) =>
    `${ms
      .toString(16)
      .padStart(12, '0')
      .replace(/^(.{8})(.{4})$/, '$1-$2')}-7000-8000-00000000000${last}`;
  const common = { visitor_id, session_id };
  const sent = (ms: number, last: string, message: object) => ({
    ...common,
    ...message,
    message_id: idAt(ms, last),
    timestamp: new Date(ms).toISOString(),
  });
  await h.send([sent(at - 10_000, '1', { type: 'identify', email: 'ada@gmail.com' })]);
  await h.send([
    sent(at, '2', { type: 'identify', email: 'grace@gmail.com' }),
    // Its id comes before the other's: nothing but the names tells which happened first.
    sent(at, '1', { type: 'conversion', name: 'signup' }),
  ]);
  const leadsOf = async () => {
    const people = await h.client().identities.list({ email: 'grace@gmail.com' });
    const grace = people.data[0]?.id ?? 'nobody';
    const leads = await h.client().leads.list();
    return leads.data.filter(({ identity_id }) => identity_id === grace).length;
  };
  expect(await leadsOf()).toBe(1);
  await h.settle();
  expect(await leadsOf()).toBe(1);
});
