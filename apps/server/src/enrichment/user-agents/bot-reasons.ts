import type { BotReason } from '@footfall/contract/reasons';

export const setByHand = 'set by hand';
export const hostingNetwork = 'hosting network';
export const noUserAgent = 'no user agent';
export const noBrowser = 'user agent of no browser';
export const drivenByProgram = 'navigator.webdriver';
const byUserAgent = 'user agent names ';
const byClientHints = 'Sec-CH-UA names ';
const bySignature = 'Signature-Agent names ';

export const namedByUserAgent = (name: string) => `${byUserAgent}${name}`;
export const namedByClientHints = (name: string) => `${byClientHints}${name}`;
export const namedBySignature = (host: string) => `${bySignature}${host}`;

const exact: Record<string, BotReason> = {
  [setByHand]: 'by_hand',
  [hostingNetwork]: 'hosting_network',
  [noUserAgent]: 'no_user_agent',
  [noBrowser]: 'no_browser',
  [drivenByProgram]: 'driven',
};

/** Reason code of a stored fact; the default covers headers that do not match the browser. */
export function botReasonOf(text: string): BotReason {
  if (text.startsWith(byUserAgent) && text !== noBrowser) return 'named_by_user_agent';
  if (text.startsWith(byClientHints)) return 'named_by_client_hints';
  if (text.startsWith(bySignature)) return 'named_by_signature';
  return exact[text] ?? 'odd_headers';
}
