/** Who is at the other end of a connection, as far as the proxies before it are believed. */
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Whether an address in the chain of proxies is believed; the framework takes the same function. */
export type TrustProxy = ReturnType<typeof proxyAddr.compile>;

/** `trusted`: addresses and networks; undefined when nobody is believed. */
export function trustProxy(trusted: string[]): TrustProxy | undefined {
  return trusted.length > 0 ? proxyAddr.compile(trusted) : undefined;
}

export interface Peer {
  ip: string;
  /** The request came over HTTPS, as far as we are told. */
  isSecure: boolean;
}

export function peerOf(request: IncomingMessage, trust: TrustProxy | undefined): Peer {
  const { remoteAddress = '' } = request.socket;
  if (!trust) return { ip: remoteAddress, isSecure: false };
  const told = request.headers['x-forwarded-proto'];
  const protocol = typeof told === 'string' ? told.split(',').at(-1)?.trim() : undefined;
  return {
    ip: proxyAddr(request, trust),
    isSecure: protocol === 'https' && trust(remoteAddress, 0),
  };
}
