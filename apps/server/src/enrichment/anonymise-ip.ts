/** Shortens IP addresses, so that what is stored names a neighbourhood and no household. */
import { isIP } from 'node:net';

export const ipAnonymisations = ['none', 'truncate', 'drop'] as const;
export type IpAnonymisation = (typeof ipAnonymisations)[number];

/**
 * The address as it may be stored: whole (`none`), its network only (`truncate`: IPv4 to /24, IPv6
 * to /48), or nothing (`drop`). An IPv4 address inside an IPv6 one (::ffff:192.0.2.1) becomes its
 * IPv4; of 6to4 (RFC 3056), where a /48 is one IPv4 address, the /40 is kept. What is no address
 * becomes '' by `truncate`, since it cannot be told what it names. Never throws.
 */
export function anonymiseIp(ip: string, mode: IpAnonymisation): string {
  if (mode === 'none') return ip;
  if (mode === 'drop') return '';
  const version = isIP(ip);
  if (version === 4) return `${ip.slice(0, ip.lastIndexOf('.'))}.0`;
  return version === 6 ? networkOf(ip) : '';
}

function networkOf(ip: string): string {
  const groups = groupsOf(ip);
  const [first = 0, second = 0, third = 0, , , sixth = 0, seventh = 0, eighth = 0] = groups;
  const isMapped = sixth === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped) return `${seventh >> 8}.${seventh & 0xff}.${eighth >> 8}.0`;
  const kept = [first, second, first === 0x2002 ? third & 0xff00 : third];
  while (kept.at(-1) === 0) kept.pop();
  return `${kept.map((group) => group.toString(16)).join(':')}::`;
}

/** The eight 16-bit groups of a valid IPv6 address; a zone (%eth0) is left out. */
function groupsOf(ip: string): number[] {
  const [address = ''] = ip.split('%', 1);
  const [head = '', tail = ''] = address.split('::');
  const left = partsOf(head);
  const right = partsOf(tail);
  const zeros = Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<number>(zeros).fill(0), ...right];
}

function partsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return Number.parseInt(part, 16);
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
