/** Form state common to all share links. */
import type { InputOf } from '../api/routes.ts';
import type { ShownPeriod } from '../shell/frame-context.tsx';

export const expiries = { never: undefined, week: 7, month: 30, quarter: 90, year: 365 } as const;
export type Expiry = keyof typeof expiries;

export interface ShareTerms {
  name: string;
  isRolling: boolean;
  password: string;
  expiry: Expiry;
}

export type ShareBody = NonNullable<InputOf<'POST /shares'>['body']>;

export function termsOf({ name, password, expiry }: ShareTerms) {
  const expiryDays = expiries[expiry];
  return {
    name: name.trim(),
    ...(password !== '' && { password }),
    expires_at:
      expiryDays === undefined
        ? null
        : new Date(Date.now() + expiryDays * 86_400_000).toISOString(),
  };
}

export function rangeOf({ isRolling }: ShareTerms, { since, until, days, timeZone }: ShownPeriod) {
  return { ...(isRolling ? { days } : { from: since, to: until }), time_zone: timeZone };
}
