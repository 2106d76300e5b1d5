import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');

export const keys = {
  title: 'API-Schlüssel',
  shown: 'Schlüssel anzeigen',
  good: 'Aktive Schlüssel',
  revoked: 'Widerrufene Schlüssel',
  create: 'Schlüssel anlegen',
  empty: 'Noch keine API-Schlüssel',
  emptyText:
    'Legen Sie einen Produktionsschlüssel an, um Daten von einer Website zu senden, oder einen geheimen Schlüssel, um sie mit einem Programm oder KI-Agenten zu lesen.',
  name: 'Name',
  nameText: 'Geben Sie an, wofür der Schlüssel ist, etwa CRM, Nachtbericht oder Anns Laptop.',
  kind: 'Art',
  key: 'Schlüssel',
  may: 'Rechte',
  from: 'Erlaubt von',
  lastUsed: 'Zuletzt benutzt',
  never: 'nie',
  created: 'Angelegt',
  revokedAt: 'Widerrufen',
  actions: 'Aktionen',
  actionsOf: (name: string) => `Aktionen für ${name}`,
  copyKey: (name: string) => `Schlüssel ${name} kopieren`,
  expires: 'Läuft ab',
  expiresText:
    'Danach funktioniert der Schlüssel nicht mehr. Das Dashboard weist 14 Tage vorher darauf hin.',
  lifetime: (days: number) =>
    days === 0 ? 'Nie' : `In ${count(days, { one: 'Tag', other: 'Tagen' })}`,
  expiresSoon: 'läuft bald ab',
  expired: 'abgelaufen',
  expiring: (n: number, names: string) =>
    `${count(n, { one: 'Schlüssel läuft', other: 'Schlüssel laufen' })} innerhalb von 14 Tagen ab: ${names}${n > 5 ? ', …' : ''}. Erneuern Sie ${n === 1 ? 'ihn' : 'sie'} rechtzeitig: Abgelaufene Schlüssel funktionieren nicht mehr.`,
  unused: 'seit 90 Tagen unbenutzt',
  unusedText:
    'Dieser Schlüssel ist seit 90 Tagen unbenutzt. Widerrufen Sie ihn, wenn Sie ihn nicht mehr brauchen.',
  sendOnly: 'Daten senden',
  anywhere: 'Überall',
  hidesPersonal: 'personenbezogene Daten verborgen',
  kinds: {
    production: 'Produktion',
    development: 'Entwicklung',
    legacy: 'Alt',
    secret: 'Geheim',
  },
  scopes: {
    'leads:read': 'Leads lesen.',
    'visitors:read': 'Besucher, Personen, ihre Aktivität und Scores sowie Auswertungen lesen.',
    'companies:read': 'Unternehmen und die Belege der Zuordnung lesen.',
    'campaigns:read': 'Kampagnen und ihre Leistung lesen.',
    'conversions:read': 'Conversions und Umsatz lesen.',
    'leads:write': 'Leads anlegen und ändern, Identitäten korrigieren.',
    'lists:write': 'Listen anlegen, Mitglieder hinzufügen und entfernen.',
    mcp: 'Einen KI-Agenten per MCP verbinden.',
    'audit:read': 'Das Audit-Log und abgelehnte Ereignisse lesen.',
    'privacy:read': 'Alle Daten über eine Person exportieren.',
    'privacy:write': 'Personen und Besucher löschen.',
  },
  preset: 'Verwendung',
  presets: {
    backend: 'Backend (REST)',
    mcp: 'KI-Agent (MCP)',
    bi: 'BI und Tabellen',
    website: 'Website (echte Daten)',
    staging: 'Entwicklung und Staging (Testdaten)',
    own: 'Eigene Auswahl (Rechte wählen)',
  },
  presetText: {
    backend: 'Liest alles außer dem Audit-Log und schreibt Leads und Listen. Nur für Server.',
    mcp: 'Kann alles, was „Backend“ kann, und sich mit /mcp verbinden.',
    bi: 'Kann nur lesen. Namen, E-Mail-Adressen und IP-Adressen sind maskiert.',
    website: 'Öffentlich: Der Schlüssel steht in jeder Seite und kann nur Daten senden.',
    staging: 'Öffentlich: Seine Daten bleiben als Testdaten getrennt.',
    own: 'Ein geheimer Schlüssel mit den Rechten, die Sie wählen.',
  },
  serverOnly: 'Nur Server',
  serverOnlyText:
    'Browser können diesen Schlüssel nicht verwenden. Wählen Sie das, wenn Ihr Code nicht in einer Webseite läuft.',
  origins: 'Erlaubte Herkunft',
  originsText:
    'Websites, die diesen Schlüssel im Browser verwenden dürfen, eine je Zeile. https://*.example.com steht für alle Subdomains.',
  hidePersonal: 'Personenbezogene Daten verbergen',
  hidePersonalText: 'Maskiert Namen, E-Mail-Adressen und IP-Adressen.',
  madeTitle: (name: string) => `${name} angelegt`,
  shownOnce: 'Speichern Sie dieses Geheimnis jetzt. Es lässt sich nicht noch einmal anzeigen.',
  rotatedText:
    'Der alte Schlüssel gilt, bis Sie ihn widerrufen. Stellen Sie zuerst auf den neuen um.',
  tryIt: 'Ausprobieren',
  stored: 'Ich habe ihn gespeichert',
  rotate: 'Schlüssel erneuern',
  revoke: 'Widerrufen',
  revokeTitle: (name: string) => `${name} widerrufen`,
  revokeText:
    'Alles, was diesen Schlüssel verwendet, funktioniert sofort nicht mehr. Das lässt sich nicht rückgängig machen. Prüfen Sie, wann er zuletzt benutzt wurde.',
  revokeSecretText:
    'Signaturen mit diesem Geheimnis werden ungültig. Das lässt sich nicht rückgängig machen. Stellen Sie zuerst auf ein anderes um.',
  isRevoked: (name: string) => `${name} widerrufen.`,
  install: 'Einbauen',
  framework: 'Framework',
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
    html: 'Fügen Sie dies vor </head> in jede Seite ein.',
    pinned:
      'Verwendet eine feste Version, die der Browser prüft. Fügen Sie nach einem Upgrade von Footfall die neue Zeile ein.',
    cookieless:
      'Verwendet vor der Einwilligung keine Cookies und keinen anderen Speicher. Erkennt Besucher einen Tag lang an IP-Adresse und Browser wieder, wenn die Einstellungen es erlauben.',
    next: 'Fügen Sie dies in das Layout Ihrer App ein.',
    react: 'Fügen Sie dies in index.html ein. Seitenwechsel in der App werden automatisch erfasst.',
    vue: 'Fügen Sie dies in die Nuxt-Konfiguration ein.',
    gtm: 'Legen Sie ein Tag „Benutzerdefiniertes HTML“ für alle Seiten an.',
    curl: 'Senden Sie ein Ereignis aus Ihrem Backend.',
  },
  signingSecrets: 'Signaturgeheimnisse',
  signingText:
    'Signieren Sie Identitäten in Ihrem Backend mit diesem Geheimnis, damit niemand sonst sie beanspruchen kann.',
  createSecret: 'Signaturgeheimnis anlegen',
  noSecret: 'Noch keines.',
} satisfies Messages['keys'];
