/* `footfall sink`: progress of ClickHouse, and sending everything again. */
import type { Command } from 'commander';
import { ownCommand } from '../platform/common/own-command.ts';
import type { Config } from '../platform/config.ts';
import { beginAgain, type SinkState, selectSinkStates } from '../sink/positions.ts';
import { type Flags, requireWorkspace, show, type WorkspaceFlags } from './commands.ts';
import { withDatabase } from './open-database.ts';
import { progress } from './progress.ts';
import { record } from './record.ts';
import { jsonCommand, workspaceCommand } from './workspace-command.ts';

export function addSinkCommands(program: Command, config: () => Config): void {
  const sink = program
    .command('sink')
    .description('show or restart the copy to the ClickHouse of SINK_CLICKHOUSE_URL');
  jsonCommand(sink, 'status', 'show how far the copy of each workspace is').action((flags: Flags) =>
    status(config(), flags),
  );
  workspaceCommand(sink, 'resend', 'send all data of a workspace again').action(
    (flags: WorkspaceFlags) => resend(config(), flags),
  );
}

async function status(config: Config, flags: Flags): Promise<void> {
  const faults: unknown[] = [];
  const answers = await withDatabase(config, (db) =>
    db.everywhere(selectSinkStates, (fault) => faults.push(fault)),
  );
  if (faults.length > 0) {
    progress(
      `${faults.length} database servers did not answer. Their workspaces are missing below.`,
    );
  }
  const states = answers.flat();
  const lines = states.map(
    (state) => `${state.workspaceId}  ${stateText(state)}, ${state.rowsSent} rows sent`,
  );
  const unset =
    config.sinkUrl === undefined ? ['SINK_CLICKHOUSE_URL is not set, so nothing is sent.'] : [];
  show(flags, states, [...unset, ...lines]);
}

function stateText({ phase, target, behindSeconds }: SinkState): string {
  switch (phase) {
    case 'waiting':
      return 'not started';
    case 'erasing':
      return `deleted here, waiting to be erased at ${target}`;
    case 'following':
      return `at ${target}: ${Math.round(behindSeconds)} s behind`;
    case 'visits':
    case 'events':
      return `at ${target}: sending earlier ${phase}`;
  }
}

async function resend(config: Config, flags: WorkspaceFlags): Promise<void> {
  const { workspace } = flags;
  const workspaces = await withDatabase(config, async (db) => {
    await db.system((tx) => requireWorkspace(tx, workspace));
    return db.upkeep(async (tx) => {
      const begun = await beginAgain(tx, workspace);
      await record(tx, workspace, {
        action: 'sink resend',
        resourceType: 'workspaces',
        resourceId: workspace,
        changes: {},
      });
      return begun;
    }, workspace);
  });
  show(flags, { id: workspace, resends: workspaces > 0 }, [
    workspaces > 0
      ? `Sending all data of ${workspace} again. To follow it: ${ownCommand} sink status`
      : `Nothing of ${workspace} was sent yet. Sending starts when SINK_CLICKHOUSE_URL is set.`,
  ]);
}
