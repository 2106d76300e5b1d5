/*
 * First-party cookies on the broadest domain that the browser allows, so that www.example.com and app.example.com
 * see one visitor and one session (localStorage stops at the host name).
 */
/** As they are in this task of the page: browsers take long to tell them. */
let jar = '';
/** The domain of the cookies. */
let site: string | undefined;

const forget = () => {
  jar = '';
};

export function readCookie(name: string): string | undefined {
  try {
    jar ||= document.cookie;
    queueMicrotask(forget);
    const [, value] = RegExp(`\\bfootfall_${name}=([^;]+)`).exec(jar) as string[];
    return decodeURIComponent(value as string);
  } catch {
    // There is none, or none may be read.
    return undefined;
  }
}

export function writeCookie(name: string, value: string): void {
  let domain = '';
  try {
    // Browsers refuse public suffixes (com, co.uk): the first that sticks is the site's own domain.
    for (const label of site ? [site] : location.hostname.split('.').reverse()) {
      domain = label + (domain && `.${domain}`);
      // No session is longer than a day.
      const days = name > 'j' ? 1 : 400;
      const seconds = value ? days * 86_400 : 0;
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
      document.cookie = `footfall_${name}=${encodeURIComponent(value)};domain=${domain};path=/;samesite=lax;max-age=${seconds};${isSecureContext && 'secure'}`;
      forget();
      if (value === readCookie(name)) {
        site = domain;
        return;
      }
    }
  } catch {
    // Sandboxed frames have no cookies.
  }
}

/** Whether the browser gives it the cookies that are written here, and takes those that it answers with. */
export const isOwnSite = (url: string): boolean => RegExp(`//([^/]*\\.)?${site}[:/]`).test(url);
