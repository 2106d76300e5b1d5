/** Shortens IP addresses, so that stored ones identify a neighborhood, not a household. */
import type { IpAnonymisation } from '@footfall/contract/settings';
import { networkText, parseIp } from '../platform/common/ip-address.ts';

/**
 * The address to store: whole (`none`), its network (`truncate`: IPv4 to /24, IPv6 to /48), or nothing
 * (`drop`). An IPv4 address inside IPv6 (::ffff:192.0.2.1) becomes IPv4; 6to4 (RFC 3056), where a /48 is one
 * IPv4 address, is cut to /40. `truncate` turns invalid text into ''. Never throws.
 */
export function anonymiseIp(ip: string, mode: IpAnonymisation): string {
  if (mode === 'none') return ip;
  if (mode === 'drop') return '';
  const address = parseIp(ip);
  if (address === undefined) return '';
  if (address.version === 4) return networkText(address, 24);
  return networkText(address, address.groups[0] === 0x2002 ? 40 : 48);
}

/** The rows that need another address, with the new one. */
export function withAnonymisedIp<T extends { ip: string }>(
  rows: readonly T[],
  mode: IpAnonymisation,
): T[] {
  return rows.flatMap((row) => {
    const ip = anonymiseIp(row.ip, mode);
    return ip === row.ip ? [] : [{ ...row, ip }];
  });
}
