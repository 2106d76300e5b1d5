import type { Messages } from '../en.ts';

export const members = {
  title: 'Mitglieder',
  name: 'Name',
  email: 'E-Mail',
  role: 'Rolle',
  joined: 'Beigetreten',
  factor: 'Zweiter Faktor',
  factorOn: 'Eingerichtet',
  factorOff: 'Keiner',
  actions: 'Aktionen',
  you: 'Sie',
  empty: 'Niemand da',
  emptyText:
    'Laden Sie jemanden ein: mit dem Link tritt die Person in der Rolle bei, die Sie wählen.',
  roles: { admin: 'Admin', member: 'Mitglied', viewer: 'Betrachter' },
  rolesTitle: 'Was jede Rolle darf',
  roleTexts: {
    admin:
      'Alles: Schlüssel, Mitglieder, Einstellungen, das Audit-Log, den Arbeitsbereich löschen; und alles, was Mitglieder dürfen.',
    member:
      'Sieht und exportiert alle Datensätze und Zahlen; ändert Leads, Listen und Kampagnen, stellt richtig, wer wer ist, teilt Zahlen per Link.',
    viewer: 'Sieht und exportiert alle Datensätze und Zahlen und ändert nichts.',
  },
  roleOf: (who: string) => `Rolle von ${who}`,
  roleChanged: (who: string, role: string) => `${who}: ${role}.`,
  pii: 'Personenbezogene Daten',
  piiShown: 'Sichtbar',
  piiHidden: 'Verborgen',
  piiOf: (who: string) => `Personenbezogene Daten für ${who}`,
  piiChanged: (who: string, isHidden: boolean) =>
    isHidden
      ? `${who} sieht keine personenbezogenen Daten mehr.`
      : `${who} sieht jetzt personenbezogene Daten.`,
  hidePii: 'Personenbezogene Daten verbergen',
  hidePiiText: 'Namen, E-Mail-Adressen und IP-Adressen sind maskiert, auch in Exporten.',
  removeTitle: (who: string) => `${who} entfernen`,
  removeText:
    'Die Person kommt ab sofort nicht mehr in diesen Arbeitsbereich. Das Konto bleibt und auch, was damit getan wurde; eine neue Einladung lässt die Person wieder herein.',
  isRemoved: (who: string) => `${who} ist entfernt.`,
  invite: 'Jemanden einladen',
  invitations: 'Offene Einladungen',
  invitationsText:
    'Ein Link wird einmal gezeigt. Ging er verloren, tritt ein neuer an seine Stelle, und der alte gilt nicht mehr.',
  noInvitation: 'Es gibt keine.',
  invited: 'eingeladen',
  ends: 'endet',
  newLink: 'Neuer Link',
  newLinkFor: (email: string) => `Neuer Link für ${email}`,
  withdraw: 'Zurückziehen',
  withdrawOf: (email: string) => `Einladung von ${email} zurückziehen`,
  isWithdrawn: (email: string) => `Die Einladung von ${email} ist zurückgezogen.`,
  invitedTitle: (email: string) => `${email} ist eingeladen`,
  link: 'Link der Einladung',
  mail: {
    taken: 'Eine E-Mail mit einem Link ist unterwegs. Dieser geht auch:',
    waiting:
      'Der Mailserver antwortet bisher nicht; vielleicht geht die E-Mail noch hinaus. Schicken Sie sicherheitshalber diesen Link selbst:',
    failed:
      'Die E-Mail konnte nicht gesendet werden: der Mailserver ist nicht zu erreichen oder nimmt sie nicht an. Die Einladung gilt trotzdem; schicken Sie diesen Link selbst:',
    none: 'Es wurde keine E-Mail gesendet, weil dieser Dienst keinen Mailserver hat (SMTP_URL). Schicken Sie diesen Link selbst:',
  },
  linkText:
    'Wer ihn öffnet, tritt mit der eingeladenen Adresse bei. Er wird nur dieses eine Mal gezeigt.',
} satisfies Messages['members'];
