/**
 * Follows a log, across rotation by renaming or copy-and-truncate. A line counts once its newline exists. Reading a
 * line twice is harmless: the same line is the same message.
 */
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { headOf, mostHeadBytes, type Position } from './log-position.ts';

export interface TailPiece {
  lines: string[];
  /** Where to continue once these lines are stored. */
  position: Position;
}

const pieceBytes = 262_144;
const longestLine = 1_000_000;
/** A server keeps writing to the renamed file until it reopens its log. */
const graceMs = 10_000;
const mostPackedBytes = 256 * 1024 * 1024;

/** A rotated file that may have unread lines. */
interface Retired {
  file: FileHandle;
  position: Position;
  /** Last write we observed. */
  since: number;
}

export class LogTail {
  readonly #path: string;
  readonly #onWarning: (line: string) => void;
  #position: Position | undefined;
  #file: FileHandle | undefined;
  /** Oldest first. */
  #retired: Retired[] = [];

  constructor(path: string, position: Position | undefined, onWarning: (line: string) => void) {
    this.#path = path;
    this.#position = position;
    this.#onWarning = onWarning;
  }

  /** Yields unread data in pieces. Waits for a missing file. */
  async *read(): AsyncGenerator<TailPiece> {
    const file = await this.#current();
    yield* this.#readRetired();
    if (file) yield* this.#readOn(file);
  }

  async close(): Promise<void> {
    await Promise.all(
      [this.#file, ...this.#retired.map(({ file }) => file)].map((one) => one?.close()),
    );
    this.#file = undefined;
    this.#retired = [];
  }

  /** The path's file; after a rotation, `#retired` holds the previous one. */
  async #current(): Promise<FileHandle | undefined> {
    const now = await stat(this.#path).catch(() => undefined);
    if (!now?.isFile()) return undefined;
    const position = this.#position;
    if (this.#file && position?.inode === now.ino && now.size >= position.offset) {
      if (await beginsAs(this.#file, position)) return this.#file;
    }
    const next = await open(this.#path, 'r').catch(() => undefined);
    if (!next) return undefined;
    const isSame = position && now.size >= position.offset && (await isFileOf(next, position));
    if (!isSame) await this.#retire();
    else await this.#file?.close();
    this.#file = next;
    const inode = (await next.stat()).ino;
    this.#position = isSame ? { ...position, inode } : { offset: 0, head: '', headBytes: 0, inode };
    return next;
  }

  /** Finds the previous file to read it to its end: the open one, or its new name. */
  async #retire(): Promise<void> {
    const [file, position] = [this.#file, this.#position];
    this.#file = undefined;
    if (!position) return;
    const since = Date.now();
    if (file && (await file.stat()).size >= position.offset && (await beginsAs(file, position))) {
      this.#retired.push({ file, position, since });
      return;
    }
    await file?.close();
    const retired = await this.#renamed(position);
    for (const own of retired) this.#retired.push({ ...own, since: 0 });
  }

  /** Files beside it with its name as prefix: the one that was read, and later ones. */
  async #renamed(position: Position): Promise<Omit<Retired, 'since'>[]> {
    const siblings = await siblingsOf(this.#path);
    const files: Omit<Retired, 'since'>[] = [];
    // Newest first, up to the one that was read.
    for (const path of siblings) {
      if (path.endsWith('.gz')) {
        if (await isPackedOf(path, position)) break;
        continue;
      }
      const file = await open(path, 'r').catch(() => undefined);
      if (!file) continue;
      if (await isFileOf(file, position)) return [{ file, position }, ...files];
      files.unshift({ file, position: await positionAt(file, 0) });
    }
    await Promise.all(files.map(({ file }) => file.close()));
    if (position.offset > 0) {
      this.#onWarning(
        `${this.#path} was rotated while nobody followed, and what it was before is not there unpacked. Import the packed one once: footfall import --from access-log FILE.gz`,
      );
    }
    return [];
  }

  async *#readRetired(): AsyncGenerator<TailPiece> {
    for (const retired of [...this.#retired]) {
      const { file } = retired;
      for await (const { lines, end } of linesFrom(file, retired.position.offset, true)) {
        retired.position = { ...retired.position, offset: end };
        if (retired.since > 0) retired.since = Date.now();
        yield { lines, position: this.#safePosition() };
      }
      if (Date.now() - retired.since < graceMs) continue;
      this.#retired = this.#retired.filter((one) => one !== retired);
      await file.close();
      yield { lines: [], position: this.#safePosition() };
    }
  }

  async *#readOn(file: FileHandle): AsyncGenerator<TailPiece> {
    const { offset } = this.#position ?? nowhere;
    for await (const { lines, end } of linesFrom(file, offset, false)) {
      this.#position = await positionAt(file, end);
      yield { lines, position: this.#safePosition() };
    }
  }

  /** While an older file may have more lines, a restart begins there. */
  #safePosition(): Position {
    return this.#retired[0]?.position ?? this.#position ?? nowhere;
  }
}

async function positionAt(file: FileHandle, offset: number): Promise<Position> {
  const { ino: inode, size } = await file.stat();
  const headBytes = Math.min(offset || size, mostHeadBytes);
  return { offset, headBytes, head: headOf(await bytesAt(file, 0, headBytes)), inode };
}

const nowhere: Position = { offset: 0, head: '', headBytes: 0, inode: 0 };

/** `isWhole`: the last line needs no newline. Skips lines that are too long. */
async function* linesFrom(
  file: FileHandle,
  from: number,
  isWhole: boolean,
): AsyncGenerator<{ lines: string[]; end: number }> {
  let place = from;
  let want = pieceBytes;
  for (;;) {
    const bytes = await bytesAt(file, place, want);
    if (bytes.length === 0) return;
    const last = bytes.lastIndexOf(0x0a);
    if (last < 0 && bytes.length === want && want < longestLine) {
      want = longestLine;
      continue;
    }
    if (last < 0 && bytes.length < want && !isWhole) return;
    const length = last < 0 ? bytes.length : last + 1;
    // A file truncated under a running writer starts with zeros.
    const text = bytes.subarray(0, length).toString().replaceAll('\0', '');
    place += length;
    want = pieceBytes;
    yield { lines: text.split('\n').filter((line) => line.trim() !== ''), end: place };
  }
}

async function bytesAt(file: FileHandle, from: number, most: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, from);
  return buffer.subarray(0, bytesRead);
}

async function isFileOf(file: FileHandle, position: Position): Promise<boolean> {
  const { ino, size } = await file.stat();
  if (position.headBytes === 0) return ino === position.inode;
  return size >= position.offset && beginsAs(file, position);
}

async function beginsAs(file: FileHandle, { head, headBytes }: Position): Promise<boolean> {
  if (headBytes === 0) return true;
  const bytes = await bytesAt(file, 0, headBytes);
  return bytes.length === headBytes && headOf(bytes) === head;
}

async function isPackedOf(path: string, { head, headBytes }: Position): Promise<boolean> {
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return false;
  try {
    const packed = await bytesAt(file, 0, 65_536);
    const bytes = gunzipSync(packed, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: mostPackedBytes,
    });
    return headBytes > 0 && headOf(bytes.subarray(0, headBytes)) === head;
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

/** access.log.1, access.log-20260531: newest first. */
async function siblingsOf(path: string): Promise<string[]> {
  const folder = dirname(path);
  const own = basename(path);
  const names = await readdir(folder).catch(() => []);
  const siblings = await Promise.all(
    names
      .filter((name) => name.startsWith(own) && /^[.-]/.test(name.slice(own.length)))
      .map(async (name) => {
        const facts = await stat(join(folder, name)).catch(() => undefined);
        return facts?.isFile() ? [{ path: join(folder, name), at: facts.mtimeMs }] : [];
      }),
  );
  return siblings
    .flat()
    .sort((one, other) => other.at - one.at)
    .map(({ path: sibling }) => sibling);
}
