/** Start of a day in a time zone as a UTC timestamp, for lists, which have no time zone. */
export function beginningOf(day: string, timeZone: string): string {
  const utc = Date.parse(`${day}T00:00:00Z`);
  // Two steps: the first guess may be on the other side of a daylight saving change.
  const guess = utc - offsetMs(utc, timeZone);
  return new Date(utc - offsetMs(guess, timeZone)).toISOString();
}

function offsetMs(ms: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    timeZoneName: 'longOffset',
  }).formatToParts(ms);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes = '00'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  if (!hours) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
