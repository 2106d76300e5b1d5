import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');

const devices: Record<string, string> = {
  desktop: 'Computer',
  mobile: 'Telefon',
  tablet: 'Tablet',
  tv: 'Fernseher',
  console: 'Spielkonsole',
  wearable: 'Am Körper getragen',
  bot: 'Bot',
};

export const timeline = {
  title: 'Verlauf',
  byVisit: 'Nach Besuch',
  everything: 'Alles',
  visits: 'Besuche, der neueste zuerst',
  pages: 'Seiten des Besuchs',
  timeOnPage: 'Zeit bis zur nächsten Seite; auf der letzten bis zur letzten Nachricht',
  duration: 'Von der ersten bis zur letzten Nachricht',
  look: 'Öffnen',
  noVisits: 'Bisher gab es keinen Besuch.',
  noPages: 'In diesem Besuch wurde keine Seite angesehen.',
  noActivity: 'Bisher ist nichts geschehen.',
  bot: 'Bot',
  agentActs: 'Handelt für einen Menschen',
  suspected: 'Verdächtig',
  anonymous: (end: string) => `Anonymer Besucher ${end}`,
  source: 'Quelle',
  referrer: 'Kam von',
  entry: 'Erste Seite',
  campaignTag: (name: string) => `Merkmal: ${name}`,
  clickId: (name: string) => `Klick-Id: ${name}`,
  because: {
    tags: 'weil die Adresse der ersten Seite Kampagnenmerkmale trug.',
    click: 'weil die Adresse der ersten Seite eine Klick-Id trug.',
    referrer: 'weil der Browser die Seite nannte, auf der der Link stand.',
    none: 'weil es weder ein Merkmal noch einen Link auf einer anderen Website gab.',
  },
  pageViews: (n: number) => count(n, { one: 'Seite', other: 'Seiten' }),
  devices: (name: string) => devices[name] ?? name,
  channels: {
    direct: 'Direkt',
    search: 'Suche',
    social: 'Soziales Netz',
    email: 'E-Mail',
    ai_assistant: 'KI-Assistent',
    paid: 'Bezahlt',
    campaign: 'Kampagne',
    referral: 'Andere Website',
  },
} satisfies Messages['timeline'];
