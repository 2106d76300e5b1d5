/** Who is at the other end of a connection, as far as the proxies before it are believed. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** Whether an address in the chain of proxies is believed; the framework takes the same function. */
export type TrustProxy = ReturnType<typeof proxyAddr.compile>;

/** `trusted`: addresses and networks; undefined when nobody is believed. */
export function trustProxy(trusted: string[]): TrustProxy | undefined {
  if (trusted.length === 0) return undefined;
  const trusts = proxyAddr.compile(trusted);
  return (address, distance) => trusts(bareAddress(address), distance);
}

export interface Peer {
  ip: string;
  /** The request came over HTTPS, as far as we are told. */
  isSecure: boolean;
}

export function peerOf(request: IncomingMessage, trust: TrustProxy | undefined): Peer {
  const { remoteAddress = '' } = request.socket;
  if (!trust) return { ip: remoteAddress, isSecure: false };
  const scheme = request.headers['x-forwarded-proto'];
  const protocol = typeof scheme === 'string' ? scheme.split(',').at(-1)?.trim() : undefined;
  const ip = bareAddress(proxyAddr(request, trust));
  return {
    // What is no address would be counted as somebody new each time.
    ip: isIP(ip) === 0 ? remoteAddress : ip,
    isSecure: protocol === 'https' && trust(remoteAddress, 0),
  };
}

/** Some proxies name the port too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function bareAddress(text: string): string {
  const [, inBrackets, beforePort] =
    /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text.trim()) ?? [];
  return inBrackets ?? beforePort ?? text.trim();
}
