/** Who is calling: the key of a request, found and, within the work's own transaction, checked. */
import type { Feature } from '@footfall/contract/access';
import { ApiError } from '@footfall/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../db/connect.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { KeyFacts } from '../keys/store.ts';

const unauthorizedMessage =
  'A secret key is needed: send `Authorization: Bearer svc_sk_…` with a key that is spelled right and not revoked.';

export function unauthorized(): ApiError {
  return new ApiError('unauthorized', unauthorizedMessage);
}

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** @throws ApiError unauthorized */
export async function secretKeyOf(request: FastifyRequest, keys: KeyRing): Promise<KeyFacts> {
  const token = bearerToken(request);
  const key = token === undefined ? undefined : await keys.find(token, ['secret']);
  if (!key) throw unauthorized();
  return key;
}

/** @throws ApiError unauthorized when the key was revoked, forbidden when the feature is not included */
export async function checkKeyMay(tx: Tx, key: KeyFacts, feature: Feature): Promise<void> {
  const [row] = await tx<{ features: Feature[] }[]>`
    select w.features from api_keys k join workspaces w using (workspace_id)
    where k.workspace_id = ${key.workspaceId} and k.id = ${key.id} and k.revoked_at is null`;
  if (!row) throw unauthorized();
  if (!row.features.includes(feature)) {
    throw new ApiError('forbidden', `The workspace does not include the feature "${feature}".`, {
      reason: 'feature_not_included',
      feature,
    });
  }
}
