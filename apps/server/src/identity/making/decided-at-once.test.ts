/* Over people as the whole history made them, the next claim makes what the whole history with it makes, or is left to the job. */
import type { ProvedName, VerificationLevel } from '@footfall/contract/verification-levels';
import { expect, test } from 'vitest';
import type { KnownIdentities, Proof } from '../../people/identities/known-identities.ts';
import type { StoredIdentity } from '../../people/identities/store.ts';
import { type Random, seededRandom } from '../../testing/random-history.ts';
import { mayFollowFromPast } from './follows-from-past.ts';
import { type IdentifyClaim, matchIdentifyClaims } from './match-claims.ts';
import type { IdentifyClaimFact } from './profile.ts';
import { resolvePeople } from './resolve-people.ts';

const workspaceId = '00000000-0000-4000-8000-000000000000';
const histories = Number(process.env.DECIDED_HISTORIES ?? 400);
const uuid = (kind: number, number: number) =>
  `00000000-0000-4000-800${kind}-${String(number).padStart(12, '0')}`;
const emails = ['ada@siemens.com', 'bob@bosch.com', 'carl@basf.com'];
const userIds = ['u1', 'u2', undefined];
const verificationLevels: VerificationLevel[] = [
  'public',
  'public',
  'device',
  'signed',
  'signed',
  'signed',
];
const proofs: (ProvedName | null)[] = ['email', 'user_id', 'user_id', null];

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** Many say what was said before. */
function randomIdentifyClaims(random: Random): IdentifyClaim[] {
  const claims: IdentifyClaim[] = [];
  for (let place = 0; place < 9; place++) {
    const userId = pick(userIds, random);
    const verificationLevel = pick(verificationLevels, random);
    const email = userId === undefined || random() < 0.7 ? pick(emails, random) : '';
    const mayBePart = verificationLevel === 'signed' && userId !== undefined && email !== '';
    const own = {
      ...{
        isTest: false,
        visitorId: uuid(2, Math.floor(random() * 2)),
        verificationLevel,
        email,
        userId,
      },
      provedName: mayBePart ? pick(proofs, random) : null,
    };
    claims.push({
      ...(claims.length > 0 && random() < 0.5 ? pick(claims, random) : own),
      eventId: uuid(1, place),
      occurredAt: `2026-10-01T10:00:${String(place).padStart(2, '0')}.000Z`,
      name: random() < 0.3 ? `N${place}` : '',
      traits: random() < 0.5 ? { [pick(['plan', 'seats'], random)]: place } : {},
    });
  }
  return claims;
}

const factOf = ({ occurredAt, userId, ...identifyClaim }: IdentifyClaim): IdentifyClaimFact => ({
  ...identifyClaim,
  at: occurredAt,
  emailKey: identifyClaim.email,
  userId: userId ?? null,
});

type Whole = Awaited<ReturnType<typeof resolvePeople>>;

/** As people/identities/known-identities.ts reads it for these names. */
function knownIdentitiesOf(
  facts: IdentifyClaimFact[],
  { people, personOf, worthOf }: Whole,
  next: IdentifyClaimFact,
): KnownIdentities {
  const identities = people.map((person) => {
    const stored = person.identity();
    return { ...stored, foldedEmail: stored.email };
  });
  const byId = new Map(identities.map((identity) => [identity.id, identity]));
  const links: Proof[] = facts
    .filter(
      ({ visitorId, eventId }) =>
        visitorId === next.visitorId && (worthOf.get(eventId)?.weight ?? 1) > 1,
    )
    .map((fact) => ({ ...fact, identityId: personOf.get(fact.eventId)?.id ?? '' }));
  const owner = facts.find(
    ({ emailKey, eventId }) =>
      emailKey !== '' && emailKey === next.emailKey && worthOf.get(eventId)?.ownsEmail,
  );
  const owning = owner && byId.get(personOf.get(owner.eventId)?.id ?? '');
  return {
    identities: identities.filter(
      ({ userId, foldedEmail }) =>
        (userId !== null && userId === next.userId) ||
        (foldedEmail !== '' && foldedEmail === next.emailKey),
    ),
    owners: owning ? [{ identity: owning, email: next.emailKey }] : [],
    devices: links,
    userIds: facts.flatMap(({ isTest, userId }) =>
      next.verificationLevel === 'signed' && userId !== null && userId === next.userId
        ? [{ isTest, userId }]
        : [],
    ),
    proofs: facts.flatMap((fact) =>
      fact.visitorId === next.visitorId && worthOf.get(fact.eventId)?.weight === 3
        ? [{ ...fact, identityId: personOf.get(fact.eventId)?.id ?? '' }]
        : [],
    ),
  };
}

/** As people/identities/store.ts adds it. */
function added(stored: StoredIdentity | undefined, delta: StoredIdentity): object {
  if (stored === undefined) return plain(delta);
  return plain({
    ...stored,
    email: stored.email || delta.email,
    userId: stored.userId ?? delta.userId,
    name: delta.name || stored.name,
    nameLevel: delta.nameLevel ?? stored.nameLevel,
    traits: { ...stored.traits, ...delta.traits },
    traitLevels: { ...stored.traitLevels, ...delta.traitLevels },
    traitTimes: { ...stored.traitTimes, ...delta.traitTimes },
    claimedBy: stored.claimedBy === delta.claimedBy ? stored.claimedBy : 'several',
    updatedAt: delta.updatedAt,
  });
}

const plain = (identity: StoredIdentity) => ({
  ...identity,
  createdAt: Date.parse(identity.createdAt),
  updatedAt: Date.parse(identity.updatedAt),
  traits: { ...identity.traits },
  traitLevels: { ...identity.traitLevels },
  traitTimes: { ...identity.traitTimes },
});

function followsFromPast(
  facts: IdentifyClaimFact[],
  { personOf }: Whole,
  next: IdentifyClaimFact,
  identityId: string,
  isFounding: boolean,
) {
  const own = [...facts, next]
    .filter(({ visitorId }) => visitorId === next.visitorId)
    .map((fact) => ({
      ...{ visitor_id: fact.visitorId, is_test: false, event_id: fact.eventId, linked_at: fact.at },
      ...{ email_key: fact.emailKey, is_bare: fact.userId === null },
      identity_id: fact === next ? identityId : (personOf.get(fact.eventId)?.id ?? ''),
    }));
  const link = own.at(-1);
  return (
    link !== undefined &&
    mayFollowFromPast(
      { link, verificationLevel: next.verificationLevel, isFounding },
      own,
      own.length - 1,
    )
  );
}

test('immediate decisions equal those of the whole history', async () => {
  let decided = 0;
  let again = 0;
  for (let seed = 1; seed <= histories; seed++) {
    const identifyClaims = randomIdentifyClaims(seededRandom(seed));
    for (const [place, identifyClaim] of identifyClaims.entries()) {
      const facts = identifyClaims.slice(0, place).map(factOf);
      const next = factOf(identifyClaim);
      const before = await resolvePeople(workspaceId, facts);
      const storedIdentities = knownIdentitiesOf(facts, before, next);
      const { deltas, undecided, identityOf, worthOf } = await matchIdentifyClaims(
        workspaceId,
        [identifyClaim],
        storedIdentities,
        (email) => email,
      );
      const [delta] = deltas;
      if (undecided.length > 0 || delta === undefined) continue;
      if (followsFromPast(facts, before, next, identityOf.get(next.eventId) ?? '', delta.isNew))
        continue;
      const after = await resolvePeople(workspaceId, [...facts, next]);
      const { isNew, ...made } = delta;
      const stored = before.people.map((person) => person.identity());
      const expected = new Map(
        stored.map((identity): [string, object] => [identity.id, plain(identity)]),
      );
      expected.set(
        made.id,
        added(
          stored.find(({ id }) => id === made.id),
          made,
        ),
      );
      const whole = new Map(
        after.people.map((person): [string, object] => [person.id, plain(person.identity())]),
      );
      expect(expected, `${seed} ${place} ${isNew}`).toEqual(whole);
      expect(identityOf.get(next.eventId)).toBe(after.personOf.get(next.eventId)?.id);
      expect(worthOf.get(next.eventId)).toEqual(after.worthOf.get(next.eventId));
      const others = (one: Whole) =>
        facts.map(({ eventId }) => [one.personOf.get(eventId)?.id, one.worthOf.get(eventId)]);
      expect(others(before)).toEqual(others(after));
      expect(
        after.refusals.map(({ identifyClaim: { eventId }, kind, value }) => [eventId, kind, value]),
      ).toEqual(
        before.refusals.map(({ identifyClaim: { eventId }, kind, value }) => [
          eventId,
          kind,
          value,
        ]),
      );
      decided += 1;
      if (next.provedName !== null && !isNew) again += 1;
    }
  }
  expect(decided).toBeGreaterThan(histories);
  expect(again).toBeGreaterThan(histories / 10);
});
