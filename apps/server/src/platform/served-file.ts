/** What is served as it is written: the build gathers it in dist (scripts/served-files.mjs), for the sources too. */
import { readFile } from 'node:fs/promises';
import { packageFolder } from './package-folder.ts';

export const servedFolder = new URL('dist/served/', packageFolder);

export function readServed(path: string): Promise<Buffer> {
  return readFile(new URL(path, servedFolder));
}
