import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');
const n = (value: number) => value.toLocaleString('de');
const members = { one: 'Mitglied', other: 'Mitglieder' };

export const bulk = {
  matching: (total: number) => (total === 1 ? '1 passt' : `${n(total)} passen`),
  counting: 'Wird gezählt …',
  addToList: 'Auf Liste setzen',
  removeFromList: 'Von Liste nehmen',
  list: 'Liste',
  newList: 'Eine neue Liste …',
  newName: 'Name der neuen Liste',
  noLists: 'Es gibt noch keine Liste, die von Hand geführt wird.',
  about: (total: number) =>
    `Es geht um ${count(total, { one: 'Besucher oder Person', other: 'Besucher und Personen' })}.`,
  ofLeads: 'Bei Leads sind ihre Personen gemeint, oder ihre Besucher, wo noch niemand bekannt ist.',
  add: 'Auf die Liste setzen',
  remove: 'Von der Liste nehmen',
  running: {
    add: (list: string) => `Kommt auf „${list}“`,
    remove: (list: string) => `Wird von „${list}“ genommen`,
  },
  done: {
    add: (changed: number, list: string) => `${count(changed, members)} auf „${list}“ gesetzt.`,
    remove: (changed: number, list: string) => `${count(changed, members)} von „${list}“ genommen.`,
  },
  triedAgain: (far: string, reason: string) =>
    `${far}. Es ist fehlgeschlagen und wird wieder versucht: ${reason}`,
  failed: (far: string, reason: string | undefined) =>
    `Es blieb stehen bei ${far}${reason ? `: ${reason}` : ': Der Auftrag wurde verworfen'}. Versuchen Sie es noch einmal, dann geht es dort weiter, oder machen Sie das Getane rückgängig.`,
  export: 'Exportieren',
  exportOf: (total: number) => count(total, { one: 'Eintrag', other: 'Einträge' }),
  formats: {
    csv: { name: 'CSV', text: 'für Tabellenprogramme' },
    ndjson: { name: 'NDJSON', text: 'je Zeile ein Eintrag als JSON' },
    parquet: { name: 'Parquet', text: 'für DuckDB, pandas und Ähnliches' },
  },
  exporting: 'Die Datei wird erstellt',
  stopExport: 'Export anhalten',
  exported: (file: string) => `${file} ist gespeichert.`,
  byBrowser: 'Die Datei ist groß, deshalb lädt der Browser sie herunter: siehe seine Downloads.',
  bytes: (megabytes: number) =>
    `${megabytes.toLocaleString('de', { maximumFractionDigits: 1 })} MB`,
  tooManyChosen: (most: number) =>
    `Höchstens ${n(most)} einzeln ausgewählte Zeilen passen in eine Datei. Wählen Sie stattdessen mit einem Filter alle passenden aus.`,
} satisfies Messages['bulk'];
