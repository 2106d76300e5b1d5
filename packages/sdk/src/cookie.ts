/*
 * First-party cookies on the broadest domain that the browser allows, so that www.example.com and app.example.com
 * see one visitor and one session (localStorage stops at the host name).
 */
export const cookieIn = (cookies: string | undefined, name: string): string | undefined => {
  const value = ` ${cookies}`.split(` footfall_${name}=`)[1]?.split(';')[0];
  // `unescape` is old, and shorter than what came after it.
  return value && unescape(value);
};

/** `site`: the domain of the cookies, where it is known; gives the one that is known now. */
export const writeCookie = (name: string, value: string, site?: string): string | undefined => {
  // What is to go has a value too: any other would begin as none does.
  const pair = `footfall_${name}=${escape(value || '-')}`;
  // No session is longer than a day.
  const days = name > 'j' ? 1 : 400;
  let domain = '';
  try {
    // Browsers refuse public suffixes (com, co.uk), of which the last label is always one: the first that sticks is the site's own domain.
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

/** Whether the browser gives it the cookies that are written here, and takes those that it answers with. */
export const isOwnSite = (url: string, site: string | undefined): boolean =>
  `.${url.split(/[:/]+/)[1]}`.endsWith(`.${site}`);
