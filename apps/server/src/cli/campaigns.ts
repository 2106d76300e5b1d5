/* `footfall campaigns`: spend, and attribution of conversions and leads. */
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

export function addCampaignCommands(program: Command, config: () => Config): void {
  const campaigns = program
    .command('campaigns')
    .description('manage campaign spend and attribution');
  workspaceCommand(
    campaigns,
    'import-spend',
    'import campaign spend from a CSV file of an ad platform or spreadsheet',
  )
    .requiredOption(
      '--file <path>',
      'CSV with date, campaign and cost; optionally source, medium and currency',
    )
    .option('--source <text>', 'default utm_source', asTag)
    .option('--medium <text>', 'default utm_medium', asTag)
    .option('--currency <code>', 'default currency', asCurrency)
    .addOption(
      new Option('--date-format <order>', 'order of dates such as 5/31/2026').choices([
        'mdy',
        'dmy',
      ]),
    )
    .addOption(new Option('--decimal <sign>', 'decimal separator').choices(['point', 'comma']))
    .option('--skip-bad', 'skip rows that cannot be read and import the rest')
    .option('--dry-run', 'show what would be stored without storing it')
    .action((flags: ImportFlags) => importSpend(config(), flags));
  workspaceCommand(
    campaigns,
    'recompute',
    'recompute which visits conversions and leads are credited to',
  )
    .option('--from <date>', 'only conversions and leads from this date or time on', asInstant)
    .action((flags: RecomputeFlags) => recompute(config(), flags));
  addSpendCommands(campaigns, config);
}

function addSpendCommands(campaigns: Command, config: () => Config): void {
  const spend = campaigns.command('spend').description('list or set daily campaign spend');
  workspaceCommand(spend, 'list', 'list daily campaign spend')
    .option('--from <day>', 'first day, YYYY-MM-DD', asDay)
    .option('--to <day>', 'day after the last one, YYYY-MM-DD', asDay)
    .action((flags: ListFlags) => listSpend(config(), flags));
  workspaceCommand(
    spend,
    'set',
    'set the spend of a campaign on a day, replacing the stored amount',
  )
    .requiredOption('--day <day>', 'YYYY-MM-DD', asDay)
    .requiredOption('--campaign <name>', 'utm_campaign', asTag)
    .option('--source <text>', 'utm_source', asTag, '')
    .option('--medium <text>', 'utm_medium', asTag, '')
    .requiredOption('--amount <number>', 'amount, such as 49.50', asAmount)
    .requiredOption('--currency <code>', 'currency, such as EUR', asCurrency)
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
    lines.length > 0
      ? lines
      : [`No spend yet. Import it with ${ownCommand} campaigns import-spend.`],
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
    `Set the spend of ${[source, medium, name].join(' / ')} on ${day} to ${currency} ${amount}.`,
  ]);
}

interface RecomputeFlags extends WorkspaceFlags {
  from?: string;
}

async function recompute(config: Config, flags: RecomputeFlags): Promise<void> {
  const { workspace, from } = flags;
  const tell = progressEvery(progressEveryMs);
  const done = await inWorkspace(config, workspace, async (db) => {
    const what = { resourceType: 'campaigns', fields: ['touches'] };
    await db.workspace(workspace, (tx) =>
      record(tx, workspace, { action: 'campaigns recompute', ...what }),
    );
    return recomputeTouches(db, workspace, from, ({ visitors }, total) =>
      tell(`${visitors} of ${Math.max(visitors, total)} visitors`),
    );
  });
  show(flags, { id: workspace, ...done }, [
    `Recomputed ${done.subjects} conversions and leads of ${done.visitors} visitors.`,
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
    throw new InvalidArgumentError('Use at most 200 printable characters.');
  }
  return tag;
}
