/* Whether messages with a number read right for one. */
import { expect, test } from 'vitest';
import { messages as german } from './de.ts';
import { messages as english } from './en.ts';

type Message = (...values: unknown[]) => unknown;

/** Every message that takes values, with 1 for each: `campaigns.store` and what it says. */
function saidOfOne(messages: object, path = ''): [string, string][] {
  return Object.entries(messages).flatMap(([key, message]): [string, string][] => {
    const name = path + key;
    if (typeof message === 'object') return saidOfOne(message, `${name}.`);
    if (typeof message !== 'function') return [];
    const text = withOnes(message);
    return typeof text === 'string' ? [[name, text]] : [];
  });
}

/** Where a text is needed, the number fails, and the text of it does not. */
function withOnes(message: Message): unknown {
  const values = (one: unknown) => Array.from({ length: message.length }, () => one);
  try {
    return message(...values(1));
  } catch {
    return message(...values('1'));
  }
}

/** A one that is counted, and what follows it in its sentence. */
const counted = /(?<![\d.,–/])1 [^.:]*/gu;
const plurals = {
  en: /^1 (?:(?!this|is)\w+s|people|\w+ (?:are|were|have|expire))\b/,
  de: /^1 (?:(?:\p{L}+ und|weiteren) )?(?:Zeilen|Kampagnen|Besuche|Personen|Ereignisse|Einträge|Mitglieder|Seiten|Aufrufe|Seitenaufrufe|Leads|Conversions|Verknüpfungen|Tagen?|Stunden|Minuten|Wochen|Punkte|Felder|mal)(?!\p{L})/u,
};
const germanVerbs = /(?<!\p{L})(?:werden|wurden|sind|haben|laufen|kamen)(?!\p{L})/u;

function isWrong(language: 'en' | 'de', text: string): boolean {
  // One thing and one more are several.
  const isOne = !text.includes(' und 1 ');
  return [...text.matchAll(counted)].some(
    ([part]) =>
      plurals[language].test(part) || (language === 'de' && isOne && germanVerbs.test(part)),
  );
}

test.for(['3 rows', '1 rows', '1 records', '1 keys expire', '1 people'])('judges “%s”', (text) => {
  expect(isWrong('en', text)).toBe(text.startsWith('1'));
});

test.for([
  ['1 Zeilen speichern', true],
  ['1 Zeile mit Summen werden übersprungen.', true],
  ['1 Zeile nicht lesbar; sie werden übersprungen:', true],
  ['21 Zeilen speichern', false],
  ['1 Zeile speichern', false],
  ['1 Link, 1 Lead und 1 Conversion werden verschoben.', false],
] as const)('judges “%s”', ([text, expected]) => {
  expect(isWrong('de', text)).toBe(expected);
});

test.for([
  ['en', english],
  ['de', german],
] as const)('messages with a number read right for one: %s', ([language, messages]) => {
  const said = saidOfOne(messages);
  expect(said.length).toBeGreaterThan(60);
  expect(said.filter(([, text]) => isWrong(language, text))).toEqual([]);
});

test('so do the German reasons of scores', () => {
  const factors = ['frequency', 'depth', 'return', 'key_pages', 'conversion', 'recency'];
  const said = factors.map((factor) =>
    german.people.scoreFact(factor, { because: '', count: 1, pages: [] }),
  );
  expect(said.filter((text) => text === '' || isWrong('de', text))).toEqual([]);
});
