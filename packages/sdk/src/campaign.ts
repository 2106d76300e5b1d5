/** A visitor's source, from the page's URL. */
export interface Tags {
  campaign?: Record<string, string>;
  click_ids?: Record<string, string>;
}

const campaignTags = 'source|medium|campaign|term|content';

/** In the format of `context.ts`'s pattern. */
export const clickIds =
  'gclid|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|li_fat_id|twclid|rdt_cid|ScCid|epik|yclid|irclickid|tblci|awc|cjevent|gad_source|igshid';

/** Click ids of mails identify recipients, so only their presence leaves the browser. */
const mailIds = 'mc_eid|_kx|_hsenc|mkt_tok';

export const tagsOf = (url: string): Tags => {
  const { searchParams } = new URL(url);
  const pick = (names: string, prefix: string, max: number, ids?: Record<string, string>) =>
    names.split('|').reduce((parameters, name) => {
      const value = searchParams.get(prefix + name)?.slice(0, max);
      // biome-ignore lint/performance/noAccumulatingSpread: at most five names, in fewer bytes.
      return value ? { ...parameters, [name === 'campaign' ? 'name' : name]: value } : parameters;
    }, ids);
  return {
    campaign: pick(campaignTags, 'utm_', 200),
    click_ids: pick(mailIds, '', 1, pick(clickIds, '', 512)),
  };
};
