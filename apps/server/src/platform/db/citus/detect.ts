/** Whether the database is on a Citus cluster. Asked once, by whatever opens the database. */
import type postgres from 'postgres';
import { StartError } from '../../common/start-error.ts';
import { type CitusNode, listNodes } from './shard-views.ts';

/** True on its coordinator, and on a worker. */
export async function hasCitus(owner: postgres.ISql): Promise<boolean> {
  const [row] = await owner`select from pg_extension where extname = 'citus'`;
  return row !== undefined;
}

/** The nodes with data; empty where the database is on one server. */
export async function clusterNodes(owner: postgres.ISql): Promise<CitusNode[]> {
  return (await hasCitus(owner)) ? listNodes(owner) : [];
}

/** For what works on one server only. @throws StartError with this reason */
export async function refuseCluster(owner: postgres.ISql, reason: string): Promise<void> {
  if (await hasCitus(owner)) throw new StartError(reason);
}
