/* `footfall workspace delete` and `restore`: the end of a workspace, and the days in which it can be undone. */
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
    `delete a workspace; its data goes after ${mostUndoDays} days, in which it can be restored`,
  )
    .requiredOption('--confirm <name>', 'the name of the workspace, letter by letter')
    .option('--now', 'delete its data at once: nobody can restore it')
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
    ? `nobody has access any more. Its data goes after ${data.removed_after}. To undo: ${ownCommand} workspace restore --workspace ${workspace}`
    : 'nobody has access any more, and its data is being deleted';
  show(flags, data, [`Workspace ${confirm} is deleted: ${text}`]);
}

async function restore(config: Config, { workspace: id, ...flags }: WorkspaceFlags): Promise<void> {
  await inSystem(config, async (tx) => {
    if (!(await reopenWorkspace(tx, id))) {
      throw new StartError(
        `There is no deleted workspace with the id ${id} that can be restored. ${ownCommand} workspace list-deleted shows those that can.`,
      );
    }
    await record(tx, id, {
      action: 'workspace restore',
      resourceType: 'workspaces',
      resourceId: id,
    });
  });
  show(flags, { id, restored: true }, [
    `Workspace ${id} is restored with its keys and members. Invitations are not: invite anew.`,
  ]);
}

async function listDeleted(config: Config, flags: Flags): Promise<void> {
  const closed = await inSystem(config, selectClosedWorkspaces);
  const all = closed.map((own) => ({ ...own, removed_after: timestamp(own.removed_after) }));
  const lines = all.map(({ id, name, removed_after }) => `${id}  ${name}  until ${removed_after}`);
  show(flags, all, lines.length > 0 ? lines : ['No deleted workspace can be restored.']);
}
