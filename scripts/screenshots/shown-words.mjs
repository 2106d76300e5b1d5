// Which of the dashboard's own words a picture shows, and whether it still says them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const wordsFile = fileURLToPath(
  new URL('../../docs/images/shown-words.json', import.meta.url),
);
/** Bytes that a page of the docs bears for each of its pictures. */
export const largestPicture = 120_000;

const catalogues = fileURLToPath(new URL('../../apps/dashboard/src/messages/', import.meta.url));
const sources = {};

/** Whether the catalogue of the language says it, in so many words. */
export function isSaid(language, words) {
  sources[language] ??= readdirSync(join(catalogues, language))
    .map((name) => readFileSync(join(catalogues, language, name), 'utf8'))
    .join('\n');
  return sources[language].includes(`'${words}'`);
}

/** Headings, names of columns and fields, and buttons within the picture, without what comes from data. */
export async function ownWords(page, clip, language) {
  const seen = await page.evaluate(
    ({ x, y, width, height }) =>
      [...document.querySelectorAll('h1, h2, h3, th, label, legend, button, a, dt, [role=tab]')]
        .filter((element) => {
          const box = element.getBoundingClientRect();
          const [across, down] = [box.x + box.width / 2, box.y + box.height / 2];
          return box.width > 0 && across > x && across < x + width && down > y && down < y + height;
        })
        .map((element) => element.innerText.trim()),
    clip,
  );
  return [...new Set(seen)].filter((words) => words && isSaid(language, words)).sort();
}
