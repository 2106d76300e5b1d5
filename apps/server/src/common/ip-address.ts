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
      return { version: 4, bits: ipv4Bits(text, 0, text.length) };
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

const colon = 0x3a;
const dot = 0x2e;

/** The 32 bits of dotted decimals; whoever calls has checked that they are some. */
function ipv4Bits(text: string, from: number, to: number): number {
  let bits = 0;
  let part = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === dot) {
      bits = bits * 256 + part;
      part = 0;
    } else part = part * 10 + code - 0x30;
  }
  return bits * 256 + part;
}

/** Of a well-formed IPv6 address. One pass: it is done for each message. */
function groupsOf(text: string): Ipv6Groups {
  const groups: Ipv6Groups = [0, 0, 0, 0, 0, 0, 0, 0];
  const zone = text.indexOf('%');
  const end = zone < 0 ? text.length : zone;
  let count = 0;
  let gap = -1;
  let start = 0;
  let value = 0;
  for (let at = 0; at <= end; at += 1) {
    const code = at < end ? text.charCodeAt(at) : colon;
    if (code === dot) {
      const bits = ipv4Bits(text, start, end);
      groups[count] = Math.floor(bits / 0x10000);
      groups[count + 1] = bits % 0x10000;
      count += 2;
      break;
    }
    if (code !== colon) {
      value = value * 16 + (code <= 0x39 ? code - 0x30 : (code | 0x20) - 0x57);
      continue;
    }
    // Nothing between two colons: what is left out is there.
    if (at === start) gap = count;
    else {
      groups[count] = value;
      count += 1;
    }
    start = at + 1;
    value = 0;
  }
  if (gap >= 0) {
    // Those behind the gap are the last ones.
    groups.copyWithin(8 - (count - gap), gap, count);
    groups.fill(0, gap, 8 - (count - gap));
  }
  return groups;
}
