/** What is not divided: comments, texts, names in quotes and bodies between dollars. */
const whole = /--[^\n]*|\/\*.*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$.*?\$\1\$/gs;

/** The statements of a text, with the comments before them. */
export function sqlStatements(text: string): string[] {
  const ends = [...text.replaceAll(whole, (part) => ' '.repeat(part.length)).matchAll(/;/g)];
  const bounds = [0, ...ends.map(({ index }) => index + 1), text.length];
  return bounds
    .slice(1)
    .map((end, place) => text.slice(bounds[place], end).trim())
    .filter((statement) => statement.replaceAll(/--[^\n]*/g, '').trim() !== '');
}
