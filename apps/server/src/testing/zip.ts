/** A zip archive as programs write it, for tests. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipHow {
  /** Without it as it is, as Plausible packs. */
  isPacked?: boolean;
  isEncrypted?: boolean;
}

export function zipOf(
  files: Record<string, string | Buffer>,
  { isPacked = true, isEncrypted = false }: ZipHow = {},
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let start = 0;
  for (const [name, content] of Object.entries(files)) {
    const [bytes, path] = [Buffer.from(content), Buffer.from(name)];
    const packed = isPacked ? deflateRawSync(bytes) : bytes;
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    facts.writeUInt16LE(isPacked ? 8 : 0, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(path.length, 22);
    const own = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, path, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(start, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, path);
    parts.push(own);
    start += own.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(start, 16);
  return Buffer.concat([...parts, entries, end]);
}
