/* `footfall import`: history of other services and access logs, with a comparison table. */
import type { Settings } from '@footfall/contract/settings';
import type { Stats } from '@footfall/contract/stats';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { DailyFigures } from '../collect/imports/plausible.ts';
import type { Reconciliation } from '../collect/imports/reconcile.ts';
import type { Row } from '../collect/imports/rows.ts';
import type { Tally } from '../collect/imports/tally.ts';
import { openPackedFile, type PackedFile } from '../platform/common/packed-file.ts';
import { StartError } from '../platform/common/start-error.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/db/connect.ts';
import { type Flags, requireWorkspace, show } from './commands.ts';
import { FileProgress } from './file-progress.ts';
import { type ImportFacts, importJson, importLines } from './import-report.ts';
import type { FormatName } from './imports/run-import.ts';
import { withDatabase } from './open-database.ts';
import { progress } from './progress.ts';
import { record } from './record.ts';
import { runAsOperator } from './run-as-operator.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { asTimeZone } from './values.ts';
import { workspaceCommand } from './workspace-command.ts';

interface ImportFlags extends Flags {
  from: FormatName | 'plausible';
  workspace: string;
  site?: URL;
  timeZone?: string;
  people?: boolean;
  leads?: boolean;
  dryRun?: boolean;
}

const sources = ['umami', 'plausible', 'posthog', 'ga4', 'access-log'] as const;

export function addImportCommand(program: Command, config: () => Config): void {
  workspaceCommand(
    program,
    'import',
    'import history from Umami, PostHog, GA4 or access logs, and compare the totals',
  )
    .argument('<files...>', 'exported files, optionally gzipped')
    .addOption(
      new Option('--from <source>', 'source of the files').choices(sources).makeOptionMandatory(),
    )
    .option(
      '--site <address>',
      'address for pages without a host, such as https://www.example.com',
      asSite,
    )
    .option(
      '--time-zone <name>',
      'time zone of the days to compare (default: that of the workspace)',
      asTimeZone,
    )
    .option('--people', 'access logs only: import people too, not only bots')
    .option('--leads', 'also create people and leads, dated as of their messages')
    .option('--dry-run', 'read and check everything without storing it')
    .action((files: string[], flags: ImportFlags) => runImport(config(), files, flags));
}

/** Accepts only an origin. */
export function asSite(text: string): URL {
  const site = URL.canParse(text) ? new URL(text) : undefined;
  if (!site || !/^https?:$/.test(site.protocol) || site.pathname !== '/' || site.search !== '') {
    throw new InvalidArgumentError(
      'Use an address without a path, such as https://www.example.com.',
    );
  }
  return site;
}

async function runImport(config: Config, paths: string[], flags: ImportFlags): Promise<void> {
  requireFittingFlags(flags);
  const files: PackedFile[] = [];
  // Opens all before anything is stored.
  for (const path of paths) files.push(await openPackedFile(path));
  const facts = await withDatabase(
    config,
    async (db) => {
      await db.system((tx) => requireWorkspace(tx, flags.workspace));
      const timeZone = flags.timeZone ?? (await timeZoneOf(db, flags.workspace));
      const how = { ...flags, files, paths, timeZone };
      return flags.from === 'plausible'
        ? compareSums(db, how)
        : importRows(db, config, { ...how, from: flags.from });
    },
    {},
  );
  for (const line of importLines(facts).faults) progress(line);
  show(flags, importJson(facts), importLines(facts).result);
}

function requireFittingFlags({ from, people, leads }: ImportFlags): void {
  if (people && from !== 'access-log')
    throw new StartError('--people works with access logs only.');
  if (leads && from === 'access-log')
    throw new StartError('Access logs identify no people. Remove --leads.');
  if (leads && from === 'plausible')
    throw new StartError('Plausible exports identify no people. Remove --leads.');
}

type How = Omit<ImportFlags, 'timeZone'> & {
  files: PackedFile[];
  paths: string[];
  timeZone: string;
};

async function importRows(
  db: Database,
  config: Config,
  { from, files, timeZone, ...flags }: How & { from: FormatName },
): Promise<ImportFacts> {
  // It needs the whole application, which slows other commands' start.
  const { importFiles } = await import('./imports/run-import.ts');
  const { reconcile } = await import('../collect/imports/reconcile.ts');
  const { workspace, people = false, leads = false, dryRun: isDryRun = false } = flags;
  const what = { resourceType: 'events', fields: ['from', 'files'] };
  if (!isDryRun) {
    await db.system((tx) => record(tx, workspace, { action: 'import', ...what }));
  }
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const screen = new FileProgress(size);
  const stop = stopOnSignal('Interrupted. Run the same command again to import the rest.');
  let tally: Tally;
  try {
    screen.begin();
    tally = await importFiles(db, config, {
      workspaceId: workspace,
      from,
      files,
      timeZone,
      site: flags.site,
      hasPeople: people,
      hasLeads: leads,
      isDryRun,
      onProgress(rows) {
        stop.check();
        screen.update(
          files.reduce((sum, file) => sum + file.bytesRead(), 0),
          rows,
        );
      },
      onSettling() {
        screen.end();
        progress('All files are read. Computing visits and figures.');
      },
    });
  } finally {
    stop.release();
    screen.end();
  }
  requireUsable(tally, flags.paths);
  const compared = await reconcile(tally, askStats(db, workspace), { timeZone, isDryRun });
  return { ...importFacts(flags, from, timeZone), tally, compared };
}

/** @throws StartError if no row is usable, as with the wrong kind of file */
function requireUsable(tally: Tally, paths: string[]): void {
  const { rows, faulty, faults } = tally;
  if (rows === 0) throw new StartError(`No rows in ${paths.join(', ')}. Nothing was stored.`);
  if (faulty < rows) return;
  const reasons = faults.slice(0, 5).map(({ line, reason }) => `  line ${line}: ${reason}`);
  throw new StartError(
    [`None of the ${rows} rows can be read. Nothing was stored:`, ...reasons].join('\n'),
  );
}

async function compareSums(db: Database, how: How): Promise<ImportFacts> {
  const { reconcileSums } = await import('../collect/imports/reconcile.ts');
  const { tally, sums } = await readSums(how.files);
  requireUsable(tally, how.paths);
  const days = [...sums.values()].sort((one, other) => (one.day < other.day ? -1 : 1));
  const compared: Reconciliation = await reconcileSums(
    days,
    askStats(db, how.workspace),
    how.timeZone,
  );
  return { ...importFacts(how, 'plausible', how.timeZone), tally, compared };
}

async function readSums(files: PackedFile[]) {
  const { plausibleRows, readFigures, visitorTables } = await import(
    '../collect/imports/plausible.ts'
  );
  const { Tally } = await import('../collect/imports/tally.ts');
  const tally = new Tally();
  const sums = new Map<string, DailyFigures>();
  const take = (file: string, row: Row) => {
    tally.rows += 1;
    const read = row.fault === undefined ? readFigures(row) : { refused: row.fault };
    if ('refused' in read) return tally.addFault({ file, line: row.line, reason: read.refused });
    if ('dropped' in read) return tally.addLeftOut(read.dropped);
    sums.set(read.day, read);
  };
  for (const file of await visitorTables(files)) {
    for await (const rows of plausibleRows(file)) for (const row of rows) take(file.path, row);
  }
  return { tally, sums };
}

function importFacts(
  flags: Omit<How, 'files' | 'timeZone' | 'from'>,
  from: ImportFlags['from'],
  timeZone: string,
) {
  const { workspace, paths, dryRun: isDryRun = false } = flags;
  return { workspace, from, paths, isDryRun, timeZone };
}

async function timeZoneOf(db: Database, workspace: string): Promise<string> {
  const { data } = (await runAsOperator(db, workspace, 'getSettings', {})) as { data: Settings };
  return data.time_zone;
}

function askStats(db: Database, workspace: string) {
  return async (query: Record<string, string>): Promise<Stats> => {
    const answer = await runAsOperator(db, workspace, 'getStats', { query });
    return (answer as { data: Stats }).data;
  };
}
