import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');

export const common = {
  add: 'Hinzufügen',
  apply: 'Anwenden',
  cancel: 'Abbrechen',
  change: 'Ändern',
  close: 'Schließen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  create: 'Anlegen',
  delete: 'Löschen',
  edit: 'Bearbeiten',
  done: 'Fertig',
  more: 'Mehr',
  name: 'Name',
  no: 'Nein',
  none: 'keine',
  remove: 'Entfernen',
  save: 'Speichern',
  search: 'Suchen',
  show: 'Anzeigen',
  undo: 'Rückgängig',
  undone: 'Rückgängig gemacht.',
  yes: 'Ja',
  unknown: 'unbekannt',
  loading: 'Wird geladen …',
  optional: 'freiwillig',
  needed: 'Bitte ausfüllen.',
  asTable: 'Als Tabelle',
  asChart: 'Als Diagramm',
  time: 'Zeit',
  records: (n: number) => count(n, { one: 'Eintrag', other: 'Einträge' }),
  progress: (done: number, all: number) =>
    `${done.toLocaleString('de')} von ${all.toLocaleString('de')}`,
  typeToConfirm: (word: string) => `Zur Bestätigung „${word}“ eingeben`,
  previously: (value: string) => `${value} im Zeitraum davor`,
  fault: {
    title: 'Das hat nicht geklappt',
    again: 'Noch einmal',
    unreachable:
      'Der Dienst hat nicht geantwortet. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
    internal_error:
      'Der Dienst hat einen Fehler gemacht; er ist protokolliert. Versuchen Sie es noch einmal.',
    unavailable: 'Der Dienst kann gerade nicht antworten. Versuchen Sie es gleich noch einmal.',
    rate_limited:
      'Zu viele Anfragen in einer Minute. Warten Sie kurz und versuchen Sie es noch einmal.',
    forbidden: 'Ihre Rolle in diesem Arbeitsbereich erlaubt das nicht. Ein Admin kann sie ändern.',
    notAMember: 'Sie sind kein Mitglied dieses Arbeitsbereichs, oder es gibt ihn nicht.',
    feature: 'Dieser Arbeitsbereich enthält diese Funktion nicht.',
    secondFactor:
      'Dieser Arbeitsbereich verlangt einen zweiten Faktor. Richten Sie ihn in Ihrem Konto ein.',
    notProved: 'Nichts wurde geändert, weil Sie nicht bestätigt haben, dass Sie es sind.',
    toAccount: 'Einrichten',
    not_found:
      'Diesen Eintrag gibt es in diesem Arbeitsbereich nicht, oder er wurde zusammengeführt oder gelöscht.',
    conflict: 'Jemand hat das inzwischen geändert.',
    told: (message: string) => `Der Dienst nimmt das nicht an und sagt auf Englisch: „${message}“`,
    requestId: (id: string) => `Anfrage ${id}`,
  },
  conflict: {
    title: 'Jemand hat das inzwischen geändert',
    text: 'Ihre Änderung wurde nicht gespeichert. So war es zu Beginn, so ist es jetzt, und das haben Sie geschrieben:',
    before: 'Vorher',
    now: 'Jetzt',
    yours: 'Ihre Fassung',
    keepMine: 'Meine Fassung darüber speichern',
    takeTheirs: 'Übernehmen, was jetzt da ist',
  },
} satisfies Messages['common'];
