import type { Messages } from '../en.ts';

export const account = {
  title: 'Dein Konto',
  profile: 'Profil',
  email: 'E-Mail',
  name: 'Name',
  saved: 'Gespeichert.',
  password: 'Passwort',
  currentPassword: 'Bisheriges Passwort',
  newPassword: 'Neues Passwort',
  setPassword: 'Passwort ändern',
  passwordSaved: 'Dein Passwort ist geändert; überall sonst bist du abgemeldet.',
  noPassword:
    'Du meldest dich ohne Passwort an. Auf der Seite zum Anmelden kannst du um einen Link bitten, um eines zu setzen.',
  factor: 'Zweiter Faktor',
  factorText:
    'Ein Code aus einer Authenticator-App, nach dem du nach dem Passwort gefragt wirst. Ein Passkey ist für sich schon ein zweiter Faktor.',
  factorNeeded: 'Dieser Arbeitsbereich verlangt von seinen Mitgliedern einen zweiten Faktor.',
  factorOn: 'Nach deinem Passwort wird nach einem Code gefragt.',
  turnOn: 'App einrichten',
  turnOff: 'Ausschalten',
  confirmPassword: 'Dein Passwort, zur Bestätigung',
  scan: 'Füge das deiner App hinzu und gib dann den Code ein, den sie zeigt.',
  openApp: 'App auf diesem Gerät öffnen',
  secret: 'Geheimnis zum Eintippen',
  backupCodes: 'Ersatzcodes',
  backupText:
    'Jeder meldet dich einmal an, wenn die App verloren ist. Bewahre sie woanders auf als die App.',
  passkeys: 'Passkeys',
  passkeysText:
    'Anmelden mit Fingerabdruck, Gesicht oder Sicherheitsschlüssel: nichts zu merken, nichts zu stehlen.',
  addPasskey: 'Passkey hinzufügen',
  passkeyName: 'Name des Passkeys',
  sessions: 'Wo du angemeldet bist',
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
