/** The client of a connection, according to trusted proxies. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** Whether an address in the proxy chain is trusted; shared with the framework. */
export type TrustProxy = ReturnType<typeof proxyAddr.compile>;

/** `trusted`: addresses and networks; undefined if there are none. */
export function trustProxy(trusted: string[]): TrustProxy | undefined {
  if (trusted.length === 0) return undefined;
  const trusts = proxyAddr.compile(trusted);
  return (address, distance) => trusts(bareAddress(address), distance);
}

export interface Peer {
  ip: string;
  /** Whether the request used HTTPS, as far as known. */
  isSecure: boolean;
}

export function peerOf(request: IncomingMessage, trust: TrustProxy | undefined): Peer {
  const { remoteAddress = '' } = request.socket;
  if (!trust) return { ip: remoteAddress, isSecure: false };
  const scheme = request.headers['x-forwarded-proto'];
  const protocol = typeof scheme === 'string' ? scheme.split(',').at(-1)?.trim() : undefined;
  const ip = bareAddress(proxyAddr(request, trust));
  return {
    // Invalid addresses would each count as a new client.
    ip: isIP(ip) === 0 ? remoteAddress : ip,
    isSecure: protocol === 'https' && trust(remoteAddress, 0),
  };
}

/** Some proxies include the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function bareAddress(text: string): string {
  const [, inBrackets, beforePort] =
    /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text.trim()) ?? [];
  return inBrackets ?? beforePort ?? text.trim();
}
