/** Describes activity in words: what happened, and the visit's source. */
import type { ActivityKind } from '@footfall/contract/activity';
import { visitOrigin } from '../../enrichment/sources/visit-origin.ts';
import { hostOf } from '../../enrichment/sources/web-address.ts';

export interface ActivityFacts {
  kind: ActivityKind;
  /** Name of the event or conversion; code of the lead. */
  name: string;
  url: string | null;
  title: string | null;
  properties: Record<string, unknown> | null;
  /** The visit's source: website, referral or campaign. */
  source: string;
  entry_url: string;
  referrer: string;
  campaign: Record<string, unknown> | null;
  click_ids: Record<string, unknown> | null;
}

export function describeActivity(facts: ActivityFacts): string {
  switch (facts.kind) {
    case 'session_start':
      return facts.entry_url ? `Started a visit on ${pageName(facts)}` : 'Started a visit';
    case 'identify': {
      const person = firstText(facts.properties, ['email', 'user_id', 'name']);
      return person ? `Identified as ${person}` : 'Identified';
    }
    case 'conversion':
      return `Converted: ${sentence(facts.name)}${worth(facts.properties)}`;
    case 'lead':
      return `Became a lead (${facts.name})`;
    case 'event':
      return describeEvent(facts);
  }
}

function describeEvent(facts: ActivityFacts): string {
  const label = firstText(facts.properties, ['text', 'label', 'title', 'name', 'id']);
  switch (facts.name) {
    case 'page_view':
      return `Viewed ${pageName(facts)}`;
    case 'click':
      return label ? `Clicked ${label}` : `Clicked on ${pageName(facts)}`;
    case 'form_submit':
      return label ? `Submitted the form ${label}` : `Submitted a form on ${pageName(facts)}`;
    default:
      return sentence(facts.name);
  }
}

/**
 * The visit's source: "campaign spring (google / cpc)", "Google search", "ChatGPT", "newsletter email", "referral from
 * news.example.org", or the website's own host.
 */
export function describeSource(facts: ActivityFacts): string {
  const { campaign, click_ids: clickIds, entry_url: url, referrer } = facts;
  const name = firstText(campaign, ['name']);
  if (name) return `campaign ${name}${tagsInBrackets(campaign)}`;
  const { channel, source, medium } = visitOrigin({ url, referrer, campaign, clickIds });
  switch (channel) {
    case 'paid':
      return `${source} ${medium === 'affiliate' ? 'affiliate' : 'ad'}`.trim();
    case 'email':
      return /mail/i.test(source) ? source : `${source} email`.trim();
    case 'search':
      return `${source} search`.trim();
    case 'social':
    case 'ai_assistant':
      return source || (channel === 'social' ? 'social network' : 'AI assistant');
    case 'campaign':
      return `campaign ${[source, medium].filter(Boolean).join(' / ')}`.trim();
    case 'referral':
      return `referral from ${source}`;
    case 'direct':
      // A lead from the REST API has a free-text source and no visit.
      return hostOf(url)?.name || facts.source || 'website';
  }
}

/** ` (google / cpc)`, as sent. */
function tagsInBrackets(campaign: ActivityFacts['campaign']): string {
  const tags = [firstText(campaign, ['source']), firstText(campaign, ['medium'])].filter(Boolean);
  return tags.length > 0 ? ` (${tags.join(' / ')})` : '';
}

function pageName({ title, url, entry_url }: ActivityFacts): string {
  if (title) return title;
  const address = url || entry_url;
  if (!address) return 'a page';
  return URL.canParse(address) ? new URL(address).pathname : address;
}

function worth(properties: ActivityFacts['properties']): string {
  const value = properties?.value;
  if (typeof value !== 'number') return '';
  const currency = firstText(properties, ['currency']);
  return ` (${value}${currency ? ` ${currency}` : ''})`;
}

/** `demo_requested` -> `Demo requested` */
function sentence(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : name;
}

function firstText(object: Record<string, unknown> | null, names: string[]): string {
  for (const name of names) {
    const value = object?.[name];
    if (typeof value === 'string' && value.trim()) return value.trim().slice(0, 200);
  }
  return '';
}
