/** Detects a Citus cluster. Called once, when the database is opened. */
import type postgres from 'postgres';
import { StartError } from '../../common/start-error.ts';
import { type CitusNode, listNodes } from './shard-views.ts';

/** True on the coordinator, and on a worker. */
export async function hasCitus(owner: postgres.ISql): Promise<boolean> {
  const [row] = await owner`select from pg_extension where extname = 'citus'`;
  return row !== undefined;
}

/** The nodes with data; empty on a single server. */
export async function clusterNodes(owner: postgres.ISql): Promise<CitusNode[]> {
  return (await hasCitus(owner)) ? listNodes(owner) : [];
}

/** For features that need a single server. @throws StartError with this reason */
export async function refuseCluster(owner: postgres.ISql, reason: string): Promise<void> {
  if (await hasCitus(owner)) throw new StartError(reason);
}
