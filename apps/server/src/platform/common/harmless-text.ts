/**
 * Makes text from strangers harmless for readers that interpret it: chat windows that render Markdown and
 * HTML, terminals with escapes, models that read invisible text. It stays readable, and instructions in it
 * stay plain words; the caller marks it as a stranger's. Pure, linear and idempotent; at most doubles the
 * length.
 */

/** Stops where the next escape begins, so that each character is examined at most twice. */
const escapeSequences = new RegExp(
  [
    // Titles, links and other strings, with their terminators.
    String.raw`(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)`,
    // Colors, cursor moves.
    String.raw`(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]`,
    String.raw`\x1b[ -/]*[0-~]`,
  ].join('|'),
  'g',
);
const breaks = /\r\n|[\t-\r\x85\u2028\u2029]/g;
/** Control characters, direction changes, joiners, tags, selectors, and private use. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;
/** More marks on one letter than any script has. */
const piledMarks = /(\p{M}{8})\p{M}+/gu;

const lookAlikes: Record<string, string> = {
  '<': '‹',
  '>': '›',
  '＜': '‹',
  '＞': '›',
  '﹤': '‹',
  '﹥': '›',
  '`': "'",
};
const opening = /[<>＜＞﹤﹥`]/g;
const entity = /&(?=#?\w{1,32};)/g;
const fence = /~{3,}/g;

/** A link without Markdown: `https://…`, or any other scheme. */
const scheme = /([a-z][a-z\d+.-]{0,31})?:(?=\/\/)/gi;
const dangerousScheme = /\b(javascript|vbscript|data|blob|file):(?=\S)/gi;
const host = /\bwww\.(?=\S)/gi;
/** In `[text](address)`, `[text][name]`, `[name]: address` and `[[page]]`. */
const link = /\](?=[(:[])|\[(?=\[)/g;

/** Fast path: most text has none of these, and most of the rest only ASCII. */
const beyondKeyboard = /[^ -~]/;
const suspicious = /[<>＜＞﹤﹥`&~:[\]]|www\./i;

export function harmless(text: string): string {
  const plain = beyondKeyboard.test(text) ? withoutUnseen(text) : text;
  return suspicious.test(plain) ? inert(plain) : plain;
}

/** Removed characters may have separated two parts of a link. */
function withoutUnseen(text: string): string {
  return text
    .replace(escapeSequences, '')
    .replace(breaks, ' ')
    .replace(unseen, '')
    .replace(piledMarks, '$1')
    .toWellFormed();
}

function inert(plain: string): string {
  return plain
    .replace(opening, (character) => lookAlikes[character] ?? '')
    .replace(entity, '＆')
    .replace(fence, '~~')
    .replace(scheme, inertScheme)
    .replace(dangerousScheme, '$1∶')
    .replace(host, (www) => `${www.slice(0, 3)}[.]`)
    .replace(link, '$& ');
}

/** Defanged, as security reports write it; no program follows it. */
function inertScheme(_: string, name = ''): string {
  if (/^hxxps?$/i.test(name)) return `${name}:`;
  const [, isSecure] = /^http(s?)$/i.exec(name) ?? [];
  return isSecure === undefined ? `${name}∶` : `hxxp${isSecure}:`;
}
