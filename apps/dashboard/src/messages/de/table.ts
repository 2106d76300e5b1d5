import type { Messages } from '../en.ts';

const n = (value: number) => value.toLocaleString('de');

export const table = {
  columns: 'Spalten',
  rowsPerPage: 'Zeilen pro Seite',
  range: (from: number, to: number, all: number) => `${n(from)}–${n(to)} von ${n(all)}`,
  nextPage: 'Nächste Seite',
  previousPage: 'Vorige Seite',
  sortBy: (column: string) => `Nach ${column} sortieren`,
  selectRow: 'Diese Zeile auswählen',
  selectPage: 'Alle Zeilen dieser Seite auswählen',
  selected: (count: number) => `${n(count)} ausgewählt`,
  selectAll: (count: number) =>
    count === 1 ? '1 Treffer auswählen' : `Alle ${n(count)} Treffer auswählen`,
  clearSelection: 'Auswahl aufheben',
  noMatch: 'Keine Treffer für diesen Filter.',
  clearFilter: 'Filter entfernen',
  open: 'Öffnen',
  saved: 'Gespeichert.',
} satisfies Messages['table'];
