import { clickIds } from './campaign.ts';
import type { Session } from './session.ts';
import { version } from './version.ts';

/** URL without a fragment, unless the site routes by it (#/path, #!/path). */
export const addressOf = (href: string): string => href.replace(/#(?!!?\/).*/, '');

/** The service does this too, and more; what is removed here never leaves the browser. */
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

/** Without the query. */
export const pathOf = (url: string): string => url.replace(/\?[^#]*/, '');

export const pageOf = (url: string, referrer: string, parameters = ''): object => ({
  url: scrubbed(url, parameters),
  title: document.title.slice(0, 1024),
  // Search term: the service keeps it for search engines only.
  referrer: scrubbed(referrer, 'q'),
});

/** Context beside the message itself; unknown fields are omitted. */
export const contextOf = ({ tags, timezone }: Session): object => ({
  ...tags,
  locale: navigator.language,
  timezone,
  screen: { width: screen.width, height: screen.height },
  automation: navigator.webdriver || undefined,
  // Messages leave the device only with consent, or where none is required.
  consent: 'granted',
  library: { name: '@footfall/browser', version },
});
