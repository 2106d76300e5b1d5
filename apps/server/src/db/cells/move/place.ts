/** The row of the home database that says where a workspace lives and where it is on its way to. */
import type postgres from 'postgres';
import { StartError } from '../../../common/start-error.ts';

export interface PlaceRow {
  /** Empty: home. */
  cell: string;
  movingTo: string | null;
  leftBehind: string | null;
}

const home: PlaceRow = { cell: '', movingTo: null, leftBehind: null };

export async function readPlace(owner: postgres.ISql, workspaceId: string): Promise<PlaceRow> {
  const [row] = await owner<PlaceRow[]>`
    select cell, moving_to as "movingTo", left_behind as "leftBehind" from workspace_places
    where workspace_id = ${workspaceId}`;
  return row ?? home;
}

/** The copy begins. */
export async function setOut(owner: postgres.ISql, workspaceId: string, to: string): Promise<void> {
  await owner`
    insert into workspace_places (workspace_id, cell, moving_to) values (${workspaceId}, '', ${to})
    on conflict (workspace_id) do update set moving_to = excluded.moving_to, changed_at = now()`;
}

/** Every process refuses what would change it, so far as it knows by then. */
export async function stop(
  owner: postgres.ISql,
  workspaceId: string,
  seconds: number,
): Promise<void> {
  await owner`
    update workspace_places set stopped_until = now() + make_interval(secs => ${seconds}), changed_at = now()
    where workspace_id = ${workspaceId}`;
}

/** From now on it lives there, and may be changed as soon as every process knows. @throws when it is late: at the old place it may be changed again */
export async function settle(
  owner: postgres.ISql,
  workspaceId: string,
  { from, to, knownInSeconds }: { from: string; to: string; knownInSeconds: number },
): Promise<void> {
  const { count } = await owner`
    update workspace_places set cell = ${to}, moving_to = null, left_behind = ${from},
      stopped_until = now() + make_interval(secs => ${knownInSeconds}), changed_at = now()
    where workspace_id = ${workspaceId} and stopped_until > clock_timestamp()`;
  if (count === 0)
    throw new StartError('It took too long: the workspace stays where it is. Try again.');
}

/** It stays where it is. */
export async function giveUp(owner: postgres.ISql, workspaceId: string): Promise<void> {
  await owner`
    update workspace_places set moving_to = null, stopped_until = '-infinity', changed_at = now()
    where workspace_id = ${workspaceId}`;
  await forgetHome(owner, workspaceId);
}

/** Nothing is left at the old place. */
export async function arrived(owner: postgres.ISql, workspaceId: string): Promise<void> {
  await owner`
    update workspace_places set left_behind = null, changed_at = now() where workspace_id = ${workspaceId}`;
  await forgetHome(owner, workspaceId);
}

async function forgetHome(owner: postgres.ISql, workspaceId: string): Promise<void> {
  await owner`
    delete from workspace_places
    where workspace_id = ${workspaceId} and cell = '' and moving_to is null and left_behind is null`;
}
