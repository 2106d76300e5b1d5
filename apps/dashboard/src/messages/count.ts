/** A number with its word, by the plural rules of a language: `counted('en')(2, { one: 'lead', other: 'leads' })`. */
export function counted(language: string) {
  const numbers = new Intl.NumberFormat(language);
  const rules = new Intl.PluralRules(language);
  return (count: number, words: { one: string; other: string }) => {
    const word = rules.select(count) === 'one' ? words.one : words.other;
    return `${numbers.format(count)} ${word}`;
  };
}
