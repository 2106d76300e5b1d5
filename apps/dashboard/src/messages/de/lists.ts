import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');
const members = { one: 'Mitglied', other: 'Mitglieder' };

export const lists = {
  title: 'Listen',
  one: 'Liste',
  name: 'Name',
  description: 'Beschreibung',
  color: 'Farbe',
  members: 'Mitglieder',
  of: 'Mitgliedstyp',
  subjects: { visitors: 'Besucher', identities: 'Personen', both: 'Besucher und Personen' },
  kept: 'Art',
  byHand: 'manuell',
  byFilter: 'automatisch',
  state: 'Status',
  states: { filling: 'wird gefüllt', kept: 'aktuell', failing: 'fehlgeschlagen' },
  errors: {
    takes_too_long:
      'Der Filter braucht zu lange. Grenzen Sie ihn ein, etwa auf einen kürzeren Zeitraum.',
    too_many_members: 'Es gibt mehr als eine Million Treffer. Grenzen Sie den Filter ein.',
    events_removed:
      'Der Filter braucht Ereignisse, die nach Ihren Aufbewahrungsregeln gelöscht wurden. Verkürzen Sie den Zeitraum.',
    failed: 'Die Aktualisierung ist fehlgeschlagen. Den Grund nennt das Protokoll des Dienstes.',
  },
  retry: 'Nächster Versuch',
  asOf: 'Aktualisiert',
  never: 'noch nicht',
  created: 'Angelegt',
  filter: 'Filter',
  empty: 'Noch keine Listen',
  emptyText:
    'Fügen Sie Besucher und Personen selbst hinzu, oder lassen Sie die Liste durch einen Filter aktualisieren, etwa alle aus Deutschland, die die Preisseite angesehen haben.',
  make: 'Liste anlegen',
  makeTitle: 'Neue Liste',
  editTitle: 'Liste bearbeiten',
  keptHow: 'Manuell oder automatisch',
  keptByHand: 'Manuell: Sie fügen Mitglieder hinzu',
  keptByFilter: 'Automatisch: Ein Filter aktualisiert sie innerhalb einer Minute',
  filterNeeded: 'Fügen Sie einen Filter hinzu, um die Mitglieder festzulegen.',
  preview: (total: number) => `Jetzt ${count(total, members)}`,
  made: (name: string) => `Liste „${name}“ angelegt.`,
  deleteTitle: 'Liste löschen',
  deleteText:
    'Das löscht die Liste und ihre Mitgliedschaften endgültig. Die Besucher und Personen bleiben erhalten.',
  deleted: (name: string) => `Liste „${name}“ gelöscht.`,
  member: 'Mitglied',
  kind: 'Art',
  kinds: { visitor: 'Besucher', identity: 'Person' },
  place: 'Ort',
  lastSeen: 'Zuletzt gesehen',
  added: 'Hinzugefügt',
  remove: 'Aus Liste entfernen',
  removed: (n: number) => `${count(n, members)} entfernt.`,
  changes: 'Letzte Massenänderungen',
  changed: {
    add: (n: number) => `${count(n, members)} hinzugefügt.`,
    remove: (n: number) => `${count(n, members)} entfernt.`,
  },
  changeStates: {
    running: 'Läuft:',
    done: '',
    undoing: 'Wird rückgängig gemacht:',
    undone: 'Rückgängig gemacht.',
    failed: 'Fehlgeschlagen.',
    undo_failed: 'Rückgängigmachen fehlgeschlagen.',
  },
  noMembers: 'Noch keine Mitglieder',
  noMembersByHand: 'Wählen Sie Leads, Personen oder Besucher aus und dann „Zu Liste hinzufügen“.',
  noMembersByFilter: 'Passende Besucher und Personen erscheinen hier innerhalb einer Minute.',
  toVisitors: 'Besucher öffnen',
  anonymous: (id: string) => `Besucher ${id.slice(-6)}`,
} satisfies Messages['lists'];
