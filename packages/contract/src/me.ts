/** The signed-in user and their workspaces. */
import Type, { type Static } from 'typebox';
import { featureNames, workspaceRoles } from './access.ts';
import { operation } from './operation.ts';
import { fromOperator } from './origins.ts';
import { Closed, recordOf, Uuid } from './schema.ts';
import { MemberPii } from './users.ts';

/** Visible only to the user it belongs to. */
const Own = (description: string) => fromOperator(Type.String({ description }), 'none');
const Role = Type.String({ enum: workspaceRoles, description: 'Role in the workspace.' });
const WorkspaceName = fromOperator(Type.String({ description: 'Name of the workspace.' }));

export const Me = Closed(
  {
    user: Closed({
      id: Uuid('Id of the user.'),
      email: Own('Email address.'),
      name: Own('Full name.'),
      username: Own('User name. Empty when not set.'),
      avatar: Own('URL of the avatar, `https:` or `data:`. Empty without an avatar.'),
      language: fromOperator(Type.String({ description: 'Preferred language code.' })),
    }),
    role: Role,
    pii: MemberPii,
    workspace: Closed({
      id: Uuid('Id of the requested workspace.'),
      name: WorkspaceName,
      features: Type.Array(Type.String({ enum: featureNames }), {
        description: 'Features of the workspace.',
      }),
      time_zone: fromOperator(Type.String({ description: 'Time zone for daily statistics.' })),
      second_factor_required: Type.Boolean({
        description: 'true: members need a second factor.',
      }),
    }),
    workspaces: Type.Array(
      Closed({ id: Uuid('Id of the workspace.'), name: WorkspaceName, role: Role }),
      { description: 'Workspaces of the user, sorted by name.' },
    ),
    has_second_factor: Type.Boolean({
      description: 'true: the user signed in with a second factor.',
    }),
  },
  { $id: 'Me', description: 'The signed-in user and their workspaces.' },
);
export type Me = Static<typeof Me>;

export const meOperations = {
  getMe: operation({
    id: 'getMe',
    method: 'GET',
    path: '/me',
    tag: 'Members',
    summary: 'Get the signed-in user',
    scopes: [],
    roles: workspaceRoles,
    needsNoSecondFactor: true,
    feature: 'api',
    status: 200,
    ok: recordOf(Me),
  }),
};
