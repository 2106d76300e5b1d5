/** Requests by client address: what it has of them, and what the /48 around it has. */
import { clientNetwork } from './client-network.ts';
import type { Counted, RateLimits } from './rate-limits.ts';
import type { Usage } from './usage.ts';

/** How many /56 networks' worth of requests a /48 has. */
const widerBy = 4;

/** `of`: what the address asks for, where that is counted apart. */
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
