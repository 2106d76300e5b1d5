/** The bytes of each message of a batch, as they came: the elements of the body's `batch` array. */

/**
 * `body` is valid JSON, an object. The elements of its last `batch` member (the one that JSON.parse
 * keeps), or none when it has no such array.
 */
export function rawMessages(body: Buffer): Buffer[] {
  // One character a byte: what is no UTF-8 stays as it came, and JSON's own signs are ASCII.
  const text = body.toString('latin1');
  let found: string[] = [];
  eachMember(text, text.indexOf('{'), (name, start) => {
    const end = endOfValue(text, start);
    if (name === 'batch') found = text[start] === '[' ? elements(text, start) : [];
    return end;
  });
  return found.map((element) => Buffer.from(element, 'latin1'));
}

function eachMember(
  text: string,
  open: number,
  visit: (name: string, start: number) => number,
): void {
  let at = skipSpace(text, open + 1);
  while (at < text.length && text[at] !== '}') {
    const nameEnd = endOfValue(text, at);
    const name: unknown = JSON.parse(text.slice(at, nameEnd));
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1);
    at = skipSpace(text, visit(String(name), start));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
}

function elements(text: string, open: number): string[] {
  const found: string[] = [];
  let at = skipSpace(text, open + 1);
  while (at < text.length && text[at] !== ']') {
    const end = endOfValue(text, at);
    found.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return found;
}

/** The place after the value that starts at `start`. */
function endOfValue(text: string, start: number): number {
  const opening = text[start];
  if (opening === '"') return endOfString(text, start);
  if (opening !== '{' && opening !== '[') return endOfWord(text, start);
  let depth = 0;
  let at = start;
  do {
    const character = text[at];
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    at = character === '"' ? endOfString(text, at) : at + 1;
  } while (depth > 0 && at < text.length);
  return at;
}

/** A number, true, false or null. */
function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !',]}'.includes(text.charAt(at)) && !isSpace(text[at])) at += 1;
  return at;
}

function endOfString(text: string, open: number): number {
  let at = open + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text[at])) at += 1;
  return at;
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t';
}
