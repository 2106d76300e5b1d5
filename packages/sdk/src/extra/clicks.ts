import { isNamed } from './hand-over.ts';
import { listen } from './listen.ts';
import { bareAddress, type Client } from './options.ts';

const files =
  /\.(pdf|docx?|xlsx?|pptx?|odt|ods|odp|csv|txt|rtf|epub|zip|rar|7z|t?gz|tar|dmg|exe|msi|apk|deb|rpm|pkg|iso|mp[34]|mov|avi|mkv|wav)$/i;

interface Wanted {
  outbound: boolean;
  downloads: boolean;
  clicks: boolean;
}

export function watchClicks(
  { track }: Client,
  { outbound, downloads, clicks }: Wanted,
  domains: string[],
): void {
  const tellLink = (link: HTMLAnchorElement) => {
    const isFile = link.hasAttribute('download') || files.test(link.pathname);
    const isOutside = link.hostname !== location.hostname && !isNamed(link.hostname, domains);
    if (downloads && isFile) track('file_download', { url: bareAddress(link) });
    else if (outbound && isOutside) track('outbound_click', { url: bareAddress(link) });
  };
  listen('click auxclick', ({ target, button }: MouseEvent) => {
    // The third button opens a menu.
    if (button > 1 || !(target instanceof Element)) return;
    const marked = clicks && target.closest<HTMLElement>('[data-footfall-event]:not(form)');
    if (marked) track(...markedEvent(marked));
    const link = target.closest<HTMLAnchorElement>('a[href]');
    if (link && /^http/.test(link.protocol)) tellLink(link);
  });
}

/** Its name, and properties from other attributes that begin with data-footfall-. */
export function markedEvent({ dataset }: HTMLElement): [string, Record<string, string>] {
  const { footfallEvent = '', footfallLead, ...others } = dataset;
  const properties = Object.entries(others).flatMap(([name, value]) =>
    /^footfall[A-Z]/.test(name) ? [[name.charAt(8).toLowerCase() + name.slice(9), value]] : [],
  );
  return [footfallEvent, Object.fromEntries(properties)];
}
