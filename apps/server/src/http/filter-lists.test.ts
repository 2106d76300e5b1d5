/* What blockers of advertising have rules for: no name that the service has by itself. */
import { expect, test } from 'vitest';
import { usualPaths } from '../site-paths.ts';
import { filterLists, filterListsRemedy, openFilters } from '../testing/filter-lists.ts';
import { startHarness } from '../testing/harness.ts';
import { describeWith } from '../testing/programs.ts';
import { signedIn } from '../testing/signed-in.ts';

describeWith(filterLists, 'EasyList and EasyPrivacy', filterListsRemedy, async () => {
  const h = await startHarness();
  const ruleFor = openFilters(filterLists ?? '');

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
    const told = (await (await signedIn(h)).get('/snippet')).body as {
      data: Record<string, string>;
    };
    const { script, pinned_script, extra, pinned_extra, cookieless, pinned_cookieless } = told.data;
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
});
