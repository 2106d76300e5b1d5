/** Where the messages of a body stand, without reading them: the elements of its `batch` array. */

/** The text is no JSON, as far as was looked. */
export class JsonFault extends Error {}

export interface Place {
  start: number;
  end: number;
}

/**
 * The bytes of each message, as they came. `body` is valid JSON, an object: the elements of its last
 * `batch` member (the one that JSON.parse keeps), or none when it has no such array.
 */
export function rawMessages(body: Buffer): Buffer[] {
  // One character a byte: what is no UTF-8 stays as it came, and JSON's own signs are ASCII.
  const text = body.toString('latin1');
  let found: Place[] = [];
  eachMember(text, (name, { start }) => {
    if (name === 'batch') found = text[start] === '[' ? elements(text, start) : [];
  });
  return found.map(({ start, end }) => body.subarray(start, end));
}

/** The one value of a text. @throws JsonFault */
export function onlyValue(text: string): Place {
  const start = skipSpace(text, 0);
  const end = endOfValue(text, start);
  if (skipSpace(text, end) < text.length) throw new JsonFault();
  return { start, end };
}

/** Of the object that the text is. @throws JsonFault */
export function eachMember(text: string, visit: (name: string, place: Place) => void): void {
  const { start } = onlyValue(text);
  eachPart(text, start, '}', (at) => {
    const nameEnd = endOfValue(text, at);
    const colon = skipSpace(text, nameEnd);
    if (text[at] !== '"' || text[colon] !== ':') throw new JsonFault();
    const name: unknown = JSON.parse(text.slice(at, nameEnd));
    const begin = skipSpace(text, colon + 1);
    const end = endOfValue(text, begin);
    visit(String(name), { start: begin, end });
    return end;
  });
}

/** Of the array that begins at `open`; one more than `most`, at most. @throws JsonFault */
export function elements(text: string, open: number, most = Number.POSITIVE_INFINITY): Place[] {
  const found: Place[] = [];
  eachPart(text, open, ']', (start) => {
    if (found.length > most) return undefined;
    const end = endOfValue(text, start);
    found.push({ start, end });
    return end;
  });
  return found;
}

/** `visit` returns where the part that begins there ends; undefined when enough was seen. */
function eachPart(
  text: string,
  open: number,
  close: string,
  visit: (start: number) => number | undefined,
): void {
  let at = skipSpace(text, open + 1);
  if (text[at] === close) return;
  for (;;) {
    const end = visit(at);
    if (end === undefined) return;
    at = skipSpace(text, end);
    if (text[at] === close) return;
    if (text[at] !== ',') throw new JsonFault();
    at = skipSpace(text, at + 1);
  }
}

/** The place after the value that starts at `start`; what is in it is not looked at. */
function endOfValue(text: string, start: number): number {
  const opening = text[start];
  if (opening === '"') return endOfString(text, start);
  if (opening !== '{' && opening !== '[') return endOfWord(text, start);
  let depth = 0;
  let at = start;
  do {
    const character = text[at];
    if (character === undefined) throw new JsonFault();
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    at = character === '"' ? endOfString(text, at) : at + 1;
  } while (depth > 0);
  return at;
}

/** A number, true, false or null. */
function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !',]}'.includes(text.charAt(at)) && !isSpace(text[at])) at += 1;
  if (at === start) throw new JsonFault();
  return at;
}

function endOfString(text: string, open: number): number {
  let at = open + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  if (at >= text.length) throw new JsonFault();
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
