/**
 * Bodies of third-party senders: gzip regardless of label, plain JSON, or base64 in a form, which old browsers send.
 */
import { invalidRequest } from '@footfall/contract/errors';

/** Never the start of JSON: a sender may label a packed body as something else. */
export function encodingOf(body: Buffer, label: string | undefined): string | undefined {
  return body[0] === 0x1f && body[1] === 0x8b ? 'gzip' : label;
}

const formStart = Buffer.from('data=');

/** The JSON text of an unpacked body. @throws ApiError */
export function jsonIn(body: Buffer): Buffer {
  if (!body.subarray(0, formStart.length).equals(formStart)) return body;
  const [, value = ''] = /^data=([^&]*)/.exec(body.toString('latin1')) ?? [];
  const text = decoded(value);
  return /^\s*[[{]/.test(text) ? Buffer.from(text) : Buffer.from(text, 'base64');
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch (cause) {
    const fault = invalidRequest([{ path: 'body.data', message: 'must be percent-encoded UTF-8' }]);
    throw Object.assign(fault, { cause });
  }
}

export interface Credentials {
  token: string;
  /** A signing secret, with which a backend that cannot sign proves itself. */
  secret: string | undefined;
}

/** `WRITEKEY`, `WRITEKEY:` or `WRITEKEY:SIGNINGSECRET`. */
export function credentialsIn(text: string): Credentials {
  const colon = text.indexOf(':');
  if (colon < 0) return { token: text.trim(), secret: undefined };
  // Senders append a colon to their key.
  const secret = text.slice(colon + 1).replace(/:$/, '');
  return { token: text.slice(0, colon).trim(), secret: secret === '' ? undefined : secret };
}

/** From `Basic` or `Bearer`. */
export function credentialsOf(authorization: string | undefined): Credentials | undefined {
  const [, scheme = '', value = ''] = /^(basic|bearer) +(\S+) *$/i.exec(authorization ?? '') ?? [];
  if (value === '') return undefined;
  const isBasic = scheme.toLowerCase() === 'basic';
  return credentialsIn(isBasic ? Buffer.from(value, 'base64').toString('utf8') : value);
}
