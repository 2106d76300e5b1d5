/** Whose X-Forwarded-For is believed: addresses, networks, and the names that the proxy library has for some. */
import { isIP } from 'node:net';
import { StartError } from './start-error.ts';

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];

const advice =
  'Name the proxies in front of the service by address or network, separated by commas, such as 127.0.0.1 or 10.0.0.0/8, or leave it out where there is none.';

/** @throws StartError */
export function parseProxies(names: string[]): string[] {
  for (const name of names) {
    if (name === '*' || /\/(0|0\.0\.0\.0)$/.test(name)) {
      throw new StartError(
        `TRUST_PROXY: ${name} stands for everybody, so any visitor could claim any address. ${advice}`,
      );
    }
    if (!isProxy(name)) {
      throw new StartError(`TRUST_PROXY: ${name} is no address and no network. ${advice}`);
    }
  }
  return names;
}

function isProxy(name: string): boolean {
  if (namedNetworks.includes(name)) return true;
  const [address = '', prefix, ...rest] = name.split('/');
  // An interface of this machine, as in fe80::1%eth0, is no part of what a proxy is known by.
  const kind = address.includes('%') ? 0 : isIP(address);
  if (kind === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (kind === 4 ? 32 : 128);
}
