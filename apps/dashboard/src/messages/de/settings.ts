import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');

export const settings = {
  title: 'Einstellungen',
  snippet: 'Ihre Website',
  arrived: 'Es geht: Nachrichten kommen an.',
  waiting:
    'Warten auf die erste Nachricht. Fügen Sie die Zeile in eine Seite ein, vor </head>, und öffnen Sie die Seite.',
  noKey:
    'Es gibt keinen Schlüssel dieser Art. Ein Admin kann auf der Seite der Schlüssel einen anlegen.',
  otherFrameworks: 'Schlüssel, und wie man es anderswo einbaut',
  refused: (n: number) =>
    `${count(n, { one: 'Nachricht wurde', other: 'Nachrichten wurden' })} in 24 Stunden abgelehnt`,
  workspace: 'Dieser Arbeitsbereich',
  name: 'Name',
  timeZone: 'Zeitzone',
  timeZoneText:
    'Nach wessen Tagen Zahlen geführt werden. Nach einer Änderung werden alle Zahlen neu gemacht.',
  secondFactor: 'Mitglieder brauchen einen zweiten Faktor',
  secondFactorText: 'Wer keinen hat, kann nichts tun als einen einzurichten.',
  viewersMayExport: 'Betrachter dürfen exportieren',
  viewersMayExportText: 'Sonst exportieren nur Mitglieder und Admins Listen als Dateien.',
  leads: 'Leads und Personen',
  leadRule: 'Was einen Lead eröffnet',
  leadRuleText: 'Es gilt von jetzt an; vorhandene Leads bleiben.',
  leadRules: {
    conversion: 'Eine Conversion',
    identify: 'Wenn jemand erstmals sagt, wer er ist',
    both: 'Eines von beiden',
    none: 'Nichts: Leads werden von Hand oder über die API angelegt',
  },
  keyPages: 'Schlüsselseiten',
  keyPagesText: 'Seiten, die Interesse zeigen, und wie viel ein Blick darauf zum Score beiträgt.',
  keyPage: 'Pfad; * steht für beliebigen Text',
  points: 'Punkte, 1 bis 100',
  addKeyPage: 'Seite hinzufügen',
  trust: 'Wer sagen darf, wer Besucher sind',
  trustModes: {
    balanced: 'Ausgewogen: jeder, jeweils mit seinem Recht',
    verified: 'Geprüft: nur was bewiesen ist',
    open: 'Offen: allen wird geglaubt',
  },
  trustText: {
    balanced:
      'Was ein Browser allein sagt, darf ergänzen, ersetzt und verbindet aber nie, was mit stärkerem Recht bekannt war.',
    verified:
      'Nur was Ihr Backend unterschreibt oder mit geheimem Schlüssel sendet, benennt Personen.',
    open: 'Wie andere Dienste es tun. Wer den öffentlichen Schlüssel hat, kann ändern, wer Personen sind.',
  },
  privacy: 'Datenschutz',
  addresses: 'IP-Adressen',
  addressesText:
    'Was von ihnen ab jetzt gespeichert wird. Orte und Unternehmen werden vorher nachgeschlagen.',
  ipAnonymisations: {
    none: 'Ganz gespeichert',
    truncate: 'Auf das Netz gekürzt',
    drop: 'Nicht gespeichert',
  },
  signals: 'Global Privacy Control und Do Not Track',
  signalsText: 'Ob ein solches Signal des Browsers eine Ablehnung ist.',
  privacySignals: { ignore: 'Nicht beachtet', refuse: 'Gelten als Ablehnung' },
  cookieless: 'Besucher ohne Speicherung',
  cookielessText:
    'Ob Besucher einen Tag lang an Adresse und Browser unterschieden werden: auf Seiten mit dem Skript ohne Cookies und wo der Browser nichts speichert.',
  cookielessModes: { refuse: 'Abgelehnt', allow: 'Gezählt, für einen Tag' },
  urlParameters: 'Parameter von Adressen, die bleiben',
  urlParametersText:
    'Von Adressen werden nur Kampagnenangaben und Ähnliches gespeichert; andere können Geheimnisse tragen. Namen, die hier mit Kommas stehen, bleiben auch.',
  sources: 'Woher Besucher kommen',
  ownDomains: 'Ihre eigenen Domains',
  ownDomainsText:
    'Neben der der Seite, mit allen Hosts und durch Kommas getrennt. Wer von dort kommt, den hat keine andere Website geschickt.',
  ignoredDomains: 'Domains, die man nur durchläuft',
  ignoredDomainsText:
    'Wo bezahlt oder angemeldet wird, neben den üblichen Anbietern, die bekannt sind. Wer von dort zurückkommt, wurde nicht von dort geschickt.',
  limits: 'Grenzen eines Tages',
  limitsText:
    'Was darüber liegt, wird abgelehnt und auf der Seite der abgelehnten Nachrichten gezeigt. Tage sind in UTC.',
  people: 'Neue Personen',
  newLeads: 'Neue Leads',
  rows: 'Nachrichten (legt der Betreiber fest)',
  bytes: 'Daten (legt der Betreiber fest)',
  features: 'Funktionen (legt der Betreiber fest)',
  featureNames: {
    api: 'REST-API',
    mcp: 'KI-Agenten (MCP)',
    companies: 'Unternehmen',
    campaigns: 'Kampagnen',
    conversions: 'Conversions',
    lists: 'Listen',
    personalities: 'Kaufabsicht',
  },
  retention: 'Aufbewahrung',
  retentionText:
    'Wie lange was aufbewahrt wird, in Tagen. Leer: ohne Ende. Personen, Leads, Besuche, Zahlen und Bewertungen bleiben, wenn ihre Ereignisse gehen. Was ging, kommt nicht zurück.',
  keptSince: (day: string) =>
    `Ereignisse werden seit ${day} aufbewahrt; Nachrichten von davor werden nicht angenommen.`,
  keptAll: 'Alle Ereignisse werden aufbewahrt.',
  retentionKinds: {
    events: 'Ereignisse',
    refused_messages: 'Abgelehnte Nachrichten',
    consents: 'Nachweise der Einwilligung',
    audit_log: 'Protokoll',
  },
  forever: 'ohne Ende',
  shortest: (days: string) => `Kürzeste: ${days}`,
  nothingGoes: 'Nichts geht.',
  goes: (rows: string, day: string) => `${rows} von vor dem ${day} gehen.`,
  moreThan: (rows: string) => `Mehr als ${rows}`,
  removing: (rows: string) => `Wird gerade entfernt: ${rows} bisher.`,
  shorten: 'Kürzer aufbewahren',
  shortenText: (kinds: string) =>
    `${kinds}: was älter ist, wird in den nächsten Minuten entfernt, und nichts bringt es zurück.`,
  danger: 'Gefahrenbereich',
  dangerText:
    'Seine Schlüssel gehen sofort nicht mehr, seine Mitglieder verlieren den Zugang; alles, was von ihm gespeichert ist, wird gelöscht. Das lässt sich nicht rückgängig machen.',
  deleteWorkspace: 'Diesen Arbeitsbereich löschen',
  deleting: (name: string) => `${name} wird gelöscht.`,
} satisfies Messages['settings'];
