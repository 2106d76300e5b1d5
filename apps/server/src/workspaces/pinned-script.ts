import { createHash } from 'node:crypto';

/**
 * An address of the script that always answers these bytes, and what a browser checks them by. Beside /sdk.js: the
 * script sends to the folder that it came from.
 */
export function pinnedScript(content: Buffer): { pinnedPath: string; integrity: string } {
  const name = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
  return { pinnedPath: `/sdk-${name}.js`, integrity };
}
