/* `footfall campaigns import-spend`: a CSV file, all of it or nothing. */
import { createReadStream } from 'node:fs';
import {
  type BadRow,
  readSpend,
  type SpendDefaults,
  type SpendFile,
  SpendFileError,
} from '../campaigns/read-spend.ts';
import { type SpendEntry, type StoredSpend, storeSpend } from '../campaigns/spend.ts';
import { StartError, systemCode } from '../common/start-error.ts';
import type { Config } from '../config.ts';
import { CsvError } from '../csv/read-csv.ts';
import type { Database, Tx } from '../db/connect.ts';
import { type Flags, type Progress, requireWorkspace, show } from './commands.ts';
import { withDatabase } from './open-database.ts';
import { record } from './record.ts';

const shownBadRows = 20;

export interface ImportFlags extends Flags {
  workspace: string;
  file: string;
  source?: string;
  medium?: string;
  currency?: string;
  dateFormat?: SpendDefaults['dateOrder'];
  decimal?: SpendDefaults['decimal'];
  skipBad?: boolean;
  dryRun?: boolean;
}

export async function importSpend(
  config: Config,
  flags: ImportFlags,
  progress: Progress,
): Promise<void> {
  const { source, medium, currency, dateFormat: dateOrder, decimal } = flags;
  const { entries, bad, totals } = await readSpendFile(flags.file, {
    source,
    medium,
    currency,
    dateOrder,
    decimal,
  });
  if (bad.length > 0 && !flags.skipBad) throw new StartError(badRowsText(flags.file, bad));
  if (entries.length === 0) throw new StartError(`${flags.file} has no row that can be stored.`);
  const stored = await inWorkspace(config, flags.workspace, progress, (db) =>
    flags.dryRun
      ? tryOut(db, flags.workspace, entries)
      : db.workspace(flags.workspace, (tx) => storeImport(tx, flags.workspace, entries)),
  );
  const days = entries.map(({ day }) => day).sort();
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const amounts = stored.amounts.map(({ currency, value }) => ({ currency, value: Number(value) }));
  const { rows, campaigns, newCampaigns: new_campaigns } = stored;
  show(
    flags,
    {
      rows,
      campaigns,
      new_campaigns,
      from,
      to,
      amounts,
      totals_left_out: totals,
      bad,
      dry_run: flags.dryRun === true,
    },
    [
      `${flags.dryRun ? 'Would store' : 'Stored'} ${counted(rows, 'row')} of ${counted(campaigns, 'campaign')}, ${from} to ${to}: ${amountsText(stored)}`,
      ...(new_campaigns > 0
        ? [
            `${counted(new_campaigns, 'new campaign')}: no visit has carried exactly that source, medium and name yet.`,
          ]
        : []),
      ...(bad.length > 0 ? [`Left out ${counted(bad.length, 'row')}:`, ...badLines(bad)] : []),
    ],
  );
}

async function readSpendFile(path: string, defaults: SpendDefaults): Promise<SpendFile> {
  try {
    return await readSpend(createReadStream(path), defaults);
  } catch (error) {
    if (error instanceof SpendFileError || error instanceof CsvError) {
      throw new StartError(`${path} cannot be read. ${error.message}`, { cause: error });
    }
    const code = systemCode(error);
    if (code === undefined) throw error;
    const reasons: Record<string, string> = {
      ENOENT: 'there is no such file',
      EACCES: 'this user may not read it',
      EISDIR: 'it is a directory',
    };
    const reason = reasons[code] ?? code;
    throw new StartError(`${path} cannot be opened: ${reason}.`, { cause: error });
  }
}

function badRowsText(path: string, bad: BadRow[]): string {
  return [
    `${counted(bad.length, 'row')} of ${path} cannot be read, and nothing was stored:`,
    ...badLines(bad),
    'Put them right, or add --skip-bad to store the others.',
  ].join('\n');
}

function badLines(bad: BadRow[]): string[] {
  const lines = bad.slice(0, shownBadRows).map(({ line, reason }) => `  line ${line}: ${reason}`);
  const more = bad.length - lines.length;
  return more > 0 ? [...lines, `  and ${more} more`] : lines;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function amountsText({ amounts }: StoredSpend): string {
  return amounts.map(({ currency, value }) => `${currency} ${value}`).join(', ');
}

async function storeImport(tx: Tx, workspaceId: string, entries: SpendEntry[]) {
  const what = { resourceType: 'campaigns', fields: ['spend'] };
  await record(tx, workspaceId, { action: 'campaigns import-spend', ...what });
  return storeSpend(tx, workspaceId, entries);
}

/** Takes a transaction back after its work. */
class Undone extends Error {
  override readonly name = 'Undone';
}

/** What storing would answer. */
async function tryOut(db: Database, workspaceId: string, entries: SpendEntry[]) {
  let answer: StoredSpend | undefined;
  try {
    await db.workspace(workspaceId, async (tx) => {
      answer = await storeSpend(tx, workspaceId, entries);
      throw new Undone();
    });
  } catch (error) {
    if (answer && error instanceof Undone) return answer;
    throw error;
  }
  throw new Error('the trial was not taken back');
}

/** @throws StartError when there is no such workspace */
export function inWorkspace<T>(
  config: Config,
  workspaceId: string,
  progress: Progress,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return withDatabase(config, progress, async (db) => {
    await db.system((tx) => requireWorkspace(tx, workspaceId));
    return work(db);
  });
}
