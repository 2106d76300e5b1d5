/** Files served as they are: the build collects them in dist (scripts/served-files.mjs), also for runs from source. */
import { readFile } from 'node:fs/promises';
import { packageFolder } from './package-folder.ts';

export const servedFolder = new URL('dist/served/', packageFolder);

export function readServed(path: string): Promise<Buffer> {
  return readFile(new URL(path, servedFolder));
}
