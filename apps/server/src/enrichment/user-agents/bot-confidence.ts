import type { BotReason } from '@footfall/contract/reasons';
import { botReasonOf } from './bot-reasons.ts';

const confidenceBy: Record<BotReason, number> = {
  by_hand: 1,
  named_by_user_agent: 0.99,
  named_by_client_hints: 0.95,
  named_by_signature: 0.95,
  no_browser: 0.9,
  no_user_agent: 0.9,
  hosting_network: 0.8,
  driven: 0.8,
  odd_headers: 0.8,
};

/**
 * Confidence that a visit is a bot's, by the strongest reason of `detectBot`. Rankings, not measurements: a name comes from the bot itself,
 * while two signs against a browser may have other causes.
 */
export function botConfidence([first = '']: readonly string[]): number {
  return confidenceBy[botReasonOf(first)];
}

/** Confidence in a person despite one sign against it. */
export const suspectedConfidence = 0.5;

/** Confidence that the rules missed no bot: programs mostly run in data centers. */
export function humanConfidence(connection: string): number {
  return connection === 'hosting' ? 0.6 : 0.9;
}
