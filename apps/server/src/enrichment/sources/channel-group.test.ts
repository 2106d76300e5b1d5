import { channelGroups } from '@footfall/contract/channels';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { originFields } from './channel-group.ts';
import type { OriginFacts } from './visit-origin.ts';

const shop = 'https://www.shop.example/pricing';

/** `source / medium / name`, click ids, the page before: as they come. */
function group(tags: string, clicks = '', referrer = ''): string {
  const [source = '', medium = '', name = ''] = tags.split(' / ');
  const clickIds = clicks === '' ? null : { [clicks]: 'x' };
  return originFields({ url: shop, referrer, campaign: { source, medium, name }, clickIds })
    .channel_group;
}

const byTags: [string, string][] = [
  ['Cross-network', 'google / cpc / cross-network-spring'],
  ['Paid Shopping', 'amazon / cpc'],
  ['Paid Shopping', 'google / cpc / summer_shop'],
  ['Paid Search', 'google / cpc'],
  ['Paid Search', 'bing / ppc'],
  ['Paid Search', 'google / cpc / workshop'],
  ['Paid Social', 'fb / paid_social'],
  ['Paid Social', 'linkedin / cpc'],
  ['Paid Video', 'youtube / cpv-cpc'],
  ['Display', 'partner / display'],
  ['Display', 'partner / banner'],
  ['Paid Other', 'taboola / cpc'],
  ['Paid Other', 'partner / paid'],
  ['AI Assistant', 'chatgpt.com / referral'],
  ['AI Assistant', 'perplexity'],
  ['Organic Shopping', 'ebay / feed'],
  ['Organic Social', 'facebook / post'],
  ['Organic Social', 'partner / social-media'],
  ['Organic Video', 'vimeo / profile'],
  ['Organic Video', 'partner / video'],
  ['Organic Search', 'google / organic'],
  ['Organic Search', 'partner / organic'],
  ['Referral', 'partner / referral'],
  ['Referral', 'partner / app'],
  ['Referral', 'partner / link'],
  ['Email', 'newsletter / email'],
  ['Email', 'mailchimp'],
  ['Email', 'klaviyo / flow'],
  ['Affiliates', 'awin / affiliate'],
  ['Audio', 'spotify / audio'],
  ['SMS', 'sms / blast'],
  ['SMS', 'twilio / sms'],
  ['Mobile Push Notifications', 'firebase / notification'],
  ['Mobile Push Notifications', 'app / webpush'],
  ['Unassigned', 'fair / qr / spring'],
  ['Unassigned', ' /  / spring'],
];

test.each(byTags)('%s: %s', (expected, tags) => {
  expect(group(tags)).toBe(expected);
});

const byPage: [string, string][] = [
  ['Direct', ''],
  ['Direct', 'https://blog.shop.example/'],
  ['Organic Search', 'https://www.google.de/'],
  ['Organic Social', 'https://www.linkedin.com/'],
  ['Organic Video', 'https://www.youtube.com/'],
  ['Organic Shopping', 'https://www.amazon.de/dp/1'],
  ['Email', 'https://mail.google.com/'],
  ['AI Assistant', 'https://chatgpt.com/'],
  ['Display', 'https://googleads.g.doubleclick.net/'],
  ['Referral', 'https://news.example.org/'],
];

test.each(byPage)('%s: the page before is %s', (expected, referrer) => {
  expect(group('', '', referrer)).toBe(expected);
});

const byClick: [string, string][] = [
  ['Paid Search', 'gclid'],
  ['Paid Search', 'gad_source'],
  ['Paid Search', 'msclkid'],
  ['Paid Social', 'li_fat_id'],
  ['Paid Other', 'tblci'],
  ['Affiliates', 'awc'],
  ['Affiliates', 'cjevent'],
  ['Organic Social', 'fbclid'],
  ['Organic Social', 'igshid'],
  ['Email', 'mc_eid'],
  ['Email', '_hsenc'],
];

test.each(byClick)('%s: %s', (expected, name) => {
  expect(group('', name)).toBe(expected);
});

test('any input gives one of the names, at once', () => {
  const anything = fc.dictionary(fc.string(), fc.anything({ maxDepth: 1 }));
  fc.assert(
    fc.property(fc.string(), fc.webUrl(), anything, anything, (url, referrer, campaign, clicks) => {
      const facts: OriginFacts = { url, referrer, campaign, clickIds: clicks };
      expect(channelGroups).toContain(originFields(facts).channel_group);
    }),
  );
});
