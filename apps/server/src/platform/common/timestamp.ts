/** Formats rows for the API. */

/** `YYYY-MM-DDThh:mm:ssZ` */
export function timestamp(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/** A record as stored: with dates. */
export type Dated<T> = {
  [Name in keyof T]: Name extends `${string}_at` ? Date | Extract<T[Name], null> : T[Name];
};

/** Converts all times of a row. */
export function withTimestamps<T extends object>(row: Dated<T>): T {
  const isTime = (name: string) => name.endsWith('_at');
  const entries = Object.entries<unknown>(row);
  const times = entries.filter(([name]) => isTime(name)) as [string, Date | null][];
  return Object.fromEntries([
    ...entries.filter(([name]) => !isTime(name)),
    ...times.map(([name, time]) => [name, time && timestamp(time)]),
  ]) as T;
}
