/* `footfall workspace delete` and `restore`: deletes a workspace, with days to undo it. */
import { mostUndoDays } from '@footfall/contract/settings';
import type { Command } from 'commander';
import { reopenWorkspace, selectClosedWorkspaces } from '../accounts/workspaces/removal.ts';
import { ownCommand } from '../platform/common/own-command.ts';
import { StartError } from '../platform/common/start-error.ts';
import { timestamp } from '../platform/common/timestamp.ts';
import type { Config } from '../platform/config.ts';
import { type Flags, inSystem, operate, show, type WorkspaceFlags } from './commands.ts';
import { record } from './record.ts';
import { jsonCommand, workspaceCommand } from './workspace-command.ts';

interface DeleteFlags extends WorkspaceFlags {
  confirm: string;
  now?: boolean;
}

export function addRemovalCommands(workspace: Command, config: () => Config): void {
  workspaceCommand(
    workspace,
    'delete',
    `delete a workspace; you can restore it for ${mostUndoDays} days, then its data is deleted`,
  )
    .requiredOption('--confirm <name>', 'exact name of the workspace')
    .option('--now', 'delete the data immediately, without a way to restore it')
    .action((flags: DeleteFlags) => remove(config(), flags));
  workspaceCommand(
    workspace,
    'restore',
    'restore a deleted workspace with its keys and members',
  ).action((flags: WorkspaceFlags) => restore(config(), flags));
  jsonCommand(workspace, 'list-deleted', 'list the deleted workspaces that can be restored').action(
    (flags: Flags) => listDeleted(config(), flags),
  );
}

async function remove(
  config: Config,
  { workspace, confirm, now, ...flags }: DeleteFlags,
): Promise<void> {
  const body = { confirm, undo_days: now ? 0 : mostUndoDays };
  const { data } = await operate<{ data: { removed_after?: string } }>(
    config,
    workspace,
    'deleteWorkspace',
    { body },
  );
  const text = data.removed_after
    ? `Nobody has access to it. Its data will be deleted after ${data.removed_after}. To undo: ${ownCommand} workspace restore --workspace ${workspace}`
    : 'Nobody has access to it, and its data is being deleted.';
  show(flags, data, [`Deleted workspace ${confirm}. ${text}`]);
}

async function restore(config: Config, { workspace: id, ...flags }: WorkspaceFlags): Promise<void> {
  await inSystem(config, async (tx) => {
    if (!(await reopenWorkspace(tx, id))) {
      throw new StartError(
        `No deleted workspace with the ID ${id} can be restored. ${ownCommand} workspace list-deleted shows those that can.`,
      );
    }
    await record(tx, id, {
      action: 'workspace restore',
      resourceType: 'workspaces',
      resourceId: id,
    });
  });
  show(flags, { id, restored: true }, [
    `Restored workspace ${id} with its keys and members. Send invitations again: they were not restored.`,
  ]);
}

async function listDeleted(config: Config, flags: Flags): Promise<void> {
  const closed = await inSystem(config, selectClosedWorkspaces);
  const all = closed.map((own) => ({ ...own, removed_after: timestamp(own.removed_after) }));
  const lines = all.map(({ id, name, removed_after }) => `${id}  ${name}  until ${removed_after}`);
  show(flags, all, lines.length > 0 ? lines : ['No deleted workspaces can be restored.']);
}
