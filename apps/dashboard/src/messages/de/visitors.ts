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
  headless_browser: 'Browser ohne Fenster',
  automation: 'Automatisierung',
  other: 'Anderes',
};
const botReasons: Record<BotReason, string> = {
  by_hand: 'von Hand gesagt',
  named_by_user_agent: 'der User-Agent nennt ihn',
  named_by_client_hints: 'Sec-CH-UA nennt einen Browser ohne Fenster',
  named_by_signature: 'Signature-Agent nennt ihn',
  no_browser: 'der User-Agent ist der keines Browsers',
  no_user_agent: 'kein User-Agent',
  hosting_network: 'Netz eines Rechenzentrums',
  driven: 'der Browser sagt, dass ein Programm ihn steuert',
  odd_headers: 'Kopfzeilen, die nicht zum Browser passen',
};

export const visitors = {
  title: 'Besucher',
  one: 'Besucher',
  kinds: 'Welche Besucher gezeigt werden',
  people: 'Menschen',
  bots: 'Bots',
  who: 'Wer',
  company: 'Unternehmen',
  source: 'Quelle',
  place: 'Ort',
  visits: 'Besuche',
  pageViews: 'Seitenaufrufe',
  messages: 'Nachrichten',
  firstSeen: 'Zuerst gesehen',
  lastSeen: 'Zuletzt gesehen',
  empty: 'Noch kein Besucher',
  emptyText: 'Besucher erscheinen, sobald eine Seite mit dem Schnipsel angesehen wird.',
  emptyBots: 'Bisher kein Bot',
  emptyBotsText:
    'Suchroboter, Überwachung und andere Programme erscheinen hier und in keiner Zahl.',
  facts: 'Wer das ist',
  person: 'Person',
  notNamed: 'bisher nicht benannt',
  notKnown: 'nicht bekannt',
  address: 'Netzadresse',
  whereFrom: 'Woher der erste Besuch kam',
  consents: 'Einwilligungen',
  noConsents: 'Keine Nachricht hat von einer Einwilligung berichtet.',
  allowed: 'erlaubt',
  refused: 'abgelehnt',
  consentSource: (source: string): string =>
    source === 'server' ? 'von einem Server gemeldet' : 'vom Browser gemeldet',
  whyState: {
    person: 'Ein Mensch?',
    agent: 'Ein Agent?',
    suspected: 'Warum verdächtig?',
    bot: 'Warum ein Bot?',
  },
  stateMeans: {
    person: 'Gilt als Mensch: zählt in jeder Zahl.',
    agent: 'Handelt für einen Menschen: zählt in jeder Zahl, die es auch nach seinem Namen gibt.',
    suspected:
      'Eines spricht gegen einen Menschen. Zählt in jeder Zahl, bis jemand sagt, dass es ein Bot ist.',
    bot: 'Gilt als Bot: zählt in keiner Zahl und fehlt in Listen.',
  },
  operator: 'Betreiber',
  category: 'Art',
  reasons: 'Was dafür spricht',
  botReason: (code: BotReason): string => botReasons[code],
  categories,
  sayBot: 'Das ist ein Bot',
  sayNotBot: 'Kein Bot',
  whyCompany: 'Warum dieses Unternehmen?',
  whyCompanyText:
    'Alles, was bei allen Besuchern dafür spricht, steht auf der Seite des Unternehmens.',
  notThisCompany: 'Nicht dieses Unternehmen',
} satisfies Messages['visitors'];
