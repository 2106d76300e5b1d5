/**
 * Whether a visit is a program's, and which. What calls itself a bot is one. What looks like a browser is one only with two independent signs against
 * it, its network and its headers or own statement: people browse through data centers, browsers lack headers, and a driven browser may act for a
 * person; if declared, it is an agent. Headers or its own statement alone make it suspected: it counts, and is labeled.
 */

import type { ConnectionKind } from '../addresses/address-facts.ts';
import { agentFacts, type ClaimedBrowser } from './agent-facts.ts';
import {
  drivenByProgram,
  hostingNetwork,
  namedByClientHints,
  namedBySignature,
  namedByUserAgent,
  noBrowser,
  noUserAgent,
} from './bot-reasons.ts';
import { headerAnomalies } from './header-anomalies.ts';
import { actingSigner, signerHost } from './signers.ts';

/** Purpose of a bot; docs/guides/bots.md explains each. */
export const botCategories = [
  'ai_assistant',
  'ai_crawler',
  'search_engine',
  'seo',
  'monitoring',
  'link_preview',
  'http_client',
  'headless_browser',
  'automation',
  'other',
] as const;

export type BotCategory = (typeof botCategories)[number];

export interface VisitSignals {
  userAgent: string;
  /** Kind of network of the visitor's address; '' if unknown. */
  connection: ConnectionKind | '';
  /** Undefined if a backend sent the message, since there are no browser headers to check. */
  headers: BrowserHeaders | undefined;
  /** The browser reports that a program drives it. */
  isDriven: boolean;
}

/** Header values as sent; '' if missing. */
export interface BrowserHeaders {
  acceptLanguage: string;
  secFetchSite: string;
  /** `sec-ch-ua`, the list of brands. */
  clientHintsBrand: string;
  /** Owner of the key that signs the request, by Web Bot Auth. */
  signatureAgent: string;
  /** The request used HTTPS. */
  isSecure: boolean;
}

export interface Bot {
  /** GPTBot, Googlebot, HeadlessChrome, …; empty if unknown. */
  name: string;
  /** OpenAI, Google, …; empty if unknown. */
  operator: string;
  category: BotCategory;
  /** Reasons as short facts, strongest first; never empty. */
  reasons: string[];
}

/** One sign against a person; a hosting network alone is none. */
interface Suspicion {
  /** Never empty. */
  reasons: string[];
}

/** A program that acts for a person: it counts, and has a name. */
interface Agent {
  name: string;
  operator: string;
  /** Never empty. */
  reasons: string[];
}

/** At most one of them. */
export interface Judgement {
  bot?: Bot;
  agent?: Agent;
  suspicion?: Suspicion;
}

const aPerson: Judgement = {};

/** Pure; usually a map lookup and some header checks. */
export function judgeVisit(signals: VisitSignals): Judgement {
  const { userAgent, connection, headers } = signals;
  const { bot, browser } = agentFacts(userAgent);
  const network = connection === 'hosting' ? [hostingNetwork] : [];
  // A backend's own user agent is never a browser's; only a declared bot is the visitor's.
  if (bot && (headers || bot.isDeclared)) {
    const { name, operator, category } = bot;
    const reason = name === '' ? noBrowser : namedByUserAgent(name);
    if (bot.acts && browser && browser.engine !== 'other') {
      return { agent: { name, operator, reasons: [reason] } };
    }
    return { bot: { name, operator, category, reasons: [reason, ...network] } };
  }
  return headers ? judgeHeaders(signals, headers, browser, network) : aPerson;
}

/** For a user agent without a known name. */
function judgeHeaders(
  { userAgent, isDriven }: VisitSignals,
  headers: BrowserHeaders,
  browser: ClaimedBrowser | undefined,
  network: string[],
): Judgement {
  const isSigned = headers.signatureAgent !== '';
  const signer = isSigned ? signerHost(headers.signatureAgent) : '';
  const acting = isSigned ? actingSigner(signer) : undefined;
  if (acting) return { agent: { ...acting, reasons: [namedBySignature(signer)] } };
  if (/\bHeadless/.test(headers.clientHintsBrand)) {
    const reasons = [namedByClientHints('HeadlessChrome'), ...network];
    return { bot: { name: 'HeadlessChrome', operator: '', category: 'headless_browser', reasons } };
  }
  if (userAgent.trim() === '') {
    const reasons = [noUserAgent, ...network];
    return { bot: { name: '', operator: '', category: 'other', reasons } };
  }
  if (!browser) return aPerson;
  const against = [
    ...(isDriven ? [drivenByProgram] : []),
    ...(signer === '' ? [] : [namedBySignature(signer)]),
    ...headerAnomalies(browser, headers),
  ];
  if (against.length === 0) return aPerson;
  if (network.length === 0) return { suspicion: { reasons: against } };
  const reasons = [...network, ...against];
  return { bot: { name: '', operator: '', category: 'automation', reasons } };
}

/** Undefined without enough evidence for a bot. */
export function detectBot(signals: VisitSignals): Bot | undefined {
  return judgeVisit(signals).bot;
}

/**
 * Whether a user agent is an HTTP library (node, axios, python-requests, curl, Go-http-client, okhttp, Java,
 * …) or an app's network code. A backend using one is not a bot for that.
 */
export function isHttpLibrary(userAgent: string): boolean {
  return agentFacts(userAgent).isHttpLibrary;
}
