/**
 * Whether a visit is a program's and not a person's, and which. What calls itself a bot is one. What
 * looks like a browser is one only when two independent things speak against it, its network and its
 * headers or its own word: a person may browse through a data centre, a browser may lack a header, and what a program
 * drives may do so for a person; where that is told, it is an agent's. Headers or its own word alone make it suspected: it counts, and is shown as that.
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

/** What a bot is for; docs/guides/bots.md explains each. */
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
  /** The kind of network of the visitor's address; '' when it is not known. */
  connection: ConnectionKind | '';
  /** Undefined for a sender that is a backend: then there are no headers of a browser to judge. */
  headers: BrowserHeaders | undefined;
  /** The browser says that a program drives it. */
  isDriven: boolean;
}

/** Header values as they came; '' where the header is missing. */
export interface BrowserHeaders {
  acceptLanguage: string;
  secFetchSite: string;
  /** `sec-ch-ua`, the list of brands. */
  clientHintsBrand: string;
  /** Whose keys sign the request, by Web Bot Auth. */
  signatureAgent: string;
  /** The request came over HTTPS. */
  isSecure: boolean;
}

export interface Bot {
  /** GPTBot, Googlebot, HeadlessChrome, …; empty when nothing names it. */
  name: string;
  /** OpenAI, Google, …; empty when it is not known. */
  operator: string;
  category: BotCategory;
  /** Why it is one, as short facts, the weightiest first; never empty. */
  reasons: string[];
}

/** One thing that speaks against a person; the network of a host alone is none. */
interface Suspicion {
  /** Never empty. */
  reasons: string[];
}

/** A program that acts for the person who asked it to: it counts, and has a name. */
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

/** Pure; costs a map look-up and some looks at headers as a rule. */
export function judgeVisit(signals: VisitSignals): Judgement {
  const { userAgent, connection, headers } = signals;
  const { bot, browser } = agentFacts(userAgent);
  const network = connection === 'hosting' ? [hostingNetwork] : [];
  // A backend's own user agent looks like no browser's; only one that names a bot is a visitor's.
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

/** Of a user agent that names nobody. */
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

/** Undefined when nothing, or not enough, says that it is a bot. */
export function detectBot(signals: VisitSignals): Bot | undefined {
  return judgeVisit(signals).bot;
}

/**
 * Whether a user agent is that of an HTTP library (node, axios, python-requests, curl, Go-http-client,
 * okhttp, Java, …) or of an app's network code. A backend that sends with one is no bot by that.
 */
export function isHttpLibrary(userAgent: string): boolean {
  return agentFacts(userAgent).isHttpLibrary;
}
