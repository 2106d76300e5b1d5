/**
 * Estimates a text's tokens: no fewer than common tokenizers give for this service's texts
 * (`token-count.test.ts` compares), in one pass and without their tables, which take 50 MB.
 */

/** Characters per token in a run, by kind of character. */
const together = { lower: 4, upper: 1.7, digit: 2.5, space: 8, sign: 1.4 } as const;
type Sort = keyof typeof together | 'other';

export function countTokens(text: string): number {
  let tokens = 0;
  let run = 0;
  let sort: Sort = 'space';
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    const next = sortOf(code);
    if (next === 'other') tokens += tokensOfOther(code);
    if (next === sort) run += 1;
    else {
      tokens += tokensOf(sort, run);
      // A word's token includes a preceding capital or space.
      run = next === 'lower' && run === 1 && (sort === 'upper' || sort === 'space') ? 0 : 1;
      sort = next;
    }
  }
  return Math.ceil(tokens + tokensOf(sort, run));
}

function tokensOf(sort: Sort, run: number): number {
  return sort === 'other' ? 0 : Math.ceil(run / together[sort]);
}

/** Letters of living scripts take fewer than rare signs; surrogates count twice. */
function tokensOfOther(code: number): number {
  const isCommon =
    (code < 0x800 && (code < 0x300 || code > 0x36f)) || (code >= 0xe00 && code < 0xe80);
  if (isCommon) return 1;
  return code >= 0x3000 && code < 0xd800 ? 1.6 : 2.5;
}

function sortOf(code: number): Sort {
  if (code >= 97 && code <= 122) return 'lower';
  if (code >= 48 && code <= 57) return 'digit';
  if (code >= 65 && code <= 90) return 'upper';
  if (code === 32 || code === 10 || code === 9 || code === 13) return 'space';
  return code < 128 ? 'sign' : 'other';
}
