import type { LinkReason, SuggestionReason } from '@footfall/contract/reasons';
import { counted } from '../count.ts';
import type { ScoreFact } from '../en/people.ts';
import type { Messages } from '../en.ts';

const count = counted('de');

const stages: Record<string, string> = {
  new: 'Neu',
  engaged: 'Interessiert',
  evaluating: 'In der Auswahl',
  customer: 'Kunde',
  dormant: 'Ruhend',
};
const personas: Record<string, string> = {
  buyer: 'Verhält sich wie ein Käufer',
  evaluator: 'Verhält sich wie jemand, der vergleicht',
  researcher: 'Verhält sich wie jemand, der nachschlägt',
  reader: 'Verhält sich wie ein Leser',
  newcomer: 'Verhält sich wie ein Neuling',
};
const factors: Record<string, string> = {
  frequency: 'Wie oft die Person kommt',
  depth: 'Wie viel sie ansieht',
  return: 'Dass sie wiederkommt',
  key_pages: 'Schlüsselseiten',
  conversion: 'Conversions',
  recency: 'Wie lange das her ist',
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
  detached: 'Sie wurde gelöst: Dieser Besucher ist nicht, wer diese Namen sagen.',
  foreign_address: 'Die Adresse gehört nicht dazu; siehe „Gesagt, aber nicht befolgt“.',
};
const suggestionReasons: Record<SuggestionReason, string> = {
  outranked: 'Jemand mit stärkerem Recht, oder wer zuerst da war, sagt es anders.',
  outranked_conversion: 'Eine signierte Conversion mit derselben external_id zählt.',
  later_conversion: 'Eine andere Conversion mit derselben external_id kam vorher.',
  not_proved: 'Der Arbeitsbereich folgt nur bewiesenen Namen.',
  crowded:
    'Sehr viele andere Besucher nannten das vorher, daher wird ohne Beweis niemandem geglaubt.',
  too_many_traits: 'So viele Merkmale werden von einer Person nicht aufgehoben.',
  known_address: 'Es könnte eine Adresse berichtigen, gehört aber schon jemandem, der bekannt ist.',
  many_addresses: 'Die Person hat schon viele Adressen.',
  foreign_address: 'Die Adresse gehört zu einem anderen Konto.',
  no_join: 'Zwei Personen werden nicht auf das Wort von irgendwem verbunden.',
  other_user_id: 'Die Person hat eine andere user_id.',
  foreign_user_id: 'Die user_id gehört einer anderen Person.',
  quota: 'Der Tag hatte keine neuen Personen oder Leads mehr zu vergeben.',
  placeholder: 'Das ist ein Platzhalter und nennt niemanden.',
  other: '',
};

export const people = {
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
  created: 'Benannt seit',
  empty: 'Noch hat niemand gesagt, wer er ist',
  emptyText:
    'Eine Person erscheint, wenn ein Besucher benannt wird: durch identify, ein Formular oder Ihren Server.',
  guide: 'Wie Personen bekannt werden',
  facts: 'Fakten',
  address: 'Netzadresse',
  summary: 'Zusammenfassung',
  score: (points: string) => `Kaufabsicht ${points}`,
  scoreText: 'Von 0 bis 100: wie sehr das Verhalten dem eines Käufers gleicht',
  whyScore: 'Warum dieser Wert?',
  scoreAsOf: 'Letzte Aktivität darin:',
  noScore: 'Noch gibt es keinen Wert; er entsteht eine Minute nach dem ersten Besuch.',
  stage: (name: string) => stages[name] ?? name,
  persona: (name: string) => personas[name] ?? name,
  factor: (name: string) => factors[name] ?? name,
  scoreFact: (factor: string, { because, count: n, pages = [] }: ScoreFact): string =>
    (n === undefined ? undefined : facts[factor]?.(n, pages)) ?? because,
  traits: 'Merkmale',
  noTraits: 'Kein Merkmal wurde genannt.',
  trait: 'Merkmal',
  traitValue: 'Wert',
  addTrait: 'Merkmal hinzufügen',
  addresses: 'E-Mail-Adressen',
  noAddresses: 'Keine Adresse wurde genannt.',
  userIds: 'Nutzer-Ids',
  devices: 'Geräte',
  noDevices: 'Kein Besucher ist mehr mit dieser Person verknüpft.',
  visitor: (end: string) => `Besucher ${end}`,
  visits: (n: number) => count(n, { one: 'Besuch', other: 'Besuche' }),
  leads: 'Leads',
  noLeads: 'Kein Lead.',
  conversions: 'Conversions',
  noConversions: 'Keine Conversion.',
  links: 'Warum diese Person?',
  noLinks: 'Keine Nachricht nennt diese Person mehr.',
  said: 'nannte sich',
  strengths: {
    anybody: 'Wort von irgendwem',
    device: 'Wort des eigenen Geräts',
    proved: 'bewiesen',
  },
  detached: 'gelöst',
  doesNotCount: 'zählt nicht',
  emailDoesNotCount: 'die Adresse zählt nicht',
  notThisPerson: 'Nicht diese Person',
  detach: 'Von dieser Person lösen',
  detachDone: 'Gelöst: der Besucher ist nicht diese Person.',
  split: 'In zwei Personen aufteilen',
  splitButton: 'Aufteilen',
  splitText:
    'Wählen Sie, was jemand anderem gehört: was diese Besucher oder Namen über die Person sagten, geht an eine neue, jetzt und später.',
  splitDone: 'In zwei Personen aufgeteilt.',
  join: 'Mit einer anderen Person verbinden',
  joinButton: 'Verbinden',
  joinText:
    'Die beiden sind eine Person, was Nachrichten auch sagen. Die Seite behält, wer zuerst benannt wurde.',
  joinDone: 'Zu einer Person verbunden.',
  other: 'Die andere Person',
  otherPlaceholder: 'Name, E-Mail oder Nutzer-Id',
  nobody: 'Niemand',
  preview: 'Was würde sich ändern?',
  previewText:
    'Das würde sich ändern. Noch ist nichts gespeichert; danach lässt es sich rückgängig machen.',
  moved: (links: number, leads: number, conversions: number) =>
    `${count(links, { one: 'Verknüpfung', other: 'Verknüpfungen' })}, ${count(leads, { one: 'Lead', other: 'Leads' })} und ${count(conversions, { one: 'Conversion', other: 'Conversions' })} wechseln den Besitzer.`,
  before: 'Vorher',
  after: 'Nachher',
  corrections: 'Korrekturen',
  correctionKinds: {
    detach: 'Ein Besucher wurde gelöst',
    split: 'In zwei aufgeteilt',
    join: 'Zwei wurden verbunden',
  },
  undo: 'Korrektur rückgängig machen',
  undone: 'rückgängig gemacht',
  linkReason: (code: LinkReason): string => linkReasons[code],
  suggestionReason: (code: SuggestionReason, text: string): string =>
    suggestionReasons[code] || text,
  suggestions: 'Gesagt, aber nicht befolgt',
  noSuggestions: 'Niemand hat ohne das Recht dazu etwas über diese Person gesagt.',
  suggestionKinds: {
    naming: 'Wer es ist',
    visitor: 'Wer der Besucher ist',
    email: 'Adresse',
    name: 'Name',
    traits: 'Merkmale',
    conversion: 'Conversion',
  },
} satisfies Messages['people'];
