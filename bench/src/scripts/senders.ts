/* The scripts that are compared, each as its maker says to put it into a page, and sending to the same service. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from '../paths.ts';

export interface Sender {
  name: string;
  version: string;
  /** Of others: the file that pages load. The service has its own. */
  file?: string;
  /** Loaded by a page, at these addresses of the gate. */
  loads: string[];
  /** What pages have in their head. It defines `probe(name)`, an event, and `who(id)` where people can be named. */
  head(gate: string, key: string): string;
  /** Finds the page views in what it sends. */
  view: RegExp;
  namesPeople: boolean;
}

const require = createRequire(join(root, 'apps/server/package.json'));
const { websiteSnippet } = (await import(
  require.resolve('@footfall/contract/website-snippet')
)) as { websiteSnippet(of: { src: string; key: string }): string };
const { version: ownVersion } = jsonIn(join(root, 'packages/sdk/package.json'));
const calls = (probe: string, who = '') =>
  `<script>window.probe = (name) => ${probe};${who && ` window.who = (id) => ${who};`}</script>`;

function footfall(name: string, attributes: string, more: string[]): Sender {
  return {
    name,
    version: ownVersion,
    loads: ['/sdk.js', ...more],
    // As the service prints it.
    head: (gate, key) =>
      `${websiteSnippet({ src: `${gate}/sdk.js`, key }).replace('data-key', `${attributes} data-key`)}
       ${calls('footfall.track(name)', 'footfall.identify({ user_id: id })')}`,
    view: /"name":"page_view"/g,
    namesPeople: true,
  };
}

/** By scripts/fetch-umami-tracker.mjs. */
const fetchedUmami = join(root, 'scripts/umami-tracker/index.js');

/** `umami`: the path of another version of its script. */
export function sendersWith(umami = existsSync(fetchedUmami) ? fetchedUmami : ''): Sender[] {
  return [
    footfall('Footfall', '', []),
    footfall(
      'Footfall, both files',
      'data-extras="outbound downloads forms clicks scroll missing vitals"',
      ['/extra.js'],
    ),
    plausible(),
    ...(umami ? [umamiFrom(umami)] : []),
    posthog(),
    segment(),
    rudder(),
  ];
}

function plausible(): Sender {
  return {
    name: 'Plausible',
    ...packaged('@plausible-analytics/tracker', 'plausible.js'),
    loads: ['/foreign/Plausible.js'],
    head: (gate, key) => `<script type="module">
      import { init, track } from '${gate}/foreign/Plausible.js';
      init({ domain: '${key}', endpoint: '${gate}/api/event', captureOnLocalhost: true });
      window.probe = (name) => track(name, {});
    </script>`,
    view: /"n":"pageview"/g,
    namesPeople: false,
  };
}

function umamiFrom(path: string): Sender {
  return {
    name: 'Umami',
    version: path === fetchedUmami ? '2.10.0' : 'given',
    file: readFileSync(path, 'utf8'),
    loads: ['/foreign/Umami.js'],
    head: (gate, key) =>
      `<script defer src="${gate}/foreign/Umami.js" data-host-url="${gate}" data-website-id="${key}"></script>
       ${calls('umami.track(name)', 'umami.identify(id)')}`,
    view: /^\{"type":"event"(?!.*"name":)/g,
    namesPeople: true,
  };
}

function posthog(): Sender {
  return {
    name: 'PostHog',
    ...packaged('posthog-js', 'dist/array.js'),
    loads: ['/foreign/PostHog.js'],
    // It sends nothing from a driven browser unless it is told to.
    head: (
      gate,
      key,
    ) => `<script async src="${gate}/foreign/PostHog.js" onload="posthog.init('${key}', {
        api_host: '${gate}', defaults: '2025-05-24', opt_out_useragent_filter: true })"></script>
      ${calls('posthog.capture(name)', 'posthog.identify(id)')}`,
    view: /"event":"\$pageview"/g,
    namesPeople: true,
  };
}

function segment(): Sender {
  return {
    name: 'Segment',
    ...packaged('@segment/analytics-next', 'dist/umd/standalone.js'),
    loads: ['/foreign/Segment.js'],
    head: (gate, key) => `<script>
        window.analytics = [];
        analytics._writeKey = '${key}';
        analytics._cdn = '${gate}';
        for (const call of ['page', 'track', 'identify'])
          analytics[call] = (...given) => analytics.push([call, ...given]);
        analytics.page();
      </script>
      <script async src="${gate}/foreign/Segment.js"></script>
      ${calls('analytics.track(name)', 'analytics.identify(id)')}`,
    view: /"type":"page"/g,
    namesPeople: true,
  };
}

function rudder(): Sender {
  return {
    name: 'RudderStack',
    ...packaged('@rudderstack/analytics-js', 'dist/npm/legacy/bundled/umd/index.js'),
    loads: ['/foreign/RudderStack.js'],
    head: (gate, key) => `<script src="${gate}/foreign/RudderStack.js"></script>
      <script>
        window.rudder = new rudderanalytics.RudderAnalytics();
        rudder.load('${key}', '${gate}', { configUrl: '${gate}' });
        rudder.page();
      </script>
      ${calls('rudder.track(name)', 'rudder.identify(id)')}`,
    view: /"type":"page"/g,
    namesPeople: true,
  };
}

/** `path`: within the package. */
function packaged(name: string, path: string): { version: string; file: string } {
  let folder = dirname(require.resolve(name));
  const isRoot = () =>
    existsSync(join(folder, 'package.json')) && 'name' in jsonIn(join(folder, 'package.json'));
  while (!isRoot()) folder = dirname(folder);
  const { version } = jsonIn(join(folder, 'package.json'));
  return { version, file: readFileSync(join(folder, path), 'utf8') };
}

function jsonIn(path: string): { version: string } {
  return JSON.parse(readFileSync(path, 'utf8')) as { version: string };
}
