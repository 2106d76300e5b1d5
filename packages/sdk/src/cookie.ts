/*
 * First-party cookies on the broadest domain that the browser allows, so that www.example.com and app.example.com
 * see one visitor and one session (localStorage stops at the host name).
 */
/** As they were when this task of the page began: browsers take long to tell them. */
let jar: string | undefined;

const cookies = () => {
  queueMicrotask(() => {
    jar = undefined;
  });
  jar ??= document.cookie;
  return jar;
};

export function readCookie(name: string): string | undefined {
  // `escape` is old, and shorter than what came after it.
  try {
    const value = RegExp(`\\bfootfall_${name}=([^;]+)`).exec(cookies())?.[1];
    return value && unescape(value);
  } catch {
    // None may be read.
  }
  return undefined;
}

/** `site`: the domain of the cookies, where it is known; gives the one that is known now. */
export function writeCookie(name: string, value: string, site?: string): string | undefined {
  // What is to go has a value too: any other would begin as none does.
  const pair = `footfall_${name}=${escape(value || '-')}`;
  // No session is longer than a day.
  const days = name > 'j' ? 1 : 400;
  let domain = '';
  try {
    // Browsers refuse public suffixes (com, co.uk): the first that sticks is the site's own domain.
    for (const label of site ? [site] : location.hostname.split('.').reverse()) {
      domain = label + (domain && `.${domain}`);
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
      document.cookie = `${pair};domain=${domain};path=/;samesite=lax;max-age=${value ? days * 86_400 : 0};${isSecureContext && 'secure'}`;
      if (!site && document.cookie.includes(pair)) return domain;
    }
  } catch {
    // Sandboxed frames have no cookies.
  }
  return site;
}

/** Whether the browser gives it the cookies that are written here, and takes those that it answers with. */
export const isOwnSite = (url: string, site: string | undefined): boolean =>
  `.${new URL(url).hostname}`.endsWith(`.${site}`);
