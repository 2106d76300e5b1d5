/** The name of a bot that no table knows, from its user agent: `FooBot` of `… (compatible; FooBot/1.0; …`. */

/** Words that stand in user agents of all kinds and name nobody. */
const ordinary =
  /^(?:Mozilla|AppleWebKit|KHTML|Gecko|Chrome|Chromium|Safari|Mobile|Version|Firefox|Edge?|OPR|Opera|Presto|Trident|MSIE|CriOS|FxiOS|compatible|like|Windows|Macintosh|Linux|Ubuntu|Fedora|Android|iPhone|iPad|X11|U|wv|Build|Intel|Profile|com|bot|bots|robot|robots|crawl|crawler|crawling|spider|fetcher|scraper|agent|user-agent|the|for|and|by|a)$/i;

/** In this order: the surest first. Each captures the name. */
const ways = [
  // FooBot, foo-crawler; Foo Spider
  /([\w.!'-]*(?:bot|crawl|spider|fetcher|scraper|agent)(?:er)?(?![a-z])[\w.-]*)/gi,
  /\b([A-Z][\w.-]+ (?:Bot|Spider|Crawler|Robot|Agent|Fetcher))\b/g,
  // (compatible; Foo/1.0; …
  /\b(?:compatible|like Gecko)[;,)] *\+?([A-Za-z][\w.! -]{1,39}?)(?=[/;:,()+]| v?\d| -|$)/gi,
  // Foo/1.0
  /(?<![\w/.@-])([A-Za-z][\w.!-]{1,39})\/v?\d/g,
  // Foo (…, Foo - … at the beginning
  /^["'\s]*([A-Za-z][\w.!' -]{1,39}?)(?=[/;:,()+]| v?\d| -|\s*$)/g,
  // … Safari/537.36 Foo
  /\bSafari\/[\d.]+[;,]? ([A-Za-z][\w.! -]{1,39})(?=[/;:,()+]|\s*$)/g,
];

/** Whom it says to resemble. */
const others = /\b(?:like|following|with) (?!Gecko)[\w-]+/gi;
const address = /(?:https?:\/\/(?:www\.)?|www\.)([\w.-]+)[^\s;,)]*|[\w.+-]+@[\w.-]+/gi;

/** At most 40 characters; the host of a page about it where no name is; empty without either. */
export function nameInAgent(userAgent: string): string {
  const text = userAgent.slice(0, 500);
  const withoutAddresses = text.replaceAll(address, ' ').replaceAll(others, ' ');
  for (const way of ways) {
    for (const [, found = ''] of withoutAddresses.matchAll(way)) {
      const name = found.trim().replace(/[.-]+$/, '');
      if (name.length > 1 && !ordinary.test(name)) return name.slice(0, 40);
    }
  }
  const hosts = [...text.matchAll(address)].map(([, host = '']) => host);
  return hosts.find((host) => host !== '')?.slice(0, 40) ?? '';
}
