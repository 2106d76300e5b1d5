/** Names that messages claim publicly, and the limit on visitors for each. */
import { nameKey, type Overflow, type PublicName } from '../../people/identities/overflows.ts';
import { publicVisitors } from '../../people/identities/suggestion-reasons.ts';
import type { IdentifyClaim } from './match-claims.ts';

export type ClaimedPublicName = PublicName & { identifyClaim: IdentifyClaim };

/** Publicly claimed names, each with its visitor. */
export function publicNamesOf(
  identifyClaims: IdentifyClaim[],
  fold: (email: string) => string,
): ClaimedPublicName[] {
  return identifyClaims.flatMap((identifyClaim) => {
    if (identifyClaim.verificationLevel !== 'public') return [];
    const { isTest, visitorId, email, userId } = identifyClaim;
    const names = [
      { kind: 'email' as const, name: fold(email) },
      { kind: 'user' as const, name: userId ?? '' },
    ];
    return names
      .filter(({ name }) => name !== '')
      .map((name) => ({ ...name, isTest, visitorId, identifyClaim }));
  });
}

/** Claims by visitors beyond the limit of their name. */
export function overflowing(names: ClaimedPublicName[], overflows: Overflow[]): IdentifyClaim[] {
  const overflowsByName = new Map(overflows.map((overflow) => [nameKey(overflow), overflow]));
  const fresh = new Map<string, Set<string>>();
  return names.flatMap((name) => {
    const key = nameKey(name);
    const overflow = overflowsByName.get(key);
    if (overflow?.visitorIds.includes(name.visitorId)) return [];
    const others = fresh.get(key) ?? new Set();
    fresh.set(key, others.add(name.visitorId));
    return (overflow?.size ?? 0) + others.size > publicVisitors ? [name.identifyClaim] : [];
  });
}
