/** For sorting: by code units, as PostgreSQL compares times and ids in the same format. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
