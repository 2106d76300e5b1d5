/** Maps instants to days in a time zone; cached per quarter of an hour, the step of clock changes. */
const quarterMs = 15 * 60_000;
const mostDays = 100_000;

export function dayReader(timeZone: string): (ms: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const days = new Map<number, string>();
  return (ms) => {
    const quarter = Math.floor(ms / quarterMs);
    const day = days.get(quarter) ?? format.format(quarter * quarterMs);
    if (days.size >= mostDays) days.clear();
    days.set(quarter, day);
    return day;
  };
}

/** dayAfter('2026-05-31', 1) is '2026-06-01'. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
