/** The processes of an embedded PostgreSQL, to be stopped and continued as a whole. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** By lines, of the database in a data directory. */
export async function postmasterFile(dataDir: string): Promise<string[]> {
  return (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
}

/** The postmaster and all that it started. */
export async function serverProcesses(dataDir: string): Promise<number[]> {
  const postmaster = Number((await postmasterFile(dataDir))[0]);
  const found = [postmaster];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    if (Number(parent) === postmaster) found.push(Number(name));
  }
  return found;
}
