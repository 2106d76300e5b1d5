/**
 * Request headers that a browser would not send. Browsers set each of these, and no page can change them.
 * Sec-CH-UA and Sec-Fetch-Site are sent over HTTPS only (and to localhost).
 *
 * Since: Sec-CH-UA Chromium 89; Sec-Fetch-Site Chromium 76, Firefox 90, Safari 16.4 (MDN, browser
 * compatibility data). Firefox and Safari have no Sec-CH-UA.
 */
import type { ClaimedBrowser } from './agent-facts.ts';
import type { BrowserHeaders } from './detect-bot.ts';

const fetchMetadataSince = { chromium: 76, firefox: 90, safari: 17, other: Infinity };

/** Short facts; empty if the headers match the browser that the user agent claims. */
export function headerAnomalies(browser: ClaimedBrowser, headers: BrowserHeaders): string[] {
  const { engine, major } = browser;
  const { acceptLanguage, secFetchSite, clientHintsBrand: brands, isSecure } = headers;
  const anomalies: string[] = [];
  if (acceptLanguage === '') anomalies.push('no Accept-Language header');
  else if (acceptLanguage === '*') anomalies.push('Accept-Language names no language');
  if (isSecure && secFetchSite === '' && major >= fetchMetadataSince[engine]) {
    anomalies.push('no Sec-Fetch-Site header');
  }
  if (isSecure && brands === '' && engine === 'chromium' && major >= 89) {
    anomalies.push('no Sec-CH-UA header');
  }
  if (brands !== '') {
    const other = otherBrowser(browser, brands);
    if (other !== '') anomalies.push(other);
  }
  return anomalies;
}

function otherBrowser({ engine, major }: ClaimedBrowser, brands: string): string {
  if (engine === 'firefox' || engine === 'safari') return 'Sec-CH-UA of another browser';
  const [, chromium] = /"Chromium";\s*v="(\d+)/.exec(brands) ?? [];
  const differs = engine === 'chromium' && chromium !== undefined && Number(chromium) !== major;
  return differs ? 'Sec-CH-UA of another version' : '';
}
