/** Somebody with an app for one-time codes. */
import { createOTP } from '@better-auth/utils/otp';
import type { Harness } from './harness.ts';
import { cookiesIn, memberClient, signedUp, testPassword } from './signed-in.ts';

export async function withTotp(h: Harness) {
  const ann = await signedUp(h);
  const enabled = await ann.post('/auth/two-factor/enable', { password: testPassword });
  const { totpURI, backupCodes } = enabled.body as { totpURI: string; backupCodes: string[] };
  const secret = secretIn(totpURI);
  const otp = createOTP(secret);
  const code = await otp.totp();
  const verified = await ann.post('/auth/two-factor/verify-totp', { code });
  if (verified.status !== 200) throw new Error(`no second factor: ${verified.text}`);
  const client = memberClient(h, cookiesIn(verified), h.workspace.id);
  return { ann, otp, secret, code, backupCodes, client, verified };
}

/** What the app makes of the link: its secret, out of base 32. */
export function secretIn(totpUri: string): string {
  const bits = [...(new URL(totpUri).searchParams.get('secret') ?? '')]
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('');
}
