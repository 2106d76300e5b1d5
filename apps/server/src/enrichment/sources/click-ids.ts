/** Click ids: what advertising networks add to an address, and what a visit with one is. */

export interface ClickSource {
  /** As utm_source would say it. */
  source: string;
  medium: string;
  isPaid: boolean;
}

const ad = (source: string): ClickSource => ({ source, medium: 'cpc', isPaid: true });

/** In the order in which they are believed, where several came. */
const clickSources = new Map<string, ClickSource>([
  ['gclid', ad('google')],
  ['gbraid', ad('google')],
  ['wbraid', ad('google')],
  ['dclid', ad('google')],
  ['msclkid', ad('bing')],
  ['ttclid', ad('tiktok')],
  ['li_fat_id', ad('linkedin')],
  ['twclid', ad('twitter')],
  ['rdt_cid', ad('reddit')],
  ['sccid', ad('snapchat')],
  ['epik', ad('pinterest')],
  ['yclid', ad('yandex')],
  ['irclickid', { source: 'impact', medium: 'affiliate', isPaid: true }],
  // Last and not paid: Facebook and Instagram add it to every link that leaves them, not to advertisements only.
  ['fbclid', { source: 'facebook', medium: 'social', isPaid: false }],
]);

/** `name` in small letters. */
export function isClickId(name: string): boolean {
  return clickSources.has(name);
}

/** The source of the first known click id that has a value; undefined without one. */
export function clickSource(clickIds: Record<string, unknown> | null): ClickSource | undefined {
  if (!clickIds) return undefined;
  const sent = new Set<string>();
  for (const [name, value] of Object.entries(clickIds)) {
    if (typeof value === 'string' && value.trim() !== '') sent.add(name.toLowerCase());
  }
  for (const [name, source] of clickSources) if (sent.has(name)) return source;
  return undefined;
}
