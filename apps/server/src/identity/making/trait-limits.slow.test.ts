/* A person has so many traits: the same ones in whatever order their messages come, and the rest is not lost. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signatureOf } from '../../accounts/keys/signature.ts';
import { createSigningSecret } from '../../accounts/keys/signing-secrets.ts';
import { forgetOldSuggestions, insertSuggestions } from '../../people/identities/suggestions.ts';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();

const start = Date.now() - 3_600_000;

interface Claim {
  minute: number;
  traits: object;
  isSigned?: boolean;
}

const numbered = (prefix: string, count: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [`${prefix}${place}`, value]));

/** What is known of one person when these deliveries have come. */
async function personAfter(deliveries: Claim[][], isSettledBetween: boolean) {
  const { id, productionKey, secretKey } = await h.newWorkspace();
  const { secret } = await h.db.system((tx) => createSigningSecret(tx, id, 'Test'));
  const email = 'ada@firm.example';
  const visitor_id = '01a1f843-753c-46b8-835a-667c2bb1be56';
  const messageOf = ({ minute, traits, isSigned }: Claim) => ({
    type: 'identify',
    message_id: `m${minute}`,
    timestamp: new Date(start + minute * 60_000).toISOString(),
    visitor_id,
    email,
    traits,
    ...(isSigned && { signature: signatureOf(secret, email) }),
  });
  for (const delivery of deliveries) {
    const { rejected } = await h.send(delivery.map(messageOf), productionKey);
    expect(rejected).toBe(0);
    if (isSettledBetween) await h.settle();
  }
  await h.settle();
  const rest = restOf(h, secretKey);
  const [person] = pageIn(await rest.get('/identities')).data;
  const { traits } = recordIn(await rest.get(`/identities/${person?.id}`));
  const suggestions = pageIn(await rest.get('/suggestions')).data;
  return {
    traits: traits as Record<string, unknown>,
    suggestions: suggestions.map(({ value, reason }) => ({ value, reason })),
  };
}

const many: Claim[] = [
  { minute: 0, traits: numbered('a', 300) },
  { minute: 1, traits: numbered('b', 300) },
  { minute: 2, traits: { ...numbered('a', 10, 2), c: 1 } },
  { minute: 3, traits: numbered('d', 20), isSigned: true },
];
const large: Claim[] = [
  { minute: 0, traits: { big: 'x'.repeat(20_000) } },
  { minute: 1, traits: { more: 'y'.repeat(20_000), small: 1 } },
  { minute: 2, traits: { big: 'z' } },
  { minute: 3, traits: { last: 'w'.repeat(20_000) } },
];

test('beyond 512 traits: proved ones first, then the earliest; the rest is a suggestion', async () => {
  const { traits, suggestions } = await personAfter([many], false);
  expect(Object.keys(traits)).toHaveLength(512);
  expect(traits).toMatchObject({ a0: 2, a299: 1, b191: 1, d19: 1 });
  expect(traits).not.toHaveProperty('b192');
  expect(traits).not.toHaveProperty('c');
  const [newest, oldest] = suggestions;
  expect(newest).toEqual({ value: { traits: { c: 1 } }, reason: expect.stringContaining('512') });
  expect(Object.keys(Object(oldest?.value).traits)).toHaveLength(108);
});

test('beyond 32 kB: what does not fit is left out, and what does is not', async () => {
  const { traits, suggestions } = await personAfter([large], false);
  expect(Object.keys(traits).sort()).toEqual(['big', 'more', 'small']);
  expect(suggestions).toMatchObject([{ value: { traits: { last: expect.any(String) } } }]);
});

test.each([
  ['many', many],
  ['large', large],
])('in whatever order they come, the same traits and suggestions (%s)', async (_name, history) => {
  const expected = await personAfter([history], false);
  const single = (messages: Claim[]) => messages.map((message) => [message]);
  const [one = [], ...others] = single(history);
  const orders: [deliveries: Claim[][], isSettledBetween: boolean][] = [
    [single(history), true],
    [single(history).toReversed(), true],
    [[...others, one], false],
    [[history.slice(2), history.slice(0, 2)], false],
  ];
  for (const [deliveries, isSettledBetween] of orders) {
    expect(await personAfter(deliveries, isSettledBetween)).toEqual(expected);
  }
});

test('a workspace keeps its newest suggestions', async () => {
  const { id, secretKey } = await h.newWorkspace();
  const suggestions = Array.from({ length: 30 }, (_, place) => ({
    isTest: false,
    visitorId: randomUUID(),
    identityId: null,
    eventId: randomUUID(),
    kind: 'naming' as const,
    value: { place },
    reason: 'outranked' as const,
    verificationLevel: 'public' as const,
    createdAt: new Date(start + place * 1_000).toISOString(),
  }));
  await h.db.workspace(id, async (tx) => {
    await insertSuggestions(tx, id, suggestions);
    await forgetOldSuggestions(tx, id, 12);
  });
  const left = pageIn(await restOf(h, secretKey).get('/suggestions')).data;
  expect(left.map(({ value }) => (value as { place: number }).place)).toEqual(
    Array.from({ length: 12 }, (_, place) => 29 - place),
  );
});
