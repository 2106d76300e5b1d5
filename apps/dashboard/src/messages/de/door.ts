import type { Messages } from '../en.ts';

export const door = {
  signIn: 'Anmelden',
  welcomeBack: 'Willkommen zurück',
  email: 'E-Mail',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  showPassword: 'Passwort zeigen oder verbergen',
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
  prove: {
    title: 'Bestätigen Sie, dass Sie es sind',
    text: 'Ihre Anmeldung liegt eine Weile zurück. Bestätigen Sie für diese Änderung, dass Sie es sind.',
    password: 'Ihr Passwort',
    withPasskey: 'Passkey verwenden',
  },
  noAccount:
    'Kein Konto? Lassen Sie sich einladen. Das allererste Konto entsteht über den Link, den ./footfall start ausgegeben hat.',
  wrong: 'E-Mail oder Passwort ist falsch.',
  wrongCode: 'Dieser Code stimmt nicht, oder nicht mehr.',
  usedCode: 'Dieser Code wurde schon benutzt: warten Sie auf den nächsten.',
  provider: {
    notInvited:
      'Niemand hat diese Adresse eingeladen. Bitten Sie einen Admin um eine Einladung und melden Sie sich dann noch einmal an.',
    notProved:
      'Es gibt ein Konto zu dieser Adresse, von dem niemand nachgewiesen hat, dass es seines ist, oder Ihr Anbieter bürgt nicht für die Adresse. Melden Sie sich mit Ihrem Passwort an; haben Sie keines, lassen Sie sich einen Link schicken.',
    refused:
      'Ihr Anbieter hat Sie nicht eingelassen, oder Sie sind zurückgegangen. Versuchen Sie es noch einmal, oder anders.',
    tooLate:
      'Das hat zu lange gedauert, oder es begann in einem anderen Browser. Melden Sie sich noch einmal an.',
    failed: (code) =>
      `Ihr Anbieter hat etwas geantwortet, das nicht zu glauben ist (${code}). Versuchen Sie es noch einmal; bleibt es dabei, sagen Sie es dem Betreiber dieses Dienstes.`,
  },
  tooMany: 'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es noch einmal.',
  passkeyFailed:
    'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder nehmen Sie Ihr Passwort.',
  passkeyUnknown:
    'Dieser Passkey gilt hier nicht mehr. Melden Sie sich anders an, und entfernen Sie ihn von Ihrem Gerät.',
  passkeysAt:
    'Browser haben Passkeys nur für den Namen eines Rechners. Passkeys funktionieren unter',
  passkeysUnnamed:
    'Passkeys brauchen den Namen eines Rechners, und dieser Dienst hat eine Adresse aus Ziffern. Wer ihn betreibt, gibt ihm einen Namen mit https und setzt PUBLIC_URL darauf.',
  passkeysInsecure:
    'Passkeys brauchen https, außer bei http://localhost auf demselben Rechner. Wer diesen Dienst betreibt, stellt ihn hinter https und setzt PUBLIC_URL darauf.',
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
    otherAccount:
      'Die Einladung gilt für eine andere Adresse als die, mit der Sie angemeldet sind.',
    notProved:
      'Dieser Link weist nicht nach, wessen die Adresse ist, und sie ist anderswo bekannt. Nehmen Sie den Link aus der E-Mail, oder einen vom Betreiber dieses Dienstes.',
  },
  reset: {
    ask: 'Neues Passwort setzen',
    askText: 'Wir schicken einen Link an Ihre E-Mail-Adresse.',
    send: 'Link schicken',
    sent: 'Wenn es ein solches Konto gibt, ist ein Link unterwegs.',
    noMail:
      'Dieser Dienst sendet keine E-Mail. Bitten Sie den Betreiber um einen Link: ./footfall members reset-link macht einen.',
    mailUnreachable:
      'Gerade kann keine E-Mail gesendet werden: der Mailserver antwortet nicht. Versuchen Sie es in einigen Minuten wieder, oder bitten Sie den Betreiber um einen Link: ./footfall members reset-link macht einen.',
    title: 'Ein neues Passwort',
    submit: 'Setzen',
    done: 'Ihr Passwort ist gesetzt. Melden Sie sich damit an.',
    back: 'Zurück zur Anmeldung',
    askAgain: 'Um einen neuen Link bitten',
    used: 'Dieser Link gilt nicht mehr. Bitten Sie um einen neuen.',
  },
  easyPassword:
    'Dieses Passwort ist leicht zu raten: zu viele benutzen es, oder es sagt, wer Sie sind. Nehmen Sie ein anderes.',
  wrongPassword: 'Das ist nicht Ihr Passwort.',
  roles: { admin: 'Admin', member: 'Mitglied', viewer: 'Betrachter' },
} satisfies Messages['door'];
