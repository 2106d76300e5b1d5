/** Runs the service on a small disk that a test can fill: a tmpfs that only the service sees, where a test may mount one. */
import { execFile } from 'node:child_process';
import { readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DATABASE, OWNER } from '../platform/engine/roles.ts';
import { runJson } from './command-line.ts';
import { postmasterFile } from './server-processes.ts';
import {
  isRoot,
  makeDirectory,
  removeDirectory,
  type Service,
  startSharedFootfall,
} from './service-process.ts';

const mountDisk = (megabytes: number) =>
  `mount -t tmpfs -o size=${megabytes}m,mode=755 tmpfs "$0" && exec "$@"`;

export interface ServiceOnDisk {
  service: Service;
  hasOwnDisk: boolean;
  /** The disk as it is seen from here. */
  seen: string;
  /** How commands reach the engine, whose files they cannot see. */
  from: { DATABASE_URL: string };
  end(): Promise<void>;
}

/** Whether a test may mount a disk. */
export async function mayMount(): Promise<boolean> {
  if (!isRoot) return false;
  const directory = await makeDirectory();
  try {
    await promisify(execFile)('unshare', ['-m', 'sh', '-c', mountDisk(1), directory, 'true']);
    return true;
  } catch {
    return false;
  } finally {
    await removeDirectory(directory);
  }
}

/** On a disk of its own where that is possible. */
export async function startOnDisk(
  megabytes: number,
  env: Record<string, string>,
): Promise<ServiceOnDisk> {
  const hasOwnDisk = await mayMount();
  const directory = await makeDirectory();
  const wrapper = ['unshare', '-m', 'sh', '-c', mountDisk(megabytes), directory];
  const dataDir = join(directory, 'data');
  const started = await startSharedFootfall({ dataDir, env, ...(hasOwnDisk && { wrapper }) });
  const { service, kill } = started;
  const seen = hasOwnDisk ? `/proc/${service.pid}/root${directory}` : directory;
  const { password } = JSON.parse(await readFile(join(seen, 'data/engine.json'), 'utf8'));
  const [, , , port] = await postmasterFile(join(seen, 'data'));
  return {
    service,
    hasOwnDisk,
    seen,
    from: { DATABASE_URL: `postgres://${OWNER}:${password}@127.0.0.1:${port}/${DATABASE}` },
    async end() {
      await service.end('SIGTERM');
      await kill();
      await removeDirectory(directory);
    },
  };
}

/** Takes all that is free. */
export async function fill(folder: string, name: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const path = join(folder, name);
  await writeFile(path, Buffer.alloc(bavail * bsize)).catch(() => undefined);
  // The service may have freed or taken some meanwhile.
  const more = Buffer.alloc(4096);
  for (let tries = 0; tries < 2_000; tries++) {
    const isFull = await writeFile(path, more, { flag: 'a' }).then(
      () => false,
      () => true,
    );
    if (isFull) return;
  }
}

export function empty(folder: string, name: string): Promise<void> {
  return rm(join(folder, name), { force: true });
}

export async function makeKeys(from: Record<string, string>, name: string) {
  const { id } = await runJson<{ id: string }>(['workspace', 'create', '--name', name], from);
  const newKey = (kind: string, ...more: string[]) =>
    runJson<{ key: string }>(
      ['keys', 'create', '--workspace', id, '--kind', kind, '--name', 'faults', ...more],
      from,
    );
  const { key } = await newKey('production');
  const { key: secret } = await newKey('secret', '--scopes', 'leads:read');
  return { id, key, secret };
}
