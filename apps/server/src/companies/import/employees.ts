/** Employee counts as ranges. */

/** Upper ends of the ranges in business networks and most company lists. */
const upperEnds = [10, 50, 200, 500, 1_000, 5_000, 10_000];

const number = String.raw`(\d{1,3}(?:[.,'’ ]\d{3})+|\d+(?:\.\d+)?)\s*(k|m)?`;
const patterns = {
  single: new RegExp(`^${number}$`),
  range: new RegExp(`^${number}\\s*(?:-|–|—|to|bis)\\s*${number}$`),
  atLeast: new RegExp(`^${number}\\s*\\+$`),
  moreThan: new RegExp(`^(?:>|over|more than)\\s*${number}$`),
};

/**
 * A range such as `11-50` or `10001+`: a plain number becomes its usual range, a range stays, without
 * thousands separators. '' for empty or 0; undefined for anything else, such as `Nov-50`, a spreadsheet's
 * version of 11-50.
 */
export function employeeRange(text: string): string | undefined {
  const bare = text
    .toLowerCase()
    .replace(/\s*(?:employees|people)$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (bare === '') return '';
  const [, only, onlyUnit] = patterns.single.exec(bare) ?? [];
  if (only !== undefined) return rangeOf(count(only, onlyUnit));
  const [, low, lowUnit, high, highUnit] = patterns.range.exec(bare) ?? [];
  if (low !== undefined && high !== undefined) {
    const [from, to] = [count(low, lowUnit), count(high, highUnit)];
    // 1-5k may start at one or at a thousand.
    const isClear = lowUnit === highUnit && from !== undefined && to !== undefined && from <= to;
    return isClear ? `${from}-${to}` : undefined;
  }
  const [, least, leastUnit] = patterns.atLeast.exec(bare) ?? [];
  const [, above, aboveUnit] = patterns.moreThan.exec(bare) ?? [];
  const from = least === undefined ? count(above, aboveUnit, 1) : count(least, leastUnit);
  return from === undefined ? undefined : `${from}+`;
}

function count(digits: string | undefined, unit: string | undefined, more = 0): number | undefined {
  if (digits === undefined) return undefined;
  const isGrouped = /^\d{1,3}(?:[.,'’ ]\d{3})+$/.test(digits);
  const value = Number(isGrouped ? digits.replaceAll(/\D/g, '') : digits);
  const total = value * (unit === undefined ? 1 : (unitSizes[unit] ?? 1)) + more;
  return Number.isSafeInteger(total) ? total : undefined;
}

const unitSizes: Record<string, number> = { k: 1_000, m: 1_000_000 };

function rangeOf(employees: number | undefined): string | undefined {
  if (employees === undefined) return undefined;
  if (employees === 0) return '';
  const place = upperEnds.findIndex((end) => employees <= end);
  const from = place === 0 ? 1 : (upperEnds.at(place === -1 ? -1 : place - 1) ?? 0) + 1;
  return place === -1 ? `${from}+` : `${from}-${upperEnds[place]}`;
}
