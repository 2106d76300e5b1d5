/** Members and workspaces as administrators change them. */
import Type, { type Static } from 'typebox';
import { workspaceRoles } from './access.ts';
import { EmailAddress } from './email.ts';
import { operation } from './operation.ts';
import { fromOperator, fromService } from './origins.ts';
import {
  Closed,
  idParams,
  Label,
  listOf,
  Nullable,
  pageQuery,
  recordOf,
  Timestamp,
  Uuid,
} from './schema.ts';
import { MemberPii, User } from './users.ts';

const Role = Type.Unsafe<(typeof workspaceRoles)[number]>(
  Type.String({ enum: workspaceRoles, description: 'Role in the workspace.' }),
);

const mailStates = ['taken', 'waiting', 'failed', 'none'] as const;

const invitationFields = {
  id: Uuid('Assigned by the service.'),
  email: fromOperator(Type.String({ description: 'Who is invited.' }), 'hidden'),
  role: Role,
  pii: MemberPii,
  invited_by: Nullable(Uuid('The member who invites.'), 'Null for the operator.'),
  created_at: Timestamp('When it was made.'),
  expires_at: Timestamp('It cannot be accepted any more from then on.'),
};

export const Invitation = Closed(invitationFields, {
  $id: 'Invitation',
  description: 'An invitation to the workspace that nobody has accepted yet.',
});
export type Invitation = Static<typeof Invitation>;

export const MadeInvitation = Closed(
  {
    ...invitationFields,
    link: fromService(
      Type.String({ description: 'Lets one accept it; shown this once.' }),
      'hidden',
    ),
    mail: Type.Unsafe<(typeof mailStates)[number]>(
      Type.String({
        enum: [...mailStates],
        description:
          'What became of the mail with a link of its own: `taken` by the mail server; `waiting`: the server does not answer so far; `failed`: it could not be reached or refused the mail; `none`: no server is set up.',
      }),
    ),
    is_mailed: Type.Boolean({
      description: 'Whether a mail with a link of its own is on its way.',
    }),
  },
  { $id: 'MadeInvitation', description: 'An invitation that was made just now.' },
);
export type MadeInvitation = Static<typeof MadeInvitation>;

const WorkspaceName = Type.String({ minLength: 1, maxLength: 200, description: 'Its name.' });

export const OwnWorkspace = Closed(
  {
    id: Uuid('Assigned by the service.'),
    name: fromOperator(WorkspaceName),
    second_factor_required: Type.Boolean({
      description: 'Whether members need a second factor.',
    }),
  },
  { $id: 'Workspace', description: 'A workspace.' },
);

const admins = { scopes: [], roles: ['admin'], feature: 'api', tag: 'Members' } as const;

export const membershipOperations = {
  updateUser: operation({
    ...admins,
    id: 'updateUser',
    method: 'PATCH',
    path: '/users/{id}',
    freshProof: true,
    summary: 'Change the role of a member, or whether they see personal data',
    description: 'The last administrator stays one. Administrators see personal data.',
    params: idParams,
    body: Type.Object(
      { workspace_role: Type.Optional(Role), pii: Type.Optional(MemberPii) },
      { additionalProperties: false, minProperties: 1 },
    ),
    status: 200,
    ok: recordOf(User),
  }),
  removeUser: operation({
    ...admins,
    id: 'removeUser',
    method: 'DELETE',
    path: '/users/{id}',
    freshProof: true,
    summary: 'Remove a member from the workspace',
    description: 'The account stays. The last administrator cannot be removed.',
    params: idParams,
    status: 204,
  }),
  listInvitations: operation({
    ...admins,
    id: 'listInvitations',
    method: 'GET',
    path: '/invitations',
    summary: 'List open invitations',
    description: 'Newest first.',
    query: pageQuery,
    status: 200,
    ok: listOf(Invitation),
  }),
  createInvitation: operation({
    ...admins,
    id: 'createInvitation',
    method: 'POST',
    path: '/invitations',
    freshProof: true,
    summary: 'Invite somebody',
    description: 'In place of an earlier invitation of the same address.',
    body: Closed({ email: EmailAddress, role: Role, pii: Type.Optional(MemberPii) }),
    bodyExample: { email: 'ada@example.com', role: 'viewer' },
    status: 201,
    ok: recordOf(MadeInvitation),
    showsSecretOnce: true,
  }),
  withdrawInvitation: operation({
    ...admins,
    id: 'withdrawInvitation',
    method: 'DELETE',
    path: '/invitations/{id}',
    summary: 'Withdraw an invitation',
    params: idParams,
    status: 204,
  }),
  createWorkspace: operation({
    ...admins,
    id: 'createWorkspace',
    method: 'POST',
    path: '/workspaces',
    summary: 'Make a workspace',
    description: 'Whoever makes it is its administrator.',
    body: Closed({ name: Label(200, 'What people call it.') }),
    bodyExample: { name: 'Another shop' },
    status: 201,
    ok: recordOf(OwnWorkspace),
  }),
  updateWorkspace: operation({
    ...admins,
    id: 'updateWorkspace',
    method: 'PATCH',
    path: '/workspace',
    freshProof: ['second_factor_required'],
    summary: 'Rename the workspace, or ask its members for a second factor',
    description: 'Whoever asks for a second factor has to be signed in with one.',
    body: Closed({
      name: Type.Optional(Label(200, 'Its name.')),
      second_factor_required: Type.Optional(
        Type.Boolean({ description: 'Whether members need a second factor.' }),
      ),
    }),
    status: 200,
    ok: recordOf(OwnWorkspace),
  }),
};
