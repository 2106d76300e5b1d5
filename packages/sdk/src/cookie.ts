/*
 * First-party cookies on the broadest domain that the browser allows, so that www.example.com and app.example.com
 * see one visitor and one session (localStorage stops at the host name).
 */
const daySeconds = 86_400;
/** As they are in this task of the page: browsers take long to tell them. */
let jar: string | undefined;

const forget = () => {
  jar = undefined;
};

export function readCookie(name: string): string | undefined {
  try {
    jar ??= document.cookie;
    queueMicrotask(forget);
    const [, value] = RegExp(`\\bfootfall_${name}=([^;]+)`).exec(jar) as string[];
    return decodeURIComponent(value as string);
  } catch {
    // There is none, or none may be read.
    return undefined;
  }
}

export function writeCookie(name: string, value: string): void {
  const labels = location.hostname.split('.');
  const secure = isSecureContext ? ';secure' : '';
  // No session is longer than a day.
  const days = name === 'id' ? 400 : 1;
  try {
    // Browsers refuse public suffixes (com, co.uk): the first that sticks is the site's own domain.
    for (let count = 1; count <= labels.length; count++) {
      const domain = labels.slice(-count).join('.');
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
      document.cookie = `footfall_${name}=${encodeURIComponent(value)};domain=${domain};path=/;samesite=lax;max-age=${value ? days * daySeconds : 0}${secure}`;
      forget();
      if (value && readCookie(name) === value) return;
    }
  } catch {
    // Sandboxed frames have no cookies.
  }
}
