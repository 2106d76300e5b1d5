/**
 * A visit's channel by the rules and names of Google Analytics 4's default channel group
 * (support.google.com/analytics/answer/9756891), for comparison with it. GA4 has no AI assistants and only its
 * own click ids; here every known click id implies its source and medium.
 */
import type { Channel, ChannelGroup } from '@footfall/contract/channels';
import { knownTag, type SourceKind } from './known-referrer.ts';
import {
  emailMedium,
  kindOfMedium,
  type OriginFacts,
  type OriginSigns,
  originOf,
  originSigns,
} from './visit-origin.ts';

const paidMedium = /cp|^(?:ppc|retargeting|paid)/;
const displayMedia = new Set(['display', 'banner', 'expandable', 'interstitial', 'cpm']);
const affiliateMedia = new Set(['affiliate', 'affiliates']);
const referralMedia = new Set(['referral', 'app', 'link']);
const pushMedium = /push$|mobile|notification/;
/** "summer_shop", "eshop" and "shopping", but not "workshop". */
const shoppingCampaign = /(?:^|[^a-df-z])shop|shopping/;

/** Parts of hosts, or their utm_source. */
const videoSites = new Set(
  'youtube youtu vimeo twitch dailymotion netflix hulu disneyplus wistia bilibili youku rumble iqiyi crackle veoh'.split(
    ' ',
  ),
);
const shoppingSites = new Set(
  'amazon ebay etsy walmart target alibaba aliexpress temu mercadolibre mercadolivre rakuten idealo kelkoo pricerunner geizhals billiger shopzilla shopping flipkart zalando otto'.split(
    ' ',
  ),
);

interface Signs {
  isNothing: boolean;
  isTagged: boolean;
  isPaid: boolean;
  isShopping: boolean;
  /** All in lower case; from a click id if there are no tags. */
  source: string;
  medium: string;
  campaign: string;
  site: Exclude<SourceKind, 'paid'> | 'video' | 'shopping' | 'advertising' | 'other';
  tagKind: SourceKind | undefined;
}

/** The first match decides. */
const rules: [ChannelGroup, (signs: Signs) => boolean][] = [
  ['Direct', ({ isNothing }) => isNothing],
  ['Cross-network', ({ campaign }) => campaign.includes('cross-network')],
  ['Affiliates', ({ medium }) => affiliateMedia.has(medium)],
  ['Paid Shopping', ({ isPaid, isShopping }) => isPaid && isShopping],
  ['Paid Search', ({ isPaid, site }) => isPaid && site === 'search'],
  ['Paid Social', ({ isPaid, site }) => isPaid && site === 'social'],
  ['Paid Video', ({ isPaid, site }) => isPaid && site === 'video'],
  ['Display', ({ medium }) => displayMedia.has(medium)],
  ['Paid Other', ({ isPaid }) => isPaid],
  ['Display', ({ site }) => site === 'advertising'],
  ['Email', ({ source, medium }) => emailMedium.test(medium) || emailMedium.test(source)],
  ['SMS', ({ source, medium }) => source === 'sms' || medium === 'sms'],
  ['Audio', ({ medium }) => medium === 'audio'],
  [
    'Mobile Push Notifications',
    ({ source, medium }) => pushMedium.test(medium) || source === 'firebase',
  ],
  ['AI Assistant', ({ tagKind, site }) => tagKind === 'ai_assistant' || site === 'ai_assistant'],
  ['Organic Shopping', ({ isShopping }) => isShopping],
  [
    'Organic Social',
    ({ tagKind, site }) => tagKind === 'social' || (!tagKind && site === 'social'),
  ],
  ['Organic Video', ({ site, medium }) => site === 'video' || medium.includes('video')],
  ['Organic Search', ({ tagKind, site }) => tagKind === 'search' || site === 'search'],
  ['Email', ({ site }) => site === 'email'],
  ['Referral', ({ isTagged, medium }) => !isTagged || referralMedia.has(medium)],
];

/** For API records. Pure; accepts values of any type and never throws. */
export function originFields(facts: OriginFacts): {
  channel: Channel;
  channel_group: ChannelGroup;
  origin: string;
} {
  const signs = originSigns(facts);
  const { channel, source: origin } = originOf(signs);
  return { channel, channel_group: channelGroup(signs), origin };
}

function channelGroup(origin: OriginSigns): ChannelGroup {
  const signs = signsOf(origin);
  return rules.find(([, fits]) => fits(signs))?.[0] ?? 'Unassigned';
}

function signsOf({ tags, click, named, referrer, before }: OriginSigns): Signs {
  const isSilent = tags.source === '' && tags.medium === '';
  const signs = isSilent && click ? click : tags;
  const source = signs.source.toLowerCase();
  const medium = signs.medium.toLowerCase();
  const campaign = tags.name.toLowerCase();
  const ofPage = isSilent && !click ? referrer : undefined;
  const kind = (named ?? ofPage ?? knownTag(click?.source ?? ''))?.kind;
  const site = siteOf(source || (isSilent ? (before?.name ?? '') : ''), kind);
  return {
    isNothing: !tags.isTagged && !click && !before,
    isTagged: tags.isTagged || click !== undefined,
    isPaid: click?.kind === 'paid' || paidMedium.test(medium),
    isShopping: site === 'shopping' || shoppingCampaign.test(campaign),
    source,
    medium,
    campaign,
    site,
    tagKind: kindOfMedium(medium),
  };
}

function siteOf(host: string, kind: SourceKind | undefined): Signs['site'] {
  const parts = host.split('.');
  if (parts.some((part) => videoSites.has(part))) return 'video';
  if (kind) return kind === 'paid' ? 'advertising' : kind;
  return parts.some((part) => shoppingSites.has(part)) ? 'shopping' : 'other';
}
