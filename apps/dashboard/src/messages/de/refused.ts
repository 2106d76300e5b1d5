import type { RefusalReason } from '@footfall/contract/reasons';
import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');

const reasons: Record<Exclude<RefusalReason, 'field'>, string> = {
  unproved: 'Kein Signaturgeheimnis des Arbeitsbereichs ergibt diese Signatur',
  placeholder: 'Der Name ist ein Platzhalter und nennt niemanden',
  nobody: 'Es fehlt, um wen es geht: visitor_id, email oder user_id',
  type: 'Unbekannte Art: event, session, identify oder conversion',
  size: 'Zu groß',
  shape: 'Zu tief verschachtelt oder kein JSON-Objekt',
  names: 'Zu viele Namen in einem Feld',
  other: '',
};

export const refused = {
  title: 'Abgelehnte Nachrichten',
  received: 'Empfangen',
  reason: 'Grund',
  key: 'Schlüssel',
  body: 'Nachricht',
  unknownKey: 'unbekannt',
  byReason: 'Nach Grund',
  counted: 'Nachrichten',
  ofNewest: (n: number) =>
    `Unter den neuesten ${count(n, { one: 'Nachricht', other: 'Nachrichten' })} des Zeitraums.`,
  search: 'Im Grund',
  searchClear: 'Alle Gründe zeigen',
  empty: 'Nichts wurde abgelehnt',
  emptyText:
    'Keine Nachricht dieses Zeitraums wurde abgelehnt. Was abgelehnt wird, erscheint hier mit seinem Grund.',
  noMatch: 'Aus diesem Grund wurde keine Nachricht abgelehnt',
  details: 'Die abgelehnte Nachricht',
  show: 'Nachricht zeigen',
  whatToDo: 'Was zu tun ist',
  cut: 'Wie sie kam, ihre ersten 4.096 Bytes.',
  notText: 'Das ist kein JSON, deshalb steht es hier, wie es kam.',
  notAll: 'Nicht jede wird aufgehoben: Was zu schnell kommt, wird trotzdem abgelehnt.',
  completeness: 'Vollständigkeit',
  completenessText:
    'Von den Nachrichten, die Browser erzeugt haben. Verloren ist, was zwischen anderen eines Besuchs fehlt; was am Ende eines Besuchs verloren ging, zeigt sich, wenn jemand wiederkommt. Bots zählen nicht.',
  byBrowser: 'Nach Browser',
  byDay: 'Nach Tag',
  browser: 'Browser',
  day: 'Tag',
  inAll: 'Insgesamt',
  share: 'Angekommen',
  messages: {
    made: 'Erzeugt',
    received: 'Empfangen',
    refused: 'Abgelehnt',
    lost: 'Verloren',
  },
  because: (code: RefusalReason, field: string, text: string): string =>
    code === 'field' ? `Feld „${field}“: nicht, wie es sein muss (${text})` : reasons[code] || text,
  advice: {
    unproved:
      'Kein Signaturgeheimnis des Arbeitsbereichs hat die Signatur erzeugt. Signieren Sie auf Ihrem Server mit dem Geheimnis dieses Arbeitsbereichs, oder lassen Sie die Signatur weg.',
    placeholder:
      'Die Seite sendet einen Platzhalter statt einer Person, etwa „null“ oder „test@example.com“. Rufen Sie identify() nur auf, wenn jemand bekannt ist.',
    nobody: 'Sagen Sie, um wen es geht: eine visitor_id, oder email oder user_id.',
    type: 'Die Art ist keine bekannte: event, session, identify oder conversion.',
    size: 'Die Nachricht ist zu groß: Senden Sie weniger oder kürzere Eigenschaften.',
    shape:
      'Die Nachricht ist zu tief verschachtelt oder kein JSON: Senden Sie einfache Eigenschaften.',
    names: 'Das Feld hat mehr Namen, als aufgehoben werden: Senden Sie weniger Eigenschaften.',
    field: (path: string) =>
      `Ändern Sie das Feld „${path}“ dort, wo die Nachricht gesendet wird: Der Grund sagt, wie es sein muss.`,
    other:
      'Ändern Sie die Nachricht dort, wo sie gesendet wird: Der Grund sagt, was an ihr falsch ist.',
  },
  toGuide: 'Was eine Nachricht enthalten darf',
} satisfies Messages['refused'];
