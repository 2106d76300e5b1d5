import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');

export const share = {
  title: 'Geteilte Seite',
  passwordTitle: 'Diese Seite ist passwortgeschützt',
  passwordText: 'Fragen Sie die Person, die Ihnen den Link gesendet hat, nach dem Passwort.',
  password: 'Passwort',
  wrongPassword: 'Falsches Passwort.',
  open: 'Seite öffnen',
  gone: 'Seite nicht gefunden',
  goneText: 'Diese Seite wird nicht mehr geteilt. Bitten Sie um einen neuen Link.',
  testData: 'Testdaten',
  print: 'Drucken',
  empty: 'Keine Besuche in diesem Zeitraum.',
  emptyTable: 'Noch nichts anzuzeigen.',
  action: 'Teilen',
  dialog: 'Diese Auswertung teilen',
  text: 'Wer den Link hat, sieht diese Auswertung ohne Konto. Personenbezogene Daten sind verborgen.',
  viewDialog: (view: string) => `Ansicht „${view}“ teilen`,
  viewText:
    'Wer den Link hat, sieht die Zeilen und Spalten dieser Ansicht ohne Konto. Personenbezogene Daten sind verborgen. Leser können blättern und sortieren, aber keine Einträge öffnen. Der Link wird ungültig, wenn jemand Filter, Reihenfolge oder Spalten der Ansicht ändert oder sie löscht.',
  name: 'Titel',
  usualName: (workspace: string) => `Auswertung ${workspace}`,
  range: 'Zeitraum',
  rolling: (days: number) =>
    days === 1
      ? 'Immer der letzte Tag'
      : `Immer die letzten ${count(days, { one: 'Tag', other: 'Tage' })}`,
  fixed: (days: string) => `Fest: ${days}`,
  filter: 'Aktuellen Filter anwenden',
  reveals: 'Zusätzlich enthalten',
  revealTexts: {
    leads: 'Anzahl der Leads',
    conversions: 'Anzahl und Wert der Conversions',
    campaigns: 'Kampagnennamen',
    companies: 'Unternehmensnamen',
  },
  passwordOptional: 'Passwort (optional)',
  passwordHint: 'Verwenden Sie mindestens 8 Zeichen. Senden Sie das Passwort getrennt vom Link.',
  expires: 'Link läuft ab',
  expiries: {
    never: 'nie',
    week: 'in 7 Tagen',
    month: 'in 30 Tagen',
    quarter: 'in 90 Tagen',
    year: 'in einem Jahr',
  },
  create: 'Link anlegen',
  made: (name: string) => `„${name}“ geteilt`,
  shownOnce:
    'Dieser Link wird nur einmal angezeigt. Geht er verloren, löschen Sie ihn, und legen Sie einen neuen an.',
  link: 'Link zur geteilten Seite',
  links: 'Freigabelinks',
  noLinks: 'Noch keine.',
  views: (n: number) => count(n, { one: 'Aufruf', other: 'Aufrufe' }),
  lastView: 'zuletzt geöffnet',
  endsAt: 'läuft ab',
  hasPassword: 'mit Passwort',
  by: (name: string) => `von ${name}`,
  deleteOf: (name: string) => `Link „${name}“ löschen`,
  surely: 'Diesen Link löschen?',
  isDeleted: (name: string) => `„${name}“ wird nicht mehr geteilt.`,
} satisfies Messages['share'];
