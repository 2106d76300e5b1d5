/* `footfall sink`: how far ClickHouse has what is stored, and sending all of it again. */
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
    .description('the ClickHouse of SINK_CLICKHOUSE_URL: how far it is, sending all again');
  jsonCommand(
    sink,
    'status',
    'tell how far ClickHouse has what is stored of each workspace',
  ).action((flags: Flags) => status(config(), flags));
  workspaceCommand(
    sink,
    'resend',
    'send all of a workspace again, where ClickHouse has lost it',
  ).action((flags: WorkspaceFlags) => resend(config(), flags));
}

async function status(config: Config, flags: Flags): Promise<void> {
  const faults: unknown[] = [];
  const answers = await withDatabase(config, (db) =>
    db.everywhere(selectSinkStates, (fault) => faults.push(fault)),
  );
  if (faults.length > 0) {
    progress(
      `${faults.length} of the database servers did not answer: their workspaces are left out.`,
    );
  }
  const states = answers.flat();
  const lines = states.map(
    (state) => `${state.workspaceId}  ${stateText(state)}, ${state.rowsSent} rows sent`,
  );
  const unset =
    config.sinkUrl === undefined ? ['SINK_CLICKHOUSE_URL is not set: nothing is sent.'] : [];
  show(flags, states, [...unset, ...lines]);
}

function stateText({ phase, target, behindSeconds }: SinkState): string {
  switch (phase) {
    case 'waiting':
      return 'not begun';
    case 'erasing':
      return `deleted here, and to be erased at ${target}`;
    case 'following':
      return `at ${target}: ${Math.round(behindSeconds)} s behind`;
    case 'visits':
    case 'events':
      return `at ${target}: the ${phase} stored before are being sent`;
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
      ? `All of ${workspace} is sent again: ${ownCommand} sink status`
      : `Nothing of ${workspace} was sent yet: what is stored is sent once SINK_CLICKHOUSE_URL is set.`,
  ]);
}
