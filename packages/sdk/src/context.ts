import { clickIds } from './campaign.ts';
import type { Session } from './session.ts';
import { version } from './version.ts';

/** Address without a fragment, unless the site routes by it (#/path, #!/path). */
export const addressOf = (href: string): string => href.replace(/#(?!!?\/).*/, '');

/** The service does the same, and more; what is left out here does not leave the browser. */
const scrubbed = (href: string, kept: string): string =>
  addressOf(href)
    .replace(/\?[^#]*/g, (query) =>
      query
        .replace(/[?&][^&]*/g, (part) =>
          RegExp(`^.(utm_.+|${clickIds}|ref|via|lang|page|plan|${kept.replace(/ /g, '|')})=`).test(
            part,
          )
            ? part
            : '',
        )
        .replace(/^&/, '?'),
    )
    .slice(0, 4096);

/** Without its query. */
export const pathOf = (url: string): string => url.replace(/\?[^#]*/, '');

export const pageOf = (url: string, referrer: string, parameters = ''): object => ({
  url: scrubbed(url, parameters),
  title: document.title.slice(0, 1024),
  // What was searched for: the service keeps it of search engines alone.
  referrer: scrubbed(referrer, 'q'),
});

/** What the service learns beside the message itself; fields are left out where nothing is known. */
export const contextOf = ({ tags, timezone }: Session): object => ({
  ...tags,
  locale: navigator.language,
  timezone,
  screen: { width: screen.width, height: screen.height },
  automation: navigator.webdriver || undefined,
  // Messages leave the device only where consent is given or not asked for.
  consent: 'granted',
  library: { name: '@footfall/browser', version },
});
