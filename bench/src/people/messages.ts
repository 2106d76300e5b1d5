/** Page views as browsers send them, at a given time. */
import { randomUUID } from 'node:crypto';

type Browser = { visitor_id: string; session_id: string };

export const browserOf = (): Browser => ({ visitor_id: randomUUID(), session_id: randomUUID() });

const at = (ms: number) => ({ timestamp: new Date(ms).toISOString(), message_id: randomUUID() });

export function views(browser: Browser, ms: number): object {
  return { type: 'event', name: 'page_view', ...browser, ...at(ms) };
}
