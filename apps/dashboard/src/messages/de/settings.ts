import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');

export const settings = {
  title: 'Einstellungen',
  snippet: 'Ihre Website',
  arrived: 'Verbunden. Ereignisse kommen an.',
  waiting:
    'Warten auf das erste Ereignis. Fügen Sie diese Zeile vor </head> in eine Seite ein, und öffnen Sie die Seite.',
  noKey: 'Noch kein Schlüssel dieser Art. Ein Admin kann unter API-Schlüssel einen anlegen.',
  otherFrameworks: 'Schlüssel und andere Frameworks',
  refused: (n: number) =>
    `${count(n, { one: 'Ereignis', other: 'Ereignisse' })} in den letzten 24 Stunden abgelehnt`,
  workspace: 'Dieser Arbeitsbereich',
  name: 'Name',
  timeZone: 'Zeitzone',
  timeZoneText:
    'Auswertungen zählen Tage in dieser Zeitzone. Nach einer Änderung werden alle Auswertungen neu berechnet.',
  secondFactor: 'Zweiten Faktor verlangen',
  secondFactorText:
    'Mitglieder ohne zweiten Faktor müssen zuerst einen einrichten, bevor sie weiterarbeiten können.',
  viewersMayExport: 'Betrachter dürfen exportieren',
  viewersMayExportText: 'Sonst können nur Mitglieder und Admins Einträge exportieren.',
  leads: 'Leads und Personen',
  leadRule: 'Lead anlegen',
  leadRuleText: 'Die Regel gilt ab jetzt. Vorhandene Leads bleiben.',
  leadRules: {
    conversion: 'Bei einer Conversion',
    identify: 'Bei einer identifizierten Person',
    both: 'Bei beidem',
    none: 'Nie (Leads manuell oder über die API anlegen)',
  },
  keyPages: 'Schlüsselseiten',
  keyPagesText:
    'Seiten, die auf Kaufabsicht hinweisen, und die Punkte, um die ein Aufruf sie erhöht.',
  keyPage: 'Pfad (* steht für beliebigen Text)',
  points: 'Punkte, 1 bis 100',
  addKeyPage: 'Seite hinzufügen',
  trust: 'Prüfung von Identitäten',
  trustModes: {
    balanced: 'Ausgewogen: alle Angaben annehmen, bestätigte bevorzugen',
    verified: 'Bestätigt: nur bestätigte Angaben annehmen',
    open: 'Offen: alle Angaben annehmen',
  },
  trustText: {
    balanced:
      'Unbestätigte Angaben eines Browsers ergänzen bestätigte, ersetzen sie aber nie und führen nichts zusammen.',
    verified:
      'Nur Angaben, die Ihr Backend signiert oder mit geheimem Schlüssel sendet, identifizieren Personen.',
    open: 'So arbeiten die meisten Analysedienste: Wer den Schreibschlüssel hat, kann die Identitäten von Personen ändern.',
  },
  privacy: 'Datenschutz',
  addresses: 'IP-Adressen',
  addressesText:
    'Wählen Sie, wie Adressen ab jetzt gespeichert werden. Ort und Unternehmen werden vorher ermittelt.',
  ipAnonymisations: {
    none: 'Vollständig speichern',
    truncate: 'Auf das Netzwerk kürzen',
    drop: 'Nicht speichern',
  },
  signals: 'Global Privacy Control und Do Not Track',
  signalsText: 'Wählen Sie, ob diese Signale des Browsers als verweigerte Einwilligung gelten.',
  privacySignals: { ignore: 'Ignorieren', refuse: 'Als verweigerte Einwilligung werten' },
  cookieless: 'Tracking ohne Cookies',
  cookielessText:
    'Footfall erkennt Besucher einen Tag lang an IP-Adresse und Browser wieder, auf Seiten mit dem Skript ohne Cookies und in Browsern ohne Speicher.',
  erasureTotals: 'Zahlen nach einer Löschung',
  erasureTotalsText:
    'Was mit Auswertungen früherer Zeiträume geschieht, wenn jemand gelöscht wird.',
  erasureTotalsModes: {
    keep: 'Summen behalten, ohne die Person',
    recount: 'Ohne die Person neu zählen',
  },
  cookielessModes: { refuse: 'Aus', allow: 'An, für einen Tag' },
  urlParameters: 'Zu speichernde URL-Parameter',
  urlParametersText:
    'Footfall speichert Kampagnen-Tags und verwirft andere Parameter, die Geheimnisse enthalten können. Nennen Sie weitere Namen, durch Kommas getrennt.',
  sources: 'Besuchsquellen',
  ownDomains: 'Ihre Domains',
  ownDomainsText:
    'Weitere Domains, die Ihnen gehören, durch Kommas getrennt. Ihre Subdomains sind eingeschlossen. Besuche von diesen Domains gelten nicht als Verweis.',
  ignoredDomains: 'Ignorierte Referrer',
  ignoredDomainsText:
    'Bezahl- und Anmeldeseiten, von denen Besucher zurückkehren. Übliche Anbieter sind bereits berücksichtigt.',
  limits: 'Tageskontingente',
  limitsText:
    'Footfall lehnt Ereignisse über dem Kontingent ab und zeigt sie unter „Abgelehnte Ereignisse“. Die Tage richten sich nach UTC.',
  people: 'Neue Personen',
  newLeads: 'Neue Leads',
  rows: 'Ereignisse (legt der Betreiber fest)',
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
    'Geben Sie an, wie viele Tage Daten aufbewahrt werden. Ein leeres Feld bedeutet unbegrenzt. Personen, Leads, Besuche, Auswertungen und Scores bleiben, wenn ihre Ereignisse gelöscht werden. Das Löschen ist endgültig.',
  keptSince: (day: string) => `Ereignisse werden ab ${day} aufbewahrt. Ältere werden ignoriert.`,
  keptAll: 'Alle Ereignisse werden aufbewahrt.',
  retentionKinds: {
    events: 'Ereignisse',
    refused_messages: 'Abgelehnte Ereignisse',
    consents: 'Einwilligungen',
    audit_log: 'Audit-Log',
  },
  forever: 'unbegrenzt',
  shortest: (days: string) => `Mindestens ${days}`,
  nothingGoes: 'Es wird nichts gelöscht.',
  goes: (rows: string, day: string) => `Wird gelöscht: ${rows} aus der Zeit vor dem ${day}.`,
  moreThan: (rows: string) => `mehr als ${rows}`,
  removing: (rows: string) => `Bisher gelöscht: ${rows}.`,
  shorten: 'Aufbewahrung verkürzen',
  shortenText: (kinds: string) =>
    `${kinds}: Ältere Daten werden in wenigen Minuten endgültig gelöscht.`,
  danger: 'Gefahrenbereich',
  dangerText:
    'Schlüssel funktionieren sofort nicht mehr, Mitglieder verlieren den Zugang, und alle Daten dieses Arbeitsbereichs werden gelöscht. Das lässt sich nicht rückgängig machen.',
  deleteWorkspace: 'Diesen Arbeitsbereich löschen',
  deleting: (name: string) => `${name} wird gelöscht.`,
} satisfies Messages['settings'];
