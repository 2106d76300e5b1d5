/* Random histories with identity overrides, made and undone in any order: what messages say is what is left. */
import { expect, test } from 'vitest';
import { type Random, seededRandom, shuffled } from '../../testing/random-history.ts';
import { inRounds } from '../../testing/rounds.ts';
import type { IdentifyClaimFact } from '../making/profile.ts';
import { resolvePeople } from '../making/resolve-people.ts';
import type { IdentityOverride } from './identity-override.ts';

const workspaceId = '00000000-0000-4000-8000-000000000000';
const histories = inRounds(100);

const uuid = (kind: number, number: number) =>
  `00000000-0000-4000-800${kind}-${String(number).padStart(12, '0')}`;
const emails = ['ada@siemens.com', 'bob@gmail.com', 'carl@bosch.com', 'home@gmail.com', ''];
const userIds = ['u1', 'u2', 'u3', null, null];
const verificationLevels = ['public', 'public', 'device', 'signed', 'signed'] as const;
const provedNames = ['email', 'user_id', null] as const;

function pickFrom<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** In time order. */
function randomIdentifyClaims(random: Random): IdentifyClaimFact[] {
  return Array.from({ length: 2 + Math.floor(random() * 9) }, (_, place) => {
    const userId = pickFrom(userIds, random);
    const email = pickFrom(userId === null ? emails.slice(0, 4) : emails, random);
    const verificationLevel = pickFrom(verificationLevels, random);
    const mayBePart = verificationLevel === 'signed' && userId !== null && email !== '';
    const provedName = mayBePart ? pickFrom(provedNames, random) : null;
    return {
      ...{ eventId: uuid(1, place), visitorId: uuid(2, Math.floor(random() * 4)), isTest: false },
      ...{ email, emailKey: email, userId, verificationLevel, provedName },
      ...{ at: `2026-10-01T10:00:${String(place).padStart(2, '0')}.000000Z` },
      ...{ name: random() < 0.5 ? `N${place}` : '', traits: { [`t${place % 3}`]: place } },
    };
  });
}

function randomIdentityOverrides(
  identifyClaims: IdentifyClaimFact[],
  random: Random,
): IdentityOverride[] {
  return Array.from({ length: 1 + Math.floor(random() * 4) }, (_, place): IdentityOverride => {
    const made = {
      id: uuid(3, place),
      isUndone: false,
      eventId: pickFrom(identifyClaims, random).eventId,
    };
    const other = pickFrom(identifyClaims, random);
    const kind = pickFrom(['detach', 'split', 'join'] as const, random);
    if (kind === 'detach') return { ...made, kind, identityId: uuid(4, 0) };
    if (kind === 'join') return { ...made, kind, otherEventId: other.eventId };
    const takes = { visitorIds: [other.visitorId], emails: [], userIds: [] };
    const named = { visitorIds: [], emails: [other.emailKey].filter(Boolean), userIds: ['u1'] };
    const selection = random() < 0.5 ? takes : named;
    return { ...made, kind, otherEventId: other.eventId, newIdentityId: uuid(5, place), selection };
  });
}

/** All that is stored of people, as text. */
async function textOf(
  identifyClaims: IdentifyClaimFact[],
  identityOverrides: IdentityOverride[],
): Promise<string> {
  const { people, personOf, worthOf, refusals } = await resolvePeople(
    workspaceId,
    identifyClaims,
    identityOverrides,
  );
  return JSON.stringify([
    people.map((person) => person.identity()),
    identifyClaims.map(({ eventId }) => [personOf.get(eventId)?.id, worthOf.get(eventId)]),
    refusals.map(({ identifyClaim, ...refusal }) => [identifyClaim.eventId, refusal]),
  ]);
}

const undone = (identityOverrides: IdentityOverride[], ids: Set<string>) =>
  identityOverrides.map((one) => ({ ...one, isUndone: ids.has(one.id) }));

type Check = (
  identifyClaims: IdentifyClaimFact[],
  made: IdentityOverride[],
  random: Random,
) => Promise<void>;

async function eachHistory(check: Check, count = histories) {
  for (let seed = 1; seed <= count; seed++) {
    const random = seededRandom(seed);
    const identifyClaims = randomIdentifyClaims(random);
    await check(identifyClaims, randomIdentityOverrides(identifyClaims, random), random);
  }
}

test('undone in any order, each leaves what the others make alone, and all of them nothing', async () => {
  let changed = 0;
  await eachHistory(async (identifyClaims, identityOverrides, random) => {
    const plain = await textOf(identifyClaims, []);
    if ((await textOf(identifyClaims, identityOverrides)) !== plain) changed += 1;
    const ids = new Set<string>();
    for (const { id } of shuffled(identityOverrides, random)) {
      ids.add(id);
      const left = identityOverrides.filter((one) => !ids.has(one.id));
      expect(await textOf(identifyClaims, undone(identityOverrides, ids))).toBe(
        await textOf(identifyClaims, left),
      );
    }
    expect(await textOf(identifyClaims, undone(identityOverrides, ids))).toBe(plain);
  });
  expect(changed).toBeGreaterThan(histories / 2);
});

test('people stay apart: each claim has at most one person, and each id, address and user_id exactly one', async () => {
  await eachHistory(async (identifyClaims, identityOverrides) => {
    const { people, personOf, detached } = await resolvePeople(
      workspaceId,
      identifyClaims,
      identityOverrides,
    );
    const stored = people.map((person) => person.identity());
    const unique = (values: (string | null)[]) => {
      const present = values.filter(Boolean);
      expect(new Set(present).size).toBe(present.length);
    };
    unique(stored.map(({ id }) => id));
    unique(stored.map(({ email }) => email));
    unique(stored.map(({ userId }) => userId));
    for (const { eventId } of identifyClaims) {
      expect(personOf.has(eventId)).toBe(!detached.has(eventId));
    }
  });
});

test('every former id returns a person while one of their claims counts', async () => {
  await eachHistory(async (identifyClaims, identityOverrides) => {
    const before = await resolvePeople(workspaceId, identifyClaims, []);
    const { nowOf, people, personOf, detached } = await resolvePeople(
      workspaceId,
      identifyClaims,
      identityOverrides,
    );
    const ids = new Set(people.map(({ id }) => id));
    for (const { id } of before.people) {
      const own = identifyClaims.filter(({ eventId }) => before.personOf.get(eventId)?.id === id);
      const now = nowOf.get(id);
      if (now) expect(ids.has(now)).toBe(true);
      else
        expect(
          own.some(({ eventId }) => !detached.has(eventId) && personOf.get(eventId)?.id === id),
        ).toBe(false);
    }
    for (const [id, now] of nowOf) if (ids.has(id)) expect(now).toBe(id);
  });
});

test('merged people are one person, whichever of them is identified, also by late claims', async () => {
  await eachHistory(async (identifyClaims, _, random) => {
    const [one, other] = [pickFrom(identifyClaims, random), pickFrom(identifyClaims, random)];
    const join: IdentityOverride = {
      ...{ id: uuid(3, 0), kind: 'join', isUndone: false },
      ...{ eventId: one.eventId, otherEventId: other.eventId },
    };
    const { personOf } = await resolvePeople(workspaceId, identifyClaims, [join]);
    expect(personOf.get(one.eventId)).toBe(personOf.get(other.eventId));
    const late = { ...other, eventId: uuid(1, 99), at: '2026-10-02T10:00:00.000000Z' };
    const later = await resolvePeople(workspaceId, [...identifyClaims, late], [join]);
    const alone = await resolvePeople(workspaceId, [...identifyClaims, late]);
    const meansOther = alone.personOf.get(late.eventId) === alone.personOf.get(other.eventId);
    if (meansOther) {
      expect(later.personOf.get(late.eventId)).toBe(later.personOf.get(one.eventId));
    }
  });
});

test('a split-off visitor is another person, and later claims follow', async () => {
  await eachHistory(async (identifyClaims, _, random) => {
    const one = pickFrom(identifyClaims, random);
    const { visitorId, eventId } = one;
    const split: IdentityOverride = {
      ...{ id: uuid(3, 0), kind: 'split', isUndone: false, eventId, otherEventId: eventId },
      ...{
        newIdentityId: uuid(5, 0),
        selection: { visitorIds: [visitorId], emails: [], userIds: [] },
      },
    };
    const again = { ...one, eventId: uuid(1, 99), at: '2026-10-02T10:00:00.000000Z' };
    const all = [...identifyClaims, again];
    const alone = await resolvePeople(workspaceId, all);
    const { personOf } = await resolvePeople(workspaceId, all, [split]);
    const own = alone.personOf.get(eventId);
    for (const identifyClaim of all) {
      const isOwn = alone.personOf.get(identifyClaim.eventId) === own;
      expect(personOf.get(identifyClaim.eventId)?.id === uuid(5, 0)).toBe(
        isOwn && identifyClaim.visitorId === visitorId,
      );
    }
  });
});
