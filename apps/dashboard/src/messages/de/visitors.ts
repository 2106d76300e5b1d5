import type { BotReason } from '@footfall/contract/reasons';
import type { Messages } from '../en.ts';

const categories: Record<string, string> = {
  ai_assistant: 'KI-Assistent',
  ai_crawler: 'KI-Crawler',
  search_engine: 'Suchmaschine',
  seo: 'SEO',
  monitoring: 'Überwachung',
  link_preview: 'Linkvorschau',
  http_client: 'HTTP-Programm',
  headless_browser: 'Headless-Browser',
  automation: 'Automatisierung',
  other: 'Sonstiges',
};
const botReasons: Record<BotReason, string> = {
  by_hand: 'manuell festgelegt',
  named_by_user_agent: 'der User-Agent nennt ihn',
  named_by_client_hints: 'Sec-CH-UA nennt einen Headless-Browser',
  named_by_signature: 'Signature-Agent nennt ihn',
  no_browser: 'der User-Agent gehört zu keinem Browser',
  no_user_agent: 'kein User-Agent',
  hosting_network: 'Netzwerk eines Rechenzentrums',
  driven: 'der Browser meldet, dass ein Programm ihn steuert',
  odd_headers: 'Kopfzeilen, die nicht zum Browser passen',
};

export const visitors = {
  title: 'Besucher',
  one: 'Besucher',
  kinds: 'Besucher anzeigen',
  people: 'Menschen',
  bots: 'Bots',
  who: 'Wer',
  company: 'Unternehmen',
  source: 'Quelle',
  place: 'Ort',
  visits: 'Besuche',
  pageViews: 'Seitenaufrufe',
  messages: 'Ereignisse',
  firstSeen: 'Zuerst gesehen',
  lastSeen: 'Zuletzt gesehen',
  empty: 'Noch keine Besucher',
  emptyText: 'Besucher erscheinen, sobald jemand eine Seite mit dem Snippet öffnet.',
  emptyBots: 'Noch keine Bots',
  emptyBotsText:
    'Crawler, Überwachungsdienste und andere Programme erscheinen hier. In den Auswertungen fehlen sie.',
  facts: 'Identität',
  person: 'Person',
  notNamed: 'noch nicht identifiziert',
  notKnown: 'unbekannt',
  address: 'IP-Adresse',
  whereFrom: 'Quelle des ersten Besuchs',
  consents: 'Einwilligung',
  noConsents: 'Keine Einwilligung erfasst.',
  allowed: 'erteilt',
  refused: 'verweigert',
  consentSource: (source: string): string =>
    source === 'server' ? 'von einem Server gemeldet' : 'vom Browser gemeldet',
  whyState: {
    person: 'Warum ein Mensch?',
    agent: 'Warum ein Agent?',
    suspected: 'Warum verdächtig?',
    bot: 'Warum ein Bot?',
  },
  stateMeans: {
    person: 'Dieser Besucher gilt als Mensch und zählt in jeder Auswertung.',
    agent:
      'Dieser Besucher handelt im Auftrag eines Menschen. Er zählt in jeder Auswertung, und Auswertungen lassen sich nach seinem Namen filtern.',
    suspected:
      'Ein Merkmal deutet auf einen Bot hin. Der Besucher zählt in jeder Auswertung, bis Sie ihn als Bot markieren.',
    bot: 'Dieser Besucher gilt als Bot und fehlt in Auswertungen und Listen.',
  },
  operator: 'Betreiber',
  category: 'Kategorie',
  reasons: 'Belege',
  botReason: (code: BotReason): string => botReasons[code],
  categories,
  sayBot: 'Als Bot markieren',
  sayNotBot: 'Als Nicht-Bot markieren',
  whyCompany: 'Warum dieses Unternehmen?',
  whyCompanyText: 'Die Belege aller Besucher stehen auf der Seite des Unternehmens.',
  notThisCompany: 'Nicht dieses Unternehmen',
} satisfies Messages['visitors'];
