/** A file argument of a command: opened, unpacked if gzip or Brotli, with errors for the operator. */
import { constants, createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { StartError, systemCode } from './start-error.ts';

export interface PackedFile {
  path: string;
  /** First bytes on disk. */
  head: Buffer;
  /** Size on disk in bytes. */
  size: number;
  /** In milliseconds since 1970. */
  changedAt: number;
  /** Bytes read so far. */
  bytesRead(): number;
  /** Unpacked. `fileFault` turns its errors into operator errors. */
  bytes(): AsyncGenerator<Uint8Array>;
}

const headBytes = 65_536;
const pieceBytes = 262_144;

/** @throws StartError if it cannot be read, is empty or not a file */
export async function openPackedFile(path: string): Promise<PackedFile> {
  const { head, size, changedAt } = await readHead(path).catch((error) => {
    throw fileFault(path, error);
  });
  if (size === 0) throw new StartError(`${path} is empty.`);
  const unpack = unpackerOf(path, head);
  let bytesRead = () => 0;
  return {
    path,
    head,
    size,
    changedAt,
    bytesRead: () => bytesRead(),
    async *bytes() {
      const file = createReadStream(path, { highWaterMark: pieceBytes });
      bytesRead = () => file.bytesRead;
      try {
        // A failure of either ends both, and surfaces to the reader.
        yield* unpack ? pipeline(file, unpack(), ignore) : file;
      } finally {
        file.destroy();
      }
    },
  };
}

/** By the first bytes; Brotli has no signature, so by its name. */
function unpackerOf(path: string, head: Buffer) {
  if (head[0] === 0x1f && head[1] === 0x8b) return () => createGunzip({ chunkSize: pieceBytes });
  return /\.br$/i.test(path) ? () => createBrotliDecompress({ chunkSize: pieceBytes }) : undefined;
}

/** Opening a pipe without a writer would block. Windows has no such flag. */
const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

async function readHead(path: string): Promise<Pick<PackedFile, 'head' | 'size' | 'changedAt'>> {
  const file = await open(path, withoutWaiting);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) {
      throw new StartError(`${path} is ${stat.isDirectory() ? 'a directory' : 'not a file'}.`);
    }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return { head: buffer.subarray(0, bytesRead), size: stat.size, changedAt: stat.mtimeMs };
  } finally {
    await file.close();
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'cannot be read by this user',
  EPERM: 'cannot be read by this user',
  EISDIR: 'is a directory',
  ELOOP: 'is a broken symbolic link',
};

/** Turns a file error into one for the operator; returns other errors unchanged. */
export function fileFault(path: string, error: unknown): unknown {
  const code = systemCode(error) ?? '';
  if (/^(?:Z_|ERR__ERROR|ERR_BROTLI)/.test(code)) {
    const kind = /\.br$/i.test(path) ? 'Brotli' : 'gzip';
    return new StartError(`${path} is a damaged or incomplete ${kind} file. Download it again.`, {
      cause: error,
    });
  }
  const reason = reasons[code];
  return reason ? new StartError(`${path} ${reason}.`, { cause: error }) : error;
}

function ignore(): void {}
