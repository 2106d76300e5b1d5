/** Lists the files in a zip archive; each is unpacked while it is read. */
import { type Entry, openPromise } from 'yauzl';
import type { PackedFile } from '../../platform/common/packed-file.ts';
import { StartError } from '../../platform/common/start-error.ts';

/** An export has tens of files; each may have a name, a comment and extra fields of 64 kB. */
const mostFiles = 1_000;

/** @throws StartError if the archive is damaged or has too many files */
export async function zipEntries({ path, changedAt }: PackedFile): Promise<PackedFile[]> {
  const zip = await openZip(path);
  try {
    if (zip.entryCount > mostFiles) {
      throw new StartError(
        `${path} has ${zip.entryCount} files; at most ${mostFiles} are allowed. Unpack it and import the files.`,
      );
    }
    const files: PackedFile[] = [];
    for await (const entry of zip.eachEntry()) files.push(entryFile(path, changedAt, entry));
    return files;
  } catch (error) {
    throw error instanceof StartError ? error : damaged(path, error);
  } finally {
    zip.close();
  }
}

function entryFile(path: string, changedAt: number, entry: Entry): PackedFile {
  // The name is printed, so it must not contain terminal control characters.
  const own = `${path}: ${entry.fileName.replaceAll(/\p{Cc}/gu, '\uFFFD')}`;
  let unpacked = 0;
  return {
    path: own,
    head: Buffer.alloc(0),
    size: entry.compressedSize,
    changedAt,
    bytesRead: () => entry.compressedSize * (unpacked / (entry.uncompressedSize || 1)),
    async *bytes() {
      if (entry.isEncrypted()) throw new StartError(`${own} is encrypted. Unpack it first.`);
      if (!entry.canDecodeFileData()) {
        throw new StartError(`${own} uses an unsupported compression. Unpack it first.`);
      }
      const zip = await openZip(path);
      try {
        for await (const piece of await zip.openReadStreamPromise(entry)) {
          unpacked += piece.length;
          yield piece;
        }
      } catch (error) {
        throw damaged(path, error);
      } finally {
        zip.close();
      }
    },
  };
}

const openZip = (path: string) =>
  openPromise(path, { autoClose: false }).catch((error) => {
    throw damaged(path, error);
  });

function damaged(path: string, cause: unknown): StartError {
  return new StartError(
    `${path} is a damaged or incomplete zip archive. Download it again, or unpack it and import the files.`,
    { cause },
  );
}
