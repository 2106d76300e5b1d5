/** Parts not to split: comments, strings, quoted names and dollar-quoted bodies. */
const whole = /--[^\n]*|\/\*.*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$.*?\$\1\$/gs;

/** Splits a text into statements, each with its preceding comments. */
export function sqlStatements(text: string): string[] {
  const ends = [...text.replaceAll(whole, (part) => ' '.repeat(part.length)).matchAll(/;/g)];
  const bounds = [0, ...ends.map(({ index }) => index + 1), text.length];
  return bounds
    .slice(1)
    .map((end, place) => text.slice(bounds[place], end).trim())
    .filter((statement) => statement.replaceAll(/--[^\n]*/g, '').trim() !== '');
}
