/** Where a visitor was sent from, as the page's address tells. */
export interface Tags {
  campaign?: Record<string, string>;
  click_ids?: Record<string, string>;
}

const campaignTags = 'source medium campaign term content';

export const clickIds =
  'gclid gbraid wbraid dclid fbclid msclkid ttclid li_fat_id twclid rdt_cid ScCid epik yclid irclickid';

export function tagsOf(search: string): Tags {
  const params = new URLSearchParams(search);
  const pick = (names: string, prefix: string, max: number) => {
    let found: Record<string, string> | undefined;
    for (const name of names.split(' ')) {
      const value = params.get(prefix + name)?.slice(0, max);
      if (value) found = { ...found, [name === 'campaign' ? 'name' : name]: value };
    }
    return found;
  };
  return { campaign: pick(campaignTags, 'utm_', 200), click_ids: pick(clickIds, '', 512) };
}
