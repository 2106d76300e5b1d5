/** Who is signed in, and where they are members. */
import Type, { type Static } from 'typebox';
import { featureNames, workspaceRoles } from './access.ts';
import { operation } from './operation.ts';
import { fromOperator } from './origins.ts';
import { Closed, recordOf, Uuid } from './schema.ts';
import { MemberPii } from './users.ts';

/** Told to whoever it is of, and to nobody else. */
const Own = (description: string) => fromOperator(Type.String({ description }), 'none');
const Role = Type.String({ enum: workspaceRoles, description: 'Role in the workspace.' });
const WorkspaceName = fromOperator(Type.String({ description: 'What people call it.' }));

export const Me = Closed(
  {
    user: Closed({
      id: Uuid('Of the user.'),
      email: Own('Email address.'),
      name: Own('Full name.'),
      username: Own('Empty when not set.'),
      avatar: Own('URL of the avatar image, `https:` or `data:`; empty when there is none.'),
      language: fromOperator(Type.String({ description: 'Preferred language code.' })),
    }),
    role: Role,
    pii: MemberPii,
    workspace: Closed({
      id: Uuid('Of the workspace that was asked for.'),
      name: WorkspaceName,
      features: Type.Array(Type.String({ enum: featureNames }), {
        description: 'What it includes.',
      }),
      time_zone: fromOperator(Type.String({ description: 'Of its days and figures.' })),
      second_factor_required: Type.Boolean({
        description: 'Whether its members need a second factor.',
      }),
    }),
    workspaces: Type.Array(
      Closed({ id: Uuid('Of the workspace.'), name: WorkspaceName, role: Role }),
      { description: 'All of which the user is a member, by name.' },
    ),
    has_second_factor: Type.Boolean({
      description: 'Whether this session was begun with a second factor.',
    }),
  },
  { $id: 'Me', description: 'Who is signed in, and where they are members.' },
);
export type Me = Static<typeof Me>;

export const meOperations = {
  getMe: operation({
    id: 'getMe',
    method: 'GET',
    path: '/me',
    tag: 'Members',
    summary: 'Who is signed in',
    scopes: [],
    roles: workspaceRoles,
    needsNoSecondFactor: true,
    feature: 'api',
    status: 200,
    ok: recordOf(Me),
  }),
};
