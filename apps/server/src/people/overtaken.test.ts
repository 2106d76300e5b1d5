/* A late message about a person changes what later messages made of them, on whichever device those came. */
import { expect, test } from 'vitest';
import { startHarness } from '../testing/harness.ts';

const h = await startHarness();

const phone = '00000000-0000-4000-8001-000000000001';
const laptop = '00000000-0000-4000-8001-000000000002';

function conversion(minute: number, visitor_id: string, more: object = {}) {
  return {
    type: 'conversion',
    name: 'signup',
    message_id: `c${minute}`,
    visitor_id,
    session_id: visitor_id.replace('-8001-', '-8002-'),
    timestamp: `2026-10-01T10:0${minute}:00Z`,
    ...more,
  };
}

/** Each is sent when everything before has been done. */
async function leadsAfter(messages: object[]) {
  const { productionKey, secretKey } = await h.newWorkspace();
  for (const message of messages) {
    await h.send(message, productionKey);
    await h.settle();
  }
  const { data } = await h.client(secretKey).listLeads();
  return data.map(({ visitor_id, created_at }) => ({ visitor_id, created_at }));
}

test('an earlier conversion on another device opens the lead, though its message is late', async () => {
  const named = { email: 'ada@firm.example', lead: false };
  const [first, second, third, fourth] = [
    conversion(1, phone, named),
    conversion(2, laptop, named),
    conversion(3, phone),
    conversion(4, laptop),
  ];
  const inTime = await leadsAfter([first, second, third, fourth]);
  expect(inTime).toEqual([{ visitor_id: phone, created_at: '2026-10-01T10:03:00Z' }]);
  expect(await leadsAfter([first, second, fourth, third])).toEqual(inTime);
});
