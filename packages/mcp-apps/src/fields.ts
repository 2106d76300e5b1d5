/** Reads tool results without trusting their shape. */

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Also reads from `untrusted`. */
export function fieldOf(record: Fields, name: string): unknown {
  const { untrusted } = record;
  return record[name] ?? (isFields(untrusted) ? untrusted[name] : undefined);
}

export function textOf(record: Fields, ...names: string[]): string {
  for (const name of names) {
    const value = fieldOf(record, name);
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

export function recordsOf(value: unknown): Fields[] {
  if (!isFields(value) || !Array.isArray(value.records)) return [];
  return value.records.filter(isFields);
}

export function countOf(value: unknown, name: string): number {
  const count = isFields(value) ? value[name] : undefined;
  return typeof count === 'number' ? count : 0;
}

/** From `2026-11-20T14:32:42Z (2 d ago)`. */
export function timeIn(text: string): { at: string; ago: string } | undefined {
  const [, at, ago] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) \(([^)]+)\)$/.exec(text) ?? [];
  return at !== undefined && ago !== undefined ? { at, ago } : undefined;
}

/** A map, since visitors' names may equal inherited object properties. */
const words = new Map([
  ['created_at', 'Created'],
  ['updated_at', 'Changed'],
  ['is_favorite', 'Favorite'],
  ['ip', 'IP address'],
]);

export function labelOf(name: string): string {
  const label = words.get(name) ?? name.replaceAll('_', ' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

export function plain(value: unknown): string {
  if (typeof value === 'number') return numbers.format(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return timeIn(value)?.ago ?? value;
  if (Array.isArray(value)) return value.map(plain).filter(Boolean).join(', ');
  if (!isFields(value)) return '';
  const { untrusted, ...ours } = value;
  const all = { ...ours, ...(isFields(untrusted) ? untrusted : {}) };
  return Object.entries(all)
    .map(([name, each]) => `${name}: ${plain(each)}`)
    .join(', ');
}

/** `[{ value: 10, untrusted: { currency: 'EUR' } }]` as `10 EUR`. */
export function money(value: unknown): string {
  if (!Array.isArray(value)) return '';
  return value
    .filter(isFields)
    .filter((amount) => typeof amount.value === 'number')
    .map((amount) => `${plain(amount.value)} ${textOf(amount, 'currency')}`.trim())
    .join(', ');
}
