/** For a sort: by code units, as PostgreSQL compares times and ids that are written alike. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
