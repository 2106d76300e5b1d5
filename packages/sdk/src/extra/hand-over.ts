import type { Session } from '../session.ts';
import { isId } from '../uuid.ts';
import { listen } from './listen.ts';
import type { Client } from './options.ts';

/*
 * Hands a visitor over to another site of the same owner, which cannot read this one's cookies: the link carries visitor
 * and session after the #, invisible to servers and logs. Valid for a minute, only between sites that list each other, and
 * removed from the URL before anything else reads it.
 */
const parameter = 'ff_visit';

const longestMs = 60_000;
const longestChars = 2000;
const carried = new RegExp(`[#&]${parameter}=([^&]*)`);

export const isNamed = (host: string, domains: string[]): boolean =>
  domains.some((domain) => host === domain || host.endsWith(`.${domain}`));

/** Adds it to links when they are followed, and removes it afterwards. */
export function handOver({ ids, session, status }: Client, domains: string[]): void {
  listen('click auxclick', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]');
    if (!link || link.hostname === location.hostname || !isNamed(link.hostname, domains)) return;
    // Nobody may read it in transit who could not read the page.
    if (link.protocol !== location.protocol || status().consent !== 'granted') return;
    const href = link.getAttribute('href') ?? '';
    const { visitor_id } = ids() ?? {};
    const text = (visit: Session) =>
      encodeURIComponent(JSON.stringify([Date.now(), visitor_id, visit]));
    const whole = text(session());
    const payload = whole.length < longestChars ? whole : text({ ...session(), tags: {} });
    link.hash += `${link.hash && '&'}${parameter}=${payload}`;
    setTimeout(() => link.setAttribute('href', href));
  });
}

/** The ids from another site, for `init`; undefined without any, or from an unlisted site. */
export function takeOver(domains: string[]): { id: string; session: string } | undefined {
  const [whole, text = ''] = carried.exec(location.hash) ?? [];
  if (!whole) return;
  const rest = location.hash.replace(whole, '').slice(1);
  history.replaceState(
    history.state,
    '',
    location.pathname + location.search + (rest && `#${rest}`),
  );
  document.getElementById(rest)?.scrollIntoView();
  try {
    // Without a referrer, anybody could have made the link.
    if (!isNamed(new URL(document.referrer).hostname, domains)) return;
    const [at, id, { id: session, start, last, engaged, tags }] = JSON.parse(
      decodeURIComponent(text.slice(0, 2 * longestChars)),
    );
    const age = Date.now() - at;
    const times = [start, last, engaged];
    if (!(age >= 0 && age < longestMs) || !isId(id) || !isId(session)) return;
    if (!times.every((time) => time >= 0 && time <= Date.now())) return;
    const kept = { campaign: texts(tags.campaign), click_ids: texts(tags.click_ids) };
    return { id, session: JSON.stringify({ id: session, start, last, engaged, tags: kept }) };
  } catch {
    return;
  }
}

const texts = (raw: unknown): Record<string, string> | undefined =>
  raw
    ? Object.fromEntries(Object.entries(raw).filter(([, value]) => typeof value === 'string'))
    : undefined;
