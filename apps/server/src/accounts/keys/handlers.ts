import { ApiError, invalidRequest } from '@footfall/contract/errors';
import {
  type ApiKey,
  type keyOperations,
  mostKeys,
  mostSigningSecrets,
  type signingSecretOperations,
} from '@footfall/contract/keys';
import type { HandlersOf } from '@footfall/contract/operation';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { existing } from '../../platform/resource-kit/not-found.ts';
import { memberId, type OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { orderedPageOf } from '../../platform/resource-kit/paging.ts';
import { differences } from '../workspaces/audit-log.ts';
import { lockWorkspace } from '../workspaces/store.ts';
import { type KeyRequest, readNewKey } from './new-key.ts';
import {
  countKeys,
  countSecrets,
  listKeys,
  listSecrets,
  selectKey,
  selectSecret,
} from './records.ts';
import { createSigningSecret, revokeSigningSecret } from './signing-secrets.ts';
import { createKey, revokeKey } from './store.ts';

export const keyHandlers: HandlersOf<typeof keyOperations, OperationContext> = {
  listKeys({ tx, workspaceId }, { query }) {
    const { kind, revoked: isRevoked, expires_soon: expiresSoon } = query;
    const filter = { kind, isRevoked, expiresSoon };
    return listKeys(tx, workspaceId, filter, orderedPageOf(query));
  },

  async createKey(context, { body }) {
    return { data: await make(context, body) };
  },

  async revokeKey({ tx, workspaceId, actor, noteChanges }, { params }) {
    const { revoked_at } = existing(await selectKey(tx, workspaceId, params.id), 'key');
    await revokeKey(tx, params.id, memberId(actor));
    if (revoked_at === null) noteChanges({ revoked_at: [null, timestamp(new Date())] });
    return undefined;
  },

  async rotateKey(context, { params }) {
    const { tx, workspaceId } = context;
    const old = existing(await selectKey(tx, workspaceId, params.id), 'key');
    if (old.revoked_at !== null) {
      throw new ApiError('conflict', 'This key is revoked. Create a new one instead.');
    }
    const { kind, name, scopes, origins, server_only, pii, rate_limit_per_minute } = old;
    const expires_at = sameLifetime(old);
    const rights = { kind, name, origins, server_only, pii, rate_limit_per_minute, expires_at };
    const request = kind === 'secret' ? { ...rights, scopes } : rights;
    return { data: { new_key: await make(context, request, old.id), old_key: old } };
  },
};

/** A new expiry with the original lifetime. */
function sameLifetime({ created_at, expires_at }: ApiKey): string | null {
  if (expires_at === null) return null;
  return new Date(Date.now() + Date.parse(expires_at) - Date.parse(created_at)).toISOString();
}

/** Returns the key with its text, which is shown once. @throws ApiError invalid_request, conflict */
async function make(
  { tx, workspaceId, actor, noteChanges }: OperationContext,
  request: KeyRequest,
  replaces: string | null = null,
): Promise<ApiKey & { key: string }> {
  const read = readNewKey(request);
  if (Array.isArray(read)) {
    throw invalidRequest(read.map(({ path, message }) => ({ path: `body.${path}`, message })));
  }
  await requireRoom(tx, workspaceId, mostKeys, countKeys, 'keys');
  const createdBy = memberId(actor);
  const { id, key } = await createKey(tx, { workspaceId, ...read, createdBy, replaces });
  const made = existing(await selectKey(tx, workspaceId, id), 'key');
  const { kind, name, scopes, origins, server_only, pii, rate_limit_per_minute, expires_at } = made;
  const rights =
    kind === 'secret' ? { kind, name, scopes, origins, server_only, pii } : { kind, name };
  noteChanges({
    ...differences(undefined, { ...rights, rate_limit_per_minute, expires_at }),
    ...(replaces && { replaces: [null, replaces] }),
  });
  return { ...made, key };
}

/** Takes a lock, or two concurrent requests would both be the last. @throws ApiError conflict */
async function requireRoom(
  tx: Tx,
  workspaceId: string,
  most: number,
  count: typeof countSecrets,
  what: string,
): Promise<void> {
  await lockWorkspace(tx, workspaceId);
  if ((await count(tx, workspaceId, { isRevoked: false })) < most) return;
  const message = `The workspace already has ${most} active ${what}. Revoke unused ones first.`;
  throw new ApiError('conflict', message);
}

export const signingSecretHandlers: HandlersOf<typeof signingSecretOperations, OperationContext> = {
  listSigningSecrets: ({ tx, workspaceId }, { query }) =>
    listSecrets(tx, workspaceId, { isRevoked: query.revoked }, orderedPageOf(query)),

  async createSigningSecret({ tx, workspaceId, actor, noteChanges }, { body }) {
    await requireRoom(tx, workspaceId, mostSigningSecrets, countSecrets, 'signing secrets');
    const name = body.name.trim();
    const { id, secret } = await createSigningSecret(tx, workspaceId, name, memberId(actor));
    noteChanges({ name: [null, name] });
    return { data: { ...existing(await selectSecret(tx, workspaceId, id), 'secret'), secret } };
  },

  async revokeSigningSecret({ tx, workspaceId, actor, noteChanges }, { params }) {
    const { revoked_at } = existing(await selectSecret(tx, workspaceId, params.id), 'secret');
    await revokeSigningSecret(tx, workspaceId, params.id, memberId(actor));
    if (revoked_at === null) noteChanges({ revoked_at: [null, timestamp(new Date())] });
    return undefined;
  },
};
