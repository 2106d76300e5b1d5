/* `footfall logs`: access logs, followed as they are written. */
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { ownCommand } from '../platform/common/own-command.ts';
import { StartError } from '../platform/common/start-error.ts';
import type { Config } from '../platform/config.ts';
import { runningEngineUrl } from '../platform/engine/engine.ts';
import { requireWorkspace, show, type WorkspaceFlags } from './commands.ts';
import { asSite } from './import.ts';
import type { FollowCounts } from './imports/follow-logs.ts';
import { withDatabase } from './open-database.ts';
import { progress } from './progress.ts';
import { record } from './record.ts';
import { asUuid } from './values.ts';

interface FollowFlags extends WorkspaceFlags {
  site?: URL;
  people?: boolean;
  once?: boolean;
}

const reportEveryMs = 60_000;

export function addLogCommands(program: Command, config: () => Config): void {
  const logs = program.command('logs').description('follow access logs');
  logs
    .command('follow')
    .description('record bot page views from access logs, as they are written')
    .argument('<files...>', 'access logs of nginx, Apache (combined, common) or Caddy (JSON)')
    .requiredOption('--workspace <id>', 'ID of the workspace', asUuid)
    .option(
      '--site <address>',
      'address for lines without a host, such as https://www.example.com',
      asSite,
    )
    .option('--people', 'record people too, for sites without the script')
    .option('--once', 'read to the end of each file, then exit')
    .option('--json', 'print JSON at the end')
    .action((files: string[], flags: FollowFlags) => follow(config(), files, flags));
}

/** Until SIGTERM or Ctrl-C, after which it stores what it has read and exits normally. */
async function follow(config: Config, files: string[], flags: FollowFlags): Promise<void> {
  await requireService(config);
  const { workspace, site, people = false, once = false } = flags;
  const paths = await Promise.all(files.map(wholePath));
  // It needs the whole application, which slows other commands' start.
  const { followLogs } = await import('./imports/follow-logs.ts');
  const ending = new AbortController();
  const end = () => ending.abort();
  process.once('SIGINT', end).once('SIGTERM', end);
  const tell = teller();
  try {
    const counts = await withDatabase(
      config,
      async (db) => {
        await db.system(async (tx) => {
          await requireWorkspace(tx, workspace);
          const what = { resourceType: 'events', fields: ['files'] };
          await record(tx, workspace, { action: 'logs follow', ...what });
        });
        if (!once) progress(`Following ${paths.join(', ')}`);
        return followLogs(db, config, {
          workspaceId: workspace,
          paths,
          site,
          hasPeople: people,
          isOnce: once,
          signal: ending.signal,
          onWarning: progress,
          onCounts: tell,
        });
      },
      {},
    );
    show(flags, { workspace, files: paths, ...counts }, [countsLine(counts)]);
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}

/** A long-running command must not occupy the database that the service needs. @throws StartError */
async function requireService({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl !== undefined || (await runningEngineUrl(dataDir)) !== undefined) return;
  throw new StartError(
    `No service is running on ${dataDir}. Start it with ${ownCommand} start. To read a log once without a service, use ${ownCommand} import --from access-log.`,
  );
}

/** Resolves links, so that a log has one position. The file may not exist yet. */
async function wholePath(file: string): Promise<string> {
  const path = resolve(file);
  const folder = await realpath(dirname(path)).catch((cause) => {
    throw new StartError(
      `The folder of ${file} does not exist, or this user has no permission to read it.`,
      {
        cause,
      },
    );
  });
  return join(folder, basename(path));
}

/** Reports news from time to time. */
function teller(): (counts: FollowCounts) => void {
  let report = { at: Date.now(), lines: 0 };
  return (counts) => {
    if (counts.lines === report.lines || Date.now() - report.at < reportEveryMs) return;
    report = { at: Date.now(), lines: counts.lines };
    progress(countsLine(counts));
  };
}

function countsLine({ lines, stored, faulty }: FollowCounts): string {
  const odd = faulty > 0 ? `, ${faulty} not in an access log format` : '';
  return `Read ${lines} lines: ${stored} page views stored${odd}.`;
}
