import type { Messages } from '../en.ts';

export const account = {
  title: 'Ihr Konto',
  profile: 'Profil',
  email: 'E-Mail',
  name: 'Name',
  username: 'Benutzername',
  usernameText:
    'Ein kurzer Name für Kollegen und andere Werkzeuge. Sie melden sich mit Ihrer E-Mail an.',
  nameMissing: 'Geben Sie Ihren Namen ein: Kollegen sehen ihn.',
  picture: 'Bild',
  pictureText:
    'Kollegen sehen es neben Ihrem Namen. Ein PNG, JPEG oder WebP; es wird hier verkleinert.',
  choosePicture: 'Bild wählen',
  removePicture: 'Entfernen',
  pictureRemoved: 'Ihr Bild ist entfernt.',
  pictureElsewhere: (host: string) =>
    `Ihr Bild liegt bei ${host}. Andere Werkzeuge können es zeigen; diese Seite lädt nichts von anderswo und zeigt Ihre Initialen. Wählen Sie eine Datei, damit es auch hier zu sehen ist.`,
  pictureUnreadable:
    'Das ist kein Bild, das hier gelesen werden kann. Wählen Sie eine Datei mit PNG, JPEG oder WebP.',
  pictureTooLarge: 'Die Datei ist größer als 20 MB. Wählen Sie ein kleineres Bild.',
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
  factorHow: 'Richten Sie hier eine App für Codes ein, oder fügen Sie einen Passkey hinzu.',
  factorSignInAgain: 'Sie haben einen Passkey. Melden Sie sich ab und damit wieder an.',
  factorOn: 'Nach Ihrem Passwort wird nach einem Code gefragt.',
  turnOn: 'App einrichten',
  turnOff: 'Ausschalten',
  confirmPassword: 'Ihr Passwort, zur Bestätigung',
  scan: 'Scannen Sie das mit Ihrer App und geben Sie dann den Code ein, den sie zeigt.',
  qrCode: 'Das Geheimnis als Bild für Ihre App',
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
  noPasskeyMade: 'Es wurde kein Passkey angelegt. Versuchen Sie es noch einmal.',
  removePasskey: (name: string) => `${name} entfernen`,
  passkeyRemoved: (name: string) => `${name} ist entfernt.`,
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
  danger: 'Gefahrenbereich',
  delete: 'Konto löschen',
  deleteText:
    'Löscht Ihr Konto mit Passwort, Passkeys und Sitzungen. Sie dürfen in keinem Arbeitsbereich mehr Mitglied sein. Das lässt sich nicht rückgängig machen.',
  deleted: 'Ihr Konto ist gelöscht.',
  stillMember:
    'Sie sind noch Mitglied eines Arbeitsbereichs. Bitten Sie dort jeweils einen Admin, Sie zu entfernen, und löschen Sie dann Ihr Konto.',
} satisfies Messages['account'];
