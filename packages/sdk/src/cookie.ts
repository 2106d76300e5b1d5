/*
 * The visitor's id in a first-party cookie on the broadest domain that the browser allows, so that
 * www.example.com and app.example.com see one visitor (localStorage stops at the host name).
 */
const name = 'footfall_id';
const maxAgeSeconds = 400 * 86_400;

export function readCookie(): string | undefined {
  try {
    return /(?:^|; )footfall_id=([\da-f-]{36})(?:;|$)/.exec(document.cookie)?.[1];
  } catch {
    return undefined;
  }
}

export function writeCookie(value: string): void {
  const labels = location.hostname.split('.');
  const attributes = `path=/;samesite=lax;max-age=${value ? maxAgeSeconds : 0}${
    location.protocol === 'https:' ? ';secure' : ''
  }`;
  try {
    // Browsers refuse public suffixes (com, co.uk): the first that sticks is the site's own domain.
    for (let count = 1; count <= labels.length; count++) {
      const domain = labels.slice(-count).join('.');
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
      document.cookie = `${name}=${value};domain=${domain};${attributes}`;
      if (value && readCookie() === value) return;
    }
  } catch {
    // Sandboxed frames have no cookies.
  }
}
