/*
 * The file that scripts/build-address-tables.mjs makes. A few megabytes of it are kept in memory: names, networks, and
 * the first key of every block of ranges. The ranges themselves stay in the file, and a lookup reads one block.
 * The format is described in docs/decisions/0040-address-tables.md.
 */

import { webcrypto } from 'node:crypto';
import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { AddressKey } from './address-key.ts';
import type { Network } from './connection-kind.ts';

const MAGIC = 'FFADDR1\n';
const FORMAT = 1;
const KEY_BYTES = { 4: 4, 6: 6 };

interface Section {
  offset: number;
  length: number;
}

interface Header {
  madeFrom: { format: number };
  rangesInABlock: number;
  resident: { length: number; sha256: string };
  length: number;
  sections: Record<string, Section>;
  countryCodes: string[];
  countries: string[];
}

/** Place and network of one range, by number; 0 is unknown. */
interface RangeFacts {
  place: number;
  network: number;
}

/** An open table. Numbers it does not contain never cause exceptions. */
export interface TableFile {
  readonly networkCount: number;
  /** One read, usually from the operating system's cache. Throws on failure. */
  find(key: AddressKey): RangeFacts;
  place(number: number): { city: string; country: string };
  network(number: number): Network;
  close(): Promise<void>;
}

/** Opens and checks the file; large reads run on other threads. Throws if it is missing or damaged. */
export async function openTableFile(path: string): Promise<TableFile> {
  const file = await open(path, 'r');
  try {
    const { header, dataStart } = await readHeader(file, path);
    const resident = Buffer.alloc(header.resident.length);
    await readFully(file, resident, dataStart, path);
    const digest = await webcrypto.subtle.digest('SHA-256', resident);
    if (Buffer.from(digest).toString('hex') !== header.resident.sha256) throw damaged(path);
    return tableFile(file, header, resident, dataStart);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readHeader(file: FileHandle, path: string) {
  const start = Buffer.alloc(16);
  await readFully(file, start, 0, path);
  const { size } = await file.stat();
  const textLength = start.readUInt32LE(8);
  if (start.toString('latin1', 0, 8) !== MAGIC || textLength > size) throw damaged(path);
  const text = Buffer.alloc(textLength);
  await readFully(file, text, 16, path);
  const dataStart = 16 + textLength;
  const header = parseHeader(text, path);
  if (header.madeFrom.format !== FORMAT || size !== dataStart + header.length) throw damaged(path);
  return { header, dataStart };
}

function parseHeader(text: Buffer, path: string): Header {
  try {
    return JSON.parse(text.toString()) as Header;
  } catch (error) {
    throw damaged(path, error);
  }
}

function damaged(path: string, cause?: unknown): Error {
  const text = `${path} is damaged or of another version. Remove it and run npm run build.`;
  return new Error(text, { cause });
}

async function readFully(file: FileHandle, into: Buffer, position: number, path: string) {
  for (let done = 0; done < into.length; ) {
    const { bytesRead } = await file.read(into, done, into.length - done, position + done);
    if (bytesRead === 0) throw damaged(path);
    done += bytesRead;
  }
}

function tableFile(
  file: FileHandle,
  header: Header,
  resident: Buffer,
  dataStart: number,
): TableFile {
  const { countries, countryCodes, sections } = header;
  const section = (name: string): Section => sections[name] ?? { offset: 0, length: 0 };
  const bytes = (name: string) => {
    const { offset, length } = section(name);
    return resident.subarray(offset, offset + length);
  };
  // Sections start at multiples of 8 bytes, and so does a large buffer.
  const numbers = (name: string) => {
    const { buffer, byteOffset, length } = bytes(name);
    return new Uint32Array(buffer, byteOffset, length / 4);
  };
  const smallNumbers = (name: string) => {
    const { buffer, byteOffset, length } = bytes(name);
    return new Uint16Array(buffer, byteOffset, length / 2);
  };
  const rangesOf = (family: 4 | 6) => {
    const { buffer, byteOffset, length } = bytes(`index${family}`);
    const index = new Float64Array(buffer, byteOffset, length / 8);
    const ranges = section(`ranges${family}`);
    const start = dataStart + ranges.offset;
    return new Ranges(
      file.fd,
      { ...ranges, offset: start },
      KEY_BYTES[family],
      index,
      header.rangesInABlock,
    );
  };
  const ranges = { 4: rangesOf(4), 6: rangesOf(6) };
  const cityNames = texts(bytes('placeText'), numbers('placeOffset'));
  const placeCountries = smallNumbers('placeCountry');
  const owners = texts(bytes('networkText'), numbers('networkOffset'));
  const asns = numbers('networkNumber');
  const addresses = numbers('networkAddresses');
  const sites = numbers('networkSites');
  const networkCountries = smallNumbers('networkCountry');

  return {
    networkCount: asns.length,
    find: ({ family, key }) => ranges[family].find(key),
    place: (number) => ({
      city: cityNames(number),
      country: countries[placeCountries[number] ?? 0] ?? '',
    }),
    network: (number) => ({
      asn: asns[number] ?? 0,
      owner: owners(number),
      country: countryCodes[networkCountries[number] ?? 0] ?? '',
      addresses: addresses[number] ?? 0,
      sites: sites[number] ?? 0,
    }),
    close: () => file.close(),
  };
}

function texts(text: Buffer, offsets: Uint32Array): (number: number) => string {
  return (number) => text.toString('utf8', offsets[number] ?? 0, offsets[number + 1] ?? 0);
}

/** Sorted ranges in a file: rows of a first key, 3 bytes of place and 3 bytes of network. */
class Ranges {
  readonly #fd: number;
  readonly #section: Section;
  readonly #keyBytes: number;
  readonly #index: Float64Array;
  readonly #rowBytes: number;
  readonly #block: Buffer;

  constructor(
    fd: number,
    section: Section,
    keyBytes: number,
    index: Float64Array,
    rangesInABlock: number,
  ) {
    this.#fd = fd;
    this.#section = section;
    this.#keyBytes = keyBytes;
    this.#index = index;
    this.#rowBytes = keyBytes + 6;
    this.#block = Buffer.alloc(rangesInABlock * this.#rowBytes);
  }

  /** The last range that starts at or before `key`. The ranges cover every key. */
  find(key: number): RangeFacts {
    const offset = this.#blockOf(key) * this.#block.length;
    const wanted = Math.min(this.#block.length, this.#section.length - offset);
    const read = readSync(this.#fd, this.#block, 0, wanted, this.#section.offset + offset);
    if (read < wanted) throw new Error('The table of addresses is shorter than it was');
    let low = 0;
    let high = wanted / this.#rowBytes - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#block.readUIntBE(middle * this.#rowBytes, this.#keyBytes) <= key) low = middle;
      else high = middle - 1;
    }
    const row = low * this.#rowBytes + this.#keyBytes;
    return { place: this.#block.readUIntBE(row, 3), network: this.#block.readUIntBE(row + 3, 3) };
  }

  #blockOf(key: number): number {
    let low = 0;
    let high = this.#index.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#index[middle] ?? 0) <= key) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
