// The dashboard texts in a picture, and whether they still exist.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const wordsFile = fileURLToPath(
  new URL('../../docs/images/shown-words.json', import.meta.url),
);
/** Most bytes per picture in the docs. */
export const largestPicture = 120_000;

const catalogues = fileURLToPath(new URL('../../apps/dashboard/src/messages/', import.meta.url));
const sources = {};

/** Whether the language's catalog contains exactly this text. */
export function isSaid(language, words) {
  sources[language] ??= readdirSync(join(catalogues, language))
    .map((name) => readFileSync(join(catalogues, language, name), 'utf8'))
    .join('\n');
  return sources[language].includes(`'${words}'`);
}

/** Headings, column and field names, and buttons within the picture, without data. */
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
