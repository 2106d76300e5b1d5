/**
 * Masks values in free text that must not be stored: email addresses, secrets, card numbers. By pattern
 * alone, preferring to mask too much. Every step is linear in the text, which visitors choose. About 0.1 µs
 * for a URL without matches.
 */

const longestPlainWord = 16;
const fewestCardDigits = 13;

/** Character codes: 1 digit, 2 lower case, 3 upper case, 4 allowed between them within a word. */
const kinds = new Uint8Array(128);
for (let code = 48; code < 58; code++) kinds[code] = 1;
for (let code = 97; code < 123; code++) kinds[code] = 2;
for (let code = 65; code < 91; code++) kinds[code] = 3;
kinds[45] = 4;
kinds[95] = 4;

const at = /@|%(?:25){0,3}40/gi;
/** Ends the part before "@". */
const localEnd = /[\s/?#&=:;,"'<>()[\]{}\\|@]/;
const domain = /^(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,63}/u;

/** At most 19 digits with separators: a bounded number of steps from each position. */
const cardNumber = /(?<!\d)\d(?:(?:[ +.-]|%20)?\d){12,18}(?!\d)/g;

const word = /[\w-]{16,}/g;
/** Three parts with dots; the first is JSON that begins with `{"`. */
const webToken = /\beyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g;
/** Prefixes of services' secrets, including ours. */
const secretPrefix =
  /^(?:svc_|sk_|rk_|pk_live|pk_test|whsec_|gh[opusr]_|github_pat_|glpat-|npm_|xox[abeprs]-|AKIA|ASIA|AIza|ya29|shp[a-z]{2}_|SG\.)/;
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Replaces such values with `[email]`, `[token]` and `[card]`. */
export function maskValues(text: string): string {
  const { hasAt, hasLongWord, digits } = looksOf(text);
  let masked = hasAt ? maskEmails(text) : text;
  if (digits >= fewestCardDigits) masked = masked.replace(cardNumber, maskCard);
  if (hasLongWord) masked = masked.replace(webToken, '[token]').replace(word, maskToken);
  return masked;
}

/** For values that are tokens by nature, such as click ids. */
export function maskEmails(text: string): string {
  let masked = '';
  let done = 0;
  let before = 0;
  at.lastIndex = 0;
  for (let match = at.exec(text); match !== null; match = at.exec(text)) {
    const after = match.index + match[0].length;
    const start = localStart(text, match.index, before);
    before = after;
    const host = start < match.index ? domain.exec(text.slice(after, after + 256))?.[0] : undefined;
    if (host === undefined) continue;
    masked += `${text.slice(done, start)}[email]`;
    done = after + host.length;
    before = done;
    at.lastIndex = done;
  }
  return masked + text.slice(done);
}

/** Not before the previous "@". Standards allow 64 characters, more if escaped. */
function localStart(text: string, end: number, from: number): number {
  let start = end;
  const least = Math.max(from, end - 192);
  while (start > least && !localEnd.test(text.charAt(start - 1))) start -= 1;
  return start;
}

/** One pass: whether there can be anything to mask. */
function looksOf(text: string): { hasAt: boolean; hasLongWord: boolean; digits: number } {
  let hasAt = false;
  let hasLongWord = false;
  let digits = 0;
  let length = 0;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    const kind = code < 128 ? (kinds[code] ?? 0) : 0;
    if (kind === 0) {
      if (code === 64 || code === 37) hasAt = true;
      length = 0;
      continue;
    }
    if (kind === 1) digits += 1;
    length += 1;
    if (length >= longestPlainWord) hasLongWord = true;
  }
  return { hasAt, hasLongWord, digits };
}

function maskToken(text: string): string {
  return isToken(text) ? '[token]' : text;
}

/**
 * In a secret, letters and digits alternate often; in words, names and numbers they do not. A recognizable id
 * (a UUID) is no secret, and stays.
 */
function isToken(text: string): boolean {
  if (secretPrefix.test(text) && /\d/.test(text)) return true;
  let characters = 0;
  let changes = 0;
  let before = 4;
  for (let place = 0; place < text.length; place++) {
    const kind = kinds[text.charCodeAt(place)] ?? 4;
    if (kind !== 4) characters += 1;
    // An upper-case letter before lower case begins a word.
    const isChange = kind !== before && kind !== 4 && before !== 4;
    if (isChange && !(before === 3 && kind === 2)) changes += 1;
    before = kind;
  }
  return characters >= 16 && changes * 4 >= characters && !uuid.test(text);
}

function maskCard(text: string, place: number, whole: string): string {
  if (isWithinUuid(text, place, whole)) return text;
  const digits = text.replaceAll('%20', '').replaceAll(/\D/g, '');
  return /^[2-6]/.test(digits) && hasCheckDigit(digits) ? '[card]' : text;
}

const uuidLength = 36;
const anyUuid = /(?<![\w-])[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}(?![\w-])/gi;

/** One in a hundred UUIDs with digits at the end would pass for a card. */
function isWithinUuid(text: string, place: number, whole: string): boolean {
  const from = Math.max(0, place - uuidLength);
  const around = whole.slice(from, place + uuidLength + 1);
  for (const { index, 0: domain } of around.matchAll(anyUuid)) {
    const start = from + index;
    if (start <= place && place + text.length <= start + domain.length) return true;
  }
  return false;
}

/** Luhn: every second digit from the right counts double. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 48;
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
