/** Which day an instant is in, in a time zone: asked once for each quarter of an hour, in which clocks are set. */
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

/** 2026-05-31 and 1: 2026-06-01. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
