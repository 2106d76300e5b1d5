/*
 * An address as the tables know it: IPv4 by its 32 bits, IPv6 by its first 48, which is what one site
 * gets (RFC 6177) and what is left of an address that was anonymised.
 */
import { isIP } from 'node:net';

export interface AddressKey {
  family: 4 | 6;
  key: number;
}

/**
 * The key of an address in text; undefined when it is none. An IPv6 address that carries an IPv4 address is
 * looked up by that one: mapped (RFC 4291), NAT64 (RFC 6052), 6to4 (RFC 3056), Teredo (RFC 4380).
 */
export function addressKey(address: string): AddressKey | undefined {
  switch (isIP(address)) {
    case 4:
      return { family: 4, key: ipv4Bits(address, 0) };
    case 6:
      return ipv6Key(groupsOf(address));
    default:
      return undefined;
  }
}

/** The 32 bits of dotted decimals from `from` on; whoever calls has checked that they are some. */
function ipv4Bits(address: string, from: number): number {
  let bits = 0;
  let part = 0;
  for (let at = from; at < address.length; at += 1) {
    const code = address.charCodeAt(at);
    if (code === 0x2e) {
      bits = bits * 256 + part;
      part = 0;
    } else part = part * 10 + code - 0x30;
  }
  return bits * 256 + part;
}

type Groups = [number, number, number, number, number, number, number, number];

/** The eight groups of 16 bits of a well-formed IPv6 address. A zone ("%eth0") is left out. */
function groupsOf(address: string): Groups {
  const groups: Groups = [0, 0, 0, 0, 0, 0, 0, 0];
  const zone = address.indexOf('%');
  const text = zone < 0 ? address : address.slice(0, zone);
  const gap = text.indexOf('::');
  const head = gap < 0 ? text : text.slice(0, gap);
  let at = 0;
  for (const value of groupValues(head)) {
    groups[at] = value;
    at += 1;
  }
  if (gap >= 0) {
    const tail = groupValues(text.slice(gap + 2));
    at = 8 - tail.length;
    for (const value of tail) {
      groups[at] = value;
      at += 1;
    }
  }
  return groups;
}

function groupValues(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const bits = ipv4Bits(group, 0);
    return [Math.floor(bits / 0x10000), bits % 0x10000];
  });
}

function ipv6Key(groups: Groups): AddressKey {
  const [first, second, third, fourth, fifth, sixth, seventh, eighth] = groups;
  const isZeroTo = (sixthValue: number) => fourth === 0 && fifth === 0 && sixth === sixthValue;
  const ipv4 = (high: number, low: number): AddressKey => ({
    family: 4,
    key: high * 0x10000 + low,
  });
  if (first === 0 && second === 0 && third === 0 && isZeroTo(0xffff)) return ipv4(seventh, eighth);
  if (first === 0x64 && second === 0xff9b && third === 0 && isZeroTo(0)) {
    return ipv4(seventh, eighth);
  }
  if (first === 0x2002) return ipv4(second, third);
  // Teredo stores the address with every bit inverted.
  if (first === 0x2001 && second === 0) return ipv4(seventh ^ 0xffff, eighth ^ 0xffff);
  return { family: 6, key: first * 0x100000000 + second * 0x10000 + third };
}
