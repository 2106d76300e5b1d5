/** Facts about the visit in a message's context: tags, device and network. */
import { isIP } from 'node:net';
import type { MessageContext } from '@footfall/contract/ingest';
import { type AddressFacts, unknownAddress } from '../../enrichment/addresses/address-facts.ts';
import { anonymiseIp } from '../../enrichment/anonymise-ip.ts';
import { maskEmails, maskValues } from '../../enrichment/mask-values.ts';
import { tellsRecipient } from '../../enrichment/sources/click-ids.ts';
import { campaignOf } from '../../enrichment/sources/visit-origin.ts';
import { userAgentLimit } from '../../enrichment/user-agents/agent-facts.ts';
import { isHttpLibrary, judgeVisit } from '../../enrichment/user-agents/detect-bot.ts';
import { storedMark } from '../../enrichment/user-agents/stored-mark.ts';
import { countedBot } from '../../records/visit/bot-overrides.ts';
import type { VisitFacts } from '../../visits/cutting/session-message.ts';
import type { Sender } from './sender.ts';

export function visitFacts(context: MessageContext, sender: Sender): VisitFacts {
  const { screen, library } = context;
  const campaign = present(context.campaign, maskValues);
  const clickIds = present(context.click_ids, clickIdToKeep);
  const hasTags = campaign !== null || clickIds !== null;
  const { ip, address, mark, userAgent } = clientOf(context, sender);
  return {
    campaign: campaign && JSON.stringify(campaign),
    clickIds: clickIds && JSON.stringify(clickIds),
    tags: hasTags ? campaignOf(campaign, clickIds) : undefined,
    ip,
    address,
    bot: countedBot(mark, undefined),
    foundBot: mark,
    userAgent,
    locale: context.locale ?? '',
    timezone: context.timezone ?? '',
    screen:
      screen?.width !== undefined && screen.height !== undefined
        ? `${Math.round(screen.width)}x${Math.round(screen.height)}`
        : '',
    library: library?.name ? `${library.name}/${library.version ?? ''}` : '',
  };
}

/** A visitor's address and browser. */
export interface Client {
  /** In storable form. */
  ip: string;
  address: AddressFacts;
  /** JSON text of the rules' result; empty for a person. */
  mark: string;
  userAgent: string;
}

/**
 * The sender's client, unless it is a proved backend. A backend's own address and HTTP library say nothing about the
 * visitor.
 */
function clientOf(context: MessageContext, sender: Sender): Client {
  const speaksForOthers = sender.isServer && sender.verificationLevel !== 'public';
  const ip = speaksForOthers && context.ip && isIP(context.ip) ? context.ip : undefined;
  const agent = (speaksForOthers && context.user_agent) || undefined;
  if (ip !== undefined || agent !== undefined) return describeClient(ip, agent, false, sender);
  // Usually the same for all messages of a request, and half the cost of a message's facts.
  const isDriven = context.automation === true;
  const ownClient = sender.ownClients.get(isDriven);
  const client = ownClient ?? describeClient(undefined, undefined, isDriven, sender);
  if (!ownClient) sender.ownClients.set(isDriven, client);
  return client;
}

/** `named`, `agent`: the address and user agent in the message. */
function describeClient(
  named: string | undefined,
  agent: string | undefined,
  isDriven: boolean,
  sender: Sender,
): Client {
  const { isServer, addresses, settings } = sender;
  const isBackend = isServer && isHttpLibrary(sender.userAgent);
  const ip = named ?? sender.ip;
  const address = isBackend && named === undefined ? unknownAddress : addresses.lookUp(ip);
  // Undefined if the visitor's is unknown.
  const visitorAgent = agent ?? (isBackend ? undefined : sender.userAgent);
  const mark = visitorAgent === undefined ? '' : markOf(visitorAgent, address, isDriven, sender);
  return {
    ip: anonymiseIp(ip, settings.ip_anonymisation),
    address,
    mark,
    userAgent: (agent ?? sender.userAgent).slice(0, userAgentLimit),
  };
}

function markOf(
  userAgent: string,
  { connection }: AddressFacts,
  isDriven: boolean,
  { isServer, headers: own }: Sender,
): string {
  const headers = isServer ? undefined : own;
  return storedMark(judgeVisit({ userAgent, connection, headers, isDriven }));
}

/** Without empty values; null if nothing is left. */
function present(
  values: Record<string, unknown> | undefined,
  mask: (text: string, name: string) => string,
): Record<string, unknown> | null {
  if (!values) return null;
  const entries = Object.entries(values)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => [name, typeof value === 'string' ? mask(value, name) : value] as const);
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

/** For click ids that identify a mail's recipient, stores only their presence. */
function clickIdToKeep(text: string, name: string): string {
  return tellsRecipient(name) ? '1' : maskEmails(text);
}
