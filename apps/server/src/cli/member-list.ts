/* `footfall members list` and `remove`: in one workspace, or the whole installation. */
import type { User } from '@footfall/contract/users';
import { type Command, Option } from 'commander';
import { selectMember } from '../accounts/members/store.ts';
import { findPerson } from '../accounts/sign-in/people.ts';
import { listWorkspaces, type Workspace } from '../accounts/workspaces/store.ts';
import { ownCommand } from '../platform/common/own-command.ts';
import { StartError } from '../platform/common/start-error.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/db/connect.ts';
import { type Flags, show } from './commands.ts';
import { withDatabase } from './open-database.ts';
import { unknownWorkspace } from './unknown-workspace.ts';
import { asEmail, asUuid } from './values.ts';

interface ListFlags extends Flags {
  workspace?: string;
}

interface RemoveFlags extends ListFlags {
  email: string;
}

export function addMemberListCommands(members: Command, config: () => Config): void {
  const command = (name: string, description: string) =>
    members
      .command(name)
      .description(description)
      .option('--workspace <id>', 'only this workspace', asUuid)
      .addOption(new Option('--json', 'print JSON'));
  command('list', 'list the members of all workspaces').action((flags: ListFlags) =>
    list(config(), flags),
  );
  command('remove', 'remove a person from all workspaces; the account stays')
    .requiredOption('--email <address>', 'email address', asEmail)
    .action((flags: RemoveFlags) => remove(config(), flags));
}

async function list(config: Config, { workspace, ...flags }: ListFlags) {
  const { listAsOperator } = await import('./run-as-operator.ts');
  const all = await withDatabase(config, async (db) => {
    const members: (User & { workspace_id: string })[] = [];
    for (const { id } of await meant(db, workspace)) {
      const users = await listAsOperator<User>(db, id, 'listUsers', 'joined_at');
      members.push(...users.map((user) => ({ workspace_id: id, ...user })));
    }
    return members;
  });
  const lines = all.map(
    ({ workspace_id, workspace_role, pii, email, name, joined_at }) =>
      `${workspace_id}  ${workspace_role.padEnd(6)}  ${email}  ${name}  since ${joined_at}${pii === 'hidden' ? '  personal data hidden' : ''}`,
  );
  show(
    flags,
    all,
    lines.length > 0 ? lines : [`No members yet. Add one with ${ownCommand} members add.`],
  );
}

async function remove(config: Config, { workspace, email, ...flags }: RemoveFlags): Promise<void> {
  const { runAsOperator } = await import('./run-as-operator.ts');
  const { removed, refused } = await withDatabase(config, async (db) => {
    const from = await memberships(db, await meant(db, workspace), email);
    const done: string[] = [];
    const faults: string[] = [];
    for (const { id, userId } of from) {
      try {
        await runAsOperator(db, id, 'removeUser', { params: { id: userId } });
        done.push(id);
      } catch (error) {
        if (!(error instanceof StartError)) throw error;
        faults.push(`Workspace ${id}: ${error.message}`);
      }
    }
    return { removed: done, refused: faults };
  });
  if (refused.length > 0) {
    const removedText = removed.length > 0 ? ` Removed from ${removed.join(', ')}.` : '';
    throw new StartError(`Could not remove ${email}. ${refused.join(' ')}${removedText}`);
  }
  show(
    flags,
    removed.map((id) => ({ workspace_id: id, email })),
    removed.map((id) => `Removed ${email} from workspace ${id}`),
  );
}

/** @throws StartError without any */
async function memberships(db: Database, workspaces: Workspace[], email: string) {
  return db.system(async (tx) => {
    const person = await findPerson(tx, email);
    const memberships: { id: string; userId: string }[] = [];
    for (const { id } of person ? workspaces : []) {
      const member = await selectMember(tx, id, person?.id ?? '');
      if (member) memberships.push({ id, userId: member.id });
    }
    if (memberships.length > 0) return memberships;
    throw new StartError(
      `${email} is not a member of ${workspaces.length === 1 ? 'this' : 'any'} workspace. ${ownCommand} members list shows the members.`,
    );
  });
}

async function meant(db: Database, only: string | undefined): Promise<Workspace[]> {
  const all = await db.system(listWorkspaces);
  if (only === undefined) return all;
  const matches = all.filter(({ id }) => id === only);
  if (matches.length === 0) throw unknownWorkspace(only);
  return matches;
}
