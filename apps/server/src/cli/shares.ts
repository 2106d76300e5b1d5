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
  since?: string;
  until?: string;
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
    .description(
      'links to figures and saved views, for people without an account: create, list, revoke',
    );
  const command = (name: string, description: string) =>
    workspaceCommand(shares, name, description);
  command('create', 'make a link to the overview or a saved view, which is shown this once')
    .requiredOption('--name <name>', 'what its readers see as the title', asName)
    .addOption(new Option('--page <page>', 'which page').choices(sharePages).default(sharePages[0]))
    .option('--view <id>', 'of another page than the overview: the saved view of it', asUuid)
    .addOption(
      new Option('--days <days>', 'the last so many days, today with them (default: 30)')
        .argParser(asDays)
        .conflicts(['since', 'until']),
    )
    .option('--since <date>', 'in place of --days: where the time begins', asDateOrInstant)
    .option('--until <date>', 'and where it ends', asDateOrInstant)
    .option(
      '--time-zone <name>',
      'whose days they are (default: that of the workspace)',
      asTimeZone,
    )
    .option('--compare', 'tell the period before as well')
    .option('--filter <filter>', 'only visits of which this is true; its readers are not told')
    .option('--test', 'of test data')
    .option(
      '--reveals <list>',
      'what it tells beside visits and pages: leads, conversions, campaigns, companies, or all or none (default: leads,conversions,campaigns)',
      asReveals,
    )
    .option('--expires <date>', 'when the link ends (default: when it is revoked)', asInstant)
    .option('--password-file <file>', 'its first line is what readers have to know')
    .action((flags) => create(config(), flags));
  command('list', 'list the links of a workspace').action((flags) => list(config(), flags));
  command('revoke', 'end a link, at once and for ever')
    .requiredOption('--id <id>', 'id of the link', asUuid)
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
    `Link made: ${link}`,
    `  id ${made.id}`,
    'Keep it now: it is not shown again. Whoever has it sees these figures.',
  ]);
}

function queryOf(flags: CreateFlags): ShareQuery {
  const { days, since, until, timeZone, compare, filter, test } = flags;
  return {
    ...(days !== undefined && { days }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(compare && { compare: 'previous_period' }),
    ...(filter !== undefined && { filter }),
    ...(test && { test }),
  };
}

/** A password as an argument would be seen by everybody on the machine. */
async function firstLine(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StartError(`The file of the password, ${file}, cannot be read.`, { cause });
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
      ? `tells ${reveals.join(', ') || 'visits and pages'}`
      : `shows a view of ${page}`,
    ...(has_password ? ['password'] : []),
    ...(expires_at === null ? [] : [`ends ${expires_at}`]),
    `opened ${views} times`,
  ];
  return parts.join('  ');
}

async function revoke(config: Config, flags: WorkspaceFlags & { id: string }): Promise<void> {
  const { workspace, id } = flags;
  await operate(config, workspace, 'deleteShare', { params: { id } });
  show(flags, { id, revoked: true }, [`Link ${id} is revoked: it tells nothing any more.`]);
}
