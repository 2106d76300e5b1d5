/**
 * DATA_DIR/secret.key: the keys of an installation with the embedded database, one per line, current one first. Not in backups, so
 * that a backup alone does not reveal its one-time codes.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { chown, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError, systemCode } from '../../platform/common/start-error.ts';
import type { Config } from '../../platform/config.ts';

/** Too long to guess. */
const leastKeyLength = 32;

export type KeyConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKeys'>;

export const newKey = (): string => randomBytes(32).toString('base64url');

/** Empty for an external PostgreSQL without SECRET_KEY. Creates a missing file. @throws StartError */
export async function openKeys(config: KeyConfig): Promise<readonly string[]> {
  const { secretKeys, databaseUrl, dataDir } = config;
  if (secretKeys.length > 0 || databaseUrl !== undefined) return secretKeys;
  const keys = await readKeys(dataDir);
  if (keys.length > 0) return keys;
  const made = [newKey()];
  await writeKeys(dataDir, made);
  return made;
}

const pathIn = (dataDir: string) => join(dataDir, 'secret.key');

/** Empty without a file. @throws StartError */
async function readKeys(dataDir: string): Promise<string[]> {
  const path = pathIn(dataDir);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw unusable(path, error);
  }
  const keys = text.split('\n').map((line) => line.trim());
  const parts = keys.filter(Boolean);
  if (parts.length === 0 || parts.some((key) => key.length < leastKeyLength)) {
    throw new StartError(
      `${path} does not contain the keys of this installation. Restore the file from your copy. Without a copy, delete it: Footfall creates a new key, everyone signs in again, and people with one-time codes need \`members reset-link --remove-second-factor\`.`,
    );
  }
  return parts;
}

/** Atomic, and readable only by the folder's owner. @throws StartError */
export async function writeKeys(dataDir: string, keys: readonly string[]): Promise<void> {
  const path = pathIn(dataDir);
  const draft = `${path}.${randomUUID()}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o711 });
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${keys.join('\n')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    // A command run by root must leave it to the service's user.
    const owner = await stat(path).catch(() => stat(dirname(path)));
    if (process.getuid?.() === 0) await chown(draft, owner.uid, owner.gid);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw unusable(path, error);
  }
}

function unusable(path: string, error: unknown): unknown {
  if (systemCode(error) === undefined) return error;
  return new StartError(
    `Cannot read or write the keys of this installation in ${path}: ${(error as Error).message}. Change its owner to the user that runs Footfall, or free some space.`,
    { cause: error },
  );
}
