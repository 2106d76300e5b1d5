import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');

export const why = {
  sure: (percent: string) => `${percent} Sicherheit`,
  overrides: 'Manuelle Änderungen',
  kinds: {
    bot: 'Als Bot markiert',
    not_bot: 'Als Nicht-Bot markiert',
    company: 'Unternehmen festgelegt:',
    not_company: 'Unternehmen abgelehnt:',
  },
  nobody: 'Zuordnung für dieses Netzwerk oder diese Domain abgelehnt',
  decided: {
    bot: 'Als Bot markiert. Auswertungen und Listen lassen ihn jetzt aus.',
    not_bot: 'Als Nicht-Bot markiert. Auswertungen und Listen enthalten ihn jetzt.',
    company: 'Unternehmen festgelegt.',
    not_company: 'Unternehmen abgelehnt.',
  },
  by: {
    key: 'durch einen Schlüssel',
    member: 'durch ein Mitglied',
    command: 'über die Befehlszeile',
  },
  pending: (n: number) =>
    `${count(n, { one: 'Eintrag wird', other: 'Einträge werden' })} noch aktualisiert`,
  company: 'das Unternehmen',
  visitor: 'der Besucher',
  verificationLevels: {
    public: 'öffentlich',
    device: 'Gerät',
    signed: 'signiert',
    api: 'API',
  },
} satisfies Messages['why'];
