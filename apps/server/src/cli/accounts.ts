/* `footfall accounts`: people's accounts, across workspaces. */
import type { Command } from 'commander';
import { deleteAccount, findPerson } from '../accounts/sign-in/people.ts';
import { insertSecurityEvent } from '../accounts/sign-in/security-log.ts';
import { ownCommand } from '../platform/common/own-command.ts';
import { StartError } from '../platform/common/start-error.ts';
import type { Config } from '../platform/config.ts';
import { type Flags, inSystem, show } from './commands.ts';
import { asEmail } from './values.ts';
import { jsonCommand } from './workspace-command.ts';

export function addAccountCommands(program: Command, config: () => Config): void {
  jsonCommand(program, 'accounts', 'manage accounts')
    .command('delete')
    .description('delete the account of a person who belongs to no workspace')
    .requiredOption('--email <address>', 'email address', asEmail)
    .action((flags) => remove(config(), flags));
}

async function remove(config: Config, flags: Flags & { email: string }) {
  const { email } = flags;
  await inSystem(config, async (tx) => {
    const person = await findPerson(tx, email);
    if (!person) throw new StartError(`No account has the address ${email}.`);
    if (!(await deleteAccount(tx, person.id))) {
      throw new StartError(
        `${email} is a member of a workspace. First run ${ownCommand} members remove --email ${email}`,
      );
    }
    await insertSecurityEvent(tx, {
      event: 'account.deleted',
      outcome: 'success',
      actor: { kind: 'command' },
      subject: `users/${person.id}`,
    });
  });
  show(flags, { email, deleted: true }, [`Deleted the account of ${email}.`]);
}
