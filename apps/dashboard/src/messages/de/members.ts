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
  empty: 'Noch keine Mitglieder',
  emptyText:
    'Laden Sie Kollegen ein. Sie wählen deren Rolle, und die Kollegen treten über einen Link bei.',
  roles: { admin: 'Admin', member: 'Mitglied', viewer: 'Betrachter' },
  rolesTitle: 'Was jede Rolle darf',
  roleTexts: {
    admin:
      'Verwaltet Schlüssel, Mitglieder, Einstellungen, Audit-Log und den Arbeitsbereich selbst und darf alles, was Mitglieder dürfen.',
    member:
      'Sieht und exportiert alle Einträge und Auswertungen. Bearbeitet Leads, Listen und Kampagnen, korrigiert Identitäten und teilt Auswertungen.',
    viewer: 'Sieht und exportiert alle Einträge und Auswertungen. Ändert nichts.',
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
  hidePiiText: 'Maskiert Namen, E-Mail-Adressen und IP-Adressen, auch in Exporten.',
  removeTitle: (who: string) => `${who} entfernen`,
  removeText:
    'Die Person verliert sofort den Zugang zu diesem Arbeitsbereich. Ihr Konto und ihre bisherigen Änderungen bleiben. Eine neue Einladung stellt den Zugang wieder her.',
  isRemoved: (who: string) => `${who} entfernt.`,
  invite: 'Mitglied einladen',
  invitations: 'Offene Einladungen',
  invitationsText:
    'Ein Link wird nur einmal angezeigt. Geht er verloren, erstellen Sie einen neuen; der alte gilt dann nicht mehr.',
  noInvitation: 'Noch keine.',
  invited: 'eingeladen',
  ends: 'läuft ab',
  newLink: 'Neuer Link',
  newLinkFor: (email: string) => `Neuer Link für ${email}`,
  withdraw: 'Zurückziehen',
  withdrawOf: (email: string) => `Einladung für ${email} zurückziehen`,
  isWithdrawn: (email: string) => `Einladung für ${email} zurückgezogen.`,
  invitedTitle: (email: string) => `${email} eingeladen`,
  link: 'Einladungslink',
  mail: {
    taken: 'Wir haben eine E-Mail mit einem Link gesendet. Sie können auch diesen weitergeben:',
    waiting:
      'Der Mailserver hat noch nicht geantwortet. Die E-Mail kann noch ankommen. Senden Sie sicherheitshalber diesen Link selbst:',
    failed:
      'Die E-Mail konnte nicht gesendet werden: Der Mailserver ist nicht erreichbar oder lehnt sie ab. Die Einladung gilt. Senden Sie diesen Link selbst:',
    none: 'Es wurde keine E-Mail gesendet, weil kein Mailserver eingerichtet ist (SMTP_URL). Senden Sie diesen Link selbst:',
  },
  linkText:
    'Wer diesen Link öffnet, tritt mit der eingeladenen Adresse bei. Er wird nur einmal angezeigt.',
} satisfies Messages['members'];
