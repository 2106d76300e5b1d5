/** Proxies with a trusted X-Forwarded-For: addresses, networks, and the proxy library's names. */
import { isIP } from 'node:net';
import { StartError } from './start-error.ts';

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];

const advice =
  'List the addresses or networks of your proxies, separated by commas, such as 127.0.0.1,10.0.0.0/8. Without a proxy, remove it.';

/** Larger networks include the public internet. */
const shortestPrefix = { 4: 8, 6: 16 };
/** `::ffff:0:0/96` covers all of IPv4, and `::/16` includes that. */
const shortestPrefixOfMapped = 96 + shortestPrefix[4];

/** @throws StartError */
export function parseProxies(names: string[]): string[] {
  for (const name of names) {
    const problem = problemWith(name);
    if (problem) throw new StartError(`TRUST_PROXY: ${name} ${problem}. ${advice}`);
  }
  return names;
}

function problemWith(name: string): string | undefined {
  if (namedNetworks.includes(name)) return undefined;
  if (name === '*' || /\/(0|0\.0\.0\.0)$/.test(name)) {
    return 'matches every address, so any visitor could fake theirs';
  }
  const [address = '', prefix, ...rest] = name.split('/');
  // A local interface, as in fe80::1%eth0, does not identify a proxy.
  const kind = address.includes('%') ? 0 : isIP(address);
  const isNetwork = prefix === undefined || /^\d{1,3}$/.test(prefix);
  const bits = kind === 4 ? 32 : 128;
  const length = Number(prefix ?? bits);
  if ((kind !== 4 && kind !== 6) || rest.length > 0 || !isNetwork || length > bits) {
    return 'is not an IP address or network';
  }
  const { hostname } = new URL(`http://${kind === 4 ? address : `[${address}]`}`);
  if (prefix === undefined && ['0.0.0.0', '[::]'].includes(hostname)) {
    return 'is not the address of a proxy';
  }
  const isMapped = hostname.startsWith('[::');
  const shortest = isMapped ? shortestPrefixOfMapped : shortestPrefix[kind];
  if (length >= shortest) return undefined;
  return `is so large that many visitors could fake their address; use a prefix of /${shortest} or longer`;
}
