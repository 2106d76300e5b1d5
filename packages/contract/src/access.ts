/** What a key may be and may do: kinds, scopes, and the features that a workspace has. */

export const scopes = {
  'leads:read': 'List and read leads.',
  'visitors:read': 'Read visitors, identities, their activity and personalities.',
  'companies:read': 'Read enriched companies.',
  'campaigns:read': 'Read ad campaigns and their performance.',
  'conversions:read': 'Read conversions.',
  'leads:write': 'Create and update leads.',
  'lists:write': 'Create visitor lists and add members to them.',
  mcp: 'Connect to the MCP server.',
  'audit:read': 'Read the audit log, and messages that were refused.',
} as const;

export type Scope = keyof typeof scopes;
export const scopeNames = Object.keys(scopes) as Scope[];

export const features = {
  api: 'The REST API.',
  mcp: 'The MCP server.',
  companies: 'Companies.',
  campaigns: 'Campaigns and their performance.',
  conversions: 'Conversions.',
  lists: 'Visitor lists.',
  personalities: 'Personas, intent scores and stages.',
} as const;

export type Feature = keyof typeof features;
export const featureNames = Object.keys(features) as Feature[];

export const workspaceRoles = ['admin', 'member', 'viewer'] as const;
export type WorkspaceRole = (typeof workspaceRoles)[number];

/** What a member may do in the workspace. `mcp` is for keys: a member connects agents with one. */
export const roleScopes: Record<WorkspaceRole, readonly Scope[]> = {
  admin: scopeNames.filter((scope) => scope !== 'mcp'),
  member: scopeNames.filter((scope) => scope !== 'mcp' && scope !== 'audit:read'),
  viewer: scopeNames.filter((scope) => scope.endsWith(':read') && scope !== 'audit:read'),
};

export const keyKinds = {
  production: { prefix: 'svc_pk_', may: 'Send data from websites and backends.' },
  development: { prefix: 'svc_dev_', may: 'Send data that is stored as test data.' },
  legacy: { prefix: 'svc_', may: 'Send data; the production key of older workspaces.' },
  secret: { prefix: 'svc_sk_', may: 'Read and write through REST and MCP, within its scopes.' },
} as const;

/** Whether a secret key or a member is told personal data: docs/guides/authentication.md says what is hidden. */
export const piiModes = ['shown', 'hidden'] as const;
export type PiiMode = (typeof piiModes)[number];

export type KeyKind = keyof typeof keyKinds;
export const keyKindNames = Object.keys(keyKinds) as KeyKind[];
