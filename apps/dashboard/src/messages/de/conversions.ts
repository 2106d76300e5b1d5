import type { Messages } from '../en.ts';

export const conversions = {
  title: 'Conversions',
  one: 'Conversion',
  name: 'Ziel',
  who: 'Wer',
  value: 'Wert',
  source: 'Quelle',
  campaign: 'Kampagne',
  verificationLevel: 'Bestätigung',
  created: 'Zeitpunkt',
  anonymous: 'anonym',
  empty: 'Noch keine Conversions',
  emptyText:
    'Eine Conversion ist ein Ziel, das ein Besucher erreicht, etwa eine Registrierung oder ein Kauf. Ihre Website oder Ihr Backend sendet sie mit conversion().',
  guide: 'Conversions senden',
  credit: 'Attribution',
  creditText:
    'Es zählen Besuche auf allen Geräten, die zum Zeitpunkt der Conversion mit dieser Person verknüpft waren. Spätere Besuche ändern nichts daran.',
  notYet:
    'Die Attribution ist noch nicht berechnet. Das dauert etwa eine Minute. Für Bots gibt es keine Attribution.',
  noCampaign: 'keine Kampagne',
  shares: 'Auf die Besuche verteilt',
  sources: { website: 'direkt oder Suche', referral: 'eine andere Website', campaign: 'Kampagne' },
  began: 'Begonnen',
  visit: 'Besuch öffnen',
  sameVisit: 'Die Conversion fand in diesem Besuch statt.',
  otherDevice: 'Dieser Besuch fand auf einem anderen Gerät dieser Person statt.',
  verificationLevels: {
    public: 'öffentlich',
    device: 'Gerät',
    signed: 'signiert',
    api: 'API',
  },
  verificationLevelTexts: {
    public: 'Mit einem Schreibschlüssel gesendet, den jeder von Ihrer Website kopieren kann.',
    device:
      'Mit einem Schreibschlüssel gesendet, als die Prüfung von Identitäten auf „Offen“ gestellt war.',
    signed: 'Mit einem Signaturgeheimnis dieses Arbeitsbereichs signiert.',
    api: 'Mit einem geheimen Schlüssel gesendet.',
  },
  facts: 'Fakten',
  person: 'Person',
  visitor: 'Besucher',
  session: 'Besuch',
  lead: 'Lead',
  look: 'Öffnen',
  code: 'Code',
  externalId: 'Externe ID',
  properties: 'Eigenschaften',
  nothing: 'Keine gesendet.',
} satisfies Messages['conversions'];
