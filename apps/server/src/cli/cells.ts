/* `footfall cells`: other databases with workspaces, and moving a workspace from one to another. */
import { Argument, type Command, Option } from 'commander';
import { StartError } from '../common/start-error.ts';
import type { Config } from '../config.ts';
import { homeName } from '../db/cells/cell-urls.ts';
import { type Moved, moveWorkspace } from '../db/cells/move/move.ts';
import { hasCitus } from '../db/citus/distribute.ts';
import { connect, type Database, type Tx } from '../db/connect.ts';
import { listWorkspaces } from '../workspaces/store.ts';
import { type Flags, type Progress, requireWorkspace, show } from './commands.ts';
import { openDatabase, withDatabase } from './open-database.ts';
import { record } from './record.ts';
import { asUuid } from './values.ts';

export function addCellCommands(program: Command, config: () => Config, progress: Progress): void {
  const cells = program
    .command('cells')
    .description('other databases with workspaces: list, move a workspace');
  cells
    .command('list')
    .description(
      'list the databases of CELLS, whether each answers, and which workspaces live there',
    )
    .addOption(new Option('--json', 'print JSON for scripts'))
    .action((flags: Flags) => list(config(), flags, progress));
  cells
    .command('move')
    .description(
      'move a workspace to another database, while it is used; again after it was broken off',
    )
    .addArgument(new Argument('<workspace>', 'id of the workspace').argParser(asUuid))
    .argument('<cell>', `a name of CELLS, or ${homeName}`)
    .addOption(new Option('--json', 'print JSON for scripts'))
    .action((workspace: string, cell: string, flags: Flags) =>
      move(config(), { ...flags, workspace, cell }, progress),
    );
}

interface ListedCell {
  name: string;
  answers: boolean;
  reason?: string | undefined;
  workspaces: { id: string; name: string; state: string }[];
}

async function list(config: Config, flags: Flags, progress: Progress): Promise<void> {
  const all = await withDatabase(config, progress, cellsOf);
  const lines = all.flatMap(({ name, answers, reason, workspaces }) => [
    `${name}  ${answers ? 'answers' : `does not answer${reason ? `: ${reason}` : ''}`}`,
    ...workspaces.map((own) => `  ${own.id}  ${own.name}${own.state && `  (${own.state})`}`),
  ]);
  show(flags, all, lines);
}

async function cellsOf(db: Database): Promise<ListedCell[]> {
  const workspaces = await db.system(listWorkspaces);
  const routes = new Map(db.routes().map((route) => [route.workspaceId, route]));
  const livingIn = (cell: string) =>
    workspaces
      .filter(({ id }) => (routes.get(id)?.cell ?? '') === cell)
      .map(({ id, name }) => {
        const { movingTo, leftBehind } = routes.get(id) ?? {};
        const left = leftBehind ? `rows are left in ${leftBehind}: move it again` : '';
        return { id, name, state: movingTo ? `on its way to ${movingTo}` : left };
      });
  return [
    { name: homeName, answers: true, workspaces: livingIn('') },
    ...db.cells().map(({ name, isAway, reason }) => ({
      name,
      answers: !isAway,
      reason,
      workspaces: livingIn(name),
    })),
  ];
}

async function move(
  config: Config,
  { workspace, cell, ...flags }: Flags & { workspace: string; cell: string },
  progress: Progress,
): Promise<void> {
  const names = [homeName, ...config.cells.map(({ name }) => name)];
  if (!names.includes(cell)) {
    throw new StartError(`There is no cell ${cell}. CELLS and home are: ${names.join(', ')}.`);
  }
  const opened = await openDatabase(config, progress);
  try {
    const db = await connect(opened.ownerUrl, { cells: config.cells, poolSize: 1 });
    try {
      await requireMovable(db, workspace, cell);
      const moved = await moveWorkspace({
        homeUrl: opened.ownerUrl,
        cells: config.cells,
        workspaceId: workspace,
        to: cell,
        onProgress: progress,
      });
      if (moved.from !== moved.to) await db.system((tx) => recordMove(tx, workspace, moved));
      show(flags, { id: workspace, ...moved }, [told(workspace, moved)]);
    } finally {
      await db.close();
    }
  } finally {
    await opened.close();
  }
}

/** At home, from where it is brought to the cell as what members do is (workspaces/cell-copies.ts). */
function recordMove(tx: Tx, workspace: string, { from, to }: Moved): Promise<void> {
  return record(tx, workspace, {
    action: 'cells move',
    resourceType: 'workspaces',
    resourceId: workspace,
    changes: { cell: [from, to] },
  });
}

function told(workspace: string, { from, to, rows, stoppedMs }: Moved): string {
  if (from === to) return `Workspace ${workspace} lives in ${to}.`;
  return `Workspace ${workspace} lives in ${to} now: ${rows} rows; for ${(stoppedMs / 1000).toFixed(1)} s nothing of it could be changed.`;
}

async function requireMovable(db: Database, workspace: string, cell: string): Promise<void> {
  await db.system((tx) => requireWorkspace(tx, workspace));
  if (await db.system(hasCitus)) {
    throw new StartError(
      'The home database is on a Citus cluster: workspaces cannot be moved between it and cells.',
    );
  }
  const from = db.routes().find((route) => route.workspaceId === workspace)?.cell ?? '';
  const away = db.cells().filter(({ name, isAway }) => isAway && [from, cell].includes(name));
  for (const { name, reason } of away) {
    throw new StartError(`The cell ${name} does not answer${reason ? ` (${reason})` : ''}.`);
  }
}
