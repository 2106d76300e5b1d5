/* Size of the browser script as loaded by a page, compared with others. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { root } from '../paths.ts';
import { table } from '../table.ts';

const most = 4_096;
const served = join(root, 'apps/server/dist/served');
/** By scripts/fetch-umami-tracker.mjs. */
const fetchedUmami = join(root, 'scripts/umami-tracker/index.js');
const require = createRequire(join(root, 'apps/server/package.json'));

type Script = { name: string; gzip: number; br: number };

export function scripts(): { text: string; problems: string[] } {
  const own = ownScript('Footfall', ['sdk.js']);
  const others = [
    ownScript('Footfall, both files', ['sdk.js', 'extra.js']),
    packaged('Plausible', '@plausible-analytics/tracker', 'plausible.js'),
    ...(existsSync(fetchedUmami) ? [packed('Umami 2.10.0', readFileSync(fetchedUmami))] : []),
    packaged('PostHog', 'posthog-js', 'dist/array.js'),
    packaged('Segment', '@segment/analytics-next', 'dist/umd/standalone.js'),
    packaged('RudderStack', '@rudderstack/analytics-js', 'dist/npm/legacy/bundled/umd/index.js'),
  ];
  const problems = own.gzip > most ? [`${own.gzip} bytes of script, at most ${most}`] : [];
  const rows = [own, ...others].map(({ name, gzip, br }) => [name, String(gzip), String(br)]);
  const text = [
    table([['bytes', 'gzip', 'br'], ...rows]),
    ...problems.map((each) => `NOT KEPT ${each}`),
  ];
  return { text: text.join('\n'), problems };
}

/** Compressed as by the service. */
function ownScript(name: string, files: string[]): Script {
  const sum = (of: (file: string) => number) => files.reduce((all, file) => all + of(file), 0);
  return {
    name,
    gzip: sum((file) => readFileSync(join(served, `${file}.gz`)).length),
    br: sum((file) => packed(file, readFileSync(join(served, file))).br),
  };
}

function packed(name: string, content: Buffer): Script {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return {
    name,
    gzip: gzipSync(content, { level: 9 }).length,
    br: brotliCompressSync(content, { params }).length,
  };
}

/** `path`: within the package. */
function packaged(name: string, of: string, path: string): Script {
  let folder = dirname(require.resolve(of));
  const facts = (): { name?: string; version?: string } =>
    existsSync(join(folder, 'package.json'))
      ? JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      : {};
  while (facts().name !== of) folder = dirname(folder);
  return packed(`${name} ${facts().version}`, readFileSync(join(folder, path)));
}
