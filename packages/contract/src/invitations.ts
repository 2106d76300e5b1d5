/** Management of members and workspaces by admins. */
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
  email: fromOperator(
    Type.String({ description: 'Email address of the invited person.' }),
    'hidden',
  ),
  role: Role,
  pii: MemberPii,
  invited_by: Nullable(Uuid('Member who sent the invitation.'), 'Null for the operator.'),
  created_at: Timestamp('When the invitation was created.'),
  expires_at: Timestamp('When the invitation expires.'),
};

export const Invitation = Closed(invitationFields, {
  $id: 'Invitation',
  description: 'An open invitation to the workspace.',
});
export type Invitation = Static<typeof Invitation>;

export const MadeInvitation = Closed(
  {
    ...invitationFields,
    link: fromService(
      Type.String({
        description: 'Link to accept the invitation. This is the only time it is shown.',
      }),
      'hidden',
    ),
    mail: Type.Unsafe<(typeof mailStates)[number]>(
      Type.String({
        enum: [...mailStates],
        description:
          'State of the invitation email, which has a different link. `taken`: accepted by the mail server. `waiting`: the mail server has not responded yet. `failed`: the mail server was unreachable or rejected the email. `none`: no mail server is set up.',
      }),
    ),
    is_mailed: Type.Boolean({
      description: 'true: an invitation email was sent.',
    }),
  },
  { $id: 'MadeInvitation', description: 'A new invitation.' },
);
export type MadeInvitation = Static<typeof MadeInvitation>;

const WorkspaceName = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Name of the workspace.',
});

export const OwnWorkspace = Closed(
  {
    id: Uuid('Assigned by the service.'),
    name: fromOperator(WorkspaceName),
    second_factor_required: Type.Boolean({
      description: 'true: members need a second factor.',
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
    summary: 'Update a member',
    description:
      "Changes the member's role and access to personal data. The last admin cannot lose the role. Admins always see personal data.",
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
    description: 'The account stays. You cannot remove the last admin.',
    params: idParams,
    status: 204,
  }),
  listInvitations: operation({
    ...admins,
    id: 'listInvitations',
    method: 'GET',
    path: '/invitations',
    summary: 'List open invitations',
    description: 'Returns the newest first.',
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
    summary: 'Invite a member',
    description: 'Replaces an earlier invitation for the same email address.',
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
    summary: 'Create a workspace',
    description: 'You become its admin.',
    body: Closed({ name: Label(200, 'Name of the workspace.') }),
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
    summary: 'Update the workspace',
    description:
      'Changes the name, or requires a second factor. To require one, you must be signed in with a second factor yourself.',
    body: Closed({
      name: Type.Optional(Label(200, 'Name of the workspace.')),
      second_factor_required: Type.Optional(
        Type.Boolean({ description: 'true: members need a second factor.' }),
      ),
    }),
    status: 200,
    ok: recordOf(OwnWorkspace),
  }),
};
