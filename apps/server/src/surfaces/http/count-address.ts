/** Requests by client address: what it has of them, and what the /48 around it has. */
import { clientNetwork } from './client-network.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Usage } from './usage.ts';

/** How many /56 networks' worth of requests a /48 has. */
const widerBy = 4;

export async function countAddress(
  limits: RateLimits,
  what: 'address' | 'key-of',
  ip: string,
  limit: number,
): Promise<Usage> {
  const { own, wide } = clientNetwork(ip);
  const usage = await limits.count(what, own, limit);
  if (wide === undefined || usage.isOver) return usage;
  const ofWide = await limits.count(what, wide, limit * widerBy);
  return ofWide.isOver ? ofWide : usage;
}
