/*
 * An address as the tables know it: IPv4 by its 32 bits, IPv6 by its first 48, which is what one site
 * gets (RFC 6177) and what is left of an address that was anonymised.
 */
import { type Ipv6Groups, parseIp } from '../../platform/common/ip-address.ts';

export interface AddressKey {
  family: 4 | 6;
  key: number;
}

/**
 * The key of an address in text; undefined if invalid. An IPv6 address that contains an IPv4 address is
 * looked up by that one: mapped (RFC 4291), NAT64 (RFC 6052), 6to4 (RFC 3056), Teredo (RFC 4380).
 */
export function addressKey(address: string): AddressKey | undefined {
  const ip = parseIp(address);
  if (ip === undefined) return undefined;
  return ip.version === 4 ? { family: 4, key: ip.bits } : ipv6Key(ip.groups);
}

function ipv6Key(groups: Ipv6Groups): AddressKey {
  const [first, second, third, fourth, fifth, sixth, seventh, eighth] = groups;
  const ipv4 = (high: number, low: number): AddressKey => ({
    family: 4,
    key: high * 0x10000 + low,
  });
  const isNat64 = first === 0x64 && second === 0xff9b && third === 0;
  if (isNat64 && fourth === 0 && fifth === 0 && sixth === 0) return ipv4(seventh, eighth);
  if (first === 0x2002) return ipv4(second, third);
  // Teredo stores the address with all bits inverted.
  if (first === 0x2001 && second === 0) return ipv4(seventh ^ 0xffff, eighth ^ 0xffff);
  return { family: 6, key: first * 0x100000000 + second * 0x10000 + third };
}
