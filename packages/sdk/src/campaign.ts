/** Where a visitor was sent from, as the page's address tells. */
export interface Tags {
  campaign?: Record<string, string>;
  click_ids?: Record<string, string>;
}

const campaignFields = [
  ['source', 'utm_source'],
  ['medium', 'utm_medium'],
  ['name', 'utm_campaign'],
  ['term', 'utm_term'],
  ['content', 'utm_content'],
] as const;

const clickIds =
  'gclid gbraid wbraid dclid fbclid msclkid ttclid li_fat_id twclid rdt_cid ScCid epik yclid irclickid';

export function tagsOf(search: string): Tags {
  const params = new URLSearchParams(search);
  const pick = (fields: readonly (readonly [string, string])[], max: number) => {
    const found = fields.flatMap(([field, param]) => {
      const value = params.get(param);
      return value ? [[field, value.slice(0, max)]] : [];
    });
    return found.length ? Object.fromEntries(found) : undefined;
  };
  return {
    campaign: pick(campaignFields, 200),
    click_ids: pick(
      clickIds.split(' ').map((id) => [id, id]),
      512,
    ),
  };
}
