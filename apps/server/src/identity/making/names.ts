/** What a message names somebody by, and which of it its proof is of. Pure. */
import type { ProvedName } from '@footfall/contract/verification-levels';
import { namedId } from '../../platform/common/ids.ts';

export interface Names {
  isTest: boolean;
  /** The address as addresses are compared; empty when none was given. */
  emailKey: string;
  userId: string | null;
}

/** The names that the message's right is of; what it gives beside them is a device's word. */
export function provedPart<T extends Names & { provedName: ProvedName | null }>(part: T): T {
  if (part.provedName === null) return part;
  return part.provedName === 'email' ? { ...part, userId: null } : { ...part, emailKey: '' };
}

/** The same for the same names: an identity is called after the first that its person was named by. */
export function identityIdOf(workspaceId: string, names: Names): string {
  return namedId(`identity:${workspaceId}:${keyOf(names)}`);
}

/** The same, made once for each of the names. */
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
