/** IP addresses as text: read, cut to a network, written. The one place where their spelling is known. */
import { isIP } from 'node:net';

export type Ipv6Groups = [number, number, number, number, number, number, number, number];

/** IPv4 as one number of 32 bits, IPv6 as its eight of 16. */
export type IpAddress = { version: 4; bits: number } | { version: 6; groups: Ipv6Groups };

/**
 * Undefined when the text is no address: with a port, brackets or a prefix length it is none. An IPv4
 * address inside an IPv6 one (::ffff:192.0.2.1) is that IPv4 address; a zone (%eth0) is left out.
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

/** The network that the first bits name, by its first address: `networkOf('2001:db8::1', { v6Bits: 48 })`. */
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

/** The first `bits` of 16; none when negative. */
function maskOf(bits: number): number {
  return bits <= 0 ? 0 : 0xffff & (0xffff << Math.max(0, 16 - bits));
}

function isMapped(groups: Ipv6Groups): boolean {
  return groups[5] === 0xffff && groups.every((group, place) => place >= 5 || group === 0);
}

/** The 32 bits of dotted decimals; whoever calls has checked that they are some. */
function ipv4Bits(text: string): number {
  return text.split('.').reduce((bits, byte) => bits * 256 + Number(byte), 0);
}

/** Of a well-formed IPv6 address. */
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
