/**
 * Text that a stranger may have written, for readers that take text for more than it is: chat windows that
 * render Markdown and HTML, terminals that obey escapes, models that read what nobody sees. It stays
 * readable, and what it asks for stays a request in words; marking it as a stranger's is the caller's.
 * Pure and linear; done twice it is the same, and at most twice as long.
 */

/** What ends where the next escape begins, so that each character is looked at once or twice. */
const escapeSequences = new RegExp(
  [
    // Titles, links and other strings, with their ends.
    String.raw`(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)`,
    // Colours, moves.
    String.raw`(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]`,
    String.raw`\x1b[ -/]*[0-~]`,
  ].join('|'),
  'g',
);
const breaks = /\r\n|[\t-\r\x85\u2028\u2029]/g;
/** Control characters, those that turn the direction, joiners, tags, selectors, and what fonts alone know. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;
/** More on one letter than any writing has. */
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

/** A link where no Markdown is needed for one: `https://…`, and any program's own scheme. */
const scheme = /([a-z][a-z\d+.-]{0,31})?:(?=\/\/)/gi;
const dangerousScheme = /\b(javascript|vbscript|data|blob|file):(?=\S)/gi;
const host = /\bwww\.(?=\S)/gi;
/** Of `[text](address)`, `[text][name]`, `[name]: address` and `[[page]]`. */
const link = /\](?=[(:[])|\[(?=\[)/g;

/** Most text has nothing of all that, and most of the rest no sign beyond those of a keyboard. */
const beyondKeyboard = /[^ -~]/;
const suspicious = /[<>＜＞﹤﹥`&~:[\]]|www\./i;

export function harmless(text: string): string {
  const plain = beyondKeyboard.test(text) ? withoutUnseen(text) : text;
  return suspicious.test(plain) ? inert(plain) : plain;
}

/** What is left out may have stood between two parts of a link. */
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

/** As those write it who warn of an address; no program follows it. */
function inertScheme(_: string, name = ''): string {
  if (/^hxxps?$/i.test(name)) return `${name}:`;
  const [, isSecure] = /^http(s?)$/i.exec(name) ?? [];
  return isSecure === undefined ? `${name}∶` : `hxxp${isSecure}:`;
}
