/** Website scripts as served, with this installation's paths. */
import { createHash } from 'node:crypto';
import { zopfliGzip } from './common/zopfli-gzip.ts';
import { readServed } from './served-file.ts';
import { type SitePaths, usualPaths } from './site-paths.ts';

interface WebsiteScript {
  path: string;
  content: Buffer;
  gzip: Buffer;
  /** Immutable path of exactly these bytes: in the same folder, since the script sends to its own folder. */
  pinnedPath: string;
  /** For browsers' integrity check. */
  integrity: string;
}

export interface WebsiteScripts {
  paths: SitePaths;
  script: WebsiteScript;
  extra: WebsiteScript;
  /** The script without storage. */
  cookieless: WebsiteScript;
}

export async function readWebsiteScripts(paths: SitePaths = usualPaths): Promise<WebsiteScripts> {
  const here = (text: string) =>
    withPaths(text, [
      [`${usualPaths.ingest}/batch`, `${paths.ingest}/batch`],
      [usualPaths.extra.slice(1), paths.extra.slice(1)],
    ]);
  const [script, extra, cookieless] = await Promise.all([
    readScript('sdk.js', paths.script, here),
    readScript('extra.js', paths.extra, (text) => text),
    readScript('cookieless.js', paths.cookieless, here),
  ]);
  return { paths, script, extra, cookieless };
}

async function readScript(
  file: string,
  path: string,
  change: (text: string) => string,
): Promise<WebsiteScript> {
  const [built, gzip] = await Promise.all([readServed(file), readServed(`${file}.gz`)]);
  const text = built.toString();
  const changed = change(text);
  const content = Buffer.from(changed);
  const name = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return {
    path,
    content,
    gzip: changed === text ? gzip : await zopfliGzip(content),
    pinnedPath: `${path.replace(/\.js$/, '')}-${name}.js`,
    integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
  };
}

/** Each occurs once in the built script. */
function withPaths(script: string, changes: [from: string, to: string][]): string {
  return changes.reduce((text, [from, to]) => {
    const parts = text.split(from);
    if (parts.length !== 2) throw new Error(`the script has ${from} ${parts.length - 1} times`);
    return parts.join(to);
  }, script);
}
