import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');

export const why = {
  sure: (percent: string) => `${percent} sicher`,
  verdicts: 'Was von Hand entschieden wurde',
  kinds: {
    bot: 'Entschieden: ist ein Bot',
    not_bot: 'Entschieden: kein Bot',
    company: 'Entschieden: gehört zum Unternehmen',
    not_company: 'Entschieden: gehört nicht zum Unternehmen',
  },
  nobody: 'Entschieden: niemand aus diesem Netz oder mit dieser Domain gehört zum Unternehmen',
  decided: {
    bot: 'Gilt ab jetzt als Bot und verlässt Zahlen und Listen.',
    not_bot: 'Gilt ab jetzt nicht als Bot und zählt in Zahlen und Listen.',
    company: 'Gehört ab jetzt zu diesem Unternehmen.',
    not_company: 'Gehört ab jetzt nicht zu diesem Unternehmen.',
  },
  by: {
    key: 'durch einen Schlüssel',
    member: 'durch ein Mitglied',
    command: 'durch die Befehlszeile',
  },
  pending: (n: number) => `${count(n, { one: 'Eintrag', other: 'Einträge' })} noch anzupassen`,
  company: 'das Unternehmen',
  visitor: 'der Besucher',
  rights: {
    public: 'von irgendwem gesagt',
    device: 'vom selben Gerät gesagt',
    signed: 'signiert',
    api: 'mit geheimem Schlüssel gesagt',
  },
} satisfies Messages['why'];
