import type { Messages } from '../en.ts';

const n = (value: number) => value.toLocaleString('de');

export const table = {
  columns: 'Spalten',
  rowsPerPage: 'Zeilen je Seite',
  range: (from: number, to: number, all: number) => `${n(from)}–${n(to)} von ${n(all)}`,
  nextPage: 'Nächste Seite',
  previousPage: 'Vorige Seite',
  sortBy: (column: string) => `Nach ${column} sortieren`,
  selectRow: 'Diese Zeile auswählen',
  selectPage: 'Alle Zeilen dieser Seite auswählen',
  selected: (count: number) => `${n(count)} ausgewählt`,
  selectAll: (count: number) => `Alle ${n(count)} passenden auswählen`,
  clearSelection: 'Auswahl aufheben',
  noMatch: 'Nichts passt zu diesem Filter.',
  clearFilter: 'Filter wegnehmen',
  open: 'Öffnen',
  saved: 'Gespeichert.',
} satisfies Messages['table'];
