/** Where a visitor was sent from, as the page's address tells. */
export interface Tags {
  campaign?: Record<string, string>;
  click_ids?: Record<string, string>;
}

const campaignTags = 'source|medium|campaign|term|content';

/** As a pattern has them, for `context.ts`. */
export const clickIds =
  'gclid|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|li_fat_id|twclid|rdt_cid|ScCid|epik|yclid|irclickid|tblci|awc|cjevent|gad_source|igshid';

/** Of mails: they stand for who was written to, so that only that they are there leaves the browser. */
const mailIds = 'mc_eid|_kx|_hsenc|mkt_tok';

export const tagsOf = (url: string): Tags => {
  const { searchParams } = new URL(url);
  const pick = (names: string, prefix: string, max: number, ids?: Record<string, string>) =>
    names.split('|').reduce((parameters, name) => {
      const value = searchParams.get(prefix + name)?.slice(0, max);
      // biome-ignore lint/performance/noAccumulatingSpread: five names at most are found, in fewer bytes.
      return value ? { ...parameters, [name === 'campaign' ? 'name' : name]: value } : parameters;
    }, ids);
  return {
    campaign: pick(campaignTags, 'utm_', 200),
    click_ids: pick(mailIds, '', 1, pick(clickIds, '', 512)),
  };
};
