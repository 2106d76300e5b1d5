/** The names in a message, and which of them its proof covers. Pure. */
import type { ProvedName } from '@footfall/contract/verification-levels';
import { namedId } from '../../platform/common/ids.ts';

export interface Names {
  isTest: boolean;
  /** The address, normalized for comparison; empty if none. */
  emailKey: string;
  userId: string | null;
}

/** The names that the message proves; others beside them count at device level. */
export function provedPart<T extends Names & { provedName: ProvedName | null }>(part: T): T {
  if (part.provedName === null) return part;
  return part.provedName === 'email' ? { ...part, userId: null } : { ...part, emailKey: '' };
}

/** Deterministic: an identity's id derives from the first name its person had. */
export function identityIdOf(workspaceId: string, names: Names): string {
  return namedId(`identity:${workspaceId}:${keyOf(names)}`);
}

/** The same, computed once per name. */
export function namedIds(workspaceId: string): (names: Names) => string {
  const ids = new Map<string, string>();
  return (names) => {
    const key = keyOf(names);
    const id = ids.get(key) ?? identityIdOf(workspaceId, names);
    ids.set(key, id);
    return id;
  };
}

function keyOf({ isTest, emailKey, userId }: Names): string {
  return userId === null ? emailKeyOf(isTest, emailKey) : userKey(isTest, userId);
}

export const emailKeyOf = (isTest: boolean, emailKey: string) => `${isTest}:email:${emailKey}`;
export const userKey = (isTest: boolean, userId: string) => `${isTest}:user:${userId}`;
