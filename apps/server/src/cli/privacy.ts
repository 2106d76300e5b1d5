/* `footfall privacy`: erases people and visitors with the operations of REST, and runs their slices to the end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ErasedKind, type Erasure, erasedKindNames } from '@footfall/contract/erasures';
import { type Command, Option } from 'commander';
import { StartError } from '../platform/common/start-error.ts';
import type { Config } from '../platform/config.ts';
import { operate, show, type WorkspaceFlags } from './commands.ts';
import { withDatabase } from './open-database.ts';
import { addPrivacyExport } from './privacy-export.ts';
import { asUuid, wholeNumber } from './values.ts';
import { workspaceCommand } from './workspace-command.ts';

interface EraseFlags extends WorkspaceFlags {
  identity?: string;
  visitor?: string;
  dryRun?: boolean;
}

interface ListFlags extends WorkspaceFlags {
  limit: number;
  offset: number;
}

export function addPrivacyCommands(program: Command, config: () => Config): void {
  const privacy = program
    .command('privacy')
    .description('answer requests of people about their data, and erase people and visitors');
  workspaceCommand(privacy, 'erase', 'remove a person or visitor with all data about them')
    .addOption(
      new Option('--identity <id>', 'ID of the identity').argParser(asUuid).conflicts('visitor'),
    )
    .addOption(new Option('--visitor <id>', 'ID of the visitor').argParser(asUuid))
    .option('--dry-run', 'show what would be removed without removing it')
    .action((flags: EraseFlags) => erase(config(), flags));
  workspaceCommand(privacy, 'erasures', 'list erasures, newest first')
    .option('--limit <number>', 'number of rows, 1 to 100', wholeNumber(1, 100), 50)
    .option('--offset <number>', 'number of rows to skip', wholeNumber(0, 1e9), 0)
    .action((flags: ListFlags) => listErasures(config(), flags));
  addPrivacyExport(privacy, config);
}

async function erase(config: Config, flags: EraseFlags): Promise<void> {
  const { workspace, identity, visitor, dryRun = false } = flags;
  const id = identity ?? visitor;
  if (id === undefined) throw new StartError('Choose a person with --identity, or a --visitor.');
  const operation = identity === undefined ? 'eraseVisitor' : 'eraseIdentity';
  const query = dryRun ? { dry_run: 'true' } : {};
  const answer = await operate<{ data: Erasure }>(config, workspace, operation, {
    params: { id },
    query,
  });
  if (dryRun) {
    const { data } = answer;
    const shared = data.shared_with.map((other) => `shares a device with ${other}`);
    show(flags, data, [...countLines(data), ...shared, 'Dry run: nothing was removed.']);
    return;
  }
  const done = await ended(config, workspace, answer.data.id ?? '');
  show(flags, done, [...countLines(done), `Erasure ${done.id} is done.`]);
}

const pauseMs = 300;

/** Works without a running service. */
async function ended(config: Config, workspaceId: string, id: string): Promise<Erasure> {
  const [{ JobWorker }, { goOnWithErasures }] = await Promise.all([
    import('../platform/jobs/worker.ts'),
    import('../privacy/erasure/steps.ts'),
  ]);
  const read = () =>
    operate<{ data: Erasure }>(config, workspaceId, 'getErasure', { params: { id } });
  for (;;) {
    await withDatabase(config, (db) =>
      new JobWorker(db, { erasure: goOnWithErasures }, { smallBatches: { erasure: 1 } }).drain(),
    );
    const { data } = await read();
    if (data.state === 'done') return data;
    if (data.state === 'failed') {
      throw new StartError(`The erasure failed: ${data.reason}. Retry it with jobs retry.`);
    }
    await sleep(pauseMs);
  }
}

async function listErasures(config: Config, flags: ListFlags): Promise<void> {
  const query = { limit: String(flags.limit), offset: String(flags.offset) };
  const answer = await operate<{ data: Erasure[]; pagination: { total: number } }>(
    config,
    flags.workspace,
    'listErasures',
    { query },
  );
  const { data, pagination } = answer;
  const lines = data.map(
    ({ requested_at, id, subject, state }) => `${requested_at}  ${id}  ${subject}  ${state}`,
  );
  show(flags, answer, [...lines, `${data.length} of ${pagination.total} erasures`]);
}

function countLines({ removed }: Erasure): string[] {
  const words = (kind: ErasedKind) => kind.replaceAll('_', ' ');
  return erasedKindNames
    .filter((kind) => removed[kind] > 0)
    .map((kind) => `${String(removed[kind]).padStart(8)}  ${words(kind)}`);
}
