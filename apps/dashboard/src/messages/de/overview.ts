import type { Messages } from '../en.ts';

export const overview = {
  title: 'Überblick',
  figures: 'Zahlen des Zeitraums; die gewählte ist darunter gezeichnet',
  overTime: (metric: string) => `${metric} im Verlauf`,
  before: 'Zeitraum davor',
  all: 'Alle',
  filteredBy: 'Gefiltert nach',
  removeFilter: (what: string, value: string) => `Wegnehmen: ${what} ${value}`,
  approximate: (error: string) =>
    `Besucher sind aus einer Stichprobe geschätzt; die genaue Zahl liegt höchstens ${error} daneben.`,
  asOf: (time: string) => `Gezählt bis ${time}; was später kam, wird gerade gezählt.`,
  otherCurrencies: (sums: string) => `Umsatz in anderen Währungen: ${sums}.`,
  empty: 'In diesem Zeitraum ist nichts geschehen',
  emptyText:
    'Kein Besuch begann darin, und keiner in dem davor. Wählen Sie einen anderen Zeitraum.',
  metrics: {
    visitors: 'Besucher',
    sessions: 'Besuche',
    page_views: 'Seitenaufrufe',
    bounce_rate: 'Absprünge',
    average_engaged_seconds: 'Aufmerksamkeit je Besuch',
    leads: 'Leads',
    conversions: 'Conversions',
    revenue: 'Umsatz',
  },
  cards: {
    pages: 'Seiten',
    sources: 'Quellen',
    campaigns: 'Kampagnen',
    companies: 'Unternehmen',
    places: 'Orte',
    devices: 'Geräte',
  },
  dimensions: {
    page: 'Seite',
    landing_page: 'Einstiegsseite',
    exit_page: 'Ausstiegsseite',
    source: 'Quelle',
    channel: 'Kanal',
    campaign: 'Kampagne',
    company: 'Unternehmen',
    country: 'Land',
    city: 'Stadt',
    device: 'Gerät',
    browser: 'Browser',
  },
} satisfies Messages['overview'];
