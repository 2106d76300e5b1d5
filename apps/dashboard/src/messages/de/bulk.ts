import type { Messages } from '../en.ts';

const n = (value: number) => value.toLocaleString('de');

export const bulk = {
  toList: 'Auf eine Liste setzen oder davon nehmen',
  button: 'Auf eine Liste …',
  action: 'Was soll geschehen',
  add: 'Hinzufügen',
  remove: 'Entfernen',
  list: 'Liste',
  newList: 'Eine neue Liste …',
  newListName: 'Name der neuen Liste',
  about: (count: number) => `Es geht um ${n(count)}.`,
  counting: 'Wird gezählt …',
  noLists: 'Es gibt noch keine Liste, die von Hand geführt wird.',
  added: (count: number, list: string) => `${n(count)} zu ${list} hinzugefügt.`,
  removed: (count: number, list: string) => `${n(count)} von ${list} entfernt.`,
  working: (done: number, all: number) => `${n(done)} von ${n(all)} …`,
  export: 'Exportieren',
  exportTitle: 'Alles exportieren, was passt',
  formats: {
    csv: 'CSV, für Tabellenprogramme',
    ndjson: 'NDJSON, ein Eintrag je Zeile',
    parquet: 'Parquet, für DuckDB und pandas',
  },
} satisfies Messages['bulk'];
