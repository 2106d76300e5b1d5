/** Passkeys through the browser's API; the service's side is below /auth/passkey. */
import { askDoor } from '../../api/door.ts';

/** Why a browser has no passkeys at this URL; `openAt`: another URL where it does. */
export interface NoPasskeys {
  why: 'elsewhere' | 'unnamed' | 'insecure' | 'none';
  openAt?: string;
}

export class PasskeyFault extends Error {
  readonly reason: NoPasskeys;

  constructor(reason: NoPasskeys, cause?: unknown) {
    super(`no passkey: ${reason.why}`, { cause });
    this.name = 'PasskeyFault';
    this.reason = reason;
  }
}

interface Door {
  base: string;
  publicUrl: string;
}

/** @throws ApiFault, PasskeyFault */
export async function signInWithPasskey({ base, publicUrl }: Door): Promise<void> {
  requirePasskeys(publicUrl);
  const options = await askDoor<PublicKeyCredentialRequestOptionsJSON>(
    base,
    'passkey/generate-authenticate-options',
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const response = await credentialJson(() => navigator.credentials.get({ publicKey }));
  await askDoor(base, 'passkey/verify-authentication', { body: { response } });
}

/** @throws ApiFault, PasskeyFault */
export async function addPasskey({ base, publicUrl }: Door, name: string): Promise<void> {
  requirePasskeys(publicUrl);
  const options = await askDoor<PublicKeyCredentialCreationOptionsJSON>(
    base,
    'passkey/generate-register-options',
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const response = await credentialJson(() => navigator.credentials.create({ publicKey }));
  await askDoor(base, 'passkey/verify-registration', { body: { response, name } });
}

async function credentialJson(ask: () => Promise<Credential | null>): Promise<unknown> {
  const credential = await ask().catch((error: unknown) => {
    throw new PasskeyFault({ why: 'none' }, error);
  });
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyFault({ why: 'none' });
  return credential.toJSON();
}

/** Browsers bind passkeys to a host name, not an IP address; the service uses that of PUBLIC_URL. */
function requirePasskeys(publicUrl: string): void {
  const url = new URL(publicUrl);
  const isOnThisMachine = /^(127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (isOnThisMachine) url.hostname = 'localhost';
  const isNamed = !/^[\d.]+$|^\[/.test(url.hostname);
  const { hostname, pathname, port } = location;
  const isHere = hostname === url.hostname || hostname.endsWith(`.${url.hostname}`);
  if (!isNamed) throw new PasskeyFault({ why: 'unnamed' });
  if (!isHere) {
    // With the current port.
    if (isOnThisMachine) url.port = port;
    throw new PasskeyFault({ why: 'elsewhere', openAt: url.origin + pathname });
  }
  if (!isSecureContext || !('credentials' in navigator))
    throw new PasskeyFault({ why: 'insecure' });
}
