/* What the commands do: one transaction each, then the result as JSON or as readable lines. */
import type { Feature, KeyKind, PiiMode, Scope, WorkspaceRole } from '@footfall/contract/access';
import { ownCommand } from '../common/own-command.ts';
import { StartError } from '../common/start-error.ts';
import type { Config } from '../config.ts';
import type { Tx } from '../db/connect.ts';
import * as keys from '../keys/store.ts';
import * as members from '../members/store.ts';
import { differences } from '../workspaces/audit-log.ts';
import * as workspaces from '../workspaces/store.ts';
import { withDatabase } from './open-database.ts';
import { record } from './record.ts';

export type Progress = (line: string) => void;

export interface Flags {
  json?: boolean;
}

export async function createWorkspace(
  config: Config,
  flags: Flags & { name: string },
  progress: Progress,
): Promise<void> {
  const { workspace, own } = await inSystem(config, progress, async (tx) => {
    const made = await workspaces.createWorkspace(tx, flags.name);
    await record(tx, made.id, {
      action: 'workspace create',
      resourceType: 'workspaces',
      resourceId: made.id,
      changes: { name: [null, made.name] },
    });
    return { workspace: made, own: await keys.listKeys(tx, made.id) };
  });
  show(flags, { id: workspace.id, name: workspace.name }, [
    `Workspace ${workspace.name} made: ${workspace.id}`,
    ...own.map((key) => `  ${key.kind} key: ${key.key}`),
  ]);
}

export async function listWorkspaces(
  config: Config,
  flags: Flags,
  progress: Progress,
): Promise<void> {
  const all = await inSystem(config, progress, workspaces.listWorkspaces);
  const lines = all.map(({ id, name, features }) => `${id}  ${name}  [${features.join(', ')}]`);
  show(flags, all, lines.length > 0 ? lines : [`No workspace yet: ${ownCommand} workspace create`]);
}

export async function setFeatures(
  config: Config,
  flags: Flags & { workspace: string; features: Feature[] },
  progress: Progress,
): Promise<void> {
  await inSystem(config, progress, async (tx) => {
    const { workspace, features } = flags;
    const before = await workspaces.setFeatures(tx, workspace, features);
    if (!before) throw unknownWorkspace(workspace);
    await record(tx, workspace, {
      action: 'workspace set-features',
      resourceType: 'features',
      changes: differences({ features: before }, { features }),
    });
  });
  show(flags, { id: flags.workspace, features: flags.features }, [
    `Workspace ${flags.workspace} has now: ${flags.features.join(', ') || 'no features'}`,
  ]);
}

export interface CreateKeyFlags extends Flags {
  workspace: string;
  kind: KeyKind;
  name: string;
  scopes?: Scope[];
  origins?: string[];
  serverOnly?: boolean;
  pii?: PiiMode;
  rateLimit?: number;
}

export async function createKey(
  config: Config,
  flags: CreateKeyFlags,
  progress: Progress,
): Promise<void> {
  const key = newKey(flags);
  const made = await inSystem(config, progress, async (tx) => {
    await requireWorkspace(tx, flags.workspace);
    const { id, key: text } = await keys.createKey(tx, key);
    const { workspaceId, ...changed } = key;
    await record(tx, workspaceId, {
      action: 'keys create',
      resourceType: 'keys',
      resourceId: id,
      changes: differences(undefined, changed),
    });
    return { id, key: text };
  });
  const lines = [`Key made: ${made.key}`, `  id ${made.id}`];
  if (flags.kind === 'secret') {
    const where = key.serverOnly
      ? 'servers only, no browser'
      : `browsers on ${key.origins?.join(', ')}`;
    lines.push(`  scopes ${flags.scopes?.join(', ')}`, `  for ${where}`);
    if (key.pii === 'hidden') lines.push('  personal data hidden');
    lines.push('Keep it now: it is stored as a fingerprint only and cannot be shown again.');
  }
  if (flags.rateLimit !== undefined) lines.push(`  ${flags.rateLimit} requests a minute`);
  show(flags, { id: made.id, key: made.key }, lines);
}

/** Scopes and origins belong to secret keys; each of those says where it may be used. */
function newKey(flags: CreateKeyFlags): keys.NewKey {
  const { kind, name, scopes, origins, serverOnly, pii, rateLimit } = flags;
  const common = {
    workspaceId: flags.workspace,
    kind,
    name,
    ...(rateLimit !== undefined && { rateLimitPerMinute: rateLimit }),
  };
  if (kind !== 'secret') {
    if (scopes ?? origins ?? serverOnly ?? pii) {
      throw new StartError(
        `--scopes, --origins, --server-only and --pii are for secret keys. A ${kind} key sends data only, from anywhere: leave them out.`,
      );
    }
    return common;
  }
  if (scopes === undefined) {
    throw new StartError(
      'A secret key needs its scopes: add --scopes all, or only those it needs.',
    );
  }
  if (origins !== undefined && serverOnly) {
    throw new StartError('Choose --origins (for a browser app) or --server-only, not both.');
  }
  const secret = { ...common, scopes, ...(pii && { pii }) };
  return origins === undefined ? { ...secret, serverOnly: true } : { ...secret, origins };
}

export async function listKeys(
  config: Config,
  flags: Flags & { workspace: string },
  progress: Progress,
): Promise<void> {
  const rows = await inSystem(config, progress, async (tx) => {
    await requireWorkspace(tx, flags.workspace);
    return keys.listKeys(tx, flags.workspace);
  });
  show(flags, rows, rows.map(keyLine));
}

function keyLine(row: keys.KeyRow): string {
  const text = row.key ?? `svc_sk_…${row.hint} [${row.scopes.join(', ')}]`;
  const used =
    row.last_used_at === null ? 'never used' : `last used ${row.last_used_at.toISOString()}`;
  const limit = row.rate_limit_per_minute === null ? '' : `  ${row.rate_limit_per_minute} a minute`;
  const pii = row.pii === 'hidden' ? '  personal data hidden' : '';
  const state = row.revoked_at === null ? used : `revoked ${row.revoked_at.toISOString()}`;
  return `${row.id}  ${row.kind}  ${row.name}  ${text}${pii}${limit}  ${state}`;
}

export async function revokeKey(
  config: Config,
  flags: Flags & { id: string },
  progress: Progress,
): Promise<void> {
  await inSystem(config, progress, async (tx) => {
    const workspaceId = await keys.revokeKey(tx, flags.id);
    if (workspaceId === undefined) {
      throw new StartError(
        `There is no key with the id ${flags.id}. ${ownCommand} keys list --workspace ID shows the ids.`,
      );
    }
    const resource = { resourceType: 'keys', resourceId: flags.id };
    await record(tx, workspaceId, { action: 'keys revoke', ...resource, fields: ['revoked_at'] });
  });
  show(flags, { id: flags.id, revoked: true }, [`Key ${flags.id} is revoked.`]);
}

export interface AddMemberFlags extends Flags {
  workspace: string;
  email: string;
  name: string;
  role: WorkspaceRole;
}

export async function addMember(
  config: Config,
  flags: AddMemberFlags,
  progress: Progress,
): Promise<void> {
  const { workspace: workspaceId, email, name, role } = flags;
  const { id } = await inSystem(config, progress, async (tx) => {
    await requireWorkspace(tx, workspaceId);
    const added = await members.addMember(tx, { workspaceId, email, name, role });
    await record(tx, workspaceId, {
      action: 'members add',
      resourceType: 'users',
      resourceId: added.id,
      fields: ['email', 'name', 'workspace_role'],
      changes: differences({ workspace_role: added.formerRole }, { workspace_role: role }),
    });
    return added;
  });
  show(flags, { id, email, name, workspace_role: role }, [`${email} is ${role}: ${id}`]);
}

export function inSystem<T>(
  config: Config,
  progress: Progress,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return withDatabase(config, progress, (db) => db.system(work));
}

export async function requireWorkspace(tx: Tx, id: string): Promise<void> {
  const all = await workspaces.listWorkspaces(tx);
  if (!all.some((workspace) => workspace.id === id)) throw unknownWorkspace(id);
}

function unknownWorkspace(id: string): StartError {
  return new StartError(
    `There is no workspace with the id ${id}. ${ownCommand} workspace list shows the ids.`,
  );
}

export function show(flags: Flags, value: unknown, lines: string[]): void {
  console.log(flags.json ? JSON.stringify(value) : lines.join('\n'));
}
