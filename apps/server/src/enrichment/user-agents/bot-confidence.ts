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
 * How sure it is that a visit is a bot's, by the weightiest of the reasons that `detectBot` gives. These are orders, not measurements: a name
 * is said by the bot itself, two things that speak against a browser may both have another cause.
 */
export function botConfidence([first = '']: readonly string[]): number {
  return confidenceBy[botReasonOf(first)];
}

/** That it is a person's where one thing speaks against that. */
export const suspectedConfidence = 0.5;

/** How sure it is that none of the rules overlooked one: programs are run in data centres as a rule. */
export function humanConfidence(connection: string): number {
  return connection === 'hosting' ? 0.6 : 0.9;
}
