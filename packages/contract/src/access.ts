/** Kinds and scopes of keys, roles of members, and features of a workspace. */

export const scopes = {
  'leads:read': 'List and read leads.',
  'visitors:read': 'Read visitors, identities, their activity and personalities.',
  'companies:read': 'Read enriched companies.',
  'campaigns:read': 'Read ad campaigns and their performance.',
  'conversions:read': 'Read conversions.',
  'leads:write': 'Create and update leads.',
  'lists:write': 'Create visitor lists and add members to them.',
  mcp: 'Connect to the MCP server.',
  'audit:read': 'Read the audit log and rejected events.',
  'privacy:read': 'Export everything about a person.',
  'privacy:write': 'Erase people and visitors.',
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

/** Scopes of admins only. */
const adminScopes: readonly Scope[] = ['audit:read', 'privacy:read', 'privacy:write'];
const memberScopes = scopeNames.filter((scope) => scope !== 'mcp' && !adminScopes.includes(scope));

/** Scopes of each role. Members connect agents with a key, so no role has `mcp`. */
export const roleScopes: Record<WorkspaceRole, readonly Scope[]> = {
  admin: scopeNames.filter((scope) => scope !== 'mcp'),
  member: memberScopes,
  viewer: memberScopes.filter((scope) => scope.endsWith(':read')),
};

export const keyKinds = {
  production: { prefix: 'svc_pk_', may: 'Send data from websites and backends.' },
  development: { prefix: 'svc_dev_', may: 'Send test data.' },
  legacy: { prefix: 'svc_', may: 'Send data. The production key of older workspaces.' },
  secret: { prefix: 'svc_sk_', may: 'Read and write through REST and MCP, limited to its scopes.' },
} as const;

/** Whether a secret key or a member sees personal data; docs/guides/authentication.md lists what is hidden. */
export const piiModes = ['shown', 'hidden'] as const;
export type PiiMode = (typeof piiModes)[number];

export type KeyKind = keyof typeof keyKinds;
export const keyKindNames = Object.keys(keyKinds) as KeyKind[];
