import type { Session } from './session.ts';
import { version } from './version.ts';

/** Address without a fragment, unless the site routes by it (#/path). */
export const addressOf = (href: string): string => href.replace(/#(?!\/).*/, '');

export const pageOf = (referrer: string): object => ({
  url: location.href.slice(0, 4096),
  path: location.pathname.slice(0, 4096),
  title: document.title.slice(0, 1024),
  referrer: referrer.slice(0, 4096),
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
