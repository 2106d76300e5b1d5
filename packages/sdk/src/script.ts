/*
 * The script tag's entry: reads its own data-* attributes, starts, and takes over the calls that
 * the page pushed before it was loaded.
 */
import { type Call, createFootfall, type FootfallApi } from './footfall.ts';

declare global {
  interface Window {
    footfall?: FootfallApi | Call[];
  }
}

const before = window.footfall;
const tag = (document.currentScript ??
  document.querySelector('script[data-key]')) as HTMLScriptElement | null;

// A page that loads the script twice counts once.
if (!before || Array.isArray(before)) {
  const footfall = createFootfall();
  window.footfall = footfall;
  if (Array.isArray(before)) footfall.push(...before);
  if (tag?.dataset.key) {
    const { key, host, auto, consent, gpc, params, debug } = tag.dataset;
    footfall.init({
      key,
      host: host ?? tag.src.replace(/\/[^/]*$/, ''),
      auto: auto !== 'false',
      consent,
      gpc,
      params,
      debug: debug !== undefined,
    });
  }
}
