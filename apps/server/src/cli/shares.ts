/* `footfall shares`: links to figures and saved views for people without an account. */
import { readFile } from 'node:fs/promises';
import {
  type Share,
  type ShareQuery,
  type ShareReveal,
  sharePages,
} from '@footfall/contract/shares';
import { type Command, Option } from 'commander';
import { StartError } from '../platform/common/start-error.ts';
import type { Config } from '../platform/config.ts';
import { listAll, operate, show, type WorkspaceFlags } from './commands.ts';
import {
  asDateOrInstant,
  asDays,
  asInstant,
  asName,
  asReveals,
  asTimeZone,
  asUuid,
} from './values.ts';
import { workspaceCommand } from './workspace-command.ts';

interface CreateFlags extends WorkspaceFlags {
  name: string;
  page: Share['page'];
  view?: string;
  days?: number;
  from?: string;
  to?: string;
  timeZone?: string;
  compare?: boolean;
  filter?: string;
  test?: boolean;
  reveals?: ShareReveal[];
  expires?: string;
  passwordFile?: string;
}

export function addShareCommands(program: Command, config: () => Config): void {
  const shares = program
    .command('shares')
    .description('create, list and revoke share links for people without an account');
  const command = (name: string, description: string) =>
    workspaceCommand(shares, name, description);
  command('create', 'create a link to the overview or a saved view; it is shown only once')
    .requiredOption('--name <name>', 'title that readers see', asName)
    .addOption(
      new Option('--page <page>', 'page to share').choices(sharePages).default(sharePages[0]),
    )
    .option('--view <id>', 'saved view to share, for any page except the overview', asUuid)
    .addOption(
      new Option('--days <days>', 'last days to show, including today (default: 30)')
        .argParser(asDays)
        .conflicts(['from', 'to']),
    )
    .option('--from <date>', 'start of the period, instead of --days', asDateOrInstant)
    .option('--to <date>', 'end of the period', asDateOrInstant)
    .option(
      '--time-zone <name>',
      'time zone of the days (default: that of the workspace)',
      asTimeZone,
    )
    .option('--compare', 'compare with the previous period')
    .option('--filter <filter>', 'only visits that match this filter; readers do not see it')
    .option('--test', 'show test data')
    .option(
      '--reveals <list>',
      'what to show besides visits and pages: leads, conversions, campaigns, companies, all or none (default: leads,conversions,campaigns)',
      asReveals,
    )
    .option('--expires <date>', 'when the link expires (default: never)', asInstant)
    .option('--password-file <file>', 'file with the password for readers on its first line')
    .action((flags) => create(config(), flags));
  command('list', 'list the share links of a workspace').action((flags) => list(config(), flags));
  command('revoke', 'revoke a link immediately and permanently')
    .requiredOption('--id <id>', 'ID of the link', asUuid)
    .action((flags) => revoke(config(), flags));
}

async function create(config: Config, flags: CreateFlags): Promise<void> {
  const { workspace, name, page, view, reveals, expires } = flags;
  const body = {
    page,
    ...(view !== undefined && { view_id: view }),
    name,
    query: queryOf(flags),
    ...(reveals && { reveals }),
    ...(expires !== undefined && { expires_at: expires }),
    ...(flags.passwordFile !== undefined && { password: await firstLine(flags.passwordFile) }),
  };
  const answer = await operate(config, workspace, 'createShare', { body });
  const { token, ...made } = (answer as { data: Share & { token: string } }).data;
  const link = `${config.publicUrl}/share/${token}`;
  show(flags, { ...made, link }, [
    `Created share link: ${link}`,
    `  id ${made.id}`,
    'Save the link now: it is not shown again. Anyone with the link can see these figures.',
  ]);
}

function queryOf(flags: CreateFlags): ShareQuery {
  const { days, from, to, timeZone, compare, filter, test } = flags;
  return {
    ...(days !== undefined && { days }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(compare && { compare: 'previous_period' }),
    ...(filter !== undefined && { filter }),
    ...(test && { test }),
  };
}

/** A password as an argument would be visible to every user of the machine. */
async function firstLine(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StartError(
      `Cannot read the password file ${file}. Check the path and its permissions.`,
      { cause },
    );
  });
  return text.split(/\r?\n/, 1)[0] ?? '';
}

async function list(config: Config, flags: WorkspaceFlags): Promise<void> {
  const rows = await listAll<Share>(config, flags.workspace, 'listShares');
  show(flags, rows, rows.map(lineOf));
}

function lineOf({ id, name, page, reveals, has_password, expires_at, views }: Share): string {
  const parts = [
    `${id}  ${name}`,
    page === 'overview'
      ? `shows ${reveals.join(', ') || 'visits and pages'}`
      : `shows a view of ${page}`,
    ...(has_password ? ['password'] : []),
    ...(expires_at === null ? [] : [`expires ${expires_at}`]),
    `opened ${views} times`,
  ];
  return parts.join('  ');
}

async function revoke(config: Config, flags: WorkspaceFlags & { id: string }): Promise<void> {
  const { workspace, id } = flags;
  await operate(config, workspace, 'deleteShare', { params: { id } });
  show(flags, { id, revoked: true }, [`Revoked share link ${id}.`]);
}
