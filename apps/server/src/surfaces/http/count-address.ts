/** Counts requests by client address and its /48. */
import { clientNetwork } from './client-network.ts';
import type { Counted, RateLimits } from './rate-limits.ts';
import type { Usage } from './usage.ts';

/** A /48's limit, in limits of a /56. */
const widerBy = 4;

/** `of`: a separately counted kind of request. */
export async function countAddress(
  limits: RateLimits,
  what: Counted,
  ip: string,
  limit: number,
  of = '',
): Promise<Usage> {
  const { own, wide } = clientNetwork(ip);
  const usage = await limits.count(what, of + own, limit);
  if (wide === undefined || usage.isOver) return usage;
  const ofWide = await limits.count(what, of + wide, limit * widerBy);
  return ofWide.isOver ? ofWide : usage;
}
