import type { LinkReason, SuggestionReason } from '@footfall/contract/reasons';
import { counted } from '../count.ts';
import type { ScoreFact } from '../en/people.ts';
import type { Messages } from '../en.ts';

const count = counted('de');

const stages: Record<string, string> = {
  new: 'Neu',
  engaged: 'Interessiert',
  evaluating: 'In der Prüfung',
  customer: 'Kunde',
  dormant: 'Inaktiv',
};
const personas: Record<string, string> = {
  buyer: 'Kaufbereit',
  evaluator: 'Vergleicht Angebote',
  researcher: 'Recherchiert',
  reader: 'Liest',
  newcomer: 'Neu hier',
};
const factors: Record<string, string> = {
  frequency: 'Besuche',
  depth: 'Seitenaufrufe',
  return: 'Wiederkehrende Besuche',
  key_pages: 'Schlüsselseiten',
  conversion: 'Conversions',
  recency: 'Zuletzt aktiv',
};

type Count = (n: number) => string;
const inMonth = (what: Count) => (n: number) =>
  n === 0 ? 'nichts in 30 Tagen' : `${what(n)} in 30 Tagen`;
/** Nach der Zahl, um die es geht. */
const facts: Record<string, (n: number, pages: string[]) => string> = {
  frequency: inMonth((n) => count(n, { one: 'Besuch', other: 'Besuche' })),
  depth: inMonth((n) => count(n, { one: 'Seitenaufruf', other: 'Seitenaufrufe' })),
  return: (n) =>
    n <= 0
      ? 'an keinem weiteren Tag'
      : `an ${count(n, { one: 'weiteren Tag', other: 'weiteren Tagen' })}`,
  key_pages: (n, pages) =>
    n === 0
      ? 'keine Schlüsselseite angesehen'
      : `angesehen: ${pages.join(', ')}${n > pages.length ? ` und ${n - pages.length} weitere` : ''}`,
  conversion: (n) =>
    n === 0 ? 'bisher keine Conversion' : count(n, { one: 'Conversion', other: 'Conversions' }),
  recency: (n) =>
    n === 0 ? 'heute aktiv' : `zuletzt aktiv vor ${count(n, { one: 'Tag', other: 'Tagen' })}`,
};
const linkReasons: Record<LinkReason, string> = {
  detached: 'Von Hand getrennt: Dieser Besucher ist nicht diese Person.',
  foreign_address:
    'Die E-Mail-Adresse gehört nicht zu dieser Person; siehe „Unbestätigte Angaben“.',
};
const suggestionReasons: Record<SuggestionReason, string> = {
  outranked: 'Eine besser bestätigte oder frühere Angabe widerspricht.',
  outranked_conversion: 'Es zählt eine signierte Conversion mit derselben external_id.',
  later_conversion: 'Eine frühere Conversion hat dieselbe external_id.',
  not_proved: 'Der Arbeitsbereich übernimmt nur bestätigte Angaben.',
  crowded:
    'Sehr viele andere Besucher haben dasselbe angegeben; ohne Bestätigung wird es nicht übernommen.',
  too_many_traits: 'Die Person hat bereits die Höchstzahl an Merkmalen.',
  known_address:
    'Die Adresse könnte eine Korrektur sein, gehört aber bereits einer anderen Person.',
  many_addresses: 'Die Person hat bereits die Höchstzahl an Adressen.',
  foreign_address: 'Die Adresse gehört zu einem anderen Konto.',
  no_join: 'Eine unbestätigte Angabe führt keine Personen zusammen.',
  other_user_id: 'Die Person hat eine andere user_id.',
  foreign_user_id: 'Die user_id gehört einer anderen Person.',
  quota: 'Das Tageskontingent für neue Personen oder Leads ist aufgebraucht.',
  placeholder: 'Der Wert ist ein Platzhalter.',
  other: '',
};

export const people = {
  exportData: 'Daten exportieren',
  exportFormats: {
    json: { name: 'JSON', text: 'für Programme' },
    html: { name: 'HTML', text: 'zum Lesen oder Drucken' },
  },
  title: 'Personen',
  one: 'Person',
  unnamed: 'Person ohne Namen',
  name: 'Name',
  email: 'E-Mail',
  company: 'Unternehmen',
  intent: 'Kaufabsicht',
  stageTitle: 'Stufe',
  place: 'Ort',
  favourite: 'Favorit',
  favouriteOf: (name: string) => `Favorit: ${name}`,
  firstSeen: 'Zuerst gesehen',
  lastSeen: 'Zuletzt gesehen',
  created: 'Identifiziert',
  empty: 'Noch keine identifizierten Personen',
  emptyText:
    'Personen erscheinen hier, sobald ein Besucher identifiziert wird: durch identify(), ein Formular oder Ihren Server.',
  guide: 'Besucher identifizieren',
  facts: 'Fakten',
  address: 'IP-Adresse',
  summary: 'Zusammenfassung',
  score: (points: string) => `Kaufabsicht ${points}`,
  scoreText: 'Von 0 bis 100: wie sehr sich die Person wie ein Käufer verhält',
  whyScore: 'Warum dieser Wert?',
  scoreAsOf: 'Berücksichtigt Aktivität bis',
  noScore: 'Noch kein Wert. Er erscheint eine Minute nach dem ersten Besuch.',
  stage: (name: string) => stages[name] ?? name,
  persona: (name: string) => personas[name] ?? name,
  factor: (name: string) => factors[name] ?? name,
  scoreFact: (factor: string, { because, count: n, pages = [] }: ScoreFact): string =>
    (n === undefined ? undefined : facts[factor]?.(n, pages)) ?? because,
  traits: 'Merkmale',
  noTraits: 'Noch keine Merkmale.',
  trait: 'Merkmal',
  traitValue: 'Wert',
  addTrait: 'Merkmal hinzufügen',
  addresses: 'E-Mail-Adressen',
  noAddresses: 'Noch keine E-Mail-Adresse.',
  userIds: 'Nutzer-IDs',
  devices: 'Geräte',
  noDevices: 'Kein Besucher ist mehr mit dieser Person verknüpft.',
  visitor: (end: string) => `Besucher ${end}`,
  visits: (n: number) => count(n, { one: 'Besuch', other: 'Besuche' }),
  leads: 'Leads',
  noLeads: 'Noch keine Leads.',
  conversions: 'Conversions',
  noConversions: 'Noch keine Conversions.',
  links: 'Warum diese Person?',
  noLinks: 'Kein Ereignis identifiziert diese Person mehr.',
  identifiedAs: 'identifiziert als',
  strengths: {
    anybody: 'unbestätigt',
    device: 'durch Gerät bestätigt',
    proved: 'bestätigt',
  },
  detached: 'getrennt',
  doesNotCount: 'ignoriert',
  emailDoesNotCount: 'E-Mail ignoriert',
  notThisPerson: 'Nicht diese Person',
  detach: 'Von Person trennen',
  detachDone: 'Besucher von dieser Person getrennt.',
  split: 'In zwei Personen aufteilen',
  splitButton: 'Aufteilen',
  splitText:
    'Wählen Sie, was zu jemand anderem gehört. Alles von diesen Besuchern, E-Mail-Adressen und Nutzer-IDs geht jetzt und künftig an eine neue Person.',
  splitDone: 'Person aufgeteilt.',
  join: 'Mit einer anderen Person zusammenführen',
  joinButton: 'Zusammenführen',
  joinText:
    'Die beiden werden dauerhaft zu einer Person zusammengeführt. Es bleibt die Seite der Person, die zuerst identifiziert wurde.',
  joinDone: 'Personen zusammengeführt.',
  other: 'Andere Person',
  otherPlaceholder: 'Name, E-Mail oder Nutzer-ID',
  nobody: 'Niemand',
  preview: 'Änderungen ansehen',
  previewText:
    'Dies ist eine Vorschau. Noch ist nichts geändert, und die Änderung lässt sich später rückgängig machen.',
  moved: (links: number, leads: number, conversions: number) =>
    `${count(links, { one: 'Verknüpfung', other: 'Verknüpfungen' })}, ${count(leads, { one: 'Lead', other: 'Leads' })} und ${count(conversions, { one: 'Conversion', other: 'Conversions' })} werden verschoben.`,
  before: 'Vorher',
  after: 'Nachher',
  identityOverrides: 'Manuelle Änderungen',
  identityOverrideKinds: {
    detach: 'Besucher getrennt',
    split: 'Person aufgeteilt',
    join: 'Personen zusammengeführt',
  },
  undo: 'Änderung rückgängig machen',
  undone: 'rückgängig gemacht',
  linkReason: (code: LinkReason): string => linkReasons[code],
  suggestionReason: (code: SuggestionReason, text: string): string =>
    suggestionReasons[code] || text,
  suggestions: 'Unbestätigte Angaben',
  noSuggestions: 'Keine unbestätigten Angaben.',
  suggestionKinds: {
    naming: 'Identität',
    visitor: 'Besucher',
    email: 'E-Mail',
    name: 'Name',
    traits: 'Merkmale',
    conversion: 'Conversion',
  },
} satisfies Messages['people'];
