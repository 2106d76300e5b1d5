import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostileHost, injections } from '../../testing/injections.ts';
import { harmless } from './harmless-text.ts';

/** Everything that a renderer of Markdown, a browser, a terminal or a linker takes for more than text. */
const active: Record<string, RegExp> = {
  'a tag, autolink or token of a model': /[<>＜＞﹤﹥]/,
  'a link, image or definition': /\][([:]|\[\[/,
  'an address that is followed': /(?<!hxxps?):\/\//i,
  'a host that is followed': /\bwww\.\S/i,
  'a scheme that runs': /\b(?:javascript|vbscript|data|file):\S/i,
  'a character reference': /&#?\w{1,32};/,
  'a block of code': /`|~~~/,
  'a control character or line': /[\p{Cc}\u2028\u2029]/u,
  'what is not seen': /[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u,
  'marks in a pile': /\p{M}{9}/u,
};

function expectHarmless(text: string): void {
  const made = harmless(text);
  for (const [what, pattern] of Object.entries(active)) {
    expect(pattern.test(made), `${what} in ${JSON.stringify(made)}`).toBe(false);
  }
  expect(made.isWellFormed()).toBe(true);
  expect(harmless(made)).toBe(made);
  expect(made.length).toBeLessThanOrEqual(2 * text.length);
}

test('there are injections of every kind', () => {
  const texts = Object.values(injections);
  expect(texts.length).toBeGreaterThanOrEqual(60);
  expect(new Set(texts).size).toBe(texts.length);
  for (const [what, pattern] of Object.entries(active)) {
    expect(
      texts.some((text) => pattern.test(text)),
      what,
    ).toBe(true);
  }
});

test.each(Object.entries(injections))('%s is made harmless', (_, text) => {
  expectHarmless(text);
  expectHarmless(`Ada ${text}${text} Lovelace`);
});

test.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['ada.lovelace+news@example.com', 'ada.lovelace+news@example.com'],
  ['Pricing & plans [new] (2026): 10 % off', 'Pricing & plans [new] (2026): 10 % off'],
  ['/pricing?plan=team&seats=5#top', '/pricing?plan=team&seats=5#top'],
  ['Größe, Œuvre, Ελλάδα, 日本語, العربية, हिन्दी', 'Größe, Œuvre, Ελλάδα, 日本語, العربية, हिन्दी'],
  ['+49 (0)89 123456', '+49 (0)89 123456'],
  ['{"plan": "team"}', '{"plan": "team"}'],
  ['first line\r\nsecond\tline', 'first line second line'],
  ['https://shop.example/pricing', 'hxxps://shop.example/pricing'],
  ['www.shop.example', 'www[.]shop.example'],
  ['a < b', 'a ‹ b'],
  [`[Open](https://${hostileHost})`, `[Open] (hxxps://${hostileHost})`],
  ['\u001b]8;;https://evil.example\u0007Open\u001b]8;;\u0007', 'Open'],
  ['\u001b[1;31mred\u001b[0m', 'red'],
  ['', ''],
])('%j is read as %j', (text, read) => {
  expect(harmless(text)).toBe(read);
});

const fragments = [
  ...Object.values(injections),
  ...'[]()<>!:&;#`~\\/ |\u001b\u009b\u200b\u0301wW.xhtps'.split(''),
  '://',
  'http',
  'www.',
  'javascript:',
  '](',
  '\u001b[',
  '\u001b]',
  '\u0007',
];

test('any combination of them is harmless and unchanged', () => {
  const text = fc
    .array(fc.constantFrom(...fragments), { maxLength: 12 })
    .map((all) => all.join(''));
  fc.assert(fc.property(text, expectHarmless), { numRuns: 1500 });
});

test('any text is harmless after it, and words stay words', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), expectHarmless));
  const word = fc
    .stringMatching(/^[a-z0-9 ,.?'"()+-]{0,60}$/)
    .filter((all) => !all.includes('www.'));
  fc.assert(
    fc.property(word, (text) => {
      expect(harmless(text)).toBe(text);
    }),
  );
});

test('the time is in proportion to the length', () => {
  const worst = [
    '\u001b]',
    '\u001b[0',
    '\u009d',
    '\u009b0',
    '\u001bP ',
    '[',
    '](',
    'http',
    'a',
    '&',
    '&a',
    ':',
    '~',
    '\u0301',
    'www.',
  ];
  for (const part of worst) {
    const text = part.repeat(200_000 / part.length);
    // Anything that is quadratic in this takes minutes.
    expect(harmless(text).length).toBeLessThanOrEqual(2 * text.length);
  }
});
