/**
 * The read position in a log, kept in DATA_DIR so that a restart continues there. A file is identified by its first
 * bytes, so renames and copy-and-truncate do not matter.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../../platform/common/is-object.ts';
import { StartError, systemCode } from '../../platform/common/start-error.ts';

export interface Position {
  /** After the last stored line. */
  offset: number;
  /** Hash of the first `headBytes` bytes. */
  head: string;
  headBytes: number;
  /** Identifies the file until enough first bytes exist. */
  inode: number;
}

/** Long enough to distinguish requests that start with the same address and second. */
export const mostHeadBytes = 512;

export class PositionFile {
  readonly #path: string;

  constructor(dataDir: string, workspaceId: string, logPath: string) {
    const name = createHash('sha256')
      .update(`${workspaceId} ${logPath}`)
      .digest('hex')
      .slice(0, 24);
    this.#path = join(dataDir, 'log-positions', `${name}.json`);
  }

  /** Undefined on the first run. @throws StartError */
  async read(): Promise<Position | undefined> {
    try {
      return positionIn(JSON.parse(await readFile(this.#path, 'utf8')));
    } catch (error) {
      // With a damaged position the log is read again; duplicates are stored once.
      if (systemCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
      throw new StartError(`Cannot read ${this.#path} (${systemCode(error) ?? error}).`, {
        cause: error,
      });
    }
  }

  /** Atomic. @throws StartError */
  async write(position: Position): Promise<void> {
    try {
      await mkdir(join(this.#path, '..'), { recursive: true, mode: 0o700 });
      await writeFile(`${this.#path}.new`, JSON.stringify(position), { mode: 0o600 });
      await rename(`${this.#path}.new`, this.#path);
    } catch (error) {
      throw new StartError(
        `Cannot save the position in the log to ${this.#path} (${systemCode(error) ?? error}).`,
        { cause: error },
      );
    }
  }
}

function positionIn(value: unknown): Position | undefined {
  if (!isObject(value)) return undefined;
  const { offset, head, headBytes, inode } = value;
  const isWhole = [offset, headBytes, inode].every(
    (number) => typeof number === 'number' && Number.isSafeInteger(number) && number >= 0,
  );
  return isWhole && typeof head === 'string' ? (value as unknown as Position) : undefined;
}

export function headOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
