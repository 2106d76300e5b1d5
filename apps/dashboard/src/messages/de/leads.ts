import type { Messages } from '../en.ts';

export const leads = {
  title: 'Leads',
  one: 'Lead',
  code: 'Code',
  person: 'Person',
  company: 'Unternehmen',
  source: 'Quelle',
  place: 'Ort',
  created: 'Eröffnet',
  updated: 'Geändert',
  kinds: 'Welche Leads gezeigt werden',
  trusted: 'Leads',
  suspects: 'Verdächtige',
  suspect: 'Verdächtig',
  suspectText:
    'Einer von sehr vielen Leads, die ohne Beleg aus demselben Netz eröffnet wurden. Eine Bearbeitung beendet das.',
  anonymous: 'noch nicht bekannt',
  empty: 'Noch kein Lead',
  emptyText:
    'Ein Lead entsteht, wenn ein Besucher sagt, wer er ist, oder eine Schlüsselseite ansieht: die Lead-Regel in den Einstellungen sagt, wann.',
  emptySuspects: 'Kein verdächtiger Lead',
  emptySuspectsText:
    'Hier erscheinen Leads, wenn sehr viele ohne Beleg aus demselben Netz eröffnet werden. Sie zählen in keiner Zahl.',
  toSettings: 'Die Lead-Regel',
  summary: 'Zusammenfassung',
  summaryText: 'Was Sie über diesen Lead wissen, als kurze Notizen mit je einem Namen.',
  properties: 'Eigenschaften',
  nothing: 'Hier ist noch nichts bekannt.',
  property: 'Name',
  value: 'Wert',
  addProperty: 'Notiz hinzufügen',
  facts: 'Fakten',
  visitor: 'Besucher',
  session: 'Der Besuch, der ihn eröffnete',
  look: 'Öffnen',
  copyId: 'Id kopieren',
} satisfies Messages['leads'];
