import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');

const devices: Record<string, string> = {
  desktop: 'Desktop',
  mobile: 'Smartphone',
  tablet: 'Tablet',
  tv: 'Fernseher',
  console: 'Spielekonsole',
  wearable: 'Wearable',
  bot: 'Bot',
};

export const timeline = {
  title: 'Verlauf',
  byVisit: 'Nach Besuch',
  everything: 'Alles',
  visits: 'Besuche, neueste zuerst',
  pages: 'Seiten des Besuchs',
  timeOnPage: 'Zeit bis zur nächsten Seite. Auf der letzten Seite: Zeit bis zum letzten Ereignis.',
  duration: 'Zeit vom ersten bis zum letzten Ereignis',
  look: 'Öffnen',
  noVisits: 'Noch keine Besuche.',
  noPages: 'In diesem Besuch wurde keine Seite aufgerufen.',
  noActivity: 'Noch keine Aktivität.',
  bot: 'Bot',
  agentActs: 'Handelt im Auftrag eines Menschen',
  suspected: 'Verdächtig',
  anonymous: (end: string) => `Anonymer Besucher ${end}`,
  source: 'Quelle',
  referrer: 'Referrer',
  entry: 'Einstiegsseite',
  campaignTag: (name: string) => `Kampagnen-Tag: ${name}`,
  clickId: (name: string) => `Klick-ID: ${name}`,
  because: {
    tags: 'weil die Einstiegs-URL Kampagnen-Tags hatte.',
    click: 'weil die Einstiegs-URL eine Klick-ID hatte.',
    referrer: 'weil der Browser einen Referrer gesendet hat.',
    none: 'weil es weder Tags noch einen Referrer gab.',
  },
  pageViews: (n: number) => count(n, { one: 'Seite', other: 'Seiten' }),
  devices: (name: string) => devices[name] ?? name,
  channels: {
    direct: 'Direkt',
    search: 'Suche',
    social: 'Soziales Netzwerk',
    email: 'E-Mail',
    ai_assistant: 'KI-Assistent',
    paid: 'Bezahlt',
    campaign: 'Kampagne',
    referral: 'Andere Website',
  },
} satisfies Messages['timeline'];
