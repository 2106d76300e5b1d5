/**
 * Normalizes each URL (RFC 3986, 6.2.2) before any decision: ingest, the framework's routes and its list of methods
 * then agree on it.
 */
import type { FastifyInstance } from 'fastify';
import { beforeFramework } from './before-framework.ts';

/** Without scheme and host, fragment, or needless percent-encoding. */
function usualTarget(target: string): string {
  if (/^\/[^%#]*$/.test(target)) return target;
  const local = target.replace(/#.*$/s, '').replace(/^https?:\/\/[^/?]*(?=[/?]|$)/i, '');
  const { path, query } = partsOf(local);
  const usual = path.replaceAll(/%[\da-f]{2}/gi, (encoded) => {
    const letter = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[A-Za-z\d._~-]/.test(letter) ? letter : encoded;
  });
  return `${usual === '' ? '/' : usual}${query}`;
}

/** `query`: with its question mark; empty without one. */
export function partsOf(target: string): { path: string; query: string } {
  const end = target.indexOf('?');
  return end < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, end), query: target.slice(end) };
}

/** Call last, since the last one sees a request first. */
export function spellUsually(app: FastifyInstance): void {
  beforeFramework(app, (request, response, next) => {
    request.url = usualTarget(request.url ?? '/');
    next(request, response);
  });
}
