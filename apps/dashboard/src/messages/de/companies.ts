import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');

export const companies = {
  title: 'Unternehmen',
  one: 'Unternehmen',
  shown: 'Welche Unternehmen gezeigt werden',
  thisWeek: 'Diese Woche da gewesen',
  inPeriod: 'Im Zeitraum da gewesen',
  all: 'Alle Unternehmen',
  name: 'Unternehmen',
  domain: 'Domain',
  industry: 'Branche',
  employees: 'Beschäftigte',
  firstSeen: 'Zuerst gesehen',
  lastSeen: 'Zuletzt gesehen',
  visits: 'Besuche',
  visitors: 'Besucher',
  people: 'Personen',
  pageViews: 'Seitenaufrufe',
  intent: 'Kaufabsicht',
  intentText: 'Der höchste Wert der Kaufabsicht unter den Personen, von 0 bis 100',
  topPages: 'Häufigste Seiten',
  page: 'Seite',
  views: 'Aufrufe',
  leads: 'Leads',
  created: 'Bekannt seit',
  empty: 'Noch kein Unternehmen',
  emptyText:
    'Ein Unternehmen erscheint, wenn ein Besucher eine Arbeitsadresse angibt oder aus dem Netz eines Unternehmens kommt.',
  emptyPeriod: 'In diesem Zeitraum war kein Unternehmen da',
  emptyPeriodText: 'Wählen Sie oben einen anderen Zeitraum, oder sehen Sie alle Unternehmen an.',
  figures: 'Im Zeitraum',
  elsewhere: (visits: number) =>
    `Davon nicht aus dem eigenen Netz des Unternehmens: ${count(visits, { one: 'Besuch', other: 'Besuche' })}. Hier zählt jeder Besuch derer, die nachweislich dazugehören, wo auch immer sie sind.`,
  inOverview: (visits: number) =>
    `Der Überblick zählt unter dem Unternehmen ${count(visits, { one: 'Besuch', other: 'Besuche' })} aus seinem Netz.`,
  facts: 'Fakten',
  description: 'Beschreibung',
  noPeople: 'Niemand aus diesem Unternehmen hat gesagt, wer er ist.',
  noLeads: 'Kein Lead dieses Unternehmens.',
  noPages: 'In diesem Zeitraum wurde keine Seite angesehen.',
  unnamed: 'Person ohne Namen',
  why: 'Warum dieses Unternehmen?',
  noWhy: 'Nichts spricht mehr für einen Besucher aus diesem Unternehmen.',
  evidence: {
    email_domain: 'Gab eine Arbeitsadresse an:',
    network_owner: 'Kam aus dem Netz von',
    set_by_hand: 'Von Hand entschieden',
  },
  notThisVisitor: 'Nicht dieses Unternehmen',
  notAtAll: 'Niemand hier gehört zu diesem Unternehmen',
  notAtAllText:
    'Niemand, für den dasselbe Netz oder dieselbe E-Mail-Domain spricht, gehört zu diesem Unternehmen. Das lässt sich rückgängig machen.',
} satisfies Messages['companies'];
