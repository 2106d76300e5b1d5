import type { Messages } from '../en.ts';

export const leads = {
  title: 'Leads',
  one: 'Lead',
  code: 'Code',
  person: 'Person',
  company: 'Unternehmen',
  source: 'Quelle',
  place: 'Ort',
  created: 'Angelegt',
  updated: 'Geändert',
  kinds: 'Leads anzeigen',
  trusted: 'Leads',
  suspects: 'Spamverdacht',
  suspect: 'Spamverdacht',
  suspectText:
    'Dies ist einer von vielen unbestätigten Leads aus demselben Netzwerk. Bearbeiten Sie den Lead, um ihn zu bestätigen.',
  anonymous: 'anonym',
  empty: 'Noch keine Leads',
  emptyText:
    'Ein Lead entsteht, wenn ein Besucher eine Conversion auslöst oder identifiziert wird. Was davon gilt, legt die Lead-Regel in den Einstellungen fest.',
  emptySuspects: 'Kein Spamverdacht',
  emptySuspectsText:
    'Hier erscheinen Leads, wenn viele unbestätigte aus demselben Netzwerk kommen. In den Auswertungen fehlen sie.',
  toSettings: 'Lead-Regel bearbeiten',
  summary: 'Zusammenfassung',
  summaryText: 'Kurze, benannte Notizen zu diesem Lead.',
  properties: 'Eigenschaften',
  nothing: 'Noch keine.',
  property: 'Name',
  value: 'Wert',
  addProperty: 'Notiz hinzufügen',
  facts: 'Fakten',
  visitor: 'Besucher',
  session: 'Auslösender Besuch',
  look: 'Öffnen',
  copyId: 'ID kopieren',
} satisfies Messages['leads'];
