/* `footfall campaigns`: what they cost, and what conversions and leads are credited to. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { ownCommand } from '../platform/common/own-command.ts';
import type { Config } from '../platform/config.ts';
import { recomputeTouches } from '../revenue/attribution/recompute.ts';
import { selectSpend, storeSpend } from '../revenue/campaigns/spend.ts';
import {
  parseAmount,
  parseCurrency,
  parseDay,
  ValueError,
} from '../revenue/campaigns/spend-values.ts';
import { inWorkspace, show, type WorkspaceFlags } from './commands.ts';
import { type ImportFlags, importSpend } from './import-spend.ts';
import { progressEvery } from './progress.ts';
import { record } from './record.ts';
import { asInstant } from './values.ts';
import { workspaceCommand } from './workspace-command.ts';

const progressEveryMs = 1_000;

/** Adds `footfall campaigns` with its commands. */
export function addCampaignCommands(program: Command, config: () => Config): void {
  const campaigns = program.command('campaigns').description('campaigns: spend, attribution');
  workspaceCommand(
    campaigns,
    'import-spend',
    'store what campaigns cost, from a CSV file of an ad platform or a spreadsheet',
  )
    .requiredOption('--file <path>', 'CSV with date, campaign and cost; source, medium, currency')
    .option('--source <text>', 'utm_source of rows that have none', asTag)
    .option('--medium <text>', 'utm_medium of rows that have none', asTag)
    .option('--currency <code>', 'currency of rows that have none', asCurrency)
    .addOption(
      new Option('--date-format <order>', 'of dates such as 5/31/2026').choices(['mdy', 'dmy']),
    )
    .addOption(
      new Option('--decimal <sign>', 'what stands before the decimals').choices(['point', 'comma']),
    )
    .option('--skip-bad', 'store the good rows, and leave out those that cannot be read')
    .option('--dry-run', 'say what would be stored, and store nothing')
    .action((flags: ImportFlags) => importSpend(config(), flags));
  workspaceCommand(
    campaigns,
    'recompute',
    'work out anew which visits conversions and leads are credited to',
  )
    .option('--since <date>', 'only what happened from this date or instant on', asInstant)
    .action((flags: RecomputeFlags) => recompute(config(), flags));
  addSpendCommands(campaigns, config);
}

function addSpendCommands(campaigns: Command, config: () => Config): void {
  const spend = campaigns.command('spend').description('what campaigns cost by day: list, set');
  workspaceCommand(spend, 'list', 'list what campaigns cost by day')
    .option('--from <day>', 'the first day, YYYY-MM-DD', asDay)
    .option('--to <day>', 'the day after the last one', asDay)
    .action((flags: ListFlags) => listSpend(config(), flags));
  workspaceCommand(
    spend,
    'set',
    'set what a campaign cost on a day, in place of what is stored of it',
  )
    .requiredOption('--day <day>', 'YYYY-MM-DD', asDay)
    .requiredOption('--campaign <name>', 'utm_campaign', asTag)
    .option('--source <text>', 'utm_source', asTag, '')
    .option('--medium <text>', 'utm_medium', asTag, '')
    .requiredOption('--amount <number>', 'such as 49.50', asAmount)
    .requiredOption('--currency <code>', 'such as EUR', asCurrency)
    .action((flags: SetFlags) => setSpend(config(), flags));
}

interface ListFlags extends WorkspaceFlags {
  from?: string;
  to?: string;
}

async function listSpend(config: Config, flags: ListFlags): Promise<void> {
  const { workspace, from, to } = flags;
  const rows = await inWorkspace(config, workspace, (db) =>
    db.workspace(workspace, (tx) => selectSpend(tx, workspace, { from, to })),
  );
  const lines = rows.map(
    ({ day, source, medium, name, amount, currency }) =>
      `${day}  ${[source, medium, name].join(' / ')}  ${currency} ${amount}`,
  );
  show(
    flags,
    rows.map(({ day, name, source, medium, amount, currency }) => ({
      day,
      campaign: name,
      source,
      medium,
      amount: Number(amount),
      currency,
    })),
    lines.length > 0 ? lines : [`No spend yet: ${ownCommand} campaigns import-spend`],
  );
}

interface SetFlags extends WorkspaceFlags {
  day: string;
  campaign: string;
  source: string;
  medium: string;
  amount: string;
  currency: string;
}

async function setSpend(config: Config, flags: SetFlags): Promise<void> {
  const { workspace, campaign: name, day, source, medium, amount, currency } = flags;
  const entry = { day, name, source, medium, amount, currency };
  await inWorkspace(config, workspace, (db) =>
    db.workspace(workspace, async (tx) => {
      await storeSpend(tx, workspace, [entry]);
      const what = { resourceType: 'campaigns', fields: ['spend'] };
      await record(tx, workspace, { action: 'campaigns spend set', ...what });
    }),
  );
  show(flags, { day, campaign: name, source, medium, amount: Number(amount), currency }, [
    `${[source, medium, name].join(' / ')} cost ${currency} ${amount} on ${day}.`,
  ]);
}

interface RecomputeFlags extends WorkspaceFlags {
  since?: string;
}

async function recompute(config: Config, flags: RecomputeFlags): Promise<void> {
  const { workspace, since } = flags;
  const tell = progressEvery(progressEveryMs);
  const done = await inWorkspace(config, workspace, async (db) => {
    const what = { resourceType: 'campaigns', fields: ['touches'] };
    await db.workspace(workspace, (tx) =>
      record(tx, workspace, { action: 'campaigns recompute', ...what }),
    );
    return recomputeTouches(db, workspace, since, ({ visitors }, total) =>
      tell(`${visitors} of ${Math.max(visitors, total)} visitors`),
    );
  });
  show(flags, { id: workspace, ...done }, [
    `${done.subjects} conversions and leads of ${done.visitors} visitors are credited anew.`,
  ]);
}

function asDay(text: string): string {
  return explained(() => parseDay(text.trim(), undefined));
}

function asAmount(text: string): string {
  return explained(() => parseAmount(text.trim(), 'point'));
}

function asCurrency(text: string): string {
  return explained(() => parseCurrency(text.trim()));
}

function explained<T>(parse: () => T): T {
  let fault: string;
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    fault = error.message;
  }
  throw new InvalidArgumentError(`${fault.charAt(0).toUpperCase()}${fault.slice(1)}.`);
}

function asTag(text: string): string {
  const tag = text.trim();
  if (tag.length > 200 || /\p{Cc}/u.test(tag)) {
    throw new InvalidArgumentError('It must have at most 200 printable characters.');
  }
  return tag;
}
