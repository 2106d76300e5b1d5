/** Pages before that a workspace says nobody is sent by: its own on other domains, and those that people only pass. Pure. */
import { hostOf, siteOf } from './web-address.ts';

interface PassedDomains {
  own_domains: readonly string[];
  ignored_domains: readonly string[];
}

/** About 0.5 us, and nothing where no domains are named. What is of the page's own site is no passage: it opens no referral anyway. */
export function isPassage(
  url: string,
  referrer: string,
  { own_domains: own, ignored_domains: ignored }: PassedDomains,
): boolean {
  if (referrer === '' || (own.length === 0 && ignored.length === 0)) return false;
  const before = hostOf(referrer);
  if (!before || before.isApp) return false;
  const isBelow = (domain: string) =>
    before.name === domain || before.name.endsWith(`.${domain}`) || `www.${before.name}` === domain;
  if (!own.some(isBelow) && !ignored.some(isBelow)) return false;
  const page = hostOf(url);
  return !page || siteOf(page.name) !== siteOf(before.name);
}
