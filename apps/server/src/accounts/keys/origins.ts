/** Websites whose browsers may use a secret key. */
import { getDomain } from 'tldts';

/** In browsers' format: scheme, host and port only; `*.` before a host means all subdomains. */
export function readOrigin(text: string): { origin: string } | { fault: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url === undefined || !isWeb || url.href !== `${url.origin}/`) {
    const what = 'Use a scheme, a host and an optional port: https://app.example.com';
    return { fault: `"${text}" is not an origin. ${what}` };
  }
  if (!url.host.includes('*') || isOneSite(url.hostname)) return { origin: url.origin };
  const where = 'A wildcard must be at the start of your own domain';
  return { fault: `"${text}" is not an origin. ${where}: https://*.example.com` };
}

function isOneSite(host: string): boolean {
  const below = host.startsWith('*.') ? host.slice(2) : '';
  return !below.includes('*') && getDomain(below, { allowPrivateDomains: true }) !== null;
}
