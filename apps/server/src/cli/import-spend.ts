/* `footfall campaigns import-spend`: a CSV file, all of it or nothing. */
import { createReadStream } from 'node:fs';
import { ApiError, type Issue } from '@footfall/contract/errors';
import type { SpendImport } from '@footfall/contract/spend';
import { StartError, systemCode } from '../platform/common/start-error.ts';
import type { Config } from '../platform/config.ts';
import { CsvError, csvText } from '../platform/csv/read-csv.ts';
import type { Database } from '../platform/db/connect.ts';
import type { SpendDefaults } from '../revenue/campaigns/read-spend.ts';
import { show, type WorkspaceFlags } from './commands.ts';
import { withDatabase } from './open-database.ts';
import { runAsOperator } from './run-as-operator.ts';

const shownBadRows = 20;

export interface ImportFlags extends WorkspaceFlags {
  file: string;
  source?: string;
  medium?: string;
  currency?: string;
  dateFormat?: SpendDefaults['dateOrder'];
  decimal?: SpendDefaults['decimal'];
  skipBad?: boolean;
  dryRun?: boolean;
}

export async function importSpend(config: Config, flags: ImportFlags): Promise<void> {
  const { file, source, medium, currency, dateFormat: date_order, decimal } = flags;
  const csv = await textOf(file);
  const parameters = Object.entries({ csv, source, medium, currency, date_order, decimal });
  const body = Object.fromEntries(parameters.filter(([, value]) => value !== undefined));
  const stored = await withDatabase(config, async (db) => {
    const run = (how: object) => runImport(db, flags, { ...body, ...how });
    const tried = await run({ dry_run: true });
    if (tried.bad_rows > 0 && !flags.skipBad) throw new StartError(badRowsText(file, tried));
    if (tried.rows === 0) throw new StartError(`${file} has no usable rows.`);
    return flags.dryRun ? tried : run({ skip_bad: true });
  });
  show(flags, stored, linesOf(stored));
}

/** @throws StartError */
async function runImport(
  db: Database,
  { workspace, file }: ImportFlags,
  body: object,
): Promise<SpendImport> {
  try {
    const answer = await runAsOperator(db, workspace, 'importSpend', { body });
    return (answer as { data: SpendImport }).data;
  } catch (error) {
    const fault = error instanceof StartError ? faultOfFile(error) : undefined;
    if (fault === undefined) throw error;
    throw new StartError(`Cannot read ${file}. ${fault}`, { cause: error });
  }
}

/** The operation's error about the file itself. */
function faultOfFile({ cause }: StartError): string | undefined {
  if (!(cause instanceof ApiError)) return undefined;
  const issues = (cause.details?.issues ?? []) as Issue[];
  return issues.find(({ path }) => path === 'body.csv')?.message;
}

/** @throws StartError */
async function textOf(path: string): Promise<string> {
  try {
    let text = '';
    for await (const piece of csvText(createReadStream(path))) text += piece;
    return text;
  } catch (error) {
    if (error instanceof CsvError) {
      throw new StartError(`Cannot read ${path}. ${error.message}`, { cause: error });
    }
    const code = systemCode(error);
    if (code === undefined) throw error;
    const reasons: Record<string, string> = {
      ENOENT: 'the file does not exist',
      EACCES: 'this user has no permission to read it',
      EISDIR: 'it is a directory',
    };
    const reason = reasons[code] ?? code;
    throw new StartError(`Cannot open ${path}: ${reason}.`, { cause: error });
  }
}

function linesOf({ rows, campaigns, new_campaigns, from, to, amounts, ...others }: SpendImport) {
  const { bad_rows, bad, dry_run } = others;
  const sums = amounts.map(({ currency, value }) => `${currency} ${value.toFixed(2)}`).join(', ');
  return [
    `${dry_run ? 'Would store' : 'Stored'} ${counted(rows, 'row')} of ${counted(campaigns, 'campaign')}, ${from} to ${to}: ${sums}`,
    ...(new_campaigns > 0
      ? [
          `${counted(new_campaigns, 'new campaign')}: no visit has had exactly this source, medium and name yet.`,
        ]
      : []),
    ...(bad_rows > 0 ? [`Skipped ${counted(bad_rows, 'row')}:`, ...badLines(bad, bad_rows)] : []),
  ];
}

function badRowsText(path: string, { bad, bad_rows }: SpendImport): string {
  return [
    `${counted(bad_rows, 'row')} of ${path} cannot be read. Nothing was stored:`,
    ...badLines(bad, bad_rows),
    'Correct them, or add --skip-bad to store the others.',
  ].join('\n');
}

function badLines(bad: SpendImport['bad'], all: number): string[] {
  const lines = bad.slice(0, shownBadRows).map(({ line, reason }) => `  line ${line}: ${reason}`);
  const more = all - lines.length;
  return more > 0 ? [...lines, `  and ${more} more`] : lines;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
