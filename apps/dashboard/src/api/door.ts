/** Asks what /auth/ offers: signing in and out, passwords, second factors, passkeys, sessions. */

/** What it refused, by its code, such as INVALID_EMAIL_OR_PASSWORD. */
export class DoorFault extends Error {
  readonly code: string;
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'DoorFault';
    this.status = status;
    this.code = code;
  }

  get isTooMany(): boolean {
    return this.status === 429;
  }
}

/** With a body: POST. @throws DoorFault */
export async function askDoor<T = unknown>(base: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${base}/auth/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body ? JSON.stringify(body) : null,
    credentials: 'same-origin',
  }).catch((error: unknown) => {
    throw new DoorFault(0, 'UNREACHABLE', String(error));
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  const { code, message } = (answer ?? {}) as { code?: string; message?: string };
  throw new DoorFault(response.status, code ?? 'FAILED', message ?? `HTTP ${response.status}`);
}
