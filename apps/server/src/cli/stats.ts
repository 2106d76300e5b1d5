/* `footfall stats`: rebuilds figures, and checks them against stored data. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { ownCommand } from '../platform/common/own-command.ts';
import { StartError } from '../platform/common/start-error.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/db/connect.ts';
import { checkStats } from '../stats/check.ts';
import { rollupStats } from '../stats/rollup.ts';
import { countLeft, startRebuild } from '../stats/state.ts';
import { inWorkspace, show, type WorkspaceFlags } from './commands.ts';
import { progressEvery } from './progress.ts';
import { workspaceCommand } from './workspace-command.ts';

const progressEveryMs = 1_000;
/** Pause while the service has the turn. */
const turnPauseMs = 200;
/** Longest wait of a check for its turn. */
const mostWaitMs = 30_000;

interface StatsFlags extends WorkspaceFlags {}

export function addStatsCommands(program: Command, config: () => Config): void {
  const stats = program.command('stats').description('rebuild or check figures');
  workspaceCommand(
    stats,
    'rebuild',
    'rebuild all figures of a workspace from its stored events',
  ).action((flags: StatsFlags) => rebuild(config(), flags));
  workspaceCommand(
    stats,
    'check',
    'compare the figures of a workspace with its stored events',
  ).action((flags: StatsFlags) => check(config(), flags));
}

/** If interrupted, the service or the same command continues it. */
async function rebuild(config: Config, flags: StatsFlags): Promise<void> {
  const { workspace } = flags;
  await inWorkspace(config, workspace, async (db) => {
    await db.workspace(workspace, (tx) => startRebuild(tx, workspace));
    await rollupUntilDone(db, workspace);
  });
  show(flags, { id: workspace }, ['Rebuilt all figures.']);
}

async function rollupUntilDone(db: Database, workspace: string): Promise<void> {
  const tell = progressEvery(progressEveryMs);
  for (;;) {
    const done = await db.workspace(workspace, (tx) => rollupStats(tx, workspace));
    const left = await db.workspace(workspace, (tx) => countLeft(tx, workspace));
    if (left.phase === 'kept' && left.marks === 0) return;
    if (done === 0) await sleep(turnPauseMs);
    tell(left.phase === 'kept' ? `${left.marks} visits left` : `rebuilding ${left.phase}`);
  }
}

async function check(config: Config, flags: StatsFlags): Promise<void> {
  const { workspace } = flags;
  const faults = await inWorkspace(config, workspace, (db) => checkInTurn(db, workspace));
  const lines = faults.map(({ what, rows }) => `WRONG  ${what}: ${rows} rows`);
  const remedy = `To rebuild them: ${ownCommand} stats rebuild --workspace ${workspace}`;
  show(
    flags,
    { id: workspace, faults },
    faults.length > 0 ? [...lines, remedy] : ['All figures are correct.'],
  );
}

async function checkInTurn(db: Database, workspace: string) {
  const until = Date.now() + mostWaitMs;
  for (;;) {
    const faults = await db.workspace(workspace, (tx) => checkStats(tx, workspace));
    if (faults !== undefined) return faults;
    if (Date.now() > until) {
      throw new StartError('The figures keep changing. Try again in a moment.');
    }
    await sleep(turnPauseMs);
  }
}
