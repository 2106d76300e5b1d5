import Type, { type Static } from 'typebox';
import { type PiiMode, piiModes, workspaceRoles } from './access.ts';
import { operation } from './operation.ts';
import { fromOperator } from './origins.ts';
import {
  Closed,
  idParams,
  listOf,
  ordered,
  pageOfList,
  recordOf,
  selectable,
  Text,
  Timestamp,
  Uuid,
} from './schema.ts';

export const MemberPii = Type.Unsafe<PiiMode>(
  Type.String({
    enum: [...piiModes],
    description: 'hidden: the member sees no personal data.',
  }),
);

export const User = Closed(
  {
    id: Uuid('Assigned by the service.'),
    email: fromOperator(Type.String({ description: 'Email address.' }), 'hidden'),
    name: fromOperator(Type.String({ description: 'Full name.' }), 'hidden'),
    avatar: fromOperator(
      Type.String({
        description:
          'URL of the avatar: `https:`, or `data:` if stored with the account. Empty without an avatar.',
      }),
      'hidden',
    ),
    username: fromOperator(
      Type.String({ description: 'User name. Empty when not set.' }),
      'hidden',
    ),
    language: fromOperator(Type.String({ description: 'Preferred language code.' })),
    created_at: Timestamp('Account creation.'),
    workspace_role: Type.String({ enum: workspaceRoles, description: 'Role in the workspace.' }),
    joined_at: Timestamp('When the user joined the workspace.'),
    pii: Type.Optional({
      ...MemberPii,
      description: 'hidden: the member sees no personal data. Only in lists for signed-in admins.',
    }),
    has_second_factor: Type.Optional(
      Type.Boolean({
        description:
          'true: the account has an authenticator app or a passkey. Only in lists for signed-in admins.',
      }),
    ),
  },
  {
    $id: 'User',
    description: 'A member of the workspace.',
    examples: [
      {
        id: '01a1f840-2222-7c3e-9d52-3b1f60a7c002',
        email: 'grace@example.com',
        name: 'Grace Hopper',
        avatar: '',
        username: '',
        language: 'en',
        created_at: '2026-05-01T08:00:00Z',
        workspace_role: 'admin',
        pii: 'shown',
        joined_at: '2026-05-01T08:00:00Z',
      },
    ],
  },
);
export type User = Static<typeof User>;

/** Contain names and addresses, so they need the scope of people. */
const scopes = ['leads:read', 'visitors:read'] as const;

export const userOperations = {
  listUsers: operation({
    id: 'listUsers',
    method: 'GET',
    path: '/users',
    tag: 'Users',
    summary: 'List workspace members',
    description: 'Returns the newest member first.',
    scopes,
    feature: 'api',
    agent: [{ tool: 'list', kind: 'member', fields: ['id', 'name', 'email', 'workspace_role'] }],
    query: pageOfList({
      role: Text(50, 'Only members with exactly this role.'),
      ...ordered(['joined_at']),
      ...selectable(User),
    }),
    status: 200,
    ok: listOf(User),
  }),
  getUser: operation({
    id: 'getUser',
    method: 'GET',
    path: '/users/{id}',
    tag: 'Users',
    summary: 'Get one member',
    scopes,
    feature: 'api',
    agent: [{ tool: 'get', kind: 'member' }],
    params: idParams,
    status: 200,
    ok: recordOf(User),
  }),
};
