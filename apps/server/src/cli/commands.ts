/* Runs commands: one transaction each, with results as JSON or readable lines. */
import type { Feature } from '@footfall/contract/access';
import { listKeys } from '../accounts/keys/store.ts';
import * as workspaces from '../accounts/workspaces/store.ts';
import { ownCommand } from '../platform/common/own-command.ts';
import type { Config } from '../platform/config.ts';
import type { Database, Tx } from '../platform/db/connect.ts';
import type { RawInput } from '../surfaces/operations/input.ts';
import { withDatabase } from './open-database.ts';
import { record } from './record.ts';
import { unknownWorkspace } from './unknown-workspace.ts';

export interface Flags {
  json?: boolean;
}

export interface WorkspaceFlags extends Flags {
  workspace: string;
}

export async function createWorkspace(
  config: Config,
  flags: Flags & { name: string },
): Promise<void> {
  const { workspace, own } = await inSystem(config, async (tx) => {
    const made = await workspaces.createWorkspace(tx, flags.name);
    await record(tx, made.id, {
      action: 'workspace create',
      resourceType: 'workspaces',
      resourceId: made.id,
      changes: { name: [null, made.name] },
    });
    return { workspace: made, own: await listKeys(tx, made.id) };
  });
  show(flags, { id: workspace.id, name: workspace.name }, [
    `Created workspace ${workspace.name}: ${workspace.id}`,
    ...own.map((key) => `  ${key.kind} key: ${key.key}`),
  ]);
}

export async function listWorkspaces(config: Config, flags: Flags): Promise<void> {
  const all = await inSystem(config, workspaces.listWorkspaces);
  const lines = all.map(({ id, name, features }) => `${id}  ${name}  [${features.join(', ')}]`);
  show(
    flags,
    all,
    lines.length > 0
      ? lines
      : [`No workspaces yet. Create one with ${ownCommand} workspace create.`],
  );
}

export async function setFeatures(
  config: Config,
  flags: WorkspaceFlags & { features: Feature[] },
): Promise<void> {
  const { workspace: id, features } = flags;
  await operate(config, id, 'updateSettings', { body: { features } });
  show(flags, { id, features }, [`Features of workspace ${id}: ${features.join(', ') || 'none'}`]);
}

/** Runs an operation of a workspace. Loads its code lazily, so that other commands start faster. */
export async function operate<T>(
  config: Config,
  workspaceId: string,
  operation: string,
  input: Partial<RawInput>,
): Promise<T> {
  const { runAsOperator } = await import('./run-as-operator.ts');
  const run = (db: Database) => runAsOperator(db, workspaceId, operation, input, config);
  return (await withDatabase(config, run)) as T;
}

/** All records of a workspace's list. */
export async function listAll<Row>(
  config: Config,
  workspaceId: string,
  operation: string,
): Promise<Row[]> {
  const { listAsOperator } = await import('./run-as-operator.ts');
  const list = (db: Database) => listAsOperator<Row>(db, workspaceId, operation);
  return withDatabase(config, list);
}

export function inSystem<T>(config: Config, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withDatabase(config, (db) => db.system(work));
}

export async function requireWorkspace(tx: Tx, id: string): Promise<void> {
  const all = await workspaces.listWorkspaces(tx);
  if (!all.some((workspace) => workspace.id === id)) throw unknownWorkspace(id);
}

/** @throws StartError if the workspace does not exist */
export function inWorkspace<T>(
  config: Config,
  workspaceId: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return withDatabase(config, async (db) => {
    await db.system((tx) => requireWorkspace(tx, workspaceId));
    return work(db);
  });
}

export function show(flags: Flags, value: unknown, lines: string[]): void {
  console.log(flags.json ? JSON.stringify(value) : lines.join('\n'));
}
