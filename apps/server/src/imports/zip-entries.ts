/** The files in a zip archive, each read as it is unpacked. Without encryption, and without Zip64 (4 GB and more). */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { PackedFile } from '../common/packed-file.ts';
import { StartError } from '../common/start-error.ts';

const endBytes = 22;
const longestComment = 65_535;
const mostDirectoryBytes = 16 * 1024 * 1024;
const headerBytes = 30;

interface Entry {
  name: string;
  isEncrypted: boolean;
  method: number;
  packedBytes: number;
  start: number;
}

/** @throws StartError when it is no whole archive */
export async function zipEntries({ path, size, changedAt }: PackedFile): Promise<PackedFile[]> {
  const file = await open(path, 'r');
  try {
    const entries = await directoryOf(file, size);
    if (!entries) throw damaged(path);
    return entries.map((entry) => entryFile(path, changedAt, entry));
  } finally {
    await file.close();
  }
}

function entryFile(path: string, changedAt: number, entry: Entry): PackedFile {
  const { name, isEncrypted, method, packedBytes, start } = entry;
  const own = `${path}: ${name}`;
  let bytesRead = () => 0;
  return {
    path: own,
    head: Buffer.alloc(0),
    size: packedBytes,
    changedAt,
    bytesRead: () => bytesRead(),
    async *bytes() {
      if (packedBytes === 0) return;
      if (isEncrypted) throw new StartError(`${own} is encrypted: unpack it first.`);
      if (method !== 0 && method !== 8) {
        throw new StartError(`${own} is packed in a way that is not known here: unpack it first.`);
      }
      const packed = createReadStream(path, { start, end: start + packedBytes - 1 });
      bytesRead = () => packed.bytesRead;
      try {
        yield* method === 0 ? packed : pipeline(packed, createInflateRaw(), () => undefined);
      } catch (error) {
        throw damaged(path, error);
      } finally {
        packed.destroy();
      }
    },
  };
}

/** By the directory at the end of the archive. Undefined where there is none that makes sense. */
async function directoryOf(file: FileHandle, size: number): Promise<Entry[] | undefined> {
  const tail = await bytesAt(file, Math.max(0, size - endBytes - longestComment), size);
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + endBytes > tail.length) return undefined;
  const count = tail.readUInt16LE(end + 10);
  const length = tail.readUInt32LE(end + 12);
  const start = tail.readUInt32LE(end + 16);
  if (length > mostDirectoryBytes || start + length > size) return undefined;
  const directory = await bytesAt(file, start, start + length);
  const entries: Entry[] = [];
  let place = 0;
  while (entries.length < count) {
    if (place + 46 > directory.length || directory.readUInt32LE(place) !== 0x02014b50)
      return undefined;
    const [name, extra, comment] = [28, 30, 32].map((at) => directory.readUInt16LE(place + at));
    const nameEnd = place + 46 + (name ?? 0);
    const header = directory.readUInt32LE(place + 42);
    const own = await bytesAt(file, header, header + headerBytes);
    if (own.length < headerBytes) return undefined;
    entries.push({
      // It is shown, and may not paint the screen.
      name: directory
        .subarray(place + 46, nameEnd)
        .toString()
        .replaceAll(/\p{Cc}/gu, '\uFFFD'),
      isEncrypted: (directory.readUInt16LE(place + 8) & 1) === 1,
      method: directory.readUInt16LE(place + 10),
      packedBytes: directory.readUInt32LE(place + 20),
      start: header + headerBytes + own.readUInt16LE(26) + own.readUInt16LE(28),
    });
    place = nameEnd + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
}

async function bytesAt(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
  return buffer.subarray(0, bytesRead);
}

function damaged(path: string, cause?: unknown): StartError {
  return new StartError(
    `${path} is a zip archive that is damaged, not complete or larger than 4 GB. Unpack it, and give the files.`,
    { cause },
  );
}
