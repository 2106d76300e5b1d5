/*
 * First-party cookies on the broadest domain that the browser allows, so that www.example.com and app.example.com
 * share one visitor and session (localStorage is per host).
 */
export const cookieIn = (cookies: string | undefined, name: string): string | undefined => {
  const value = ` ${cookies}`.split(` footfall_${name}=`)[1]?.split(';')[0];
  // `unescape` is deprecated, but shorter than its successor.
  return value && unescape(value);
};

/** `site`: the cookies' domain, if known; returns the domain now known. */
export const writeCookie = (name: string, value: string, site?: string): string | undefined => {
  // A removed cookie needs a value too: without one it would be stored as if never set.
  const pair = `footfall_${name}=${escape(value || '-')}`;
  // No session is longer than a day.
  const days = name > 'j' ? 1 : 400;
  let domain = '';
  try {
    // Browsers reject public suffixes (com, co.uk), which always include the last label: the first accepted domain is the site's.
    for (const label of site ? [site] : location.hostname.split(/\.(?=.*\.)/).reverse()) {
      domain = label + (domain && `.${domain}`);
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
      document.cookie = `${pair};domain=${domain};path=/;samesite=lax;max-age=${value ? days * 86_400 : 0};${isSecureContext && 'secure'}`;
      if (!site && document.cookie.includes(pair)) return domain;
    }
  } catch {
    // Sandboxed frames have no cookies.
  }
  return site;
};

/** Whether the browser sends our cookies there, and accepts those in responses. */
export const isOwnSite = (url: string, site: string | undefined): boolean =>
  `.${url.split(/[:/]+/)[1]}`.endsWith(`.${site}`);
