import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');
const campaign = { one: 'Kampagne', other: 'Kampagnen' };

export const campaigns = {
  title: 'Kampagnen',
  one: 'Kampagne',
  name: 'Kampagne',
  source: 'Quelle',
  medium: 'Medium',
  visitors: 'Besucher',
  sessions: 'Besuche',
  leads: 'Leads',
  conversions: 'Conversions',
  revenue: 'Umsatz',
  spend: 'Ausgaben',
  costPerLead: 'Kosten je Lead',
  returnOnSpend: 'ROAS',
  returnText: 'Umsatz geteilt durch Ausgaben: 2,5 heißt, dass 1 eingesetzter Euro 2,50 einbrachte.',
  currenciesDiffer: 'Währungen verschieden',
  currenciesDifferText:
    'Ausgaben und Umsatz sind in verschiedenen Währungen; umgerechnet wird nichts.',
  created: 'Zuerst gesehen',
  unnamed: '(ohne Namen)',
  model: 'Zugerechnet nach',
  models: {
    last_non_direct: 'Letzter, nicht direkt',
    last_touch: 'Letzter Kontakt',
    first_touch: 'Erster Kontakt',
    linear: 'Gleichmäßig',
    position: 'Nach Position',
    time_decay: 'Zeitverfall',
  },
  modelText: {
    last_non_direct:
      'Der letzte Besuch, den Kennzeichnungen, eine Klick-Id oder eine andere Seite brachten; gibt es keinen, der letzte.',
    last_touch: 'Der letzte Besuch davor, auch der, in dem es geschah.',
    first_touch: 'Der erste Besuch der Person.',
    linear: 'Alle Besuche zu gleichen Teilen.',
    position: '40 % der erste Besuch, 40 % der letzte, den Rest die dazwischen.',
    time_decay: 'Alle Besuche; einer, der sieben Tage älter ist, zählt halb so viel.',
  },
  empty: 'Noch keine Kampagne',
  emptyText:
    'Eine Kampagne erscheint von selbst, wenn ein Besuch über einen Link mit utm_campaign oder einer Klick-Id kommt. Kennzeichnen Sie die Links Ihrer Anzeigen und Mails.',
  performance: 'Ergebnis nach Modell',
  overTime: 'Besuche der Kampagne über die Zeit',
  facts: 'Fakten',
  leadsInVisits: 'Leads aus einem Besuch dieser Kampagne',
  conversionsInVisits: 'Conversions in einem Besuch dieser Kampagne',
  nothing: 'Noch keine.',
  ofNowhere: 'Keine Kennzeichnung',
  importSpend: 'Ausgaben einlesen',
  importTitle: 'Was Kampagnen kosten',
  importText:
    'Eine CSV-Datei von Google Ads, Microsoft Advertising, Meta, LinkedIn oder aus einer Tabelle, mit den Spalten Datum (date), Kampagne (campaign) und Kosten (cost). Sie ersetzt, was zu ihren Tagen und Kampagnen gespeichert ist.',
  file: 'Datei wählen',
  csv: 'Oder hier einfügen',
  sourceOfRest: 'Quelle der Zeilen ohne',
  mediumOfRest: 'Medium der Zeilen ohne',
  currencyOfRest: 'Währung der Zeilen ohne',
  dateOrder: 'Daten wie 5/31/2026',
  dateOrders: { none: 'kommen nicht vor', mdy: 'Monat zuerst', dmy: 'Tag zuerst' },
  decimal: 'Dezimalzeichen',
  decimals: { none: 'wie in der Datei', point: '1,234.50', comma: '1.234,50' },
  check: 'Datei prüfen',
  store: (rows: number) => `${count(rows, { one: 'Zeile', other: 'Zeilen' })} speichern`,
  tried: (rows: number, campaigns: number) =>
    `${count(rows, { one: 'Zeile', other: 'Zeilen' })} von ${count(campaigns, { one: 'Kampagne', other: 'Kampagnen' })}`,
  days: 'Tage',
  sum: 'Zusammen',
  newOnes: (n: number) =>
    `${count(n, campaign)}, die noch kein Besuch genannt hat: Quelle, Medium und Name müssen genau die Ihrer Links sein.`,
  bad: (n: number) =>
    `${count(n, { one: 'Zeile', other: 'Zeilen' })} nicht lesbar und ausgelassen:`,
  badReasons: {
    broken_row: () => 'ihre Anführungszeichen passen nicht, oder sie hat zu viele Spalten.',
    no_date: () => 'ein Datum fehlt.',
    no_campaign: () => 'die Kampagne fehlt.',
    no_amount: () => 'der Betrag fehlt.',
    no_currency: () => 'die Währung fehlt. Wählen Sie oben eine für Zeilen ohne Währung.',
    tag_too_long: (text) => `„${text}…“ ist zu lang für Kampagne, Quelle oder Medium.`,
    control_character: () =>
      'Kampagne, Quelle oder Medium enthält ein Zeichen, das man nicht sehen kann.',
    date_unknown: (text) => `das Datum „${text}“ ist kein Tag wie 2026-05-31.`,
    date_order: (text) =>
      `das Datum „${text}“ lässt sich auf zwei Arten lesen. Wählen Sie oben, was zuerst steht.`,
    date_impossible: (text) => `das Datum „${text}“ gibt es nicht.`,
    date_far: (text) => `das Datum „${text}“ liegt zu weit weg.`,
    currency_unknown: (text) => `„${text}“ ist keine Währung wie EUR oder USD.`,
    amount_negative: (text) => `der Betrag „${text}“ ist negativ; Ausgaben sind 0 oder mehr.`,
    decimal_sign: (text) =>
      `der Betrag „${text}“ lässt sich auf zwei Arten lesen. Wählen Sie oben das Dezimalzeichen.`,
    amount_unknown: (text) => `der Betrag „${text}“ ist keine Zahl.`,
    amount_too_large: (text) =>
      `der Betrag „${text}“ ist zu groß oder hat mehr als 12 Nachkommastellen.`,
  },
  line: (line: number) => `Zeile ${line}`,
  totals: (n: number) =>
    `${count(n, { one: 'Zeile', other: 'Zeilen' })} mit Summen, die ausgelassen werden.`,
  tooLarge:
    'Die Datei ist größer als 1 MB. Lesen Sie sie mit der Befehlszeile ein: ./footfall campaigns import-spend.',
  stored: (rows: number) =>
    `${count(rows, { one: 'Zeile', other: 'Zeilen' })} Ausgaben gespeichert.`,
} satisfies Messages['campaigns'];
