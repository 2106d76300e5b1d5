/**
 * The two doors where workspaces live in several databases: home, which has accounts, members and the routing too, and the
 * cells. Each is a `Database` by itself, with connections and a circuit breaker of its own; a transaction of a workspace goes
 * to the one where it lives.
 */
import type { Database, Tx } from '../connect.ts';
import { DatabaseAway, isDatabaseAway, movingState, sqlState } from '../faults.ts';
import { answersOf } from '../those-that-answer.ts';
import type { Cell } from './cell.ts';
import type { Route, Routes } from './routes.ts';

export function cellsDatabase(home: Database, cells: Cell[], routes: Routes): Database {
  const cellOf = (name: string): Cell => {
    const cell = cells.find((known) => known.name === name);
    if (cell) return cell;
    throw new DatabaseAway('UNKNOWN_CELL', `CELLS does not name the cell ${name}`);
  };
  const databaseOf = (route: Route | undefined): Database =>
    route === undefined || route.cell === '' ? home : cellOf(route.cell).database;
  /** Home has the first numbers, of its nodes where it is on a cluster. */
  const placeIn = (route: Route | undefined): number | undefined =>
    route === undefined || route.cell === ''
      ? undefined
      : home.places + cells.findIndex(({ name }) => name === route.cell);

  /** A refusal to change what is on its way is told as what it is, and where it lives is asked anew. */
  async function following<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (sqlState(error) !== movingState) throw error;
      await routes.refresh().catch(() => undefined);
      const reason = 'the workspace is being moved to another database';
      throw Object.assign(new DatabaseAway('PLACE_MOVED', reason), { cause: error });
    }
  }

  /** In a cell, what is about accounts is asked at home. */
  const apart = (workspaceId: string, tx: Tx): Tx => {
    tx.hasAccounts = false;
    tx.accounts = (work) => home.workspace(workspaceId, work);
    return tx;
  };

  /** Asked of each; a cell that is away fails as it is opened. */
  const ask = <T>(question: (db: Database) => Promise<T>): Promise<T>[] => [
    question(home),
    ...cells.map(async (cell) => question(cell.database)),
  ];

  return {
    ...home,
    workspace(workspaceId, work, options) {
      const route = routes.of(workspaceId);
      if (route === undefined) return home.workspace(workspaceId, work, options);
      const opening = route.isStopped ? { ...options, isReadOnly: true } : options;
      return following(async () => {
        const db = databaseOf(route);
        if (db === home) return home.workspace(workspaceId, work, opening);
        return db.workspace(workspaceId, (tx) => work(apart(workspaceId, tx)), opening);
      });
    },
    workspaceSeries(lane, first, work) {
      const route = routes.of(first);
      return following(async () =>
        databaseOf(route).workspaceSeries(lane, first, (enter, commitAhead) =>
          work((workspaceId) => {
            const own = routes.of(workspaceId);
            if ((own?.cell ?? '') !== (route?.cell ?? '') || own?.isStopped) {
              throw new DatabaseAway('PLACE_MOVED', 'the workspace is on its way');
            }
            const tx = enter(workspaceId);
            return route && route.cell !== '' ? apart(workspaceId, tx) : tx;
          }, commitAhead),
        ),
      );
    },
    everywhere: async (work) => (await answersOf(ask((db) => db.everywhere(work)))).flat(),
    upkeepEverywhere: async (work) =>
      (await answersOf(ask((db) => db.upkeepEverywhere(work)))).flat(),
    async find(work) {
      const found = new Promise<Awaited<ReturnType<typeof work>>>((resolve, reject) => {
        const faults: unknown[] = [];
        const questions = ask((db) => db.find(work)).map(async (asked) => {
          try {
            const answer = await asked;
            // Nobody waits for the others then, of which one may be silent.
            if (answer !== undefined) resolve(answer);
          } catch (error) {
            if (!isDatabaseAway(error)) reject(error);
            faults.push(error);
          }
        });
        void Promise.all(questions).then(() =>
          faults.length > 0 ? reject(faults[0]) : resolve(undefined),
        );
      });
      return found;
    },
    async systemOf(workspaceIds, work) {
      const byDatabase = new Map<Database, string[]>();
      for (const id of workspaceIds) {
        const db = databaseOf(routes.of(id));
        byDatabase.set(db, [...(byDatabase.get(db) ?? []), id]);
      }
      const answers = [];
      for (const [db, ids] of byDatabase) {
        answers.push(...(await following(() => db.systemOf(ids, work))));
      }
      return answers;
    },
    async upkeep(work, workspaceId) {
      if (workspaceId === undefined) return home.upkeep(work);
      return following(async () => databaseOf(routes.of(workspaceId)).upkeep(work, workspaceId));
    },
    home: home.workspace,
    places: home.places + cells.length,
    placeOf: (workspaceId) => placeIn(routes.of(workspaceId)) ?? home.placeOf(workspaceId),
    locate: async (workspaceId) => placeIn(routes.of(workspaceId)) ?? home.locate(workspaceId),
    isAway(workspaceId) {
      const route = workspaceId === undefined ? undefined : routes.of(workspaceId);
      if (route === undefined) return home.isAway(workspaceId);
      if (route.isStopped) return true;
      if (route.cell === '') return home.isAway(workspaceId);
      return cells.find(({ name }) => name === route.cell)?.isAway ?? true;
    },
    cells: () => cells.map(({ state }) => state),
    cell: (name) => cellOf(name).database,
    routes: () => routes.all(),
    followRoutes: () => routes.refresh(),
    waiting: () =>
      [home, ...cells.flatMap((cell) => (cell.isAway ? [] : [cell.database]))].reduce(
        (sum, db) => sum + db.waiting(),
        0,
      ),
    async close() {
      await routes.close();
      await Promise.all(cells.map((cell) => cell.close()));
      await home.close();
    },
  };
}
