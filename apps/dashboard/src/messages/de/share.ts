import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');

export const share = {
  title: 'Geteilte Seite',
  passwordTitle: 'Diese Seite hat ein Passwort',
  passwordText: 'Wer Ihnen den Link gegeben hat, kennt es.',
  password: 'Passwort',
  wrongPassword: 'Das ist nicht das Passwort der Seite.',
  open: 'Seite öffnen',
  gone: 'Hier ist nichts',
  goneText:
    'Es gibt diese geteilte Seite nicht, oder sie wird nicht mehr geteilt. Bitten Sie um einen neuen Link.',
  testData: 'Testdaten',
  print: 'Drucken',
  empty: 'In diesem Zeitraum kam niemand.',
  emptyTable: 'Es gibt nichts zu zeigen.',
  action: 'Teilen',
  dialog: 'Diese Zahlen teilen',
  text: 'Wer den Link hat, sieht diese Zahlen, ohne Konto und ohne personenbezogene Daten.',
  viewDialog: (view: string) => `Die Ansicht „${view}“ teilen`,
  viewText:
    'Wer den Link hat, sieht die Zeilen und Spalten dieser Ansicht, ohne Konto und ohne personenbezogene Daten. Leser können blättern und sortieren, aber nichts öffnen. Der Link endet, wenn jemand Filter, Reihenfolge oder Spalten der Ansicht ändert oder sie löscht.',
  name: 'Titel, den Leser sehen',
  usualName: (workspace: string) => `Zahlen von ${workspace}`,
  range: 'Welche Tage',
  rolling: (days: number) =>
    days === 1
      ? 'Immer der letzte Tag'
      : `Immer die letzten ${count(days, { one: 'Tag', other: 'Tage' })}`,
  fixed: (days: string) => `Immer diese: ${days}`,
  filter: 'Nur mit dem Filter dieser Seite',
  reveals: 'Was er außer Besuchern, Besuchen und Seiten verrät',
  revealTexts: {
    leads: 'Wie viele Leads es gibt',
    conversions: 'Wie viele Conversions es gibt und was sie wert sind',
    campaigns: 'Die Namen der Kampagnen',
    companies: 'Die Namen der Firmen',
  },
  passwordOptional: 'Passwort (freiwillig)',
  passwordHint: '8 Zeichen oder mehr. Teilen Sie es auf einem anderen Weg mit als den Link.',
  expires: 'Der Link endet',
  expiries: {
    never: 'wenn ihn jemand löscht',
    week: 'in 7 Tagen',
    month: 'in 30 Tagen',
    quarter: 'in 90 Tagen',
    year: 'in einem Jahr',
  },
  create: 'Link anlegen',
  made: (name: string) => `„${name}“ ist geteilt`,
  shownOnce:
    'Dieser Link wird einmal gezeigt. Ging er verloren, löschen Sie ihn und legen einen neuen an.',
  link: 'Link zur geteilten Seite',
  links: 'Links, die es gibt',
  noLinks: 'Es gibt noch keinen.',
  views: (n: number) => count(n, { one: 'Aufruf', other: 'Aufrufe' }),
  lastView: 'zuletzt',
  endsAt: 'endet',
  hasPassword: 'mit Passwort',
  by: (name: string) => `von ${name}`,
  deleteOf: (name: string) => `Link „${name}“ löschen`,
  surely: 'Wirklich löschen?',
  isDeleted: (name: string) => `„${name}“ wird nicht mehr geteilt.`,
} satisfies Messages['share'];
