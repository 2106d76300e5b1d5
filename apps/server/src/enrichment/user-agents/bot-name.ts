/**
 * The name of an unknown bot, from its user agent: `FooBot` of `… (compatible; FooBot/1.0; …`. Anybody can
 * send anything, so every pattern takes linear time: its start is bounded, or only possible at the start of a
 * run.
 */

/** Words common in user agents that identify nobody. */
const ordinary =
  /^(?:Mozilla|AppleWebKit|KHTML|Gecko|Chrome|Chromium|Safari|Mobile|Version|Firefox|Edge?|OPR|Opera|Presto|Trident|MSIE|CriOS|FxiOS|compatible|like|Windows|Macintosh|Linux|Ubuntu|Fedora|Android|iPhone|iPad|X11|U|wv|Build|Intel|Profile|com|bot|bots|robot|robots|crawl|crawler|crawling|spider|fetcher|scraper|agent|user-agent|the|for|and|by|a)$/i;

/** Most reliable first. */
const ways: ((text: string) => Iterable<string>)[] = [
  wordsOfBots,
  titlesOfBots,
  // (compatible; Foo/1.0; …
  captured(
    /\b(?:compatible|like Gecko)[;,)] *\+?([A-Za-z][\w.! -]{1,39}?)(?=[/;:,()+]| v?\d| -|$)/gi,
  ),
  // Foo/1.0
  captured(/(?<![\w/.@-])([A-Za-z][\w.!-]{1,39})\/v?\d/g),
  // Foo (…, Foo - … at the beginning
  captured(/^["'\s]*([A-Za-z][\w.!' -]{1,39}?)(?=[/;:,()+]| v?\d| -|\s*$)/g),
  // … Safari/537.36 Foo
  captured(/\bSafari\/[\d.]+[;,]? ([A-Za-z][\w.! -]{1,39})(?=[/;:,()+]|\s*$)/g),
];

/** Browsers or bots it claims to resemble. */
const others = /\b(?:like|following|with) (?!Gecko)[\w-]+/gi;
const address = /(?:https?:\/\/(?:www\.)?|www\.)([\w.-]+)[^\s;,)]*|(?<![\w.+-])[\w.+-]+@[\w.-]+/gi;

/** At most 40 characters; without a name, the host of its info page; empty without either. */
export function nameInAgent(userAgent: string): string {
  const withoutAddresses = userAgent.replaceAll(address, ' ').replaceAll(others, ' ');
  for (const way of ways) {
    for (const match of way(withoutAddresses)) {
      const name = match.trim().replace(/(?<![.-])[.-]+$/, '');
      if (name.length > 1 && !ordinary.test(name)) return name.slice(0, 40);
    }
  }
  const hosts = [...userAgent.matchAll(address)].map(([, host = '']) => host);
  return hosts.find((host) => host !== '')?.slice(0, 40) ?? '';
}

const botWord = /(?:bot|crawl|spider|fetcher|scraper|agent)(?:er)?(?![a-z])/gi;

/** FooBot, foo-crawler; Foo Spider: up to the last such word of a run, with what is joined to it. */
function* wordsOfBots(text: string): Iterable<string> {
  for (const [run] of text.matchAll(/[\w.!'-]+/g)) {
    const last = [...run.matchAll(botWord)].at(-1);
    if (!last) continue;
    const end = last.index + last[0].length;
    const [joined = ''] = /^[\w.-]*/.exec(run.slice(end)) ?? [];
    yield run.slice(0, end) + joined;
  }
}

const titleBehind = / (?:Bot|Spider|Crawler|Robot|Agent|Fetcher)\b/y;

/** Foo Bot: from the first capital letter of the run before the title. */
function* titlesOfBots(text: string): Iterable<string> {
  for (const { 0: run, index } of text.matchAll(/[\w.-]+/g)) {
    titleBehind.lastIndex = index + run.length;
    const title = titleBehind.exec(text)?.[0];
    const start = title === undefined ? -1 : run.search(/(?<!\w)[A-Z](?=[\w.-])/);
    if (start >= 0) yield `${run.slice(start)}${title}`;
  }
}

function captured(pattern: RegExp): (text: string) => Iterable<string> {
  return (text) => Array.from(text.matchAll(pattern), ([, name = '']) => name);
}
