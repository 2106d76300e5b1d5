/** Adds relative times to the API's times, since agents calculate badly. */
const units: [string, number][] = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
];

export function withRelative(time: string, now: number): string {
  const seconds = Math.round((now - Date.parse(time)) / 1000);
  if (Number.isNaN(seconds)) return time;
  const [unit = 's', length = 1] = units.find(([, length]) => Math.abs(seconds) >= length) ?? [];
  const count = Math.round(Math.abs(seconds) / length);
  return `${time} (${seconds < 0 ? `in ${count} ${unit}` : `${count} ${unit} ago`})`;
}
