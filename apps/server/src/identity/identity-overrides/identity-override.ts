/**
 * A manual identity override of who is who. It refers to claims rather than to ids or rows, so it stays valid when later
 * messages change who a claim means.
 */

interface Made {
  id: string;
  /** Undone; kept only to resolve ids it created. */
  isUndone: boolean;
}

/** The visitor is not the person with these names, however often it identifies as them. */
export interface Detachment extends Made {
  kind: 'detach';
  /** The claim's event. */
  eventId: string;
  /** The person it meant. */
  identityId: string;
}

/** Two people are one. */
export interface Join extends Made {
  kind: 'join';
  /** One claim of each person. */
  eventId: string;
  otherEventId: string;
}

/** Some of a person's claims belong to somebody else. */
export interface Split extends Made {
  kind: 'split';
  /** A claim of the person. */
  eventId: string;
  /** The first claim in the separated part. */
  otherEventId: string;
  newIdentityId: string;
  selection: Selection;
}

export type IdentityOverride = Detachment | Join | Split;

/** Claims by any of these visitors or with any of these names. */
export interface Selection {
  visitorIds: string[];
  /** Normalized for comparison. */
  emails: string[];
  userIds: string[];
}

export function isSelected(
  { visitorIds, emails, userIds }: Selection,
  identifyClaim: { visitorId: string; emailKey: string; userId: string | null },
): boolean {
  return (
    visitorIds.includes(identifyClaim.visitorId) ||
    emails.includes(identifyClaim.emailKey) ||
    (identifyClaim.userId !== null && userIds.includes(identifyClaim.userId))
  );
}
