import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');

export const keys = {
  title: 'API-Schlüssel',
  shown: 'Welche Schlüssel gezeigt werden',
  good: 'Gültige Schlüssel',
  revoked: 'Widerrufene Schlüssel',
  create: 'Schlüssel anlegen',
  empty: 'Kein Schlüssel',
  emptyText:
    'Mit einem Produktionsschlüssel sendet eine Website; mit einem geheimen Schlüssel liest ein Programm oder ein Agent.',
  name: 'Name',
  nameText: 'Wofür er ist, damit man ihn erkennt: CRM, Nachtbericht, Anns Laptop.',
  kind: 'Art',
  key: 'Schlüssel',
  may: 'Was er darf',
  from: 'Nutzbar von',
  lastUsed: 'Zuletzt benutzt',
  never: 'nie',
  created: 'Angelegt',
  revokedAt: 'Widerrufen',
  actions: 'Aktionen',
  actionsOf: (name: string) => `Aktionen für ${name}`,
  copyKey: (name: string) => `Schlüssel ${name} kopieren`,
  expires: 'Läuft ab',
  expiresText: 'Danach wird der Schlüssel abgelehnt. 14 Tage vorher kommt ein Hinweis.',
  lifetime: (days: number) => (days === 0 ? 'Nie' : `In ${days} Tagen`),
  expiresSoon: 'läuft bald ab',
  expired: 'abgelaufen',
  expiring: (n: number, names: string) =>
    `${count(n, { one: 'Schlüssel läuft', other: 'Schlüssel laufen' })} innerhalb von 14 Tagen ab: ${names}${n > 5 ? ', …' : ''}. Erneuern Sie rechtzeitig: Programme mit einem abgelaufenen Schlüssel werden abgelehnt.`,
  unused: 'seit 90 Tagen unbenutzt',
  unusedText:
    'Niemand hat ihn in 90 Tagen benutzt. Was nicht mehr gebraucht wird, widerruft man am besten.',
  sendOnly: 'Daten senden',
  anywhere: 'Überall',
  hidesPersonal: 'ohne personenbezogene Daten',
  kinds: {
    production: 'Produktion',
    development: 'Entwicklung',
    legacy: 'Alt',
    secret: 'Geheim',
  },
  scopes: {
    'leads:read': 'Leads auflisten und lesen.',
    'visitors:read': 'Besucher, Personen, ihre Aktivität und Persönlichkeiten lesen; Zahlen.',
    'companies:read': 'Unternehmen lesen, und warum Besucher zu ihnen gehören.',
    'campaigns:read': 'Kampagnen und ihre Leistung lesen.',
    'conversions:read': 'Conversions und Umsatz lesen.',
    'leads:write': 'Leads anlegen und ändern; richtigstellen, wer wer ist.',
    'lists:write': 'Listen anlegen, Mitglieder aufnehmen und entfernen.',
    mcp: 'Einen KI-Agenten per MCP verbinden.',
    'audit:read': 'Das Audit-Log und abgelehnte Nachrichten lesen.',
  },
  preset: 'Wofür ist er?',
  presets: {
    backend: 'Ein Backend: REST',
    mcp: 'Ein KI-Agent: MCP',
    bi: 'Berichte: BI und Tabellen',
    website: 'Eine Website: sendet echte Daten',
    staging: 'Entwicklung und Staging: sendet Testdaten',
    own: 'Etwas anderes: Rechte selbst wählen',
  },
  presetText: {
    backend: 'Liest alles außer dem Audit-Log, schreibt Leads und Listen. Nur von Servern.',
    mcp: 'Dasselbe, und darf sich mit /mcp verbinden.',
    bi: 'Liest nur, ohne Namen, E-Mail-Adressen und IP-Adressen.',
    website: 'Öffentlich: er steht in jeder Seite und kann nur senden.',
    staging: 'Öffentlich; was er sendet, wird als Testdaten getrennt gehalten.',
    own: 'Ein geheimer Schlüssel mit den Rechten, die Sie wählen.',
  },
  serverOnly: 'Nur Server',
  serverOnlyText:
    'Kein Browser darf ihn benutzen. Richtig für alles, was nicht in einer Webseite läuft.',
  origins: 'Erlaubte Herkunft',
  originsText:
    'Websites, deren Browser ihn benutzen dürfen, eine je Zeile; https://*.example.com steht für alle Hosts darunter.',
  hidePersonal: 'Personenbezogene Daten verbergen',
  hidePersonalText: 'Namen, E-Mail-Adressen und IP-Adressen kommen maskiert.',
  madeTitle: (name: string) => `${name} wurde angelegt`,
  shownOnce:
    'Dies wird einmal gezeigt. Legen Sie es jetzt dort ab, wo Ihre Geheimnisse sind; niemand kann es noch einmal zeigen.',
  rotatedText:
    'Der alte Schlüssel gilt, bis Sie ihn widerrufen: bringen Sie zuerst diesen aus, dann widerrufen Sie den alten.',
  tryIt: 'Ausprobieren',
  stored: 'Ich habe ihn abgelegt',
  rotate: 'Erneuern: ein neuer an seiner Stelle',
  revoke: 'Widerrufen',
  revokeTitle: (name: string) => `${name} widerrufen`,
  revokeText:
    'Was diesen Schlüssel benutzt, geht sofort nicht mehr, und es lässt sich nicht rückgängig machen. Sehen Sie nach, wann er zuletzt benutzt wurde.',
  revokeSecretText:
    'Was damit unterschrieben ist, gilt nicht mehr als Beweis, und es lässt sich nicht rückgängig machen. Bringen Sie zuerst ein anderes aus.',
  isRevoked: (name: string) => `${name} ist widerrufen.`,
  install: 'So wird er eingebaut',
  framework: 'Wo',
  frameworks: {
    html: 'Jede Website',
    pinned: 'Jede Website, feste Version',
    cookieless: 'Jede Website, ohne Cookies',
    next: 'Next.js',
    react: 'React (Vite)',
    vue: 'Nuxt',
    gtm: 'Google Tag Manager',
    curl: 'Ein Backend, mit curl',
  },
  installText: {
    html: 'Fügen Sie dies in jede Seite ein, vor </head>.',
    pinned:
      'Dasselbe mit einer Version, die sich nie ändert und die der Browser prüft: nach einer Aktualisierung des Dienstes muss es neu eingefügt werden.',
    cookieless:
      'Dasselbe ohne Cookies und andere Speicherung vor der Einwilligung, wo die Einstellungen es erlauben: Besucher werden einen Tag lang an Adresse und Browser unterschieden.',
    next: 'In das Layout der App.',
    react: 'In index.html. Seitenwechsel innerhalb der App werden von selbst bemerkt.',
    vue: 'In die Konfiguration von Nuxt.',
    gtm: 'Ein neues Tag der Art „Benutzerdefiniertes HTML“, auf allen Seiten.',
    curl: 'Eine Nachricht, wie ein Backend sie sendet.',
  },
  signingSecrets: 'Signaturgeheimnisse',
  signingText:
    'Mit einem solchen Geheimnis beweist Ihr Backend, wer ein Besucher ist: was unterschrieben ist, können Fremde nicht behaupten.',
  createSecret: 'Signaturgeheimnis anlegen',
  noSecret: 'Es gibt noch keines.',
} satisfies Messages['keys'];
