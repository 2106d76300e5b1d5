import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');

export const companies = {
  title: 'Unternehmen',
  one: 'Unternehmen',
  shown: 'Unternehmen anzeigen',
  thisWeek: 'Diese Woche aktiv',
  inPeriod: 'Im Zeitraum aktiv',
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
  intentText: 'Höchste Kaufabsicht unter den Personen, von 0 bis 100',
  topPages: 'Häufigste Seiten',
  page: 'Seite',
  views: 'Aufrufe',
  leads: 'Leads',
  created: 'Identifiziert',
  empty: 'Noch keine Unternehmen',
  emptyText:
    'Ein Unternehmen erscheint, wenn ein Besucher eine geschäftliche E-Mail-Adresse angibt oder aus dem Netzwerk eines Unternehmens kommt.',
  emptyPeriod: 'Keine aktiven Unternehmen in diesem Zeitraum',
  emptyPeriodText: 'Wählen Sie oben einen anderen Zeitraum, oder zeigen Sie alle Unternehmen an.',
  figures: 'In diesem Zeitraum',
  elsewhere: (visits: number) =>
    `${count(visits, { one: 'Besuch kam', other: 'Besuche kamen' })} nicht aus dem Netzwerk des Unternehmens. Diese Seite zählt jeden Besuch von Personen des Unternehmens, wo auch immer sie sind.`,
  inOverview: (visits: number) =>
    `Der Überblick zählt nur ${count(visits, { one: 'Besuch', other: 'Besuche' })} aus dem Netzwerk des Unternehmens.`,
  facts: 'Fakten',
  description: 'Beschreibung',
  noPeople: 'Noch keine identifizierten Personen in diesem Unternehmen.',
  noLeads: 'Noch keine Leads in diesem Unternehmen.',
  noPages: 'In diesem Zeitraum wurde keine Seite aufgerufen.',
  unnamed: 'Person ohne Namen',
  why: 'Warum dieses Unternehmen?',
  noWhy: 'Kein Beleg eines Besuchers weist mehr auf dieses Unternehmen hin.',
  evidence: {
    email_domain: 'Nutzte eine geschäftliche E-Mail-Adresse von',
    network_owner: 'Kam aus dem Netzwerk von',
    set_by_hand: 'Manuell festgelegt',
  },
  notThisVisitor: 'Nicht dieses Unternehmen',
  notAtAll: 'Zuordnung für alle ablehnen',
  notAtAllText:
    'Das entfernt dieses Unternehmen bei allen, die über dasselbe Netzwerk oder dieselbe E-Mail-Domain zugeordnet sind. Sie können das rückgängig machen.',
} satisfies Messages['companies'];
