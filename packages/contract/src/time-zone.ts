/** IANA time zones such as Europe/Berlin. */
import { Format } from 'typebox/format';

// No offsets: PostgreSQL reads the sign of +05:30 the other way around.
const name = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

export function isTimeZone(zone: unknown): zone is string {
  if (zone === 'UTC') return true;
  if (typeof zone !== 'string' || zone.length > 64 || !name.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

Format.Set('time-zone', (zone) => isTimeZone(zone));
