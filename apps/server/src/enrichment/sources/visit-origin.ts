/**
 * A visit's channel, source and medium, from its message. Tags come first, then click ids, then the referrer.
 * docs/guides/sources.md has the rules.
 */
import type { Channel } from '@footfall/contract/channels';
import { type ClickSource, clickSource } from './click-ids.ts';
import {
  isPassedThrough,
  type KnownReferrer,
  type KnownSource,
  knownTag,
  referrerOf,
  type SourceKind,
} from './known-referrer.ts';
import { type Host, hostOf, siteOf } from './web-address.ts';

export interface OriginFacts {
  /** URL of the entry page; '' if unknown. */
  url: string;
  /** URL of the referrer; '' without one. */
  referrer: string;
  /** Campaign tags as sent: {source, medium, name, term, content}. */
  campaign: Record<string, unknown> | null;
  /** Click ids by parameter name, as sent. */
  clickIds: Record<string, unknown> | null;
}

export interface VisitOrigin {
  channel: Channel;
  /** `Google`, `ChatGPT`, `newsletter`, `news.example.org`; '' for direct. */
  source: string;
  /** In lower case: organic, cpc, email, referral, ai, social, none; '' if tags omit it. */
  medium: string;
  /** Search term, if the referrer has it; else ''. */
  term: string;
}

export interface CampaignTags {
  source: string;
  medium: string;
  name: string;
}

interface Tags extends CampaignTags {
  /** Also true with only a term or content. */
  isTagged: boolean;
}

const textLimit = 200;
const usualMedium: Record<SourceKind, string> = {
  paid: 'cpc',
  email: 'email',
  ai_assistant: 'ai',
  social: 'social',
  search: 'organic',
};

/** Words in a medium for paid clicks: "cpc", "paid_social", "display-banner". */
const paidWords =
  /^(?:cp[aceilmv]|ppc|pp[ilv]|paid\w*|ads?|adwords|sem|sea|display|banner|interstitial|expandable|retargeting|remarketing|programmatic|sponsored|native|affiliates?)$/;
export const emailMedium = /^(?:e[-_ ]?mails?|news[-_ ]?letters?|mail|mailing|mailer|edm)$/;
const aiMedium = /^(?:ai|llm|chatbot|ai[-_ ]?(?:assistant|chat|search|referral)s?)$/;
const socialMedium =
  /^(?:social|social[-_ ]?(?:network|media|post|organic)|organic[-_ ]social|sm)$/;
const searchMedium = /^(?:organic|seo|search|organic[-_ ]search)$/;

/** Input of the rules. */
export interface OriginSigns {
  tags: Tags;
  click: ClickSource | undefined;
  /** Referrer on another site than the entry page. */
  before: Host | undefined;
  /** Known source of `before`. */
  referrer: KnownReferrer | undefined;
  /** Known source in utm_source. */
  named: KnownSource | undefined;
}

export function originSigns(facts: OriginFacts): OriginSigns {
  const tags = tagsOf(facts.campaign);
  const before = foreignHost(textOf(facts.url), textOf(facts.referrer));
  return {
    tags,
    click: clickSource(facts.clickIds),
    before,
    referrer: before && referrerOf(before, textOf(facts.referrer)),
    named: knownTag(tags.source),
  };
}

/** Channel, source and medium of a visit. Pure; accepts values of any type and never throws. */
export function visitOrigin(facts: OriginFacts): VisitOrigin {
  return originOf(originSigns(facts));
}

export function originOf(signs: OriginSigns): VisitOrigin {
  const channel = channelOf(signs);
  const source = sourceOf(channel, signs);
  const medium = mediumOf(channel, signs);
  const { referrer } = signs;
  const tellsTerm = referrer?.kind === 'search' && (channel === 'search' || channel === 'paid');
  return { channel, source, medium, term: tellsTerm ? referrer.term : '' };
}

/** lead.source: campaign with tags or a click id, referral from another site, else website. About 0.5 µs. */
export function sourceKind(
  hasTags: boolean,
  url: string,
  referrer: string,
): 'website' | 'referral' | 'campaign' {
  if (hasTags) return 'campaign';
  return foreignHost(url, referrer) ? 'referral' : 'website';
}

/**
 * A visit's campaign: its tags as sent or, without source, medium and name, those that its click id implies (gclid
 * is google / cpc). Undefined without both. The name is '' if not sent.
 */
export function campaignOf(
  campaign: Record<string, unknown> | null,
  clickIds: Record<string, unknown> | null,
): CampaignTags | undefined {
  const { source, medium, name } = tagsOf(campaign);
  if (source || medium || name) return { source, medium, name };
  const click = clickSource(clickIds);
  return click && { source: click.source, medium: click.medium, name: '' };
}

function channelOf({ tags, click, named, referrer, before }: OriginSigns): Channel {
  const kindOfTag = kindOfMedium(tags.medium);
  if (kindOfTag === 'paid' || click?.kind === 'paid') return 'paid';
  if (kindOfTag) return kindOfTag;
  if (emailMedium.test(tags.source.toLowerCase())) return 'email';
  if (named) return named.kind;
  const isSilent = tags.source === '' && tags.medium === '';
  if (referrer && tags.medium === '') return referrer.kind;
  if (click && isSilent) return click.kind;
  if (tags.isTagged) return 'campaign';
  return before ? 'referral' : 'direct';
}

export function kindOfMedium(medium: string): SourceKind | undefined {
  const text = medium.toLowerCase();
  if (text.split(/[^a-z0-9]+/).some((word) => paidWords.test(word))) return 'paid';
  if (emailMedium.test(text)) return 'email';
  if (aiMedium.test(text)) return 'ai_assistant';
  if (socialMedium.test(text)) return 'social';
  return searchMedium.test(text) ? 'search' : undefined;
}

function sourceOf(channel: Channel, { tags, click, named, referrer, before }: OriginSigns): string {
  if (tags.source) return named?.name ?? tags.source;
  if (click?.kind === 'paid') return nameOf(click);
  // The referrer distinguishes Instagram from Facebook, which share a click id.
  if (referrer && (!tags.isTagged || referrer.kind === channel)) return referrer.name;
  if (click) return nameOf(click);
  return before && !tags.isTagged ? before.name : '';
}

function nameOf({ source }: ClickSource): string {
  return knownTag(source)?.name ?? source;
}

function mediumOf(channel: Channel, { tags, click }: OriginSigns): string {
  if (tags.medium) return tags.medium.toLowerCase();
  if (channel === 'paid') return click?.medium ?? usualMedium.paid;
  if (channel === 'direct') return 'none';
  if (channel === 'campaign') return '';
  return channel === 'referral' ? 'referral' : usualMedium[channel];
}

/** The referrer's host, if on another site than the entry page and not only passed through. */
function foreignHost(url: string, referrer: string): Host | undefined {
  if (referrer === '') return undefined;
  const before = hostOf(referrer);
  if (!before || before.isApp) return before;
  if (isPassedThrough(before)) return undefined;
  const own = hostOf(url);
  if (!own || own.isApp) return before;
  return own.name === before.name || siteOf(own.name) === siteOf(before.name) ? undefined : before;
}

function tagsOf(campaign: Record<string, unknown> | null): Tags {
  const source = tagText(campaign?.source);
  const medium = tagText(campaign?.medium);
  const name = tagText(campaign?.name);
  const others = tagText(campaign?.term) || tagText(campaign?.content);
  return { source, medium, name, isTagged: `${source}${medium}${name}${others}` !== '' };
}

function tagText(value: unknown): string {
  return textOf(value).trim().slice(0, textLimit).toWellFormed();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
