// Files served as they are. The build collects them in one folder, for checkouts, installed packages and images alike
// (apps/server/src/served-file.ts).
import { copyFileSync, cpSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressTable } from './address-table.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export const servedFolder = 'apps/server/dist/served';
export const servedFiles = [
  { from: 'apps/server/src/surfaces/docs-site/assets', to: 'docs' },
  { from: 'docs/guides', to: 'guides' },
];
const builtFiles = [
  { from: 'packages/sdk/dist/sdk.js', to: 'sdk.js' },
  { from: 'packages/sdk/dist/sdk.js.gz', to: 'sdk.js.gz' },
  { from: 'packages/sdk/dist/extra.js', to: 'extra.js' },
  { from: 'packages/sdk/dist/extra.js.gz', to: 'extra.js.gz' },
  { from: 'packages/sdk/dist/cookieless.js', to: 'cookieless.js' },
  { from: 'packages/sdk/dist/cookieless.js.gz', to: 'cookieless.js.gz' },
  { from: 'packages/mcp-apps/dist/views', to: 'views' },
  { from: 'apps/dashboard/dist/site', to: 'dashboard' },
];

export function gatherServedFiles() {
  rmSync(join(root, servedFolder), { recursive: true, force: true });
  for (const { from, to } of [...servedFiles, ...builtFiles]) {
    cpSync(join(root, from), join(root, servedFolder, to), { recursive: true });
  }
  // Distributing the table of addresses requires attribution.
  const beside = join(root, dirname(addressTable), 'ATTRIBUTIONS.md');
  copyFileSync(join(root, 'docs/attributions.md'), beside);
}
