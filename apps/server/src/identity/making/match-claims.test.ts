import { expect, test } from 'vitest';
import { type IdentifyClaim, matchIdentifyClaims } from './match-claims.ts';

const fold = (email: string) => email.toLowerCase();

const workspaceId = '0190f0a0-0000-7000-8000-000000000001';

function identifyClaim(eventId: string, who: { email?: string; userId?: string }): IdentifyClaim {
  return {
    eventId,
    isTest: false,
    visitorId: '0190f0a0-0000-7000-8000-000000000002',
    verificationLevel: 'public',
    provedName: null,
    occurredAt: '2026-05-04T09:30:00.000Z',
    email: who.email ?? '',
    userId: who.userId,
    name: '',
    traits: {},
  };
}

function identity(id: string, email: string, userId: string | null) {
  const claimedBy = 'device' as const;
  return { id, isTest: false, email, foldedEmail: fold(email), userId, claimedBy };
}

const of = (identities: ReturnType<typeof identity>[]) => ({
  identities,
  owners: [],
  proofs: [],
  userIds: [],
  devices: identities.map(({ id }) => ({
    identityId: id,
    visitorId: '0190f0a0-0000-7000-8000-000000000002',
  })),
});

test('a known user_id decides over the email', async () => {
  const people = [
    identity('one', 'one@example.com', 'u1'),
    identity('two', 'two@example.com', null),
  ];
  const { identityOf, deltas } = await matchIdentifyClaims(
    workspaceId,
    [identifyClaim('e', { email: 'two@example.com', userId: 'u1' })],
    of(people),
    fold,
  );
  expect(identityOf.get('e')).toBe('one');
  expect(deltas).toMatchObject([{ id: 'one', email: 'one@example.com', isNew: false }]);
});

test('an unknown user_id completes the identity of its email', async () => {
  const { deltas } = await matchIdentifyClaims(
    workspaceId,
    [identifyClaim('e', { email: 'ONE@example.com', userId: 'u1' })],
    of([identity('one', 'one@example.com', null)]),
    fold,
  );
  expect(deltas).toMatchObject([{ id: 'one', userId: 'u1', isNew: false }]);
});

test('a known user_id without an address gets the one that nobody has', async () => {
  const { identityOf, deltas } = await matchIdentifyClaims(
    workspaceId,
    [
      identifyClaim('e1', { email: 'one@example.com', userId: 'u1' }),
      identifyClaim('e2', { email: 'one@example.com' }),
    ],
    of([identity('one', '', 'u1')]),
    fold,
  );
  expect(deltas).toMatchObject([{ id: 'one', email: 'one@example.com', isNew: false }]);
  expect(identityOf.get('e2')).toBe('one');
});

test('an address that another account has stays theirs', async () => {
  const { identityOf, deltas } = await matchIdentifyClaims(
    workspaceId,
    [identifyClaim('e', { email: 'one@example.com', userId: 'u2' })],
    of([identity('one', 'one@example.com', 'u1')]),
    fold,
  );
  expect(identityOf.get('e')).not.toBe('one');
  expect(deltas).toMatchObject([{ email: '', userId: 'u2', isNew: true }]);
});
