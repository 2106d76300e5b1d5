/** What a message's context says about the visit: with what tags, on what device, from what network. */
import { isIP } from 'node:net';
import type { MessageContext } from '@footfall/contract/ingest';
import { type AddressFacts, unknownAddress } from '../enrichment/addresses/address-facts.ts';
import { anonymiseIp } from '../enrichment/anonymise-ip.ts';
import { maskEmails, maskValues } from '../enrichment/mask-values.ts';
import { campaignOf } from '../enrichment/sources/visit-origin.ts';
import { userAgentLimit } from '../enrichment/user-agents/agent-facts.ts';
import { type Bot, detectBot, isHttpLibrary } from '../enrichment/user-agents/detect-bot.ts';
import type { VisitFacts } from '../history/sessions/session-message.ts';
import type { Sender } from './sender.ts';

export function visitFacts(context: MessageContext, sender: Sender): VisitFacts {
  const { screen, library } = context;
  const campaign = present(context.campaign, maskValues);
  const clickIds = present(context.click_ids, maskEmails);
  const hasTags = campaign !== null || clickIds !== null;
  const client = clientOf(context, sender);
  const bot = botOf(client, sender);
  return {
    campaign: campaign && JSON.stringify(campaign),
    clickIds: clickIds && JSON.stringify(clickIds),
    tags: hasTags ? campaignOf(campaign, clickIds) : undefined,
    ip: anonymiseIp(client.ip, sender.settings.ip_anonymisation),
    address: client.address,
    bot: bot ? JSON.stringify(bot) : '',
    userAgent: client.userAgent,
    locale: context.locale ?? '',
    timezone: context.timezone ?? '',
    screen:
      screen?.width !== undefined && screen.height !== undefined
        ? `${Math.round(screen.width)}x${Math.round(screen.height)}`
        : '',
    library: library?.name ? `${library.name}/${library.version ?? ''}` : '',
  };
}

/** Whose address and browser it is. */
interface Client {
  ip: string;
  address: AddressFacts;
  userAgent: string;
  /** Undefined when nothing is known of the visitor's. */
  visitorAgent: string | undefined;
}

/**
 * The sender's, unless that is a backend that proves who it is. One that does not say whose visit it tells of has an address
 * and an HTTP library of its own, which say nothing of the visitor.
 */
function clientOf(context: MessageContext, sender: Sender): Client {
  const { isServer, addresses } = sender;
  const speaksForOthers = isServer && sender.right !== 'public';
  const named = speaksForOthers && context.ip && isIP(context.ip) ? context.ip : undefined;
  const agent = (speaksForOthers && context.user_agent) || undefined;
  const isBackend = isServer && isHttpLibrary(sender.userAgent);
  const ip = named ?? sender.ip;
  return {
    ip,
    address: isBackend && named === undefined ? unknownAddress : addresses.lookUp(ip),
    userAgent: (agent ?? sender.userAgent).slice(0, userAgentLimit),
    visitorAgent: agent ?? (isBackend ? undefined : sender.userAgent),
  };
}

function botOf({ visitorAgent, address }: Client, sender: Sender): Bot | undefined {
  if (visitorAgent === undefined) return undefined;
  const headers = sender.isServer ? undefined : sender.headers;
  return detectBot({ userAgent: visitorAgent, connection: address.connection, headers });
}

/** Without empty values; null when nothing is left. */
function present(
  values: Record<string, unknown> | undefined,
  mask: (text: string) => string,
): Record<string, unknown> | null {
  if (!values) return null;
  const entries = Object.entries(values)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => [name, typeof value === 'string' ? mask(value) : value] as const);
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}
