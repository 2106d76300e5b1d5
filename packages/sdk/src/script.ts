/*
 * The script tag's entry: reads its data-* attributes, starts, and runs calls that the page pushed before it
 * loaded.
 */
import { type Call, createFootfall, type FootfallApi } from './footfall.ts';
import type { Options } from './types.ts';

declare global {
  interface Window {
    footfall?: FootfallApi | Call[];
  }
}

const longestWaitMs = 2000;

// Not `currentScript`, which modules and some loaders lack; a selector is slower.
const tag = [...document.scripts].find(({ dataset }) => /^svc_/.test(dataset.key as string));
const before = self.footfall ?? [];

// A page that loads the script twice counts once.
if (Array.isArray(before)) {
  const footfall = createFootfall();
  self.footfall = footfall;
  footfall.push(...before);
  if (tag) {
    const { dataset, src } = tag;
    const host = new URL('.', src).href;
    const start = () =>
      footfall.init({ host, ...dataset, debug: 'debug' in dataset } as unknown as Options);
    if (dataset.extras) import(`${host}extra.js`).then(start, start);
    // A handed-over visitor must be known before anything is sent.
    if (/ff_visit/.test(location as never)) setTimeout(start, longestWaitMs);
    else start();
  }
}
