/** Workspaces, created with their first write keys. */
import { type Feature, featureNames } from '@footfall/contract/access';
import type { Settings } from '@footfall/contract/settings';
import { uuidv7 } from 'uuidv7';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { createKey } from '../keys/store.ts';
import { readSettings } from './settings.ts';

export interface Workspace {
  id: string;
  name: string;
  features: Feature[];
}

/** Creates it with a production and a development key. */
export async function createWorkspace(
  tx: Tx,
  name: string,
  id: string = uuidv7(),
): Promise<Workspace> {
  await tx`
    insert into workspaces (workspace_id, name, features) values (${id}, ${name}, ${featureNames})`;
  await createKey(tx, { workspaceId: id, kind: 'production', name: 'Production' });
  await createKey(tx, { workspaceId: id, kind: 'development', name: 'Development' });
  return { id, name, features: [...featureNames] };
}

export async function listWorkspaces(tx: Tx): Promise<Workspace[]> {
  return tx<Workspace[]>`
    select workspace_id as id, name, features from workspaces
    where deleted_at is null and closed_at is null order by created_at, workspace_id`;
}

export async function workspaceExists(tx: Tx, workspaceId: string): Promise<boolean> {
  const rows = await tx`
    select from workspaces where workspace_id = ${workspaceId} and deleted_at is null and closed_at is null`;
  return rows.length > 0;
}

/** Locks the workspace's own row until the transaction ends. */
export async function lockWorkspace(tx: Tx, workspaceId: string): Promise<void> {
  await tx`select from workspaces where workspace_id = ${workspaceId} for update`;
}

/** Key for deriving visitor ids from names. Never shown. Empty if the workspace does not exist. */
export async function selectVisitorSecret(tx: Tx, workspaceId: string): Promise<string> {
  const [row] = await tx<{ visitor_secret: string }[]>`
    select visitor_secret from workspaces where workspace_id = ${workspaceId}`;
  return row?.visitor_secret ?? '';
}

export async function setFeatures(tx: Tx, workspaceId: string, features: Feature[]): Promise<void> {
  await tx`update workspaces set features = ${features} where workspace_id = ${workspaceId}`;
}

/** Undefined fields stay unchanged. */
export async function setWorkspace(
  tx: Tx,
  workspaceId: string,
  { name, needsSecondFactor }: { name: string | undefined; needsSecondFactor: boolean | undefined },
): Promise<void> {
  await tx`
    update workspaces set name = coalesce(${name ?? null}, name),
      second_factor_required = coalesce(${needsSecondFactor ?? null}::boolean, second_factor_required)
    where workspace_id = ${workspaceId}`;
}

/** As members see them. Undefined if the workspace does not exist. */
export async function selectWorkspaceSettings(
  tx: Tx,
  workspaceId: string,
): Promise<Settings | undefined> {
  const [row] = await tx<
    (Pick<Settings, 'name' | 'features' | 'second_factor_required'> & {
      created_at: Date;
      settings: unknown;
      events_kept_since: Date | null;
    })[]
  >`
    select name, features, second_factor_required, created_at, settings, events_kept_since
    from workspaces where workspace_id = ${workspaceId}`;
  if (!row) return undefined;
  const { created_at, settings, events_kept_since: keptSince, ...own } = row;
  return {
    id: workspaceId,
    ...own,
    created_at: timestamp(created_at),
    ...readSettings(settings),
    events_kept_since: keptSince && timestamp(keptSince),
  };
}

/** The first workspace of a new installation, created if missing; safe for concurrent starts. */
export async function ensureFirstWorkspace(tx: Tx): Promise<Workspace> {
  await tx`lock table workspaces in share row exclusive mode`;
  const [first] = await listWorkspaces(tx);
  return first ?? createWorkspace(tx, 'My workspace');
}

export interface WorkspaceFacts {
  id: string;
  name: string;
  second_factor_required: boolean;
}

export async function selectWorkspace(tx: Tx, workspaceId: string) {
  const [row] = await tx<WorkspaceFacts[]>`
    select workspace_id as id, name, second_factor_required from workspaces
    where workspace_id = ${workspaceId}`;
  return row;
}

export async function changeWorkspace(
  tx: Tx,
  workspaceId: string,
  { name, second_factor_required }: Omit<WorkspaceFacts, 'id'>,
): Promise<void> {
  await tx`
    update workspaces set name = ${name}, second_factor_required = ${second_factor_required}
    where workspace_id = ${workspaceId}`;
}
