/** TypeScript and Python literals, on several lines if too wide for the examples column. */

export interface Notation {
  indent: string;
  /** Inside an object's braces on one line. */
  padding: string;
  text(value: string): string;
  key(name: string): string;
  constants: Record<'true' | 'false' | 'null', string>;
}

const widest = 70;

export const typescript: Notation = {
  indent: '  ',
  padding: ' ',
  text: (value) =>
    `'${JSON.stringify(value).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`,
  key: (name) => (/^[\w$]+$/.test(name) ? name : typescript.text(name)),
  constants: { true: 'true', false: 'false', null: 'null' },
};

export const python: Notation = {
  indent: '    ',
  padding: '',
  text: (value) => JSON.stringify(value),
  key: (name) => JSON.stringify(name),
  constants: { true: 'True', false: 'False', null: 'None' },
};

export function literal(value: unknown, notation: Notation): string {
  if (typeof value === 'string') return notation.text(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => literal(item, notation));
    return wrapped('[', items, ']', notation);
  }
  if (typeof value !== 'object' || value === null) {
    const text = String(value);
    return notation.constants[text as 'null'] ?? text;
  }
  const fields = Object.entries(value).map(
    ([name, field]) => `${notation.key(name)}: ${literal(field, notation)}`,
  );
  return wrapped('{', fields, '}', notation, notation.padding);
}

/** `open` … `close` on one line if short, else one part per line. */
export function wrapped(
  open: string,
  parts: string[],
  close: string,
  { indent }: Notation,
  padding = '',
): string {
  if (parts.length === 0) return open + close;
  const line = [open, parts.join(', '), close].join(padding);
  if (line.length <= widest && !line.includes('\n')) return line;
  const lines = parts.map((part) => `${part},`.replaceAll(/^/gm, indent));
  return [open, ...lines, close].join('\n');
}
