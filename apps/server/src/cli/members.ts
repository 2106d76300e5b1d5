/* `footfall members`: people in workspaces, and links for those without a password. */
import {
  type PiiMode,
  piiModes,
  type WorkspaceRole,
  workspaceRoles,
} from '@footfall/contract/access';
import { type Command, Option } from 'commander';
import { insertInvitation, invitationDays } from '../accounts/members/invitations.ts';
import { addMember, selectMember } from '../accounts/members/store.ts';
import { findPerson, makeResetToken, removeSecondFactors } from '../accounts/sign-in/people.ts';
import { insertSecurityEvent } from '../accounts/sign-in/security-log.ts';
import { makeToken } from '../accounts/sign-in/tokens.ts';
import { differences } from '../accounts/workspaces/audit-log.ts';
import { ownCommand } from '../platform/common/own-command.ts';
import { StartError } from '../platform/common/start-error.ts';
import type { Config } from '../platform/config.ts';
import type { Tx } from '../platform/db/connect.ts';
import { type Flags, inSystem, requireWorkspace, show, type WorkspaceFlags } from './commands.ts';
import { addMemberListCommands } from './member-list.ts';
import { record } from './record.ts';
import { asEmail, asName } from './values.ts';
import { jsonCommand, workspaceCommand } from './workspace-command.ts';

export function addMemberCommands(program: Command, config: () => Config): void {
  const members = program
    .command('members')
    .description('manage members, and create invitation and reset links');
  workspaceCommand(members, 'add', 'add a member, or change the role of one')
    .requiredOption('--email <address>', 'email address', asEmail)
    .requiredOption('--name <name>', 'full name', asName)
    .addOption(
      new Option('--role <role>', 'role in the workspace')
        .choices(workspaceRoles)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--pii <mode>',
        'hidden hides personal data from the member; not for the role admin',
      ).choices(piiModes),
    )
    .action((flags) => add(config(), flags));
  workspaceCommand(members, 'invite-link', 'print a link for a member to choose a first password')
    .requiredOption('--email <address>', 'email address', asEmail)
    .action((flags) => inviteLink(config(), flags));
  jsonCommand(
    members,
    'reset-link',
    'print a link to choose a new password; using it ends all sessions',
  )
    .requiredOption('--email <address>', 'email address', asEmail)
    .option('--remove-second-factor', 'also remove the authenticator app and passkeys')
    .action((flags) => resetLink(config(), flags));
  addMemberListCommands(members, config);
}

interface AddFlags extends WorkspaceFlags {
  email: string;
  name: string;
  role: WorkspaceRole;
  pii?: PiiMode;
}

async function add(config: Config, flags: AddFlags): Promise<void> {
  const { workspace: workspaceId, email, name, role, pii } = flags;
  if (role === 'admin' && pii === 'hidden') {
    throw new StartError(
      'Administrators always see personal data. Choose another --role, or remove --pii hidden.',
    );
  }
  const { id, link, endedUnproved } = await inSystem(config, async (tx) => {
    await requireWorkspace(tx, workspaceId);
    const added = await addMember(tx, { workspaceId, email, name, role, pii });
    await record(tx, workspaceId, {
      action: 'members add',
      resourceType: 'users',
      resourceId: added.id,
      fields: ['email', 'name', 'workspace_role', 'pii'],
      changes: differences({ workspace_role: added.formerRole }, { workspace_role: role }),
    });
    const person = await findPerson(tx, email);
    const invited = person?.can_sign_in
      ? undefined
      : await invitationLink(tx, config, workspaceId, { email, role });
    return { id: added.id, link: invited, endedUnproved: added.endedUnproved };
  });
  const lines = [`${email} is now ${role}: ${id}`];
  if (endedUnproved) {
    lines.push(
      'The address was never verified, so the password, passkeys and sessions of the account were removed.',
    );
  }
  if (link) lines.push(...linkLines('Send this link so that they can choose a password.', link));
  const shown = { id, email, name, workspace_role: role, ...(link && { link }) };
  show(flags, { ...shown, ...(endedUnproved && { ended_unproved: true }) }, lines);
}

async function inviteLink(
  config: Config,
  flags: WorkspaceFlags & { email: string },
): Promise<void> {
  const { workspace: workspaceId, email } = flags;
  const link = await inSystem(config, async (tx) => {
    await requireWorkspace(tx, workspaceId);
    const person = await findPerson(tx, email);
    const member = person && (await selectMember(tx, workspaceId, person.id));
    if (!person || !member) {
      throw new StartError(
        `${email} is not a member of this workspace. Add them with ${ownCommand} members add.`,
      );
    }
    if (person.can_sign_in) {
      throw new StartError(
        `${email} can already sign in. For a new password, use ${ownCommand} members reset-link.`,
      );
    }
    await record(tx, workspaceId, {
      action: 'members invite-link',
      resourceType: 'users',
      resourceId: person.id,
    });
    return invitationLink(tx, config, workspaceId, { email, role: member.workspace_role });
  });
  show(flags, { email, link }, linkLines(`Invitation for ${email}.`, link));
}

async function resetLink(
  config: Config,
  flags: Flags & { email: string; removeSecondFactor?: boolean },
): Promise<void> {
  const { email, removeSecondFactor = false } = flags;
  const token = await inSystem(config, async (tx) => {
    const person = await findPerson(tx, email);
    if (!person) throw new StartError(`No account has the address ${email}.`);
    const did = { outcome: 'success', actor: { kind: 'command' } } as const;
    const subject = `users/${person.id}`;
    if (removeSecondFactor) {
      await removeSecondFactors(tx, person.id);
      await insertSecurityEvent(tx, { ...did, event: 'factor.removed', subject });
    }
    await insertSecurityEvent(tx, { ...did, event: 'password.reset_link_created', subject });
    return makeResetToken(tx, person.id);
  });
  const link = `${config.publicUrl}/app/reset-password?token=${token}`;
  const text = `Reset link for ${email}. It works once, for one day`;
  show(flags, { email, link }, [`${text}:`, '', `  ${link}`]);
}

async function invitationLink(
  tx: Tx,
  { publicUrl }: Config,
  workspaceId: string,
  { email, role }: { email: string; role: string },
): Promise<string> {
  const shownToken = makeToken();
  const asRole = workspaceRoles.find((roleName) => roleName === role) ?? 'viewer';
  await insertInvitation(tx, workspaceId, {
    email,
    role: asRole,
    invitedBy: null,
    shownToken,
    mailedToken: null,
  });
  return `${publicUrl}/app/invitation?token=${shownToken}`;
}

function linkLines(text: string, link: string): string[] {
  return [`${text} It works once, for ${invitationDays} days:`, '', `  ${link}`];
}
