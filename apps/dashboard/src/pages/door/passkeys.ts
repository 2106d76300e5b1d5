/** Passkeys by the browser's own interface; the service's side is under /auth/passkey. */
import { askDoor } from '../../api/door.ts';

/** @throws ApiFault, or what the browser says when nobody chose one */
export async function signInWithPasskey(base: string): Promise<void> {
  const options = await askDoor<PublicKeyCredentialRequestOptionsJSON>(
    base,
    'passkey/generate-authenticate-options',
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const response = credentialJson(await navigator.credentials.get({ publicKey }));
  await askDoor(base, 'passkey/verify-authentication', { body: { response } });
}

/** @throws ApiFault, or what the browser says when none was made */
export async function addPasskey(base: string, name: string): Promise<void> {
  const options = await askDoor<PublicKeyCredentialCreationOptionsJSON>(
    base,
    'passkey/generate-register-options',
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const response = credentialJson(await navigator.credentials.create({ publicKey }));
  await askDoor(base, 'passkey/verify-registration', { body: { response, name } });
}

function credentialJson(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey was chosen');
  return credential.toJSON();
}
