/** The message for an unknown name: the likely intended one, and all valid ones. */

/** Without a trailing period; `allowed`: in the order of the reference. */
export function unknownName(name: string, allowed: readonly string[]): string {
  return `is unknown.${allowedNames(name, allowed)}`;
}

/** Appended to the sentence about the unknown name. */
export function allowedNames(name: string, allowed: readonly string[]): string {
  const nearest = nearestName(name, allowed);
  const guess = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return `${guess} Allowed: ${allowed.join(', ') || 'none'}`;
}

/** Undefined if none is similar enough. */
export function nearestName(name: string, allowed: readonly string[]): string | undefined {
  const plain = plainName(name);
  if (plain === '' || plain.length > longestName) return undefined;
  const most = Math.max(1, Math.floor(plain.length / 3));
  let nearest: { name: string; distance: number } | undefined;
  for (const candidate of allowed) {
    const distance = distanceOf(plain, plainName(candidate), most);
    if (distance <= most && distance < (nearest?.distance ?? Infinity)) {
      nearest = { name: candidate, distance };
    }
  }
  return nearest?.name;
}

/** Longer names are no typing mistakes. */
const longestName = 60;

/** Case and separators are the most common mistakes: `createdAfter`, `created-after`. */
function plainName(name: string): string {
  return name
    .slice(0, longestName + 1)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

/** Letters to insert, remove, replace or swap with a neighbor; above `most`, any larger number. */
function distanceOf(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    rows[row] = current;
    for (let column = 1; column <= other.length; column++) {
      const replaced = one[row - 1] === other[column - 1] ? 0 : 1;
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + replaced,
        isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
      );
    }
  }
  return at(one.length, other.length);
}
