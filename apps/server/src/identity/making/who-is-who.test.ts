/* Who is who: the same people whether a history is read at once or comes in part by part. */
import { randomUUID } from 'node:crypto';
import type { VerificationLevel } from '@footfall/contract/verification-levels';
import { expect, test } from 'vitest';
import { askTogether } from '../../platform/db/joint-questions.ts';
import { growthOf, proportional } from '../../testing/processor-time.ts';
import { seededRandom } from '../../testing/random-history.ts';
import { inRounds } from '../../testing/rounds.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { identifyClaimQuestions, identifyClaimsToLink, linkIdentifyClaims } from './link-claims.ts';
import { type IdentifyClaim, matchIdentifyClaims } from './match-claims.ts';
import { resolvePeople } from './resolve-people.ts';

const h = await sharedHarness();

const emails = [
  'ada@example.com',
  'ADA@example.com',
  'bob@example.com',
  'bob@exmaple.com',
  'çé@example.com',
  'ÇÉ@example.com',
];
const userIds = ['u1', 'u2', 'u3'];
const browser = randomUUID();

/** Claims in time order, one a second. */
function randomIdentifyClaims(
  seed: number,
  verificationLevels: readonly VerificationLevel[] = ['device'],
): IdentifyClaim[] {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const visitors = Array.from({ length: 4 }, () => randomUUID());
  return Array.from({ length: 12 }, (_, place): IdentifyClaim => {
    const userId = random() < 0.45 ? pick(userIds) : undefined;
    const verificationLevel = pick(verificationLevels);
    const email = userId === undefined || random() < 0.6 ? pick(emails) : '';
    const mayBePart = verificationLevel === 'signed' && userId !== undefined && email !== '';
    return {
      eventId: randomUUID(),
      isTest: false,
      visitorId: pick(visitors),
      verificationLevel,
      provedName: mayBePart ? pick(['email', 'user_id', null] as const) : null,
      occurredAt: new Date(Date.parse('2026-10-01T10:00:00Z') + place * 1_000).toISOString(),
      email,
      userId,
      name: random() < 0.5 ? `N${place}` : '',
      traits: { [pick(['plan', 'seats'])]: place },
    };
  });
}

const factOf = ({ occurredAt, userId, ...identifyClaim }: IdentifyClaim) => ({
  ...identifyClaim,
  at: occurredAt,
  emailKey: identifyClaim.email.toLowerCase(),
  userId: userId ?? null,
});

test.each(Array.from({ length: 50 }, (_, place) => place + 1))(
  'an address is that of the first account that ever gives it, looking ahead or not (%i)',
  async (seed) => {
    // Each on a device of its own, so that names alone tell.
    const facts = randomIdentifyClaims(seed).map((identifyClaim) => ({
      ...factOf(identifyClaim),
      visitorId: randomUUID(),
    }));
    const accountOf = new Map<string, string>();
    for (const { emailKey, userId } of facts) {
      if (emailKey && userId && !accountOf.has(emailKey)) accountOf.set(emailKey, userId);
    }
    const groups = new Map<string, string[]>();
    for (const { eventId, emailKey, userId } of facts) {
      const key = userId ?? accountOf.get(emailKey) ?? emailKey;
      groups.set(key, [...(groups.get(key) ?? []), eventId]);
    }
    const { people, personOf } = await resolvePeople(randomUUID(), facts);
    expect(people).toHaveLength(groups.size);
    for (const events of groups.values()) {
      expect(new Set(events.map((eventId) => personOf.get(eventId))).size).toBe(1);
    }
  },
);

test.each([
  { verificationLevels: ['device'] },
  { verificationLevels: ['signed'] },
  { verificationLevels: ['public'] },
  { verificationLevels: ['public', 'public', 'public', 'device', 'signed'] },
] satisfies { verificationLevels: VerificationLevel[] }[])(
  'incremental messages store the same people as the whole history, or leave it to the job ($verificationLevels)',
  async ({ verificationLevels }) => {
    let compared = 0;
    for (let seed = 1; seed <= inRounds(20); seed++) {
      const random = seededRandom(seed * 31);
      const { id: workspaceId } = await h.newWorkspace();
      const identifyClaims = randomIdentifyClaims(seed, verificationLevels);
      for (let from = 0; from < identifyClaims.length; ) {
        const until = from + 1 + Math.floor(random() * 3);
        const part = identifyClaims.slice(from, until);
        from = until;
        const { undecided, stored } = await h.db.workspace(workspaceId, async (tx) => {
          const toLink = await identifyClaimsToLink(
            tx,
            part,
            part.map(({ visitorId }) => visitorId),
          );
          const answers = await askTogether(tx, workspaceId, identifyClaimQuestions(toLink));
          const linked = await linkIdentifyClaims(tx, workspaceId, toLink, answers);
          const rows = await tx`
          select id, is_test as "isTest", visitor_id as "visitorId", email, user_id as "userId",
                 name, name_right as "nameLevel", traits, trait_rights as "traitLevels", trait_times as "traitTimes", told_by as "claimedBy", created_at as "createdAt", updated_at as "updatedAt"
          from identities where workspace_id = ${workspaceId} order by id`;
          return { undecided: linked.undecided, stored: rows };
        });
        if (undecided.length > 0) break;
        const { people } = await resolvePeople(
          workspaceId,
          identifyClaims.slice(0, from).map(factOf),
        );
        const whole = people
          .map((person) => person.identity())
          .map((person) => ({
            ...person,
            createdAt: new Date(person.createdAt),
            updatedAt: new Date(person.updatedAt),
          }))
          .sort((a, b) => (a.id < b.id ? -1 : 1));
        expect([...stored]).toEqual(whole);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(15);
  },
);

test('a hundred claims with a hundred new traits each fill the limit in linear time', async () => {
  const identifyClaimsWith = (traits: number) =>
    Array.from(
      { length: 100 },
      (_, place): IdentifyClaim => ({
        eventId: `e${place}`,
        isTest: false,
        visitorId: browser,
        verificationLevel: 'public',
        provedName: null,
        occurredAt: '2026-10-01T10:00:00.000Z',
        email: 'ada@example.com',
        userId: undefined,
        name: '',
        traits: Object.fromEntries(
          Array.from({ length: traits }, (_, key) => [`t${place}_${key}`, key]),
        ),
      }),
    );
  const nobody = { identities: [], owners: [], devices: [], proofs: [], userIds: [] };
  const take = async (traits: number) => {
    const identifyClaims = identifyClaimsWith(traits);
    const { deltas } = await matchIdentifyClaims(randomUUID(), identifyClaims, nobody, (email) =>
      email.toLowerCase(),
    );
    return { deltas, ...(await resolvePeople(randomUUID(), identifyClaims.map(factOf))) };
  };
  expect(await growthOf(take, 25)).toBeLessThan(proportional);
  const { deltas, people } = await take(100);
  for (const traits of [deltas[0]?.traits, people[0]?.identity().traits]) {
    expect(Object.keys(traits ?? {})).toHaveLength(512);
  }
});
