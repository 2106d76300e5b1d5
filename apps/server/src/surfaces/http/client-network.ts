/**
 * Networks counted together: an IPv4 address, or an IPv6 network as providers assign them to a customer. Some
 * assign /56, some /48, so both are counted.
 */
import { networkOf } from '../../platform/common/ip-address.ts';
import { RecentEntries } from '../../platform/common/recent-entries.ts';

export interface ClientNetwork {
  /** An IPv4 address, or a /56. */
  own: string;
  /** The /48 around it; undefined for IPv4. */
  wide: string | undefined;
}

const remembered = new RecentEntries<ClientNetwork>(10_000);

export function clientNetwork(ip: string): ClientNetwork {
  const cached = remembered.get(ip);
  if (cached) return cached;
  const own = networkOf(ip, { v6Bits: 56 });
  const isIpv6 = own?.includes(':');
  const wide = isIpv6 ? `${networkOf(ip, { v6Bits: 48 })}/48` : undefined;
  const network = { own: own ?? ip, wide };
  remembered.set(ip, network);
  return network;
}

/** The surroundings of a network, a /16 of IPv4 or a /32 of IPv6: owners of many addresses seldom have many of these. */
export function surroundingsOf(network: string): string {
  const [address = '', length = ''] = network.split('/');
  return `${networkOf(address, { v4Bits: 16, v6Bits: 32 })} around ${length}`;
}
