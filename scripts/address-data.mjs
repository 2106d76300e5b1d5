// The data for the table of addresses, 190 MB: a separate project (apps/server/address-data), which the build
// installs in dist while it makes the table, with the versions and checksums of its lock file.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressData } from './address-table.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'apps/server/dist/address-data');

export const addressDataMissing =
  'the table of addresses is made of two packages of data, and npm could not get them. Run this again where npm ' +
  'reaches its registry, or copy the folder apps/server/dist/address-tables from another checkout.';

/** Prepares the folder for `npm ci`. */
export function prepareAddressData() {
  removeAddressData();
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) {
    copyFileSync(join(root, addressData, name), join(folder, name));
  }
  return { folder, packages: join(folder, 'node_modules'), env: ownEnvironment() };
}

export function removeAddressData() {
  rmSync(folder, { recursive: true, force: true });
}

/** Options of a surrounding npm (`npm pack --dry-run -w apps/server`) must not apply to it. */
function ownEnvironment() {
  const notOurs =
    /^npm_config_(workspaces?|include_workspace_root|dry_run|global|package_lock_only)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !notOurs.test(name)));
}
