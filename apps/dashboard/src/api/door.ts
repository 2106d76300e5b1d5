/** Calls /auth: signing in and out, one-time links, passwords, second factors, passkeys, sessions. */
import { ApiFault, faultOf } from './fault.ts';
import { provingOnce } from './proof.ts';

export interface DoorRequest {
  method?: 'GET' | 'POST' | 'DELETE';
  /** Makes it a POST, unless another method is set. */
  body?: object;
}

/**
 * Refusals of the underlying library have their own codes, such as INVALID_PASSWORD, in `reason`.
 * @throws ApiFault
 */
export function askDoor<T = unknown>(
  base: string,
  path: string,
  request: DoorRequest = {},
): Promise<T> {
  return provingOnce(() => send<T>(base, path, request));
}

async function send<T>(
  base: string,
  path: string,
  { body, method = body ? 'POST' : 'GET' }: DoorRequest,
): Promise<T> {
  const response = await fetch(`${base}/auth/${path}`, {
    method,
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body ? JSON.stringify(body) : null,
    credentials: 'same-origin',
  }).catch((error: unknown) => {
    throw new ApiFault('unreachable', String(error));
  });
  if (!response.ok) throw await doorFaultOf(response);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

async function doorFaultOf(response: Response): Promise<ApiFault> {
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const { code, message } = (answer ?? {}) as { code?: string; message?: string };
  if (code === undefined) return faultOf(response);
  const kind = response.status === 429 ? 'rate_limited' : 'forbidden';
  return new ApiFault(kind, message ?? code, { details: { reason: code } });
}
