/**
 * The caller of an operation: a secret key, a member, a reader of a share link, or the operator's command line.
 * Permissions are read in the work's transaction, so that revocations apply at once.
 */
import {
  type Feature,
  featureNames,
  roleScopes,
  type Scope,
  scopeNames,
  type WorkspaceRole,
} from '@footfall/contract/access';
import { ApiError } from '@footfall/contract/errors';
import { type KeyFacts, selectKeyFeatures } from '../../accounts/keys/store.ts';
import { selectMembership } from '../../accounts/members/store.ts';
import type { SessionFacts } from '../../accounts/sign-in/sessions.ts';
import { shareScopes } from '../../accounts/workspaces/shares/query.ts';
import { type ShareFacts, selectShareFeatures } from '../../accounts/workspaces/shares/store.ts';
import { workspaceExists } from '../../accounts/workspaces/store.ts';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { Actor, Permissions } from '../../platform/resource-kit/operation-context.ts';

export type Caller =
  | { kind: 'key'; key: KeyFacts }
  | ({ kind: 'member'; workspaceId: string } & SessionFacts)
  | { kind: 'share'; share: ShareFacts }
  | { kind: 'command'; workspaceId: string };

export function workspaceOf(caller: Caller): string {
  switch (caller.kind) {
    case 'key':
      return caller.key.workspaceId;
    case 'share':
      return caller.share.workspaceId;
    default:
      return caller.workspaceId;
  }
}

export function actorOf(caller: Caller): Actor {
  switch (caller.kind) {
    case 'key':
      return { kind: 'key', id: caller.key.id };
    case 'member':
      return { kind: 'member', id: caller.userId, email: caller.email };
    case 'share':
      return { kind: 'share', id: caller.share.id };
    case 'command':
      return { kind: 'command' };
  }
}

/** A refusal if the key is revoked or expired, the session ended, the member removed, the link expired, or the workspace deleted. */
export async function permissionsOf(tx: Tx, caller: Caller): Promise<Permissions | ApiError> {
  switch (caller.kind) {
    case 'key': {
      const features = await selectKeyFeatures(tx, caller.key);
      return features
        ? { scopes: caller.key.scopes, features, hidesPersonal: caller.key.pii === 'hidden' }
        : secretKeyNeeded();
    }
    case 'member': {
      const membership = await selectMembership(tx, caller.workspaceId, caller);
      if (!membership) return notAMember();
      if (!membership.isSignedIn) return signInNeeded();
      const { role, features, lacksSecondFactor, lacksFreshProof } = membership;
      return {
        scopes: scopesOf(role),
        // This feature is about keys and REST; members always have pages.
        features: new Set<Feature>([...features, 'api']),
        role,
        lacksSecondFactor,
        lacksFreshProof,
        hidesPersonal: membership.pii === 'hidden',
      };
    }
    case 'share': {
      const features = await selectShareFeatures(tx, caller.share);
      return features
        ? {
            scopes: shareScopes(caller.share.reveals),
            features,
            hidesPersonal: true,
          }
        : noSuchShare();
    }
    case 'command': {
      // Features of a workspace do not restrict the operator.
      const exists = await workspaceExists(tx, caller.workspaceId);
      return exists
        ? { scopes: everyScope, features: everyFeature, role: 'admin', hidesPersonal: false }
        : new ApiError('not_found', 'There is no such workspace.');
    }
  }
}

export function secretKeyNeeded(): ApiError {
  return new ApiError(
    'unauthorized',
    'The secret key is missing, mistyped, revoked or expired. Send `Authorization: Bearer svc_sk_…`.',
  );
}

export function keyExpired({ expiresAt }: KeyFacts): ApiError {
  const at = expiresAt && timestamp(expiresAt);
  return new ApiError('unauthorized', `This key expired at ${at}. Create a new one.`, {
    reason: 'key_expired',
    expired_at: at,
  });
}

export function signInNeeded(): ApiError {
  return new ApiError(
    'unauthorized',
    'You are not signed in, or your session has expired. Sign in.',
  );
}

/** The same for existing and unknown workspaces. */
export function notAMember(): ApiError {
  return new ApiError('forbidden', 'You are not a member of this workspace.', {
    reason: 'not_a_member',
  });
}

/** The same for expired, deleted and unknown links. */
export function noSuchShare(): ApiError {
  return new ApiError('not_found', 'This page does not exist or is no longer shared.');
}

const everyScope: ReadonlySet<Scope> = new Set(scopeNames);
const everyFeature: ReadonlySet<Feature> = new Set(featureNames);

function scopesOf(role: WorkspaceRole | undefined): ReadonlySet<Scope> {
  return new Set(role && roleScopes[role]);
}
