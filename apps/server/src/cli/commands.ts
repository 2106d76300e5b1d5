/* What the commands do: one transaction each, then the result as JSON or as readable lines. */
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
    return { workspace: made, own: await listKeys(tx, made.id) };
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
  const { workspace: id, features } = flags;
  await operate(config, progress, id, 'updateSettings', { body: { features } });
  show(flags, { id, features }, [
    `Workspace ${id} has now: ${features.join(', ') || 'no features'}`,
  ]);
}

/** An operation of a workspace. What runs it is loaded only then: the other commands begin sooner. */
export async function operate<T>(
  config: Config,
  progress: Progress,
  workspaceId: string,
  operation: string,
  input: Partial<RawInput>,
): Promise<T> {
  const { runAsOperator } = await import('./run-as-operator.ts');
  const run = (db: Database) => runAsOperator(db, workspaceId, operation, input);
  return (await withDatabase(config, progress, run)) as T;
}

/** All that a list of a workspace has. */
export async function listAll<Row>(
  config: Config,
  progress: Progress,
  workspaceId: string,
  operation: string,
): Promise<Row[]> {
  const { listAsOperator } = await import('./run-as-operator.ts');
  const list = (db: Database) => listAsOperator<Row>(db, workspaceId, operation);
  return withDatabase(config, progress, list);
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

export function show(flags: Flags, value: unknown, lines: string[]): void {
  console.log(flags.json ? JSON.stringify(value) : lines.join('\n'));
}
