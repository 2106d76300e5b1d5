/** Patterns of text, with the words that errors use in their place. */
const words = new Map<string, string>();

/** `mustBe`: what the text must be, with an example: "a hex color, such as #1d4ed8". */
export function patternOf(pattern: string, mustBe: string): { pattern: string } {
  words.set(pattern, mustBe);
  return { pattern };
}

/** Undefined for a pattern without words. */
export function patternWords(pattern: string): string | undefined {
  return words.get(pattern);
}

export const currencyPattern = patternOf('^[A-Za-z]{3}$', 'an ISO 4217 currency code, such as EUR');
