/**
 * What somebody put right about who is who. An identity override holds on to namings rather than to ids or rows: whose those are
 * follows from the messages, whatever comes later.
 */

interface Made {
  id: string;
  /** Taken back; it only tells by then who was meant by an id that it made. */
  isUndone: boolean;
}

/** The visitor is not who these names say, however often it says so. */
export interface Detachment extends Made {
  kind: 'detach';
  /** The naming. */
  eventId: string;
  /** Whom it meant. */
  identityId: string;
}

/** Two people are one. */
export interface Join extends Made {
  kind: 'join';
  /** A naming of each of them. */
  eventId: string;
  otherEventId: string;
}

/** A part of a person's namings is somebody else's. */
export interface Split extends Made {
  kind: 'split';
  /** A naming of the person. */
  eventId: string;
  /** The first naming of the part. */
  otherEventId: string;
  newIdentityId: string;
  selection: Selection;
}

export type IdentityOverride = Detachment | Join | Split;

/** Namings of any of these visitors, or with any of these names. */
export interface Selection {
  visitorIds: string[];
  /** As addresses are compared. */
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
