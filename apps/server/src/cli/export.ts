/* `footfall export`: a list's records as a file, through the same operation as for keys, directly on the database. */
import { exportOperations } from '@footfall/contract/exports';
import type { OperationSpec } from '@footfall/contract/operation';
import cliProgress from 'cli-progress';
import { Command } from 'commander';
import { ownCommand } from '../platform/common/own-command.ts';
import { StartError } from '../platform/common/start-error.ts';
import type { Config } from '../platform/config.ts';
import { bytesOf } from '../surfaces/operations/exports/encode.ts';
import type { AnsweredFile } from '../surfaces/operations/exports/file.ts';
import { attributeOf, optionOf } from './api/program.ts';
import { type Input, inputsIn } from './api/words.ts';
import { withDatabase } from './open-database.ts';
import { exportAsOperator } from './run-as-operator.ts';
import { asUuid } from './values.ts';
import { writeOut } from './write-out.ts';

/** @throws CommanderError for invalid arguments; StartError if the operation refuses */
export async function runExport(args: readonly string[], config: () => Config): Promise<void> {
  const program = new Command(`${ownCommand} export`)
    .description('Writes records to standard output. Redirect them to a file with >.')
    .exitOverride()
    .showHelpAfterError(`(run ${ownCommand} export to see every kind)`)
    .helpCommand(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => {
      const [kind] = program.args;
      if (kind !== undefined) program.error(`error: unknown command '${kind}'`);
      program.outputHelp();
    });
  for (const operation of Object.values(exportOperations)) {
    addKind(program, operation, (workspaceId, input) =>
      writeExport(config(), workspaceId, operation, input),
    );
  }
  await program.parseAsync(args, { from: 'user' });
}

type Texts = Record<string, string>;
type Write = (workspaceId: string, input: { params: Texts; query: Texts }) => Promise<void>;

function addKind(program: Command, operation: OperationSpec, write: Write): void {
  // exportListMembers becomes list-members.
  const [, ...words] = operation.id.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  const params = inputsIn('params', operation.params);
  const options = inputsIn('query', operation.query);
  const command = program
    .command(words.join('-'))
    .description(operation.summary)
    .requiredOption('--workspace <id>', 'ID of the workspace', asUuid);
  for (const { name, declared } of params) command.argument(`<${name}>`, declared.description);
  for (const option of options) command.addOption(optionOf(option));
  command.action(async (...parts: unknown[]) => {
    const flags = parts[params.length] as Texts;
    const textFor = (input: Input, text: unknown) =>
      text === undefined ? [] : [[input.name, String(text)]];
    await write(flags.workspace ?? '', {
      params: Object.fromEntries(params.flatMap((input, place) => textFor(input, parts[place]))),
      query: Object.fromEntries(
        options.flatMap((input) => textFor(input, flags[attributeOf(input)])),
      ),
    });
  });
}

async function writeExport(
  config: Config,
  workspaceId: string,
  operation: OperationSpec,
  input: { params: Texts; query: Texts },
): Promise<void> {
  if (input.query.format === 'parquet' && process.stdout.isTTY) {
    throw new StartError(
      `Parquet is a binary format. Redirect it to a file: > ${operation.file?.name}.parquet`,
    );
  }
  await withDatabase(config, async (db) => {
    const file = await exportAsOperator(db, workspaceId, operation.id, input);
    if (!process.stderr.isTTY) return writeOut(bytesOf(file));
    const bar = new cliProgress.SingleBar({
      format: `${file.fileName} {bar} {value} of {total}, {eta_formatted} left`,
      stream: process.stderr,
    });
    bar.start(file.total, 0);
    await writeOut(bytesOf(counting(file, (rows) => bar.increment(rows))));
    bar.stop();
  });
}

/** The same file; `onRows`: gets the number of rows read. */
function counting(file: AnsweredFile, onRows: (rows: number) => void): AnsweredFile {
  onRows(file.first.length);
  return {
    ...file,
    async next(size) {
      const page = await file.next(size);
      if (page) onRows(page.length);
      return page;
    },
  };
}
