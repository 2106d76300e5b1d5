/* `footfall companies import`: imports a file of company details into a workspace. */
import { type FileHandle, open, stat } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { type ColumnMap, parseColumnMap } from '../companies/import/columns.ts';
import type { ImportOptions, ImportResult, Reject } from '../companies/import/import-companies.ts';
import {
  type FileFormat,
  fileFormats,
  type ImportFile,
  openImportFile,
} from '../companies/import/open-file.ts';
import { StartError, systemCode } from '../platform/common/start-error.ts';
import type { Config } from '../platform/config.ts';
import { requireWorkspace, show, type WorkspaceFlags } from './commands.ts';
import { FileProgress } from './file-progress.ts';
import { withDatabase } from './open-database.ts';
import { progress } from './progress.ts';
import { record } from './record.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { workspaceCommand } from './workspace-command.ts';

interface ImportFlags extends WorkspaceFlags {
  file: string;
  format?: FileFormat;
  map?: ColumnMap;
  rejects?: string;
  restart?: boolean;
  dryRun?: boolean;
}

/** On the screen; the file of --rejects contains all. */
const rejectsShown = 20;

export function addCompanyCommands(program: Command, config: () => Config): void {
  const companies = program.command('companies').description('import company details');
  workspaceCommand(
    companies,
    'import',
    'import names, descriptions, sizes and industries of companies from a file',
  )
    .requiredOption('--file <path>', 'CSV, JSON or NDJSON file, optionally gzipped')
    .addOption(
      new Option('--format <format>', 'format, if the file name does not show it').choices(
        fileFormats,
      ),
    )
    .option('--map <columns>', 'map column names, such as domain=Website,name=Company', asColumnMap)
    .option('--rejects <path>', 'write rejected rows to this CSV file')
    .option('--restart', 'start over, even if part of the file was imported')
    .option('--dry-run', 'read and check everything without importing')
    .action((flags: ImportFlags) => importFile(config(), flags));
}

async function importFile(config: Config, flags: ImportFlags): Promise<void> {
  const { format, map } = flags;
  const file = await openImportFile(flags.file, {
    ...(format && { format }),
    ...(map && { columns: map }),
  });
  const rejects = await RejectFile.open(flags);
  const screen = new FileProgress(file.size);
  const stop = stopOnSignal('Interrupted. Run the same command again to continue.');
  try {
    const result = await runImport(config, flags, file, {
      onBegin(resumedAfter) {
        if (resumedAfter > 0) progress(resumedLine(resumedAfter, flags));
        screen.begin();
      },
      onProgress({ bytesRead, records }) {
        stop.check();
        screen.update(bytesRead, records);
      },
      onRejects: (some) => rejects.add(some),
    });
    screen.end();
    const { records, rejected, imported } = result;
    for (const line of rejects.lines(rejected)) progress(line);
    if (records > 0 && imported === 0) {
      throw new StartError(
        `None of the ${records} rows of ${flags.file} can be used, so nothing was changed. See the reasons above, or map the columns with --map.`,
      );
    }
    show(flags, resultJson(flags, result, rejects.first), [resultLine(flags, result)]);
  } finally {
    stop.release();
    screen.end();
    await rejects.close();
  }
}

async function runImport(
  config: Config,
  flags: ImportFlags,
  file: ImportFile,
  on: ImportOptions,
): Promise<ImportResult> {
  const { workspace, restart = false, dryRun = false } = flags;
  // Only an import needs the public suffix list, which slows other commands' start.
  const { importCompanies } = await import('../companies/import/import-companies.ts');
  return withDatabase(config, async (db) => {
    await db.system(async (tx) => {
      await requireWorkspace(tx, workspace);
      const what = { resourceType: 'companies', fields: [...rejectColumns] };
      if (!dryRun) await record(tx, workspace, { action: 'companies import', ...what });
    });
    return importCompanies(db, workspace, file, { ...on, restart, dryRun });
  });
}

function resumedLine(rows: number, { file }: ImportFlags): string {
  return `Continuing after the first ${rows} rows of ${file}, which are already stored. Add --restart to start over.`;
}

function resultLine(flags: ImportFlags, result: ImportResult): string {
  const { records, imported, rejected, companiesUpdated } = result;
  if (flags.dryRun) {
    return `Dry run: ${imported} of ${records} rows of ${flags.file} can be imported, ${rejected} would be rejected. Nothing was stored.`;
  }
  return `Imported ${imported} of ${records} rows of ${flags.file}, rejected ${rejected}. Companies changed: ${companiesUpdated}.`;
}

function resultJson(flags: ImportFlags, result: ImportResult, first: Reject[]) {
  return {
    workspace: flags.workspace,
    file: flags.file,
    rows: result.records,
    imported: result.imported,
    rejected: result.rejected,
    resumed_after: result.resumedAfter,
    companies_updated: result.companiesUpdated,
    dry_run: flags.dryRun ?? false,
    rejects: first.map(({ line, reason }) => ({ line, reason })),
  };
}

const rejectColumns = ['domain', 'name', 'description', 'employees', 'main_industry'] as const;

/** Prints the first rejects, and writes all to a CSV file for correction and another import. */
class RejectFile {
  readonly first: Reject[] = [];
  readonly #file: FileHandle | undefined;
  readonly #path: string | undefined;

  private constructor(path: string | undefined, file: FileHandle | undefined) {
    this.#path = path;
    this.#file = file;
  }

  static async open({ rejects: path, file }: ImportFlags): Promise<RejectFile> {
    if (path === undefined) return new RejectFile(undefined, undefined);
    const [source, target] = await Promise.all([stat(file), stat(path).catch(() => undefined)]);
    if (target && source.ino === target.ino && source.dev === target.dev) {
      throw new StartError('--rejects is the imported file. Choose another path.');
    }
    const handle = await open(path, 'w').catch((error) => {
      throw new StartError(
        `Cannot write ${path} (${systemCode(error) ?? error}). Choose another path for --rejects.`,
        { cause: error },
      );
    });
    await handle.write(csvLine(['line', 'reason', ...rejectColumns]));
    return new RejectFile(path, handle);
  }

  async add(rejects: Reject[]): Promise<void> {
    if (this.first.length < rejectsShown) {
      this.first.push(...rejects.slice(0, rejectsShown - this.first.length));
    }
    const lines = rejects.map(({ line, reason, values }) =>
      csvLine([String(line), reason, ...rejectColumns.map((column) => values[column] ?? '')]),
    );
    await this.#file?.write(lines.join(''));
  }

  lines(total: number): string[] {
    const lines = this.first.map(({ line, reason }) => `line ${line}: ${reason}`);
    const more = total - this.first.length;
    if (this.#path !== undefined && total > 0)
      lines.push(`All rejected rows are in ${this.#path}.`);
    else if (more > 0)
      lines.push(`… and ${more} more. Add --rejects PATH to write all of them to a file.`);
    return lines;
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}

function csvLine(fields: string[]): string {
  const quoted = fields.map((field) =>
    /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field,
  );
  return `${quoted.join(',')}\r\n`;
}

/** If given several times, the maps are merged. */
function asColumnMap(text: string, earlier: ColumnMap = {}): ColumnMap {
  return { ...earlier, ...parseColumnMap(text) };
}
