/** Decides whether one address looks like a typo of another. Pure. */
import { isTypoOf } from '../../enrichment/companies/provider-typos.ts';

const mostEdits = 2;
/** Letters per allowed edit: `jo` and `ja` are two people, `john` and `jhon` are one. */
const lettersOfEdit = 3;

/** Same mailbox, mistyped provider name. */
export function isProviderTypo(wrong: string, right: string): boolean {
  const [box, domain] = partsOf(wrong);
  const [rightBox, rightDomain] = partsOf(right);
  return box === rightBox && isTypoOf(domain, rightDomain);
}

/**
 * A likely typing slip: at most two edits, few for the length of the word, and none in digits or initials,
 * which often distinguish colleagues (`info1`, `info2`; `a.meier`, `b.meier`).
 */
export function isSlip(wrong: string, right: string): boolean {
  if (wrong === right || Math.abs(wrong.length - right.length) > mostEdits) return false;
  if (digitsOf(wrong) !== digitsOf(right)) return false;
  const [words, rightWords] = [wrong.split(/[@._+-]/), right.split(/[@._+-]/)];
  if (words.length !== rightWords.length) return edits(wrong, right) <= mostEdits;
  let sum = 0;
  for (const [place, word] of words.entries()) {
    const other = rightWords[place] ?? '';
    const own = edits(word, other);
    if (own * lettersOfEdit > Math.max(word.length, other.length)) return false;
    sum += own;
  }
  return sum > 0 ? sum <= mostEdits : edits(wrong, right) <= mostEdits;
}

function partsOf(address: string): [string, string] {
  const at = address.lastIndexOf('@');
  return [address.slice(0, at), address.slice(at + 1)];
}

const digitsOf = (address: string) => address.replace(/[^0-9]/g, '');

/**
 * Damerau distance: letters added, left out, changed or swapped; a value above the limit if it is greater. Only
 * the diagonal is computed, so the cost is linear in the length.
 */
function edits(one: string, other: string): number {
  let rows: Rows = {
    before: [],
    last: Array.from({ length: other.length + 1 }, (_, place) => place),
  };
  for (let row = 1; row <= one.length; row++) {
    rows = { before: rows.last, last: nextRow(one, other, row, rows) };
  }
  return rows.last[other.length] ?? tooMany;
}

const tooMany = mostEdits + 1;

/** Edit distances between prefixes of the two words. */
interface Rows {
  before: number[];
  last: number[];
}

function nextRow(one: string, other: string, row: number, { before, last }: Rows): number[] {
  const current: number[] = row <= mostEdits ? [row] : [];
  const until = Math.min(other.length, row + mostEdits);
  for (let column = Math.max(1, row - mostEdits); column <= until; column++) {
    const isSame = one[row - 1] === other[column - 1];
    const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
    current[column] = Math.min(
      (last[column - 1] ?? tooMany) + (isSame ? 0 : 1),
      (last[column] ?? tooMany) + 1,
      (current[column - 1] ?? tooMany) + 1,
      isSwapped ? (before[column - 2] ?? tooMany) + 1 : tooMany,
    );
  }
  return current;
}
