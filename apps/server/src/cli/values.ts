/* Parsers for flags, run before anything starts. */

import { type Feature, featureNames, type Scope, scopeNames } from '@footfall/contract/access';
import { isEmailAddress } from '@footfall/contract/email';
import { parseInstant } from '@footfall/contract/instant';
import { isUuid } from '@footfall/contract/schema';
import { type ShareReveal, shareRevealNames } from '@footfall/contract/shares';
import { statsLimits } from '@footfall/contract/stats';
import { isTimeZone } from '@footfall/contract/time-zone';
import { InvalidArgumentError } from 'commander';
import { readOrigin } from '../accounts/keys/origins.ts';

export function asUuid(text: string): string {
  if (!isUuid(text))
    throw new InvalidArgumentError('Use an ID, such as 01a1f863-8bf9-72d8-8dfa-528018113b09.');
  return text.toLowerCase();
}

export function asInstant(text: string): string {
  const instant = parseInstant(text.trim());
  if (!instant)
    throw new InvalidArgumentError(
      'Use a date or time, such as 2026-05-31 or 2026-05-31T09:30:00Z.',
    );
  return instant.iso;
}

export function asFutureInstant(text: string): string {
  const instant = asInstant(text);
  if (Date.parse(instant) <= Date.now())
    throw new InvalidArgumentError('Use a date or time in the future.');
  return instant;
}

/** Unchanged: a date means midnight in a time zone that only the operation knows. */
export function asDateOrInstant(text: string): string {
  asInstant(text);
  return text.trim();
}

export function asName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 200 || hasControlCharacter(name)) {
    throw new InvalidArgumentError('Use 1 to 200 printable characters.');
  }
  return name;
}

export function asEmail(text: string): string {
  const email = text.trim();
  if (!isEmailAddress(email)) {
    throw new InvalidArgumentError('Use one email address, such as ada@example.com.');
  }
  return email;
}

export function asFeatures(text: string): Feature[] {
  if (text === 'none') return [];
  return chosen(text, featureNames, 'all or none');
}

export function asScopes(text: string): Scope[] {
  return chosen(text, scopeNames, 'all');
}

export function asReveals(text: string): ShareReveal[] {
  if (text === 'none') return [];
  return chosen(text, shareRevealNames, 'all or none');
}

/** Bounds are inclusive. */
export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Use a whole number from ${least} to ${most}.`);
  };
}

export const asDays = wholeNumber(1, statsLimits.days);

/** Comma-separated, without duplicates. */
export function asOrigins(text: string): string[] {
  const origins = parts(text).map((part) => {
    const read = readOrigin(part);
    if ('fault' in read) throw new InvalidArgumentError(read.fault);
    return read.origin;
  });
  if (origins.length === 0) throw new InvalidArgumentError('List at least one origin.');
  return [...new Set(origins)];
}

/** The range of RATE_LIMIT_PER_MINUTE. */
export const asRateLimit = wholeNumber(1, 1e9);

function chosen<T extends string>(text: string, allowed: readonly T[], also: string): T[] {
  if (text === 'all') return [...allowed];
  const wanted = new Set(parts(text));
  const unknown = [...wanted].filter((part) => !allowed.some((name) => name === part));
  if (unknown.length > 0 || wanted.size === 0) {
    const wrong = unknown.length > 0 ? `Unknown: ${unknown.join(', ')}. ` : '';
    throw new InvalidArgumentError(`${wrong}Choose from ${allowed.join(', ')}, or ${also}.`);
  }
  return allowed.filter((name) => wanted.has(name));
}

export function parts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

export function asTimeZone(text: string): string {
  if (isTimeZone(text)) return text;
  throw new InvalidArgumentError('Use the name of a time zone, such as Europe/Berlin.');
}
