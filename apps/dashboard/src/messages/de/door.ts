import type { Messages } from '../en.ts';

export const door = {
  signIn: 'Anmelden',
  welcomeBack: 'Willkommen zurück',
  email: 'E-Mail',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  passwordHint: 'Mindestens 10 Zeichen; ein Satz ist gut.',
  forgot: 'Passwort vergessen?',
  withPasskey: 'Mit Passkey anmelden',
  withProvider: (name: string) => `Mit ${name} anmelden`,
  or: 'oder',
  code: 'Code Ihrer Authenticator-App',
  codeHint: 'Sechs Ziffern.',
  backupCode: 'Ersatzcode',
  useBackupCode: 'Stattdessen einen Ersatzcode eingeben',
  useApp: 'Stattdessen die App verwenden',
  trustDevice: 'Auf diesem Gerät 30 Tage lang nicht fragen',
  confirm: 'Bestätigen',
  noAccount:
    'Kein Konto? Lassen Sie sich einladen. Das allererste Konto entsteht über den Link, den ./footfall start ausgegeben hat.',
  wrong: 'E-Mail oder Passwort ist falsch.',
  wrongCode: 'Dieser Code stimmt nicht, oder nicht mehr.',
  tooMany: 'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es noch einmal.',
  passkeyFailed:
    'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder nehmen Sie Ihr Passwort.',
  failed: 'Das hat nicht geklappt. Versuchen Sie es noch einmal.',
  welcome: {
    title: 'Willkommen bei Footfall',
    text: 'Sie sind zuerst hier. Legen Sie Ihr Konto an; Sie werden Admin.',
    name: 'Ihr Name',
    submit: 'Konto anlegen',
    used: 'Dieser Link gilt nicht mehr. Das erste Konto gibt es schon: melden Sie sich an. Sonst erzeugen Sie mit ./footfall members einen neuen.',
  },
  invitation: {
    title: (workspace: string) => `${workspace} beitreten`,
    text: (role: string) => `Sie sind eingeladen als ${role}.`,
    submit: 'Beitreten',
    signedInAs: (email: string) => `Sie sind angemeldet als ${email}.`,
    signInFirst: (email: string) =>
      `Die Einladung gilt für ${email}; dazu gibt es ein Konto. Melden Sie sich zuerst damit an.`,
    used: 'Diese Einladung gilt nicht mehr: sie wurde benutzt, zurückgezogen oder ist zu alt. Bitten Sie um eine neue.',
  },
  reset: {
    ask: 'Neues Passwort setzen',
    askText: 'Wir schicken einen Link an Ihre E-Mail-Adresse.',
    send: 'Link schicken',
    sent: 'Wenn es ein solches Konto gibt, ist ein Link unterwegs.',
    noMail:
      'Dieser Dienst sendet keine E-Mail. Bitten Sie den Betreiber um einen Link: ./footfall members reset-link macht einen.',
    title: 'Ein neues Passwort',
    submit: 'Setzen',
    done: 'Ihr Passwort ist gesetzt. Melden Sie sich damit an.',
    back: 'Zurück zur Anmeldung',
    used: 'Dieser Link gilt nicht mehr. Bitten Sie um einen neuen.',
  },
  easyPassword:
    'Dieses Passwort ist leicht zu raten: zu viele benutzen es, oder es sagt, wer Sie sind. Nehmen Sie ein anderes.',
  wrongPassword: 'Das ist nicht Ihr Passwort.',
  roles: { admin: 'Admin', member: 'Mitglied', viewer: 'Betrachter' },
} satisfies Messages['door'];
