/** What a message's context says about the visit: where it came from, and on what device. */
import { isIP } from 'node:net';
import type { MessageContext } from '@footfall/contract/ingest';
import type { VisitFacts } from './message.ts';
import type { Sender } from './sender.ts';

export function visitFacts(context: MessageContext, sender: Sender): VisitFacts {
  const { page, campaign, click_ids: clickIds, screen, library } = context;
  const campaignText = present(campaign);
  const clickIdsText = present(clickIds);
  const honoured = sender.isServer ? context : {};
  return {
    source: sourceOf(campaignText ?? clickIdsText, page?.url ?? '', page?.referrer ?? ''),
    campaign: campaignText,
    clickIds: clickIdsText,
    ip: honoured.ip && isIP(honoured.ip) ? honoured.ip : sender.ip,
    city: '',
    country: '',
    userAgent: (honoured.user_agent ?? sender.userAgent).slice(0, 1024),
    locale: context.locale ?? '',
    timezone: context.timezone ?? '',
    screen:
      screen?.width !== undefined && screen.height !== undefined
        ? `${Math.round(screen.width)}x${Math.round(screen.height)}`
        : '',
    library: library?.name ? `${library.name}/${library.version ?? ''}` : '',
  };
}

/** JSON text without empty values; null when nothing is left. */
function present(values: Record<string, unknown> | undefined): string | null {
  if (!values) return null;
  const entries = Object.entries(values).filter(([, value]) => value !== null && value !== '');
  return entries.length > 0 ? JSON.stringify(Object.fromEntries(entries)) : null;
}

function sourceOf(tags: string | null, url: string, referrer: string): VisitFacts['source'] {
  if (tags !== null) return 'campaign';
  const from = hostOf(referrer);
  return from !== '' && from !== hostOf(url) ? 'referral' : 'website';
}

const hostPattern = /^https?:\/\/(?:[^/?#@]*@)?(?:www\.)?([^/?#:]+)/i;

function hostOf(address: string): string {
  return hostPattern.exec(address)?.[1]?.toLowerCase() ?? '';
}
