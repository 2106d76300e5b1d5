/*
 * EasyList and EasyPrivacy, as Debian's package of uBlock Origin carries them: they are under the GPL and change each
 * day, so they are no part of this project. TEST_FILTER_LISTS names another folder with easylist.txt and easyprivacy.txt.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FiltersEngine, Request } from '@ghostery/adblocker';

const extensions = '/usr/share/mozilla/extensions';
const inExtension = 'uBlock0@raymondhill.net/assets/thirdparties/easylist';

export const filterLists = [process.env.TEST_FILTER_LISTS ?? '', installedFolder()].find((folder) =>
  existsSync(join(folder, 'easyprivacy.txt')),
);
export const filterListsRemedy = 'install webext-ublock-origin-firefox or set TEST_FILTER_LISTS';

function installedFolder(): string {
  const folders = existsSync(extensions) ? readdirSync(extensions) : [];
  const path = folders.map((name) => join(extensions, name, inExtension)).find(existsSync);
  return path ?? '';
}

/** The rule that would block a request of a page on a website, if there is one. */
export function openFilters(folder: string) {
  const [list, privacy] = ['easylist.txt', 'easyprivacy.txt'].map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  const engine = FiltersEngine.parse(`${list}\n${privacy}`, { debug: true });
  return (url: string, type: 'script' | 'fetch', sourceUrl: string): string | undefined => {
    const { match, filter } = engine.match(Request.fromRawDetails({ url, type, sourceUrl }));
    return match ? String(filter?.rawLine ?? filter) : undefined;
  };
}
