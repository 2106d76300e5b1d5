/** Parses, truncates and formats IP addresses; the only place that knows their notation. */
import { isIP } from 'node:net';

export type Ipv6Groups = [number, number, number, number, number, number, number, number];

/** IPv4 as one 32-bit number, IPv6 as eight 16-bit groups. */
export type IpAddress = { version: 4; bits: number } | { version: 6; groups: Ipv6Groups };

/**
 * Undefined if invalid, including with a port, brackets or prefix length. An IPv4 address inside IPv6
 * (::ffff:192.0.2.1) becomes IPv4; a zone (%eth0) is dropped.
 */
export function parseIp(text: string): IpAddress | undefined {
  switch (isIP(text)) {
    case 4:
      return { version: 4, bits: ipv4Bits(text) };
    case 6: {
      const groups = groupsOf(text);
      return isMapped(groups)
        ? { version: 4, bits: groups[6] * 0x10000 + groups[7] }
        : { version: 6, groups };
    }
    default:
      return undefined;
  }
}

/** The network of the first bits, as its first address: `networkOf('2001:db8::1', { v6Bits: 48 })`. */
export function networkOf(
  text: string,
  { v4Bits = 32, v6Bits }: { v4Bits?: number; v6Bits: number },
): string | undefined {
  const address = parseIp(text);
  return address && networkText(address, address.version === 4 ? v4Bits : v6Bits);
}

export function networkText(address: IpAddress, kept: number): string {
  if (address.version === 4) {
    const bits = address.bits - (address.bits % 2 ** (32 - kept));
    return `${Math.floor(bits / 0x1000000)}.${(bits >>> 16) & 0xff}.${(bits >>> 8) & 0xff}.${bits & 0xff}`;
  }
  const groups = address.groups.map((group, place) => group & maskOf(kept - place * 16));
  while (groups.at(-1) === 0) groups.pop();
  const text = groups.map((group) => group.toString(16)).join(':');
  return groups.length === 8 ? text : `${text}::`;
}

/** Mask of the first `bits` of 16; zero if negative. */
function maskOf(bits: number): number {
  return bits <= 0 ? 0 : 0xffff & (0xffff << Math.max(0, 16 - bits));
}

function isMapped(groups: Ipv6Groups): boolean {
  return groups[5] === 0xffff && groups.every((group, place) => place >= 5 || group === 0);
}

/** 32 bits from dotted decimals; the caller has validated them. */
function ipv4Bits(text: string): number {
  return text.split('.').reduce((bits, byte) => bits * 256 + Number(byte), 0);
}

/** For a well-formed IPv6 address. */
function groupsOf(text: string): Ipv6Groups {
  const [address = ''] = text.split('%');
  const hex = address.replace(/\d+\.[\d.]+$/, (dotted) => {
    const bits = ipv4Bits(dotted);
    return `${Math.floor(bits / 0x10000).toString(16)}:${(bits % 0x10000).toString(16)}`;
  });
  const [before = [], behind = []] = hex
    .split('::')
    .map((side) => (side === '' ? [] : side.split(':').map((group) => Number.parseInt(group, 16))));
  const groups: Ipv6Groups = [0, 0, 0, 0, 0, 0, 0, 0];
  groups.splice(0, before.length, ...before);
  groups.splice(8 - behind.length, behind.length, ...behind);
  return groups;
}
