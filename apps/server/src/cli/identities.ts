/* `footfall identities`: people's links, and identity overrides. Runs the REST operations. */
import type {
  IdentityLink,
  IdentityOverride,
  IdentityOverrideOutcome,
  PersonOutline,
} from '@footfall/contract/identity-overrides';
import type { Command } from 'commander';
import { ownCommand } from '../platform/common/own-command.ts';
import type { Config } from '../platform/config.ts';
import { operate, show, type WorkspaceFlags } from './commands.ts';
import { asUuid, parts, wholeNumber } from './values.ts';
import { workspaceCommand } from './workspace-command.ts';

interface WriteFlags extends WorkspaceFlags {
  id: string;
  dryRun?: boolean;
}

interface ListFlags extends WorkspaceFlags {
  id: string;
  limit: number;
  offset: number;
}

type ReadConfig = () => Config;

export function addIdentityCommands(program: Command, config: ReadConfig): void {
  const identities = program
    .command('identities')
    .description('correct who is who: links, detach, split, join, undo');
  const command = (name: string, description: string) =>
    workspaceCommand(identities, name, description);
  const list = (name: string, description: string) =>
    command(name, description)
      .option('--limit <number>', 'number of rows, 1 to 100', wholeNumber(1, 100), 50)
      .option('--offset <number>', 'number of rows to skip', wholeNumber(0, 1e9), 0);
  const write = (name: string, description: string) =>
    command(name, description).option('--dry-run', 'show the result without storing it');

  list('links', 'list the messages that identified a person, newest first')
    .requiredOption('--id <id>', 'ID of the identity', asUuid)
    .action((flags: ListFlags) => listLinks(config(), flags));
  list('overrides', 'list the identity overrides of a workspace, newest first').action(
    (flags: ListFlags) => listIdentityOverrides(config(), flags),
  );
  write('detach', 'detach a visitor who is not this person')
    .requiredOption('--id <id>', 'ID of the identity', asUuid)
    .requiredOption('--link <id>', 'ID of the link', asUuid)
    .action((flags: WriteFlags & { link: string }) =>
      correct(config(), flags, 'detachIdentityLink', { link_id: flags.link }),
    );
  write('split', 'move visitors, emails or user IDs of a person to a new one')
    .requiredOption('--id <id>', 'ID of the identity', asUuid)
    .option('--visitors <ids>', 'comma-separated visitor IDs', asUuids)
    .option('--emails <addresses>', 'comma-separated email addresses', parts)
    .option('--user-ids <ids>', 'comma-separated user IDs', parts)
    .action((flags: WriteFlags & { visitors?: string[]; emails?: string[]; userIds?: string[] }) =>
      correct(config(), flags, 'splitIdentity', {
        visitor_ids: flags.visitors ?? [],
        emails: flags.emails ?? [],
        user_ids: flags.userIds ?? [],
      }),
    );
  write('join', 'join two identities that are one person')
    .requiredOption('--id <id>', 'ID of the identity', asUuid)
    .requiredOption('--with <id>', 'ID of the other identity', asUuid)
    .action((flags: WriteFlags & { with: string }) =>
      correct(config(), flags, 'joinIdentities', { identity_id: flags.with }),
    );
  write('undo', 'undo an identity override')
    .requiredOption('--id <id>', 'ID of the identity override', asUuid)
    .action((flags: WriteFlags) => correct(config(), flags, 'undoIdentityOverride', {}));
}

interface Page<T> {
  data: T[];
  pagination: { total: number };
}

async function listLinks(config: Config, flags: ListFlags): Promise<void> {
  const { id, limit, offset } = flags;
  const query = { limit: String(limit), offset: String(offset) };
  const answer = await operate(config, flags.workspace, 'listIdentityLinks', {
    params: { id },
    query,
  });
  const { data, pagination } = answer as Page<IdentityLink>;
  const lines = data.map((link) => {
    const names = [link.evidence.user_id, link.evidence.email].filter(Boolean).join(' ');
    const note = link.reason === null ? '' : `  (${link.reason})`;
    return `${link.created_at}  ${link.id}  visitor ${link.visitor_id}  ${link.verification_level}, ${link.strength}  ${names}${note}`;
  });
  show(flags, answer, [...lines, `${data.length} of ${pagination.total} links`]);
}

async function listIdentityOverrides(config: Config, flags: ListFlags) {
  const query = { limit: String(flags.limit), offset: String(flags.offset) };
  const answer = await operate(config, flags.workspace, 'listIdentityOverrides', { query });
  const { data, pagination } = answer as Page<IdentityOverride>;
  const lines = data.map(({ created_at, id, kind, identity_id, other_identity_id, undone_at }) => {
    const other = other_identity_id === null ? '' : ` and ${other_identity_id}`;
    const state = undone_at === null ? '' : `  undone ${undone_at}`;
    return `${created_at}  ${id}  ${kind}  ${identity_id}${other}${state}`;
  });
  show(flags, answer, [...lines, `${data.length} of ${pagination.total} identity overrides`]);
}

async function correct(
  config: Config,
  flags: WriteFlags,
  operation: string,
  body: object,
): Promise<void> {
  const { id, dryRun = false } = flags;
  const answer = await operate(config, flags.workspace, operation, {
    params: { id },
    body: { ...body, dry_run: dryRun },
  });
  const { data } = answer as { data: IdentityOverrideOutcome };
  const { before, after, moved, identity_override_id } = data;
  const end = dryRun
    ? 'Dry run: nothing was stored.'
    : `Identity override ${identity_override_id}. To undo it: ${ownCommand} identities undo --workspace ${flags.workspace} --id ${identity_override_id}`;
  const undone = `Undid identity override ${identity_override_id}.`;
  show(flags, data, [
    ...before.map((person) => `- ${outline(person)}`),
    ...after.map((person) => `+ ${outline(person)}`),
    `${dryRun ? 'Would move' : 'Moved'} ${moved.links} links, ${moved.leads} leads and ${moved.conversions} conversions.`,
    operation === 'undoIdentityOverride' && !dryRun ? undone : end,
  ]);
}

function outline(person: PersonOutline): string {
  const { id, name, emails, user_ids, visitors, links, leads, conversions } = person;
  const names = [name, ...emails, ...user_ids].filter(Boolean).join(', ');
  return `${id}  ${names}: ${visitors} visitors, ${links} links, ${leads} leads, ${conversions} conversions`;
}

function asUuids(text: string): string[] {
  return parts(text).map(asUuid);
}
