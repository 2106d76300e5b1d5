import type { RefusalReason } from '@footfall/contract/reasons';
import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');

const reasons: Record<Exclude<RefusalReason, 'field'>, string> = {
  unproved: 'Kein Signaturgeheimnis des Arbeitsbereichs ergibt diese Signatur',
  placeholder: 'Die Identität ist ein Platzhalter',
  nobody: 'visitor_id, email oder user_id fehlt',
  type: 'Unbekannte Art: event, session, identify oder conversion',
  size: 'Zu groß',
  shape: 'Zu tief verschachtelt oder kein JSON-Objekt',
  names: 'Zu viele Namen in einem Feld',
  other: '',
};

export const refused = {
  title: 'Abgelehnte Ereignisse',
  received: 'Empfangen',
  reason: 'Grund',
  key: 'Schlüssel',
  body: 'Ereignis',
  unknownKey: 'unbekannt',
  byReason: 'Nach Grund',
  counted: 'Ereignisse',
  ofNewest: (n: number) =>
    `Grundlage: ${n === 1 ? 'das neueste Ereignis' : `die neuesten ${count(n, { one: 'Ereignis', other: 'Ereignisse' })}`} in diesem Zeitraum.`,
  search: 'Gründe durchsuchen',
  searchClear: 'Alle Gründe zeigen',
  empty: 'Keine abgelehnten Ereignisse',
  emptyText: 'Abgelehnte Ereignisse erscheinen hier mit ihrem Grund.',
  noMatch: 'Aus diesem Grund wurde kein Ereignis abgelehnt',
  details: 'Abgelehntes Ereignis',
  show: 'Ereignis anzeigen',
  whatToDo: 'Was zu tun ist',
  cut: 'Das sind die ersten 4.096 Bytes, wie empfangen.',
  notText: 'Das Ereignis ist kein gültiges JSON. Es wird wie empfangen angezeigt.',
  notAll:
    'Footfall speichert eine Stichprobe: Bei einer Flut lehnt es Ereignisse ab, ohne sie zu speichern.',
  completeness: 'Vollständigkeit',
  completenessText:
    'Anteil der Browser-Ereignisse, die angekommen sind. Verlorene Ereignisse hinterlassen Lücken in einem Besuch. Verluste am Ende eines Besuchs zeigen sich, wenn der Besucher wiederkommt. Bots zählen nicht.',
  byBrowser: 'Nach Browser',
  byDay: 'Nach Tag',
  browser: 'Browser',
  day: 'Tag',
  inAll: 'Gesamt',
  share: 'Angekommen',
  messages: {
    made: 'Gesendet',
    received: 'Empfangen',
    refused: 'Abgelehnt',
    lost: 'Verloren',
  },
  because: (code: RefusalReason, field: string, text: string): string =>
    code === 'field' ? `Das Feld „${field}“ ist ungültig (${text})` : reasons[code] || text,
  advice: {
    unproved:
      'Kein Signaturgeheimnis des Arbeitsbereichs hat die Signatur erzeugt. Signieren Sie auf Ihrem Server mit dem Geheimnis dieses Arbeitsbereichs, oder lassen Sie die Signatur weg.',
    placeholder:
      'Die Seite sendet einen Platzhalter wie „null“ oder „test@example.com“ statt einer Identität. Rufen Sie identify() erst auf, wenn sich der Besucher angemeldet oder ein Formular gesendet hat.',
    nobody: 'Senden Sie eine visitor_id, email oder user_id.',
    type: 'Verwenden Sie eine dieser Arten: event, session, identify oder conversion.',
    size: 'Das Ereignis ist zu groß. Senden Sie weniger oder kürzere Eigenschaften.',
    shape:
      'Das Ereignis ist zu tief verschachtelt oder kein JSON. Senden Sie flache Eigenschaften.',
    names: 'Das Feld hat zu viele Namen. Senden Sie weniger Eigenschaften.',
    field: (path: string) =>
      `Korrigieren Sie das Feld „${path}“ dort, wo Sie das Ereignis senden. Unter „Grund“ steht, wie es sein muss.`,
    other:
      'Korrigieren Sie das Ereignis dort, wo Sie es senden. Unter „Grund“ steht, was falsch ist.',
  },
  toGuide: 'Format der Ereignisse',
} satisfies Messages['refused'];
