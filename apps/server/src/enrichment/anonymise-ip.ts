/** Shortens IP addresses, so that what is stored names a neighbourhood and no household. */
import type { IpAnonymisation } from '@footfall/contract/settings';
import { networkText, parseIp } from '../platform/common/ip-address.ts';

/**
 * The address as it may be stored: whole (`none`), its network only (`truncate`: IPv4 to /24, IPv6
 * to /48), or nothing (`drop`). An IPv4 address inside an IPv6 one (::ffff:192.0.2.1) becomes its
 * IPv4; of 6to4 (RFC 3056), where a /48 is one IPv4 address, the /40 is kept. What is no address
 * becomes '' by `truncate`, since it cannot be told what it names. Never throws.
 */
export function anonymiseIp(ip: string, mode: IpAnonymisation): string {
  if (mode === 'none') return ip;
  if (mode === 'drop') return '';
  const address = parseIp(ip);
  if (address === undefined) return '';
  if (address.version === 4) return networkText(address, 24);
  return networkText(address, address.groups[0] === 0x2002 ? 40 : 48);
}

/** Those of the rows whose address is to be stored otherwise, with that. */
export function withAnonymisedIp<T extends { ip: string }>(
  rows: readonly T[],
  mode: IpAnonymisation,
): T[] {
  return rows.flatMap((row) => {
    const ip = anonymiseIp(row.ip, mode);
    return ip === row.ip ? [] : [{ ...row, ip }];
  });
}
