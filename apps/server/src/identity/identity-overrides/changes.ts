/** Builds the identity overrides that a request can make, checked against the people as they are now. Pure. */
import { ApiError } from '@footfall/contract/errors';
import { namedId } from '../../platform/common/ids.ts';
import { existing } from '../../platform/resource-kit/not-found.ts';
import type { Change, Workbench } from './correct.ts';
import { type IdentityOverride, isSelected, type Selection } from './identity-override.ts';

/** A person's current claims, in time order. */
function identifyClaimsOf({ history, now }: Workbench, identityId: string) {
  return history.identifyClaims.filter(
    ({ eventId }) => now.personOf.get(eventId)?.id === identityId,
  );
}

/** Resolves an id to one of the loaded people. */
export function personBy({ now }: Workbench, id: string): string {
  return existing(now.nowOf.get(id) ?? undefined, 'identity');
}

/** @throws ApiError not_found if the person has no such link, conflict if it is detached */
export function detachment(
  bench: Workbench,
  id: string,
  identityId: string,
  linkId: string,
): Change {
  const { history, now } = bench;
  const detached = now.detached.get(linkId);
  if (detached && now.nowOf.get(detached.identityId) === identityId) {
    throw new ApiError(
      'conflict',
      `The identity override ${detached.id} already detached this link. Undo it to attach the link again.`,
    );
  }
  const own = identifyClaimsOf(bench, identityId).find(({ eventId }) => eventId === linkId);
  const { visitorId } = existing(own, 'link of this identity');
  const made: IdentityOverride = {
    id,
    kind: 'detach',
    isUndone: false,
    eventId: linkId,
    identityId,
  };
  return {
    identityOverrides: [...history.identityOverrides, made],
    row: { ...rowOf(id, identityId), kind: 'detach', eventId: linkId, visitorId },
    identityOverrideId: id,
  };
}

/** @throws ApiError conflict if nothing or everything is selected */
export function split(
  bench: Workbench,
  id: string,
  identityId: string,
  selection: Selection,
  workspaceId: string,
): Change {
  const own = identifyClaimsOf(bench, identityId);
  const [first] = own;
  const part = own.filter((identifyClaim) => isSelected(selection, identifyClaim));
  const [firstOfPart] = part;
  if (!first || !firstOfPart || part.length === own.length) {
    throw new ApiError(
      'conflict',
      firstOfPart
        ? 'The split would move all links of the person. Leave at least one link with the person.'
        : 'The person has no link with these visitors, email addresses or user IDs. See GET /identities/{id}/links.',
    );
  }
  const key = JSON.stringify(['split', workspaceId, identityId, selection]);
  const newIdentityId = namedId(key);
  const otherEventId = firstOfPart.eventId;
  const made: IdentityOverride = {
    ...{ id, kind: 'split', isUndone: false, eventId: first.eventId },
    ...{ otherEventId, newIdentityId, selection },
  };
  return {
    identityOverrides: [...bench.history.identityOverrides, made],
    row: {
      ...rowOf(id, identityId),
      kind: 'split',
      otherIdentityId: newIdentityId,
      eventId: first.eventId,
      visitorId: first.visitorId,
      otherEventId,
      otherVisitorId: firstOfPart.visitorId,
      selection,
    },
    identityOverrideId: id,
  };
}

/** @throws ApiError conflict if they are one person already */
export function join(bench: Workbench, id: string, identityId: string, otherId: string): Change {
  if (identityId === otherId) {
    throw new ApiError('conflict', `Both ids already belong to the same person: ${identityId}.`);
  }
  const [first] = identifyClaimsOf(bench, identityId);
  const [other] = identifyClaimsOf(bench, otherId);
  if (!first || !other) throw new Error('a person without claims');
  const { eventId, visitorId } = first;
  const { eventId: otherEventId, visitorId: otherVisitorId } = other;
  const made: IdentityOverride = { id, kind: 'join', isUndone: false, eventId, otherEventId };
  return {
    identityOverrides: [...bench.history.identityOverrides, made],
    row: {
      ...{ ...rowOf(id, identityId), kind: 'join', otherIdentityId: otherId },
      ...{ eventId, visitorId, otherEventId, otherVisitorId },
    },
    identityOverrideId: id,
  };
}

export function undoing(
  { history }: Workbench,
  id: string,
  identityOverrideId: string,
  identityId: string,
): Change {
  return {
    identityOverrides: history.identityOverrides.map((one) =>
      one.id === identityOverrideId ? { ...one, isUndone: true } : one,
    ),
    row: { ...rowOf(id, identityId), kind: 'undo', undoes: identityOverrideId },
    identityOverrideId,
  };
}

/** Normalized: the same names in any order give the same selection. */
export function selectionOf(
  body: { visitor_ids?: string[]; emails?: string[]; user_ids?: string[] },
  fold: (email: string) => string,
): Selection {
  const { visitor_ids = [], emails = [], user_ids = [] } = body;
  const sorted = (values: string[]) => [...new Set(values)].filter((value) => value !== '').sort();
  return {
    visitorIds: sorted(visitor_ids.map((one) => one.toLowerCase())),
    emails: sorted(emails.map(fold)),
    userIds: sorted(user_ids),
  };
}

function rowOf(id: string, identityId: string) {
  return {
    ...{ id, identityId, otherIdentityId: null, eventId: null, visitorId: null },
    ...{ otherEventId: null, otherVisitorId: null, selection: {}, undoes: null },
  };
}
