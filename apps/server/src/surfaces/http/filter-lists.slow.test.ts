/* What blockers of advertising have rules for: no name that the service has by itself. */
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { usualPaths } from '../../platform/site-paths.ts';
import { filterLists, filterListsRemedy, openFilters } from '../../testing/filter-lists.ts';
import { describeWith } from '../../testing/programs.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { signedIn } from '../../testing/signed-in.ts';

const guide = await readFile(
  new URL('../../../../../docs/guides/senders.md', import.meta.url),
  'utf8',
);
const [, listed = ''] = /^## Addresses\n(.*?)^Rules of /ms.exec(guide) ?? [];
/** As the guide has them: `/v1/{page,track}` stands for two. */
const addresses = [...listed.matchAll(/`(\/[^`]*[^`/]|\/[^`]+)`/g)].flatMap(([, path = '']) => {
  const [, before, each, after] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
  return each === undefined ? [path] : each.split(',').map((one) => `${before}${one}${after}`);
});

/** What pages' senders put behind them. */
const queries = [
  '',
  '?ip=0&_=1795380000000&ver=1.449.2',
  '?compression=gzip-js',
  '?beacon=1',
  '?v=2&config=true',
  '?writeKey=svc_pk_x',
];

describeWith(filterLists, 'EasyList and EasyPrivacy', filterListsRemedy, async () => {
  const h = await sharedHarness();
  let ruleFor: ReturnType<typeof openFilters>;
  // Not where they are missing: what is left out is read all the same.
  beforeAll(() => {
    ruleFor = openFilters(filterLists ?? '');
  });

  test('have rules, and the engine finds them', () => {
    const page = 'https://www.shop.example/';
    expect(ruleFor('https://www.google-analytics.com/analytics.js', 'script', page)).toBeDefined();
    expect(ruleFor('https://shop.example/matomo.js', 'script', page)).toBeDefined();
    expect(ruleFor('https://plausible.io/api/event', 'fetch', page)).toBeDefined();
  });

  test.each([
    ['on a host of its own', 'https://footfall.other.example', 'https://www.shop.example/pricing'],
    ['on a host of the site', 'https://data.shop.example', 'https://www.shop.example/pricing'],
    ['below the site', 'https://www.shop.example/f', 'https://www.shop.example/pricing'],
  ])('block nothing of a service %s', async (_, base, page) => {
    const snippet = (await (await signedIn(h)).get('/snippet')).body as {
      data: Record<string, string>;
    };
    const { script, pinned_script, extra, pinned_extra, cookieless, pinned_cookieless } =
      snippet.data;
    expect(script).toBe(usualPaths.script);
    for (const path of [
      script,
      pinned_script,
      extra,
      pinned_extra,
      cookieless,
      pinned_cookieless,
    ]) {
      expect(ruleFor(base + path, 'script', page), path).toBeUndefined();
    }
    const query = `?key=${h.workspace.productionKey}`;
    for (const path of ['/ingest', '/ingest/batch', '/visitor-resolve']) {
      expect(ruleFor(base + path, 'fetch', page), path).toBeUndefined();
      expect(ruleFor(base + path + query, 'fetch', page), path).toBeUndefined();
    }
  });

  test('the guide names the sender addresses that filter rules match', () => {
    expect(addresses.length).toBeGreaterThan(30);
    const page = 'https://www.shop.example/pricing';
    const bases = [
      'https://footfall.other.example',
      'https://data.shop.example',
      'https://www.shop.example/f',
    ];
    const isMatched = (path: string) =>
      bases.some((base) =>
        queries.some((query) =>
          (['fetch', 'script'] as const).some((type) => ruleFor(base + path + query, type, page)),
        ),
      );
    const [, named = ''] = /^Rules of EasyList and EasyPrivacy match (.*?)\./ms.exec(guide) ?? [];
    expect(
      addresses
        .filter(isMatched)
        .map((path) => `\`${path}\``)
        .join(' and '),
    ).toBe(named);
  });
});
