import Type, { type Static } from 'typebox';
import { Closed, Timestamp, Uuid } from './schema.ts';

export const workspaceRoles = ['admin', 'member', 'viewer'] as const;
export type WorkspaceRole = (typeof workspaceRoles)[number];

export const User = Closed(
  {
    id: Uuid('Assigned by the service.'),
    email: Type.String({ description: 'Email address.' }),
    name: Type.String({ description: 'Full name.' }),
    avatar: Type.String({ description: 'URL of the avatar image; empty when there is none.' }),
    username: Type.String({ description: 'Empty when not set.' }),
    language: Type.String({ description: 'Preferred language code.' }),
    created_at: Timestamp('Account creation.'),
    workspace_role: Type.String({ enum: workspaceRoles, description: 'Role in the workspace.' }),
    joined_at: Timestamp('When the user joined the workspace.'),
  },
  { $id: 'User', description: 'A member of the workspace.' },
);
export type User = Static<typeof User>;
