/** API keys and signing secrets, for admins of a workspace. The text of a secret is shown once. */
import Type, { type Static } from 'typebox';
import {
  type KeyKind,
  keyKindNames,
  type PiiMode,
  piiModes,
  type Scope,
  scopeNames,
} from './access.ts';
import { Maker } from './maker.ts';
import { operation } from './operation.ts';
import { fromOperator, fromService } from './origins.ts';
import {
  Closed,
  Instant,
  idParams,
  Label,
  listOf,
  Nullable,
  ordered,
  pageOfList,
  recordOf,
  Timestamp,
  Uuid,
  writeBody,
} from './schema.ts';

/** Most active keys of a workspace. */
export const mostKeys = 1_000;
/** Low, because the service tries each of them for every signed message. */
export const mostSigningSecrets = 20;
export const unusedAfterDays = 90;
/** `expires_soon` is set this long before a key expires. */
export const expiryNoticeDays = 14;
export const mostOrigins = 100;
export const largestRateLimit = 1e9;

const KindName = (description: string) =>
  Type.Unsafe<KeyKind>(Type.String({ enum: [...keyKindNames], description }));

const nameOfKey = 'Purpose of the key.';

const record = {
  id: Uuid('Assigned by the service.'),
  kind: KindName('Kind of key.'),
  name: fromOperator(Type.String({ description: nameOfKey })),
  key: fromService(
    Nullable(
      Type.String({ description: 'Full text of a write key; it is public.' }),
      'Null for a secret key. Its text is shown only once, when you create it.',
    ),
  ),
  prefix: fromService(Type.String({ description: 'Prefix of keys of this kind.' })),
  hint: fromService(Type.String({ description: 'Last characters, to recognize it.' })),
  scopes: Type.Array(Type.Unsafe<Scope>(Type.String({ enum: [...scopeNames] })), {
    description: 'Scopes of a secret key. Empty for a write key.',
  }),
  origins: fromOperator(
    Type.Array(Type.String(), {
      description: 'Origins of browser apps that may use a secret key.',
    }),
  ),
  server_only: Type.Boolean({ description: 'true: browsers cannot use the key.' }),
  pii: Type.Unsafe<PiiMode>(
    Type.String({
      enum: [...piiModes],
      description: 'hidden: responses contain no personal data.',
    }),
  ),
  rate_limit_per_minute: Nullable(
    Type.Integer({ description: 'Most requests per minute.' }),
    'Null: the default of the service.',
  ),
  expires_at: Nullable(
    Timestamp('When the key expires.'),
    'Null: the key is active until you revoke it.',
  ),
  expires_soon: Type.Boolean({
    description: `true: an active key that expires within ${expiryNoticeDays} days.`,
  }),
  created_at: Timestamp('When it was created.'),
  created_by: Maker('Who created it.'),
  replaces: Nullable(Uuid('The key that it replaces.'), 'Null for other keys.'),
  last_used_at: Nullable(Timestamp('Last use, to the minute.'), 'Null if never used.'),
  unused_for_90_days: Type.Boolean({
    description: `true: an active key that was neither created nor used in the last ${unusedAfterDays} days.`,
  }),
  revoked_at: Nullable(Timestamp('When it was revoked.'), 'Null while active.'),
  revoked_by: Nullable(Maker('Who revoked it.'), 'Null while active.'),
};

export const ApiKey = Closed(record);
export type ApiKey = Static<typeof ApiKey>;

const NewApiKey = Closed({
  ...record,
  key: fromService(
    Type.String({ description: 'Full text. For a secret key, this is the only time it is shown.' }),
  ),
});

const roles = ['admin'] as const;
const readers = ['admin', 'member'] as const;
const [feature, tag] = ['api', 'Keys'] as const;

export const newKeyFields = {
  kind: KindName('Kind of key.'),
  name: Label(200, nameOfKey),
  scopes: Type.Array(Type.Unsafe<Scope>(Type.String({ enum: [...scopeNames] })), {
    maxItems: scopeNames.length,
    description: 'Required for secret keys; not allowed for other keys.',
  }),
  origins: Type.Array(Type.String({ maxLength: 300 }), {
    maxItems: mostOrigins,
    description:
      'For a secret key in a browser app: https://app.example.com, or https://*.example.com for all subdomains. Not allowed with server_only.',
  }),
  server_only: Type.Boolean({
    description:
      'true: browsers cannot use the key. Secret keys without origins are always server only.',
  }),
  pii: Type.Unsafe<PiiMode>(
    Type.String({
      enum: [...piiModes],
      description:
        'hidden: responses contain no personal data. Only for secret keys. Default: shown.',
    }),
  ),
  rate_limit_per_minute: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: largestRateLimit,
      description: 'Most requests per minute.',
    }),
    'Null or absent: the default of the service.',
  ),
  expires_at: Nullable(
    Instant('When the key expires.'),
    'Null or absent: the key is active until you revoke it.',
  ),
};

export const keyOperations = {
  listKeys: operation({
    id: 'listKeys',
    method: 'GET',
    path: '/keys',
    tag,
    summary: 'List API keys',
    description:
      'Returns the newest first. Shows the full text of write keys, but only the last characters of secret keys.',
    scopes: [],
    roles: readers,
    feature,
    query: pageOfList({
      kind: KindName('Only keys of this kind.'),
      revoked: Type.Boolean({ description: 'true: only revoked ones. false: only active ones.' }),
      expires_soon: Type.Boolean({
        description: `true: only keys that expire within ${expiryNoticeDays} days. false: only others.`,
      }),
      ...ordered(['created_at']),
    }),
    status: 200,
    ok: listOf(ApiKey),
  }),
  createKey: operation({
    id: 'createKey',
    method: 'POST',
    path: '/keys',
    tag,
    summary: 'Create an API key',
    description: `The response shows the text of a secret key once. A workspace can have ${mostKeys} active keys.`,
    scopes: [],
    roles,
    feature,
    freshProof: true,
    showsSecretOnce: true,
    body: writeBody(ApiKey, newKeyFields, ['kind', 'name']),
    bodyExample: { kind: 'secret', name: 'CRM', scopes: ['leads:read'], server_only: true },
    status: 200,
    ok: recordOf(NewApiKey),
  }),
  revokeKey: operation({
    id: 'revokeKey',
    method: 'DELETE',
    path: '/keys/{id}',
    tag,
    summary: 'Revoke an API key',
    description:
      'The key stops working immediately. You cannot undo this. The key stays in the list.',
    scopes: [],
    roles,
    feature,
    params: idParams,
    status: 204,
  }),
  rotateKey: operation({
    id: 'rotateKey',
    method: 'POST',
    path: '/keys/{id}/rotate',
    tag,
    summary: 'Rotate an API key',
    description:
      'Creates a new key with the same name, scopes and lifetime. The old key works until you revoke it or it expires, so you have time to deploy the new one.',
    scopes: [],
    roles,
    feature,
    freshProof: true,
    showsSecretOnce: true,
    params: idParams,
    status: 200,
    ok: recordOf(Closed({ new_key: NewApiKey, old_key: ApiKey })),
  }),
};

const secretRecord = {
  id: Uuid('Assigned by the service.'),
  name: fromOperator(Type.String({ description: 'Purpose of the secret.' })),
  hint: fromService(Type.String({ description: 'Last characters, to recognize it.' })),
  created_at: Timestamp('When it was created.'),
  created_by: Maker('Who created it.'),
  revoked_at: Nullable(Timestamp('When it was revoked.'), 'Null while active.'),
  revoked_by: Nullable(Maker('Who revoked it.'), 'Null while active.'),
};

const SigningSecret = Closed(secretRecord);
export type SigningSecret = Static<typeof SigningSecret>;

const secretPath = '/signing-secrets';

export const signingSecretOperations = {
  listSigningSecrets: operation({
    id: 'listSigningSecrets',
    method: 'GET',
    path: secretPath,
    tag,
    summary: 'List signing secrets',
    description: 'Returns the newest first.',
    scopes: [],
    roles: readers,
    feature,
    query: pageOfList({
      revoked: Type.Boolean({ description: 'true: only revoked ones. false: only active ones.' }),
      ...ordered(['created_at']),
    }),
    status: 200,
    ok: listOf(SigningSecret),
  }),
  createSigningSecret: operation({
    id: 'createSigningSecret',
    method: 'POST',
    path: secretPath,
    tag,
    summary: 'Create a signing secret',
    description: `A backend signs messages with it to verify who a visitor is. The response shows the secret once. It works within 2 seconds. A workspace can have ${mostSigningSecrets} active secrets.`,
    scopes: [],
    roles,
    feature,
    freshProof: true,
    showsSecretOnce: true,
    body: writeBody(SigningSecret, { name: Label(200, 'Purpose of the secret.') }, ['name']),
    bodyExample: { name: 'Backend' },
    status: 200,
    ok: recordOf(
      Closed({
        ...secretRecord,
        secret: fromService(Type.String({ description: 'Text of the secret.' })),
      }),
    ),
  }),
  revokeSigningSecret: operation({
    id: 'revokeSigningSecret',
    method: 'DELETE',
    path: `${secretPath}/{id}`,
    tag,
    summary: 'Revoke a signing secret',
    description: 'The secret stops working within 2 seconds. You cannot undo this.',
    scopes: [],
    roles,
    feature,
    params: idParams,
    status: 204,
  }),
};
