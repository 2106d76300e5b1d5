/** What a database by itself tells of cells. */
import type { Database } from '../connect.ts';
import { DatabaseAway } from '../faults.ts';

export const withoutCells: Pick<Database, 'cells' | 'routes' | 'followRoutes' | 'cell'> = {
  cells: () => [],
  routes: () => [],
  followRoutes: async () => undefined,
  cell(name) {
    throw new DatabaseAway('UNKNOWN_CELL', `CELLS does not name the cell ${name}`);
  },
};
