/**
 * Normalizes text for search: queries and records in the same way, only here, so that the database compares
 * bytes. Everything is limited, since strangers can write it.
 */
import type { MatchedField } from '@footfall/contract/search';

export interface SearchedField {
  field: MatchedField;
  value: string;
}

/** 1: the whole field; 2: from the start of a word; 3: inside a word. */
type Rank = 1 | 2 | 3;

export interface Match extends SearchedField {
  rank: Rank;
  /** Ends with a complete word. */
  isWhole: boolean;
}

export interface SearchQuery {
  words: string[];
  /** The words, joined with spaces. */
  phrase: string;
}

const charactersRead = 200;
const wordsOfField = 10;
const wordLength = 40;
const tokenLength = 64;
/** Most tokens per record that start at a word, and inside one. */
export const tokenLimits = { beginnings: 32, insides: 48 };
/** Prefix of tokens that start inside a word; no others have it. */
export const insideMark = '*';

/** Letters that Unicode does not decompose, but readers treat as variants. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

function folded(text: string): string {
  const lower = text.slice(0, charactersRead).toWellFormed().toLowerCase();
  if (isPlain(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => plainLetters[letter] ?? letter);
}

function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

function wordsOf(text: string): string[] {
  const read = folded(text);
  // The same words for ASCII text, in a fifth of the time.
  const letters = isPlain(read) ? /[a-z0-9]+/g : /[\p{L}\p{N}\p{M}]+/gu;
  const words = read.match(letters) ?? [];
  return words.slice(0, wordsOfField).map((word) => cut(word, wordLength));
}

/** At most so many characters. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : [...text].slice(0, length).join('');
}

export function readQuery(text: string): SearchQuery {
  const words = wordsOf(text);
  return { words, phrase: words.join(' ') };
}

/** Ids and codes match only at their start and at the starts of their parts. */
function hasInsides({ field }: SearchedField): boolean {
  return field !== 'user_id' && field !== 'code' && field !== 'id';
}

/** Shorter parts are not searched inside words, except in scripts without spaces. */
export function isLongEnoughInside(part: string): boolean {
  return part.length >= 3 || (part.codePointAt(0) ?? 0) >= 0x2e80;
}

/** Tokens of a record: from each word of each field, and from inside each word. */
export function tokensOf(fields: SearchedField[]): string[] {
  const beginnings = new Set<string>();
  const insides = new Set<string>();
  for (const field of fields) {
    const words = wordsOf(field.value);
    for (const place of words.keys()) {
      beginnings.add(cut(words.slice(place).join(' '), tokenLength));
    }
    if (hasInsides(field)) for (const word of words) addInsides(insides, word);
  }
  return [
    ...[...beginnings].slice(0, tokenLimits.beginnings),
    ...[...insides].slice(0, tokenLimits.insides).map((part) => insideMark + part),
  ];
}

function addInsides(insides: Set<string>, word: string): void {
  const characters = [...word];
  for (let from = 1; from < characters.length; from++) {
    const part = characters.slice(from).join('');
    if (isLongEnoughInside(part)) insides.add(part);
  }
}

/** Range of tokens with this prefix, in the database's order. */
export function rangeOf(beginning: string): { low: string; high: string } {
  const low = cut(beginning, tokenLength);
  return { low, high: `${low}\u{10ffff}` };
}

/** A record's best match; undefined without one. */
export function matchOf(
  fields: SearchedField[],
  { words, phrase }: SearchQuery,
): Match | undefined {
  if (phrase === '') return undefined;
  let best: Match | undefined;
  const read = fields.map(({ value }) => ` ${wordsOf(value).join(' ')} `);
  for (const [place, field] of fields.entries()) {
    const match = matchOfField(field, read[place] ?? '', phrase);
    if (match && (!best || isBetter(match, best))) best = match;
  }
  if (best || words.length < 2) return best;
  // In any order, in any field.
  if (!words.every((word) => read.some((padded) => padded.includes(` ${word}`)))) return undefined;
  const matching = fields[read.findIndex((padded) => padded.includes(` ${words[0]}`))];
  return matching && { ...matching, rank: 2, isWhole: false };
}

function matchOfField(field: SearchedField, padded: string, phrase: string): Match | undefined {
  if (padded === ` ${phrase} `) return { ...field, rank: 1, isWhole: true };
  if (padded.includes(` ${phrase} `)) return { ...field, rank: 2, isWhole: true };
  if (padded.includes(` ${phrase}`)) return { ...field, rank: 2, isWhole: false };
  const isInside = hasInsides(field) && isLongEnoughInside(phrase) && padded.includes(phrase);
  return isInside ? { ...field, rank: 3, isWhole: false } : undefined;
}

export function isBetter(one: Match, other: Match): boolean {
  return one.rank !== other.rank ? one.rank < other.rank : one.isWhole && !other.isWhole;
}

/** Fewer characters of an id are too few to search. */
const leastOfId = 6;

/** Start of an id as hexadecimal digits; undefined if it is none. */
export function idBeginning(text: string): string | undefined {
  const digits = text.trim().toLowerCase().replaceAll('-', '');
  return digits.length >= leastOfId && /^[\da-f]{1,32}$/.test(digits) ? digits : undefined;
}

export function matchOfId(id: string, beginning: string | undefined): Match | undefined {
  if (beginning === undefined || !id.replaceAll('-', '').startsWith(beginning)) return undefined;
  const isWhole = beginning.length === 32;
  return { field: 'id', value: id, rank: isWhole ? 1 : 2, isWhole };
}

/** First and last id with this prefix. */
export function idRangeOf(beginning: string): { low: string; high: string } {
  const dashed = (digits: string) =>
    digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { low: dashed(beginning.padEnd(32, '0')), high: dashed(beginning.padEnd(32, 'f')) };
}
