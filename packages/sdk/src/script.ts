/*
 * The script tag's entry: reads its own data-* attributes, starts, and takes over the calls that
 * the page pushed before it was loaded.
 */
import { type Call, createFootfall, type FootfallApi } from './footfall.ts';
import type { Options } from './types.ts';

declare global {
  interface Window {
    footfall?: FootfallApi | Call[];
  }
}

const longestWaitMs = 2000;

// Not by `currentScript`, which modules and some loaders do not have; a selector takes longer.
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
    // Whom another site hands over must be known before anything is sent.
    if (/ff_visit/.test(location as never)) setTimeout(start, longestWaitMs);
    else start();
  }
}
