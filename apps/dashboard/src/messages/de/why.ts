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
  nobody: 'Zuordnung für dieses Netz oder diese Domain abgelehnt',
  decided: {
    bot: 'Als Bot markiert. Fehlt jetzt in Auswertungen und Listen.',
    not_bot: 'Als Nicht-Bot markiert. Zählt jetzt in Auswertungen und Listen.',
    company: 'Unternehmen festgelegt.',
    not_company: 'Unternehmen abgelehnt.',
  },
  by: {
    key: 'durch einen Schlüssel',
    member: 'durch ein Mitglied',
    command: 'durch die Befehlszeile',
  },
  pending: (n: number) =>
    `${count(n, { one: 'Eintrag', other: 'Einträge' })} werden noch aktualisiert`,
  company: 'das Unternehmen',
  visitor: 'der Besucher',
  verificationLevels: {
    public: 'öffentlich',
    device: 'Gerät',
    signed: 'signiert',
    api: 'API',
  },
} satisfies Messages['why'];
