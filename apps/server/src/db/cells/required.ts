/** What has to hold of the databases that CELLS names before the service uses them. */
import { StartError } from '../../common/start-error.ts';
import type { Database, Tx } from '../connect.ts';
import { type CellUrl, homeName } from './cell-urls.ts';
import type { Route } from './routes.ts';

/** Of workspaces that live elsewhere nothing must be stored here. @throws StartError */
export function requireCells(routes: Route[], cells: CellUrl[]): void {
  const needed = routes.flatMap(({ cell, movingTo, leftBehind }) => [cell, movingTo, leftBehind]);
  const missing = needed.filter(
    (name) => name && name !== homeName && !cells.some((cell) => cell.name === name),
  );
  if (missing.length === 0) return;
  const names = [...new Set(missing)].join(', ');
  throw new StartError(
    `Workspaces live in other databases that CELLS does not name: ${names}. Set CELLS as it was when they were moved there: name=postgres://user:password@host/database.`,
  );
}

/** @throws StartError */
export async function requireAnother(
  home: Database,
  name: string,
  cell: Database,
): Promise<Database> {
  const [own, others] = await Promise.all([
    cell.system(selectIdentity),
    home.system(selectIdentity),
  ]);
  const isHome = own === others;
  if (!isHome && !(await cell.system(hasOwnAccounts))) return cell;
  await cell.close();
  throw new StartError(
    isHome
      ? `The cell ${name} of CELLS is the home database itself. Give it one of its own.`
      : `The cell ${name} of CELLS is the home of another installation: people sign in there. Give it a database of its own.`,
  );
}

/** The same for every name and address of a database. */
async function selectIdentity(tx: Tx): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    select c.system_identifier || '/' || d.oid as id from pg_control_system() c, pg_database d
    where d.datname = current_database()`;
  return row?.id;
}

async function hasOwnAccounts(tx: Tx): Promise<boolean> {
  const [row] = await tx<{ isSo: boolean }[]>`
    select exists (select from user_accounts) or exists (select from user_sessions) or exists (select from user_passkeys)
      or exists (select from workspace_places) as "isSo"`;
  return row?.isSo ?? false;
}
