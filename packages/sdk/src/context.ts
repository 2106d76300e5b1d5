import { clickIds } from './campaign.ts';
import type { Session } from './session.ts';
import { version } from './version.ts';

const harmless = ' ref via lang page plan ';

/** Address without a fragment, unless the site routes by it (#/path, #!/path). */
export const addressOf = (href: string): string => href.replace(/#(?!!?\/).*/, '');

/** The service does the same, and more; what is left out here does not leave the browser. */
function scrubbed(href: string, kept: string): string {
  const names = (clickIds + harmless + kept).replace(/ /g, '|');
  const usual = RegExp(`^.(utm_.+|${names})=`);
  return addressOf(href)
    .replace(/\?[^#]*/g, (query) =>
      query.replace(/[?&][^&]*/g, (part) => (usual.test(part) ? part : '')).replace(/^&/, '?'),
    )
    .slice(0, 4096);
}

export const pageOf = (referrer: string, parameters = ''): object => ({
  url: scrubbed(location.href, parameters),
  path: location.pathname.slice(0, 4096),
  title: document.title.slice(0, 1024),
  // What was searched for: the service keeps it of search engines alone.
  referrer: scrubbed(referrer, 'q'),
});

/** What the service learns beside the message itself; fields are left out where nothing is known. */
export const contextOf = (session: Session, page: object | undefined): object => ({
  page,
  ...session.tags,
  locale: navigator.language,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  screen: { width: screen.width, height: screen.height },
  // Messages leave the device only where consent is given or not asked for.
  consent: 'granted',
  library: { name: '@footfall/browser', version },
});
