/** Parses environment variables, rejecting meaningless and overly broad values at startup. */
import { isIP } from 'node:net';
import { isEmailAddress } from '@footfall/contract/email';
import { StartError } from './common/start-error.ts';

export type Environment = NodeJS.ProcessEnv;

export function listIn(env: Environment, name: string): string[] {
  return (env[name] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

export function integerIn(
  env: Environment,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const text = env[name];
  return text ? wholeNumber(name, text, { min, max, without: ` for ${fallback}` }) : fallback;
}

export function portIn(env: Environment, name: string): number | undefined {
  const text = env[name];
  return text ? wholeNumber(name, text, { min: 0, max: 65_535, without: '' }) : undefined;
}

/** `without`: the default. */
interface Bounds {
  min: number;
  max: number;
  without: string;
}

function wholeNumber(name: string, text: string, { min, max, without }: Bounds): number {
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new StartError(
    `${name} is "${text}". Set it to a whole number from ${min} to ${max}, or remove it${without}.`,
  );
}

export function truthIn(env: Environment, name: string, fallback: boolean): boolean {
  const text = env[name] || String(fallback);
  if (text !== 'true' && text !== 'false') {
    throw new StartError(`${name} is "${text}". Set it to true or false.`);
  }
  return text === 'true';
}

export function urlIn(env: Environment, name: string, protocols: string[]): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    // Not repeated, since the value may contain a password.
    throw new StartError(
      `${name} must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}. Correct or remove it.`,
    );
  }
  return text;
}

const label = '[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?';
const hostName = new RegExp(`^${label}(\\.${label})*$`, 'i');

/** Only a name, as in the header `Host`: without scheme, port and path. */
const isHostName = (text: string): boolean => text.length <= 253 && hostName.test(text);

/** In lower case. */
export function hostNamesIn(env: Environment, name: string, advice: string): string[] {
  const names = listIn(env, name).map((part) => part.toLowerCase());
  const wrong = names.find((part) => !isHostName(part) && isIP(part) === 0);
  if (wrong === undefined) return names;
  throw new StartError(`${name} contains "${wrong}", which is not a host name. ${advice}`);
}

/** An IP address or host name of this machine. */
export function listenHostIn(env: Environment, name: string): string {
  const host = env[name] || '127.0.0.1';
  // A zone, as in fe80::1%eth0, cannot be part of a URL.
  if (isHostName(host) || (isIP(host) !== 0 && !host.includes('%'))) return host;
  throw new StartError(
    `${name} is "${host}". Set it to an address of this machine, such as 127.0.0.1, or to 0.0.0.0 for every network.`,
  );
}

/** The service's public URL, possibly with a path. Without a trailing slash. */
export function publicUrlIn(env: Environment, name: string): string | undefined {
  const text = urlIn(env, name, ['http:', 'https:']);
  if (text === undefined) return undefined;
  const { hostname, username, password } = new URL(text);
  const isPlain = !/[?#]/.test(text) && username === '' && password === '';
  const isHost = isHostName(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  if (isPlain && isHost) return text.replace(/\/+$/, '');
  throw new StartError(
    `${name} must be the address that browsers open, such as https://footfall.example or https://example.com/footfall, without user, password, ? or #.`,
  );
}

/** `ada@example.com`, or `Ada Lovelace <ada@example.com>`; names with other characters need quotes. */
const mailbox = /^(?:(?:"[^"\r\n]*"|[^"<>()[\],;:@\\\r\n]*)\s*<([^<>]+)>|([^<>]+))$/;

export function mailboxIn(env: Environment, name: string, fallback: string): string {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const [, behindName, alone] = mailbox.exec(text) ?? [];
  if (isEmailAddress(behindName ?? alone ?? '')) return text;
  throw new StartError(
    `${name} is "${text}". Set it to one address, such as footfall@example.com or Footfall <footfall@example.com>. Put names with commas or other punctuation in double quotes.`,
  );
}
