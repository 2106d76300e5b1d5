/** API keys and signing secrets, for the administrators of a workspace; the text of a secret is told once. */
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

/** Not revoked, of a workspace. */
export const mostKeys = 1_000;
/** Each of them is tried for every signed message. */
export const mostSigningSecrets = 20;
export const unusedAfterDays = 90;
/** A key that expires says so for so long before. */
export const expiryNoticeDays = 14;
export const mostOrigins = 100;
export const largestRateLimit = 1e9;

const KindName = (description: string) =>
  Type.Unsafe<KeyKind>(Type.String({ enum: [...keyKindNames], description }));

const nameOfKey = 'What it is for.';

const record = {
  id: Uuid('Assigned by the service.'),
  kind: KindName('What it may be used for.'),
  name: fromOperator(Type.String({ description: nameOfKey })),
  key: fromService(
    Nullable(
      Type.String({ description: 'Of a write key its whole text, which is public.' }),
      'Null of a secret key: its text is told once, when it is made.',
    ),
  ),
  prefix: fromService(Type.String({ description: 'What keys of this kind begin with.' })),
  hint: fromService(Type.String({ description: 'Its last characters, to recognise it by.' })),
  scopes: Type.Array(Type.Unsafe<Scope>(Type.String({ enum: [...scopeNames] })), {
    description: 'What a secret key may do; empty of a write key.',
  }),
  origins: fromOperator(
    Type.Array(Type.String(), {
      description: 'Websites whose browsers may use a secret key.',
    }),
  ),
  server_only: Type.Boolean({ description: 'No browser may use it.' }),
  pii: Type.Unsafe<PiiMode>(
    Type.String({
      enum: [...piiModes],
      description: 'hidden: every answer to it is without personal data.',
    }),
  ),
  rate_limit_per_minute: Nullable(
    Type.Integer({ description: 'Requests a minute.' }),
    'Null: the default of the service.',
  ),
  expires_at: Nullable(
    Timestamp('It is refused from then on.'),
    'Null: it is good until it is revoked.',
  ),
  expires_soon: Type.Boolean({
    description: `It expires within ${expiryNoticeDays} days, and is not revoked.`,
  }),
  created_at: Timestamp('When it was made.'),
  created_by: Maker('Who made it.'),
  replaces: Nullable(Uuid('The key in whose place it was made.'), 'Null where there is none.'),
  last_used_at: Nullable(Timestamp('To the minute.'), 'Null: never.'),
  unused_for_90_days: Type.Boolean({
    description: `Neither used nor made within ${unusedAfterDays} days, and not revoked.`,
  }),
  revoked_at: Nullable(Timestamp('When it was revoked.'), 'Null while it is good.'),
  revoked_by: Nullable(Maker('Who revoked it.'), 'Null while it is good.'),
};

export const ApiKey = Closed(record);
export type ApiKey = Static<typeof ApiKey>;

const NewApiKey = Closed({
  ...record,
  key: fromService(Type.String({ description: 'The whole text; of a secret key this once.' })),
});

const roles = ['admin'] as const;
const readers = ['admin', 'member'] as const;
const [feature, tag] = ['api', 'Keys'] as const;

export const newKeyFields = {
  kind: KindName('What it may be used for.'),
  name: Label(200, nameOfKey),
  scopes: Type.Array(Type.Unsafe<Scope>(Type.String({ enum: [...scopeNames] })), {
    maxItems: scopeNames.length,
    description: 'Needed for a secret key, and for no other.',
  }),
  origins: Type.Array(Type.String({ maxLength: 300 }), {
    maxItems: mostOrigins,
    description:
      'For a secret key in a browser app: https://app.example.com, or https://*.example.com for all hosts below. Not together with server_only.',
  }),
  server_only: Type.Boolean({
    description: 'No browser may use it: so are secret keys without origins.',
  }),
  pii: Type.Unsafe<PiiMode>(
    Type.String({ enum: [...piiModes], description: 'For secret keys; absent: shown.' }),
  ),
  rate_limit_per_minute: Nullable(
    Type.Integer({ minimum: 1, maximum: largestRateLimit, description: 'Requests a minute.' }),
    'Null or absent: the default of the service.',
  ),
  expires_at: Nullable(
    Instant('It is refused from then on.'),
    'Null or absent: it is good until it is revoked.',
  ),
};

export const keyOperations = {
  listKeys: operation({
    id: 'listKeys',
    method: 'GET',
    path: '/keys',
    tag,
    summary: 'List API keys',
    description: 'Newest first. Write keys are told whole, secret keys by their last characters.',
    scopes: [],
    roles: readers,
    feature,
    query: pageOfList({
      kind: KindName('Only keys of this kind.'),
      revoked: Type.Boolean({ description: 'Only those that are revoked, or only the others.' }),
      expires_soon: Type.Boolean({
        description: `Only those that expire within ${expiryNoticeDays} days, or only the others.`,
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
    summary: 'Make an API key',
    description: `The text of a secret key is in this answer and nowhere else. At most ${mostKeys} that are not revoked.`,
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
    description: 'At once, in every process, and for ever. It stays in the list.',
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
    summary: 'Make a key in place of another',
    description:
      'A new key with the same name and rights; where the old one expires, the new one lasts as long as it did. The old one goes on until it is revoked or expires, so that there is time to deploy the new one.',
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
  name: fromOperator(Type.String({ description: 'What it is for.' })),
  hint: fromService(Type.String({ description: 'Its last characters, to recognise it by.' })),
  created_at: Timestamp('When it was made.'),
  created_by: Maker('Who made it.'),
  revoked_at: Nullable(Timestamp('When it was revoked.'), 'Null while it is good.'),
  revoked_by: Nullable(Maker('Who revoked it.'), 'Null while it is good.'),
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
    description: 'Newest first.',
    scopes: [],
    roles: readers,
    feature,
    query: pageOfList({
      revoked: Type.Boolean({ description: 'Only those that are revoked, or only the others.' }),
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
    summary: 'Make a signing secret',
    description: `With it a backend proves who a visitor is. Told this once; it holds within 2 seconds. At most ${mostSigningSecrets} that are not revoked.`,
    scopes: [],
    roles,
    feature,
    freshProof: true,
    showsSecretOnce: true,
    body: writeBody(SigningSecret, { name: Label(200, 'What it is for.') }, ['name']),
    bodyExample: { name: 'Backend' },
    status: 200,
    ok: recordOf(
      Closed({ ...secretRecord, secret: fromService(Type.String({ description: 'Its text.' })) }),
    ),
  }),
  revokeSigningSecret: operation({
    id: 'revokeSigningSecret',
    method: 'DELETE',
    path: `${secretPath}/{id}`,
    tag,
    summary: 'Revoke a signing secret',
    description: 'For ever; it is taken for 2 seconds more at most.',
    scopes: [],
    roles,
    feature,
    params: idParams,
    status: 204,
  }),
};
