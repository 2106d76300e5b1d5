/** What a message's context says about the visit: where it came from, on what device, from what network. */
import { isIP } from 'node:net';
import type { MessageContext } from '@footfall/contract/ingest';
import { unknownAddress } from '../enrichment/addresses/address-facts.ts';
import { anonymiseIp } from '../enrichment/anonymise-ip.ts';
import { campaignOf, sourceKind } from '../enrichment/sources/visit-origin.ts';
import { detectBot, isHttpLibrary } from '../enrichment/user-agents/detect-bot.ts';
import type { VisitFacts } from './message.ts';
import type { Sender } from './sender.ts';

export function visitFacts(context: MessageContext, sender: Sender): VisitFacts {
  const { page, screen, library } = context;
  const campaign = present(context.campaign);
  const clickIds = present(context.click_ids);
  const hasTags = campaign !== null || clickIds !== null;
  return {
    source: sourceKind(hasTags, page?.url ?? '', page?.referrer ?? ''),
    campaign: campaign && JSON.stringify(campaign),
    clickIds: clickIds && JSON.stringify(clickIds),
    tags: hasTags ? campaignOf(campaign, clickIds) : undefined,
    ...client(context, sender),
    locale: context.locale ?? '',
    timezone: context.timezone ?? '',
    screen:
      screen?.width !== undefined && screen.height !== undefined
        ? `${Math.round(screen.width)}x${Math.round(screen.height)}`
        : '',
    library: library?.name ? `${library.name}/${library.version ?? ''}` : '',
  };
}

/**
 * Whose address and browser it is: the sender's, unless it is a backend. One that does not say whose
 * visit it tells of has an address and an HTTP library of its own, which say nothing of the visitor.
 */
function client(context: MessageContext, sender: Sender) {
  const { isServer, addresses, settings } = sender;
  const isBackend = isServer && isHttpLibrary(sender.userAgent);
  const named = isServer && context.ip && isIP(context.ip) ? context.ip : undefined;
  const agent = (isServer && context.user_agent) || undefined;
  const ip = named ?? sender.ip;
  const address = isBackend && named === undefined ? unknownAddress : addresses.lookUp(ip);
  const visitorAgent = agent ?? (isBackend ? undefined : sender.userAgent);
  const bot =
    visitorAgent === undefined
      ? undefined
      : detectBot({
          userAgent: visitorAgent,
          connection: address.connection,
          headers: isServer ? undefined : sender.headers,
        });
  return {
    ip: anonymiseIp(ip, settings.ip_anonymisation),
    address,
    bot: bot ? JSON.stringify(bot) : '',
    userAgent: (agent ?? sender.userAgent).slice(0, 1024),
  };
}

/** Without empty values; null when nothing is left. */
function present(values: Record<string, unknown> | undefined): Record<string, unknown> | null {
  if (!values) return null;
  const entries = Object.entries(values).filter(([, value]) => value !== null && value !== '');
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}
