import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');
const n = (value: number) => value.toLocaleString('de');
const members = { one: 'Mitglied', other: 'Mitglieder' };

export const bulk = {
  matching: (total: number) => `${n(total)} Treffer`,
  counting: 'Wird gezählt …',
  addToList: 'Zu Liste hinzufügen',
  removeFromList: 'Aus Liste entfernen',
  list: 'Liste',
  newList: 'Neue Liste …',
  newName: 'Name der Liste',
  noLists: 'Noch keine manuellen Listen.',
  about: (total: number) =>
    `Betrifft ${count(total, { one: 'Besucher oder Person', other: 'Besucher und Personen' })}.`,
  ofLeads:
    'Bei Leads gilt das für die Person. Ist keine Person identifiziert, gilt es für den Besucher.',
  add: 'Zu dieser Liste hinzufügen',
  remove: 'Aus dieser Liste entfernen',
  running: {
    add: (list: string) => `Wird zu „${list}“ hinzugefügt`,
    remove: (list: string) => `Wird aus „${list}“ entfernt`,
  },
  done: {
    add: (changed: number, list: string) => `${count(changed, members)} zu „${list}“ hinzugefügt.`,
    remove: (changed: number, list: string) => `${count(changed, members)} aus „${list}“ entfernt.`,
  },
  triedAgain: (far: string, reason: string) => `${far}. Fehlgeschlagen, wird wiederholt: ${reason}`,
  failed: (far: string, reason: string | undefined) =>
    `Angehalten bei ${far}${reason ? `: ${reason}` : ': Der Auftrag wurde verworfen'}. Setzen Sie von dort fort, oder machen Sie die Änderungen rückgängig.`,
  export: 'Exportieren',
  exportOf: (total: number) => count(total, { one: 'Eintrag', other: 'Einträge' }),
  formats: {
    csv: { name: 'CSV', text: 'für Tabellenprogramme' },
    ndjson: { name: 'NDJSON', text: 'ein JSON-Eintrag pro Zeile' },
    parquet: { name: 'Parquet', text: 'für DuckDB, pandas und Ähnliches' },
  },
  exporting: 'Die Datei wird erstellt',
  stopExport: 'Export abbrechen',
  exported: (file: string) => `${file} gespeichert.`,
  byBrowser: 'Die Datei ist groß. Sehen Sie in den Downloads Ihres Browsers nach.',
  bytes: (megabytes: number) =>
    `${megabytes.toLocaleString('de', { maximumFractionDigits: 1 })} MB`,
  tooManyChosen: (most: number) =>
    `Höchstens ${n(most)} einzeln ausgewählte Zeilen lassen sich exportieren. Wählen Sie stattdessen mit einem Filter alle Treffer aus.`,
} satisfies Messages['bulk'];
