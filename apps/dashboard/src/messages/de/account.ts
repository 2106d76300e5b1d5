import type { Messages } from '../en.ts';

export const account = {
  title: 'Ihr Konto',
  profile: 'Profil',
  email: 'E-Mail',
  name: 'Name',
  saved: 'Gespeichert.',
  password: 'Passwort',
  currentPassword: 'Bisheriges Passwort',
  newPassword: 'Neues Passwort',
  setPassword: 'Passwort ändern',
  passwordSaved: 'Ihr Passwort ist geändert; überall sonst sind Sie abgemeldet.',
  noPassword:
    'Sie melden sich ohne Passwort an. Auf der Seite zum Anmelden können Sie um einen Link bitten, um eines zu setzen.',
  factor: 'Zweiter Faktor',
  factorText:
    'Ein Code aus einer Authenticator-App, nach dem Sie nach dem Passwort gefragt werden. Ein Passkey ist für sich schon ein zweiter Faktor.',
  factorNeeded: 'Dieser Arbeitsbereich verlangt von seinen Mitgliedern einen zweiten Faktor.',
  factorOn: 'Nach Ihrem Passwort wird nach einem Code gefragt.',
  turnOn: 'App einrichten',
  turnOff: 'Ausschalten',
  confirmPassword: 'Ihr Passwort, zur Bestätigung',
  scan: 'Fügen Sie das Ihrer App hinzu und geben Sie dann den Code ein, den sie zeigt.',
  openApp: 'App auf diesem Gerät öffnen',
  secret: 'Geheimnis zum Eintippen',
  backupCodes: 'Ersatzcodes',
  backupText:
    'Jeder meldet Sie einmal an, wenn die App verloren ist. Bewahren Sie sie woanders auf als die App.',
  passkeys: 'Passkeys',
  passkeysText:
    'Anmelden mit Fingerabdruck, Gesicht oder Sicherheitsschlüssel: nichts zu merken, nichts zu stehlen.',
  addPasskey: 'Passkey hinzufügen',
  passkeyName: 'Name des Passkeys',
  sessions: 'Wo Sie angemeldet sind',
  current: 'dieser Browser',
  lastUsed: 'benutzt',
  end: 'Abmelden',
  endOthers: 'Überall sonst abmelden',
  ended: 'Abgemeldet.',
  by: {
    password: 'mit Passwort',
    totp: 'mit Passwort und Code',
    passkey: 'mit Passkey',
    oidc: 'über einen Anbieter',
    link: 'über einen Link',
  },
  unknownBrowser: 'Ein Browser',
} satisfies Messages['account'];
