/* Key pages as command line values: /pricing*=10,/demo*=15. */
import {
  isKeyPagePattern,
  isKeyPagePoints,
  isNamedTwice,
  type KeyPage,
  keyPageLimits,
} from '@footfall/contract/settings';
import { InvalidArgumentError } from 'commander';
import { parts } from './values.ts';

export function asKeyPages(text: string): KeyPage[] {
  if (text.trim() === 'none') return [];
  const pages = parts(text).map(asKeyPage);
  if (isNamedTwice(pages)) throw new InvalidArgumentError('List each pattern once.');
  if (pages.length === 0 || pages.length > keyPageLimits.pages) {
    throw new InvalidArgumentError(`List 1 to ${keyPageLimits.pages} pages, or none.`);
  }
  return pages;
}

function asKeyPage(part: string): KeyPage {
  const [, pattern = '', digits = ''] = /^(.*?)=(\d{1,9})$/.exec(part) ?? [];
  const points = Number(digits);
  if (!isKeyPagePattern(pattern) || !isKeyPagePoints(points)) {
    const { patternLength, points: most } = keyPageLimits;
    throw new InvalidArgumentError(
      `"${part}" is not PATTERN=POINTS, such as /pricing*=10. A pattern begins with / or * and has at most ${patternLength} characters and no spaces; points are a whole number from 1 to ${most}.`,
    );
  }
  return { pattern, points };
}
