import type { Messages } from '../en.ts';

export const door = {
  signIn: 'Anmelden',
  welcomeBack: 'Willkommen zurück',
  email: 'E-Mail',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  showPassword: 'Passwort zeigen oder verbergen',
  passwordHint: 'Verwenden Sie mindestens 10 Zeichen. Gut eignet sich ein Satz.',
  forgot: 'Passwort vergessen?',
  withPasskey: 'Mit Passkey anmelden',
  withProvider: (name: string) => `Mit ${name} anmelden`,
  or: 'oder',
  code: 'Code aus Ihrer Authenticator-App',
  codeHint: 'Geben Sie sechs Ziffern ein.',
  backupCode: 'Ersatzcode',
  useBackupCode: 'Stattdessen einen Ersatzcode eingeben',
  useApp: 'Stattdessen die App verwenden',
  trustDevice: 'Auf diesem Gerät 30 Tage lang nicht fragen',
  confirm: 'Bestätigen',
  prove: {
    title: 'Identität bestätigen',
    text: 'Ihre Anmeldung liegt eine Weile zurück. Bestätigen Sie für diese Änderung Ihre Identität.',
    password: 'Ihr Passwort',
    withPasskey: 'Passkey verwenden',
  },
  noAccount:
    'Kein Konto? Bitten Sie einen Admin um eine Einladung. Das allererste Konto legen Sie über den Link an, den ./footfall start ausgegeben hat.',
  wrong: 'E-Mail oder Passwort ist falsch.',
  wrongCode: 'Dieser Code ist falsch oder abgelaufen.',
  usedCode: 'Dieser Code wurde schon benutzt. Warten Sie auf den nächsten.',
  provider: {
    notInvited:
      'Für diese Adresse gibt es keine Einladung. Bitten Sie einen Admin um eine Einladung, und melden Sie sich dann erneut an.',
    notProved:
      'Zu dieser Adresse gibt es ein unbestätigtes Konto, oder Ihr Anbieter hat die Adresse nicht bestätigt. Melden Sie sich mit Ihrem Passwort an, oder fordern Sie einen Link an.',
    refused:
      'Ihr Anbieter hat den Zugang verweigert, oder Sie haben abgebrochen. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
    tooLate:
      'Die Anmeldung hat zu lange gedauert oder begann in einem anderen Browser. Melden Sie sich noch einmal an.',
    failed: (code) =>
      `Ihr Anbieter hat eine ungültige Antwort gesendet (${code}). Versuchen Sie es noch einmal. Schlägt es weiter fehl, wenden Sie sich an Ihren Administrator.`,
  },
  tooMany: 'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es noch einmal.',
  passkeyFailed:
    'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder nehmen Sie Ihr Passwort.',
  passkeyUnknown:
    'Dieser Passkey gilt hier nicht mehr. Melden Sie sich anders an, und entfernen Sie ihn von Ihrem Gerät.',
  passkeysAt: 'Passkeys gehören zu einem Hostnamen. Sie funktionieren unter',
  passkeysUnnamed:
    'Passkeys brauchen einen Hostnamen, aber dieser Dienst nutzt eine IP-Adresse. Bitten Sie Ihren Administrator, PUBLIC_URL auf einen Hostnamen mit https zu setzen.',
  passkeysInsecure:
    'Passkeys brauchen https, außer auf http://localhost. Bitten Sie Ihren Administrator, Footfall über https bereitzustellen und PUBLIC_URL zu setzen.',
  failed: 'Etwas ist schiefgegangen. Versuchen Sie es noch einmal.',
  welcome: {
    title: 'Willkommen bei Footfall',
    text: 'Legen Sie das erste Konto an. Sie werden Admin.',
    name: 'Ihr Name',
    submit: 'Konto anlegen',
    used: 'Dieser Link gilt nicht mehr. Gibt es das erste Konto schon, melden Sie sich an. Sonst erzeugen Sie mit ./footfall members einen neuen Link.',
  },
  invitation: {
    title: (workspace: string) => `${workspace} beitreten`,
    text: (role: string) => `Sie sind als ${role} eingeladen.`,
    submit: 'Beitreten',
    signedInAs: (email: string) => `Sie sind als ${email} angemeldet.`,
    signInFirst: (email: string) =>
      `Die Einladung gilt für ${email}. Zu dieser Adresse gibt es bereits ein Konto. Melden Sie sich zuerst damit an.`,
    used: 'Diese Einladung wurde bereits benutzt oder zurückgezogen, oder sie ist abgelaufen. Bitten Sie um eine neue.',
    otherAccount:
      'Diese Einladung gilt für eine andere Adresse. Melden Sie sich mit dieser Adresse an.',
    notProved:
      'Dieser Link kann die Adresse nicht bestätigen, zu der es bereits ein Konto gibt. Verwenden Sie den Link aus der E-Mail, oder bitten Sie Ihren Administrator um einen.',
  },
  reset: {
    ask: 'Neues Passwort festlegen',
    askText: 'Wir senden einen Link an Ihre E-Mail-Adresse.',
    send: 'Link senden',
    sent: 'Falls das Konto existiert, haben wir einen Link gesendet.',
    noMail:
      'Dieser Dienst sendet keine E-Mails. Bitten Sie Ihren Administrator um einen Link aus ./footfall members reset-link.',
    mailUnreachable:
      'Der Mailserver ist nicht verfügbar. Versuchen Sie es in einigen Minuten wieder, oder bitten Sie Ihren Administrator um einen Link aus ./footfall members reset-link.',
    title: 'Neues Passwort',
    submit: 'Passwort festlegen',
    done: 'Passwort festgelegt. Melden Sie sich damit an.',
    back: 'Zurück zur Anmeldung',
    askAgain: 'Neuen Link anfordern',
    used: 'Dieser Link gilt nicht mehr. Fordern Sie einen neuen an.',
  },
  easyPassword:
    'Dieses Passwort ist leicht zu erraten: Es ist verbreitet oder enthält Ihren Namen oder Ihre E-Mail-Adresse. Wählen Sie ein anderes.',
  wrongPassword: 'Falsches Passwort.',
  roles: { admin: 'Admin', member: 'Mitglied', viewer: 'Betrachter' },
} satisfies Messages['door'];
