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
  of: 'Von wem',
  subjects: { visitors: 'Besucher', identities: 'Personen', both: 'Besucher und Personen' },
  kept: 'Wie sie geführt wird',
  byHand: 'von Hand',
  byFilter: 'durch einen Filter',
  state: 'Zustand',
  states: { filling: 'wird gefüllt', kept: 'aktuell', failing: 'nicht aktuell' },
  errors: {
    takes_too_long: 'Der Filter braucht zu lange: Fragen Sie nach weniger, etwa kürzerer Zeit.',
    too_many_members: 'Über eine Million passen: Engen Sie den Filter ein.',
    events_removed:
      'Fragt nach Ereignissen, die nicht mehr aufbewahrt werden: Fragen Sie nach kürzerer Zeit.',
    failed: 'Es ist fehlgeschlagen; das Protokoll des Dienstes sagt, warum.',
  },
  retry: 'Nächster Versuch',
  asOf: 'Aktualisiert',
  never: 'noch nicht',
  created: 'Angelegt',
  filter: 'Filter',
  empty: 'Noch keine Liste',
  emptyText:
    'Setzen Sie Besucher und Personen von Hand auf eine Liste, oder lassen Sie eine Liste sich selbst durch einen Filter führen: etwa wer aus Deutschland kommt und die Preise angesehen hat.',
  make: 'Liste anlegen',
  makeTitle: 'Eine neue Liste',
  editTitle: 'Liste ändern',
  keptHow: 'Wie wird sie geführt?',
  keptByHand: 'Von Hand: Ich setze Mitglieder darauf',
  keptByFilter: 'Durch einen Filter: Sie führt sich binnen einer Minute selbst',
  filterNeeded: 'Fügen Sie eine Bedingung hinzu: Wer steht auf der Liste?',
  preview: (total: number) => `Jetzt ${count(total, members)}`,
  made: (name: string) => `Die Liste „${name}“ ist angelegt.`,
  deleteTitle: 'Liste löschen',
  deleteText:
    'Die Liste und ihre Mitgliedschaften gehen verloren, das lässt sich nicht rückgängig machen. Die Besucher und Personen selbst bleiben.',
  deleted: (name: string) => `Die Liste „${name}“ ist gelöscht.`,
  member: 'Mitglied',
  kind: 'Art',
  kinds: { visitor: 'Besucher', identity: 'Person' },
  place: 'Ort',
  lastSeen: 'Zuletzt gesehen',
  added: 'Aufgenommen',
  remove: 'Von dieser Liste nehmen',
  removed: (n: number) => `${count(n, members)} entfernt.`,
  changes: 'Viele auf einmal, am letzten Tag',
  changed: {
    add: (n: number) => `${count(n, members)} aufgenommen.`,
    remove: (n: number) => `${count(n, members)} entfernt.`,
  },
  changeStates: {
    running: 'Läuft:',
    done: '',
    undoing: 'Wird rückgängig gemacht:',
    undone: 'Rückgängig gemacht.',
    failed: 'Nicht fertig.',
    undo_failed: 'Nicht rückgängig gemacht.',
  },
  noMembers: 'Noch niemand auf dieser Liste',
  noMembersByHand:
    'Wählen Sie Zeilen bei Leads, Personen oder Besuchern aus, dann „Auf Liste setzen“.',
  noMembersByFilter:
    'Noch passt niemand zu ihrem Filter. Wer passt, kommt binnen einer Minute darauf.',
  toVisitors: 'Zu den Besuchern',
  anonymous: (id: string) => `Besucher ${id.slice(-6)}`,
} satisfies Messages['lists'];
