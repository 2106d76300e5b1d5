/** Click ids: URL parameters that ad networks and mail services add, with the source of such visits. */

export interface ClickSource {
  /** In utm_source terms. */
  source: string;
  medium: string;
  kind: 'paid' | 'social' | 'email';
}

const ad = (source: string): ClickSource => ({ source, medium: 'cpc', kind: 'paid' });
const affiliate = (source: string): ClickSource => ({ source, medium: 'affiliate', kind: 'paid' });
const social = (source: string): ClickSource => ({ source, medium: 'social', kind: 'social' });
const mail = (source: string): ClickSource => ({ source, medium: 'email', kind: 'email' });

/** In order of precedence. */
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
  ['tblci', ad('taboola')],
  ['irclickid', affiliate('impact')],
  ['awc', affiliate('awin')],
  ['cjevent', affiliate('cj')],
  // Sent with gclid, or alone if the browser removed that.
  ['gad_source', ad('google')],
  ['mc_eid', mail('mailchimp')],
  ['_kx', mail('klaviyo')],
  ['_hsenc', mail('hs_email')],
  ['mkt_tok', mail('marketo')],
  // Last and not paid: these networks add them to every outgoing link, not only to ads.
  ['fbclid', social('facebook')],
  ['igshid', social('instagram')],
]);

/** `name` in lower case. */
export function isClickId(name: string): boolean {
  return clickSources.has(name);
}

/** Whether its value identifies the mail's recipient, so that only its presence may be stored. */
export function tellsRecipient(name: string): boolean {
  return clickSources.get(name.toLowerCase())?.kind === 'email';
}

/** The source of the first known click id with a value; undefined without one. */
export function clickSource(clickIds: Record<string, unknown> | null): ClickSource | undefined {
  if (!clickIds) return undefined;
  const sent = new Set<string>();
  for (const [name, value] of Object.entries(clickIds)) {
    if (typeof value === 'string' && value.trim() !== '') sent.add(name.toLowerCase());
  }
  for (const [name, source] of clickSources) if (sent.has(name)) return source;
  return undefined;
}
