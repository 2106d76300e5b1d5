/* `footfall jobs`: background work that was given up after repeated failures. */
import { type FailedJob, type JobKind, jobKinds } from '@footfall/contract/failed-jobs';
import { type Command, Option } from 'commander';
import { listWorkspaces } from '../accounts/workspaces/store.ts';
import { ownCommand } from '../platform/common/own-command.ts';
import { StartError } from '../platform/common/start-error.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/db/connect.ts';
import { countFailedByKind } from '../platform/jobs/failed-jobs.ts';
import { type Flags, operate, show } from './commands.ts';
import { withDatabase } from './open-database.ts';
import { asUuid } from './values.ts';

interface ListFlags extends Flags {
  workspace?: string;
  kind?: JobKind;
}

interface MoveFlags extends ListFlags {
  workspace: string;
  id?: string;
  all?: boolean;
}

/** The size of a page. */
const mostShown = 100;

export function addJobCommands(program: Command, config: () => Config): void {
  const jobs = program.command('jobs').description('list, retry or drop failed background jobs');
  const command = (name: string, description: string) =>
    jobs
      .command(name)
      .description(description)
      .addOption(new Option('--kind <kind>', 'only jobs of this kind').choices(jobKinds))
      .addOption(new Option('--json', 'print JSON'));
  const move = (name: string, description: string) =>
    command(name, description)
      .requiredOption('--workspace <id>', 'ID of the workspace', asUuid)
      .option('--id <id>', 'ID of a job', asUuid)
      .option('--all', 'all failed jobs of the workspace');
  command('list', 'list failed jobs of all workspaces, with the reason for each')
    .option('--workspace <id>', 'only this workspace, newest first', asUuid)
    .action((flags: ListFlags) => list(config(), flags));
  move('retry', 'retry failed jobs').action((flags: MoveFlags) =>
    moveJobs(config(), flags, 'retryFailedJobs', 'will be retried'),
  );
  move('drop', 'drop failed jobs without doing their work').action((flags: MoveFlags) =>
    moveJobs(config(), flags, 'dropFailedJobs', 'dropped'),
  );
}

async function list(config: Config, { workspace, kind, ...flags }: ListFlags): Promise<void> {
  const answer = await withDatabase(config, (db) =>
    workspace === undefined ? listEverywhere(db, kind) : listOf(db, workspace, kind),
  );
  const { data, pagination } = answer;
  const lines = data.map(
    (job) =>
      `${'workspace_id' in job ? `${job.workspace_id}  ` : ''}${job.given_up_at}  ${job.id}  ${job.kind} of ${job.subject}${job.is_test ? ' (test)' : ''}  failed ${job.attempts} times: ${job.reason}`,
  );
  show(flags, answer, [...lines, `${data.length} of ${pagination.total} failed jobs`]);
}

interface JobList<Job> {
  data: Job[];
  pagination: { total: number };
}

async function listOf(db: Database, workspace: string, kind: JobKind | undefined) {
  const { runAsOperator } = await import('./run-as-operator.ts');
  const query = { limit: String(mostShown), ...(kind && { kind }) };
  const answer = await runAsOperator(db, workspace, 'listFailedJobs', { query });
  return answer as JobList<FailedJob>;
}

/** By workspace, up to a page each. */
async function listEverywhere(db: Database, kind: JobKind | undefined) {
  const kinds = kind === undefined ? jobKinds : [kind];
  const counts = (await db.everywhere((tx) => countFailedByKind(tx, kinds))).flat();
  const ids = new Set((await db.system(listWorkspaces)).map(({ id }) => id));
  const all: JobList<FailedJob & { workspace_id: string }> = { data: [], pagination: { total: 0 } };
  for (const id of new Set(counts.map(({ workspaceId }) => workspaceId))) {
    if (!ids.has(id)) continue;
    const { data, pagination } = await listOf(db, id, kind);
    all.data.push(...data.map((job) => ({ workspace_id: id, ...job })));
    all.pagination.total += pagination.total;
  }
  return all;
}

async function moveJobs(
  config: Config,
  { workspace, id, kind, all, ...flags }: MoveFlags,
  operation: string,
  done: string,
): Promise<void> {
  if (!id && !kind && !all) {
    throw new StartError(
      `Choose jobs with --id ID, --kind KIND or --all. ${ownCommand} jobs list --workspace ${workspace} shows them.`,
    );
  }
  const body = { ...(id && { ids: [id] }), ...(kind && { kind }), ...(all && { all }) };
  const { data } = await operate<{ data: { jobs: number; left: number } }>(
    config,
    workspace,
    operation,
    { body },
  );
  const left = data.left > 0 ? `. ${data.left} are left: run the command again` : '';
  show(flags, data, [`${data.jobs} jobs ${done}${left}`]);
}
