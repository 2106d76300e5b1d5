/** Referrers that a workspace ignores: its other domains, and payment or login pages. Pure. */
import { hostOf, siteOf } from './web-address.ts';

interface PassedDomains {
  own_domains: readonly string[];
  ignored_domains: readonly string[];
}

/**
 * Half a microsecond with few domains, two or three with two lists of 50; nothing without any. The page's own site is
 * excluded: it never is a referral.
 */
export function isPassage(
  url: string,
  referrer: string,
  { own_domains: own, ignored_domains: ignored }: PassedDomains,
): boolean {
  if (referrer === '' || (own.length === 0 && ignored.length === 0)) return false;
  const before = hostOf(referrer);
  if (!before || before.isApp) return false;
  const { name } = before;
  const underWww = `www.${name}`;
  const isBelow = (domain: string) =>
    (name.endsWith(domain) &&
      (name.length === domain.length || name.at(-domain.length - 1) === '.')) ||
    underWww === domain;
  if (!own.some(isBelow) && !ignored.some(isBelow)) return false;
  const page = hostOf(url);
  return !page || siteOf(page.name) !== siteOf(name);
}
