/** The processes of an embedded PostgreSQL, to be stopped and continued as a whole. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findPostmaster } from '../platform/engine/postmaster.ts';

/** By lines, of the database in a data directory. */
export async function postmasterFile(dataDir: string): Promise<string[]> {
  return (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
}

/** Stops the postmaster and all that it started. It first, so that it starts no other meanwhile. */
export async function freezeServer(dataDir: string): Promise<number[]> {
  const postmaster = Number((await postmasterFile(dataDir))[0]);
  process.kill(postmaster, 'SIGSTOP');
  const pids = [postmaster];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    if (Number(parent) !== postmaster) continue;
    process.kill(Number(name), 'SIGSTOP');
    pids.push(Number(name));
  }
  return pids;
}

/** Ends the server of a cluster as a power cut does; never process 0, which is every process of the test. */
export async function killServer(cluster: string): Promise<number> {
  const server = await findPostmaster(cluster);
  if (server === undefined) throw new Error(`no PostgreSQL runs on ${cluster}`);
  process.kill(server.pid, 'SIGKILL');
  return server.pid;
}
