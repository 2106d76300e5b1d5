import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');

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
  costPerLead: 'Kosten pro Lead',
  returnOnSpend: 'ROAS',
  returnText:
    'Return on Ad Spend: Umsatz geteilt durch Ausgaben. 2,5 bedeutet, dass der Umsatz das 2,5-Fache der Ausgaben betrug.',
  currenciesDiffer: 'verschiedene Währungen',
  currenciesDifferText:
    'Ausgaben und Umsatz haben verschiedene Währungen, und Footfall rechnet sie nicht um.',
  created: 'Zuerst gesehen',
  unnamed: '(ohne Namen)',
  model: 'Attribution',
  models: {
    last_non_direct: 'Letzter nicht direkter Kontakt',
    last_touch: 'Letzter Kontakt',
    first_touch: 'Erster Kontakt',
    linear: 'Gleichmäßig',
    position: 'Nach Position',
    time_decay: 'Zeitverfall',
  },
  modelText: {
    last_non_direct:
      'Der letzte Besuch mit Kampagnen-Tag, Klick-ID oder Referrer. Gibt es keinen, der letzte Besuch.',
    last_touch: 'Der letzte Besuch. Das kann der mit der Conversion sein.',
    first_touch: 'Der erste Besuch der Person.',
    linear: 'Alle Besuche zu gleichen Teilen.',
    position:
      '40 % für den ersten Besuch, 40 % für den letzten, der Rest für die Besuche dazwischen.',
    time_decay: 'Alle Besuche. Der Anteil halbiert sich für je sieben Tage vor der Conversion.',
  },
  empty: 'Noch keine Kampagnen',
  emptyText:
    'Eine Kampagne erscheint, wenn ein Besuch über einen Link mit utm_campaign oder einer Klick-ID kommt. Versehen Sie die Links in Anzeigen und E-Mails mit Tags.',
  performance: 'Ergebnis nach Modell',
  overTime: 'Besuche der Kampagne im Verlauf',
  facts: 'Fakten',
  leadsInVisits: 'Leads aus einem Besuch dieser Kampagne',
  conversionsInVisits: 'Conversions in einem Besuch dieser Kampagne',
  nothing: 'Noch keine.',
  ofNowhere: 'Kein Tag',
  importSpend: 'Ausgaben importieren',
  importTitle: 'Kampagnenausgaben importieren',
  importText:
    'Wählen Sie eine CSV-Datei aus Google Ads, Microsoft Advertising, Meta, LinkedIn oder einer Tabelle mit den Spalten Datum (date), Kampagne (campaign) und Kosten (cost). Die Datei ersetzt gespeicherte Ausgaben derselben Tage und Kampagnen.',
  file: 'Datei wählen',
  csv: 'Oder hier einfügen',
  sourceOfRest: 'Standardquelle',
  mediumOfRest: 'Standardmedium',
  currencyOfRest: 'Standardwährung',
  dateOrder: 'Datumsangaben wie 5/6/2026',
  dateOrders: { none: 'nicht in dieser Datei', mdy: 'Monat zuerst', dmy: 'Tag zuerst' },
  decimal: 'Dezimaltrennzeichen',
  decimals: { none: 'aus der Datei ermitteln', point: '1,234.50', comma: '1.234,50' },
  check: 'Datei prüfen',
  store: (rows: number) => `${count(rows, { one: 'Zeile', other: 'Zeilen' })} speichern`,
  tried: (rows: number, campaigns: number) =>
    `${count(rows, { one: 'Zeile', other: 'Zeilen' })} für ${count(campaigns, { one: 'Kampagne', other: 'Kampagnen' })}`,
  days: 'Tage',
  sum: 'Gesamt',
  newOnes: (n: number) =>
    `${count(n, { one: 'Kampagne hat', other: 'Kampagnen haben' })} noch keine Besuche. Quelle, Medium und Name müssen genau mit Ihren Links übereinstimmen.`,
  bad: (n: number) =>
    `${count(n, { one: 'Zeile ist nicht lesbar und wird', other: 'Zeilen sind nicht lesbar und werden' })} übersprungen:`,
  badReasons: {
    broken_row: () => 'die Anführungszeichen passen nicht zusammen, oder es gibt zu viele Spalten.',
    no_date: () => 'das Datum fehlt.',
    no_campaign: () => 'die Kampagne fehlt.',
    no_amount: () => 'der Betrag fehlt.',
    no_currency: () => 'die Währung fehlt. Wählen Sie oben eine Standardwährung.',
    tag_too_long: (text) => `„${text}…“ ist als Kampagne, Quelle oder Medium zu lang.`,
    control_character: () => 'Kampagne, Quelle oder Medium enthält ein unsichtbares Zeichen.',
    date_unknown: (text) => `das Datum „${text}“ ist kein Tag wie 2026-05-31.`,
    date_order: (text) => `das Datum „${text}“ ist mehrdeutig. Wählen Sie oben die Reihenfolge.`,
    date_impossible: (text) => `das Datum „${text}“ gibt es nicht.`,
    date_far: (text) => `das Datum „${text}“ liegt zu weit in der Vergangenheit oder Zukunft.`,
    currency_unknown: (text) => `„${text}“ ist kein Währungscode wie EUR oder USD.`,
    amount_negative: (text) =>
      `der Betrag „${text}“ ist negativ. Ausgaben müssen mindestens 0 sein.`,
    decimal_sign: (text) =>
      `der Betrag „${text}“ ist mehrdeutig. Wählen Sie oben das Dezimaltrennzeichen.`,
    amount_unknown: (text) => `der Betrag „${text}“ ist keine Zahl.`,
    amount_too_large: (text) =>
      `der Betrag „${text}“ ist zu groß oder hat mehr als 12 Nachkommastellen.`,
  },
  line: (line: number) => `Zeile ${line}`,
  totals: (n: number) =>
    `${count(n, { one: 'Zeile mit Summen wird', other: 'Zeilen mit Summen werden' })} übersprungen.`,
  tooLarge:
    'Die Datei ist größer als 1 MB. Importieren Sie sie über die Befehlszeile: ./footfall campaigns import-spend.',
  stored: (rows: number) =>
    `${count(rows, { one: 'Zeile', other: 'Zeilen' })} mit Ausgaben gespeichert.`,
} satisfies Messages['campaigns'];
