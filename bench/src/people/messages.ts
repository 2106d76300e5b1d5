/** What browsers send that name people, convert and look, at times of the past. */
import { randomUUID } from 'node:crypto';

export type Browser = { visitor_id: string; session_id: string };

export const browserOf = (): Browser => ({ visitor_id: randomUUID(), session_id: randomUUID() });

/** Of the days for which an unsigned message is believed. */
export const oldestMs = () => begunMs - 3 * 24 * 60 * 60_000;
const begunMs = Date.now();

const at = (ms: number) => ({ timestamp: new Date(ms).toISOString(), message_id: randomUUID() });

export function identifies(browser: Browser, user_id: string, ms: number): object {
  const email = `${user_id}@people.example`;
  return { type: 'identify', ...browser, user_id, email, name: user_id, ...at(ms) };
}

export function converts(browser: Browser, ms: number): object {
  return { type: 'conversion', name: 'signup', ...browser, external_id: randomUUID(), ...at(ms) };
}

export function views(browser: Browser, ms: number): object {
  return { type: 'event', name: 'page_view', ...browser, ...at(ms) };
}
