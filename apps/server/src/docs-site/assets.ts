import { readFile } from 'node:fs/promises';

// From the sources, for the compiled program too: they are served as they are written.
const folder = new URL('../../src/docs-site/assets/', import.meta.url);

export function readAsset(name: string): Promise<Buffer> {
  return readFile(new URL(name, folder));
}
