/* `footfall identities`: the links of people, and corrections of who is who. Runs the operations that REST has. */
import type {
  Correction,
  CorrectionOutcome,
  IdentityLink,
  PersonOutline,
} from '@footfall/contract/corrections';
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

/** Adds `footfall identities` with its commands. */
export function addIdentityCommands(program: Command, config: ReadConfig): void {
  const identities = program
    .command('identities')
    .description('who is who: links, detach, split, join, undo');
  const command = (name: string, description: string) =>
    workspaceCommand(identities, name, description);
  const list = (name: string, description: string) =>
    command(name, description)
      .option('--limit <number>', 'how many, 1 to 100', wholeNumber(1, 100), 50)
      .option('--offset <number>', 'how many to skip', wholeNumber(0, 1e9), 0);
  const write = (name: string, description: string) =>
    command(name, description).option('--dry-run', 'say what would come of it, and store nothing');

  list('links', 'list the messages that named a person, newest first')
    .requiredOption('--id <id>', 'id of the identity', asUuid)
    .action((flags: ListFlags) => listLinks(config(), flags));
  list('corrections', 'list the corrections of a workspace, newest first').action(
    (flags: ListFlags) => listCorrections(config(), flags),
  );
  write('detach', 'the visitor of a link is not this person')
    .requiredOption('--id <id>', 'id of the identity', asUuid)
    .requiredOption('--link <id>', 'id of the link', asUuid)
    .action((flags: WriteFlags & { link: string }) =>
      correct(config(), flags, 'detachIdentityLink', { link_id: flags.link }),
    );
  write('split', 'some visitors or names of a person are somebody else')
    .requiredOption('--id <id>', 'id of the identity', asUuid)
    .option('--visitors <ids>', 'comma-separated ids of visitors', asUuids)
    .option('--emails <addresses>', 'comma-separated addresses', parts)
    .option('--user-ids <ids>', 'comma-separated user_ids', parts)
    .action((flags: WriteFlags & { visitors?: string[]; emails?: string[]; userIds?: string[] }) =>
      correct(config(), flags, 'splitIdentity', {
        visitor_ids: flags.visitors ?? [],
        emails: flags.emails ?? [],
        user_ids: flags.userIds ?? [],
      }),
    );
  write('join', 'two identities are one person')
    .requiredOption('--id <id>', 'id of the identity', asUuid)
    .requiredOption('--with <id>', 'id of the other identity', asUuid)
    .action((flags: WriteFlags & { with: string }) =>
      correct(config(), flags, 'joinIdentities', { identity_id: flags.with }),
    );
  write('undo', 'undo a correction, as if it had never been made')
    .requiredOption('--id <id>', 'id of the correction', asUuid)
    .action((flags: WriteFlags) => correct(config(), flags, 'undoCorrection', {}));
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
    return `${link.created_at}  ${link.id}  visitor ${link.visitor_id}  ${link.right}, ${link.strength}  ${names}${note}`;
  });
  show(flags, answer, [...lines, `${data.length} of ${pagination.total} links`]);
}

async function listCorrections(config: Config, flags: ListFlags) {
  const query = { limit: String(flags.limit), offset: String(flags.offset) };
  const answer = await operate(config, flags.workspace, 'listCorrections', { query });
  const { data, pagination } = answer as Page<Correction>;
  const lines = data.map(({ created_at, id, kind, identity_id, other_identity_id, undone_at }) => {
    const other = other_identity_id === null ? '' : ` and ${other_identity_id}`;
    const state = undone_at === null ? '' : `  undone ${undone_at}`;
    return `${created_at}  ${id}  ${kind}  ${identity_id}${other}${state}`;
  });
  show(flags, answer, [...lines, `${data.length} of ${pagination.total} corrections`]);
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
  const { data } = answer as { data: CorrectionOutcome };
  const { before, after, moved, correction_id } = data;
  const end = dryRun
    ? 'Nothing was stored: this was a dry run.'
    : `Correction ${correction_id}. To take it back: ${ownCommand} identities undo --workspace ${flags.workspace} --id ${correction_id}`;
  const undone = `Correction ${correction_id} is undone.`;
  show(flags, data, [
    ...before.map((person) => `- ${outline(person)}`),
    ...after.map((person) => `+ ${outline(person)}`),
    `${moved.links} links, ${moved.leads} leads and ${moved.conversions} conversions change hands.`,
    operation === 'undoCorrection' && !dryRun ? undone : end,
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
