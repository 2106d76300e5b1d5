/** The directory of a PostgreSQL server for tests, where `admin` is let in without a password. */
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type EngineUser, engineUser, runAs } from '../platform/engine/os-user.ts';

const options = ['-U', 'admin', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'];

/** `programs`: where initdb is. Returns the user that the server has to run as. */
export async function initCluster(
  programs: string,
  place: string,
): Promise<EngineUser | undefined> {
  const user = await engineUser();
  await mkdir(place, { mode: 0o700 });
  if (user) await chown(place, user.uid, user.gid);
  const made = await runAs(user, join(programs, 'initdb'), ['-D', place, ...options]);
  if (made.code !== 0) throw new Error(made.output);
  return user;
}
