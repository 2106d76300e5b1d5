/** PATHS: additional paths of the script and ingest, for custom names. */
import { StartError } from './common/start-error.ts';

/** Below PUBLIC_URL. */
export interface SitePaths {
  script: string;
  /** The second file. */
  extra: string;
  /** The script without storage. */
  cookieless: string;
  /** Single messages; batches have `/batch` appended. */
  ingest: string;
}

export const usualPaths: SitePaths = {
  script: '/sdk.js',
  extra: '/extra.js',
  cookieless: '/cookieless.js',
  ingest: '/ingest',
};

const names = Object.keys(usualPaths);
const part = String.raw`/[A-Za-z0-9_][\w.-]{0,63}`;
/** The script sends to its own folder, and loads the second file from there. */
const onePart = new RegExp(`^${part}$`);
const someParts = new RegExp(`^(?:${part}){1,4}$`);
/** For paths embedded in the script, which has little space left below its 4,096 bytes. */
const mostChars: Partial<Record<keyof SitePaths, number>> = { ingest: 20, extra: 12 };

/** First path segments in use; a test compares them with the routes. */
export const takenParts: ReadonlySet<string> = new Set(
  'api app array assets auth batch beacon capture cookieless.js dashboard decide docs e extra.js flags healthz i ingest mcp metrics readyz sdk.js share sourceConfig track v1 visitor-resolve'.split(
    ' ',
  ),
);

/** @throws StartError */
export function parsePaths(text: string): SitePaths {
  const paths: SitePaths = { ...usualPaths };
  for (const pair of text.split(/[\s,]+/).filter(Boolean)) {
    const [name = '', path = ''] = pair.split(/=(.*)/s);
    if (!isName(name)) {
      throw new StartError(
        `PATHS contains "${pair}". Write pairs such as script=/a.js; the names are ${names.join(', ')}.`,
      );
    }
    const problem = problemWith(name, path);
    if (problem) throw new StartError(`PATHS contains "${pair}": ${problem}.`);
    paths[name] = path;
  }
  const all = [paths.script, paths.extra, paths.cookieless, paths.ingest, `${paths.ingest}/batch`];
  if (new Set(all).size < all.length) {
    throw new StartError(`PATHS is "${text}". Each path must be different.`);
  }
  return paths;
}

function problemWith(name: keyof SitePaths, path: string): string | undefined {
  if (name === 'ingest' && !someParts.test(path)) {
    return 'use a path such as /a or /a/b, with letters, digits, ".", "-" and "_"';
  }
  if (name !== 'ingest' && !onePart.test(path)) {
    return 'use a path with one segment, such as /a.js, with letters, digits, ".", "-" and "_", because the script sends to its own folder';
  }
  const most = mostChars[name];
  if (most && path.length > most) {
    return `use at most ${most} characters, because the path is part of the script`;
  }
  const [, first = ''] = path.split('/');
  if (path !== usualPaths[name] && takenParts.has(first)) {
    return `the service already uses /${first}; choose another name`;
  }
  return undefined;
}

function isName(name: string): name is keyof SitePaths {
  return names.includes(name);
}
