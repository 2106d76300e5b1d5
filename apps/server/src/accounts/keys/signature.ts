/** Signatures: hex HMAC-SHA256 with one of the workspace's signing secrets. Pure. */
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { signatureToleranceMs } from '@footfall/contract/verification-levels';

export function signatureOf(secret: string, text: string | Buffer): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** X-Svc-Signature for a body sent now. */
export function signatureHeader(secret: string, body: string, nowMs: number): string {
  const time = Math.floor(nowMs / 1_000);
  return `t=${time},v1=${signatureOf(secret, `${time}.${body}`)}`;
}

/** Whether the text is one of the secrets, in constant time. */
export function isOneOf(text: string, secrets: readonly string[]): boolean {
  // The comparison needs equal lengths.
  const digest = hash('sha256', text, 'buffer');
  let isOne = false;
  for (const secret of secrets) {
    if (timingSafeEqual(hash('sha256', secret, 'buffer'), digest)) isOne = true;
  }
  return isOne;
}

/** Whether one of the secrets produces this signature of the text. */
export function isSignatureOf(
  signature: string,
  text: string | Buffer,
  secrets: readonly string[],
): boolean {
  const signatureBytes = Buffer.from(signature.toLowerCase());
  return secrets.some((secret) => {
    const own = Buffer.from(signatureOf(secret, text));
    return own.length === signatureBytes.length && timingSafeEqual(own, signatureBytes);
  });
}

/**
 * What is wrong with `t=<unix seconds>,v1=<hex HMAC of "t.body">`; undefined if valid. Several v1 are
 * allowed, for changing secrets.
 */
export function bodySignatureFault(
  header: string,
  body: Buffer,
  secrets: readonly string[],
  nowMs: number,
): string | undefined {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  const signatures = parts.filter(([name]) => name === 'v1').map(([, value = '']) => value);
  if (!/^\d{1,12}$/.test(time) || signatures.length === 0 || signatures.length > 10) {
    return 'use the format t=<unix seconds>,v1=<hex>';
  }
  if (secrets.length === 0) return 'the workspace has no signing secret';
  if (Math.abs(nowMs - Number(time) * 1_000) > signatureToleranceMs) {
    return 'its time differs by more than five minutes from the server time';
  }
  const signed = Buffer.concat([Buffer.from(`${time}.`), body]);
  const isGood = signatures.some((signature) => isSignatureOf(signature, signed, secrets));
  return isGood ? undefined : 'it does not match any signing secret of the workspace';
}
