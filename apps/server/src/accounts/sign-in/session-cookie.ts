/**
 * The session cookie: its token, signed with the installation's secret, so that guesses never reach the
 * database. Compatible with better-auth.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { usualLifetime } from '../../platform/session-lifetime.ts';

export interface CookieStyle {
  /** Prefix of each cookie's name. */
  prefix: string;
  isSecure: boolean;
  /** Lifetime of the session cookie. */
  sessionSeconds: number;
}

/** `__Host-`: for this host only, over https, and not settable from other hosts. */
export function cookieStyleOf(publicUrl: string, { maxHours } = usualLifetime): CookieStyle {
  const isSecure = publicUrl.startsWith('https:');
  return {
    prefix: isSecure ? '__Host-footfall' : 'footfall',
    isSecure,
    sessionSeconds: maxHours * 3600,
  };
}

export function sessionCookieName({ prefix }: CookieStyle): string {
  return `${prefix}.session_token`;
}

export function sign(value: string, secret: string): string {
  return `${value}.${signatureOf(value, secret)}`;
}

/** The signed text; undefined if the signature is invalid. */
export function verified(signed: string, secret: string): string | undefined {
  const dot = signed.lastIndexOf('.');
  if (dot <= 0) return undefined;
  const value = signed.slice(0, dot);
  const signature = Buffer.from(signed.slice(dot + 1));
  const right = Buffer.from(signatureOf(value, secret));
  return signature.length === right.length && timingSafeEqual(signature, right) ? value : undefined;
}

function signatureOf(value: string, secret: string): string {
  return createHmac('sha256', secret).update(value).digest('base64');
}

/** The value of a `Set-Cookie` header for a new session. */
export function sessionCookie(style: CookieStyle, token: string, secret: string): string {
  return cookie(style, sessionCookieName(style), sign(token, secret), style.sessionSeconds);
}

export function cookie(style: CookieStyle, name: string, value: string, seconds: number): string {
  const secure = style.isSecure ? '; Secure' : '';
  return `${name}=${encodeURIComponent(value)}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}

/** A cookie by name in the header `Cookie`; the first if there are several. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const [key = '', ...rest] = part.split('=');
    if (key.trim() !== name) continue;
    try {
      return decodeURIComponent(rest.join('=').trim());
    } catch {
      return undefined;
    }
  }
  return undefined;
}
