import type { LinkReason, SuggestionReason } from '@footfall/contract/reasons';
import { counted } from '../count.ts';

const count = counted('en');

const stages: Record<string, string> = {
  new: 'New',
  engaged: 'Engaged',
  evaluating: 'Evaluating',
  customer: 'Customer',
  dormant: 'Dormant',
};
const personas: Record<string, string> = {
  buyer: 'Behaves like a buyer',
  evaluator: 'Behaves like somebody who compares',
  researcher: 'Behaves like somebody who looks things up',
  reader: 'Behaves like a reader',
  newcomer: 'Behaves like a newcomer',
};
const factors: Record<string, string> = {
  frequency: 'How often they come',
  depth: 'How much they look at',
  return: 'That they come again',
  key_pages: 'Key pages',
  conversion: 'Conversions',
  recency: 'How long ago that was',
};

/** The service's own words, which say the same in full. */
export interface ScoreFact {
  because: string;
  count?: number;
  pages?: string[];
}

export const people = {
  title: 'People',
  one: 'Person',
  unnamed: 'Person without a name',
  name: 'Name',
  email: 'Email',
  company: 'Company',
  intent: 'Intent',
  stageTitle: 'Stage',
  place: 'Place',
  favourite: 'Favourite',
  favouriteOf: (name: string) => `Favourite: ${name}`,
  firstSeen: 'First seen',
  lastSeen: 'Last seen',
  created: 'Named since',
  empty: 'Nobody has said who they are',
  emptyText: 'A person appears when a visitor is named: by identify, by a form, or by your server.',
  guide: 'How people become known',
  facts: 'Facts',
  address: 'Network address',
  summary: 'Summary',
  score: (points: string) => `Intent ${points}`,
  scoreText: 'From 0 to 100: how much the behaviour looks like that of a buyer',
  whyScore: 'Why this score?',
  scoreAsOf: 'Latest activity in it:',
  noScore: 'There is no score yet; it takes a minute after the first visit.',
  stage: (name: string) => stages[name] ?? name,
  persona: (name: string) => personas[name] ?? name,
  factor: (name: string) => factors[name] ?? name,
  scoreFact: (_factor: string, { because }: ScoreFact): string => because,
  traits: 'Traits',
  noTraits: 'No trait was told.',
  trait: 'Trait',
  traitValue: 'Value',
  addTrait: 'Add a trait',
  addresses: 'Email addresses',
  noAddresses: 'No address was told.',
  userIds: 'User ids',
  devices: 'Devices',
  noDevices: 'No visitor is linked to this person any more.',
  visitor: (end: string) => `Visitor ${end}`,
  visits: (n: number) => count(n, { one: 'visit', other: 'visits' }),
  leads: 'Leads',
  noLeads: 'No lead.',
  conversions: 'Conversions',
  noConversions: 'No conversion.',
  links: 'Why this person?',
  noLinks: 'No message names this person any more.',
  said: 'said to be',
  strengths: {
    anybody: "anybody's word",
    device: 'word of their own device',
    proved: 'proved',
  },
  detached: 'detached',
  doesNotCount: 'does not count',
  emailDoesNotCount: 'its address does not count',
  notThisPerson: 'Not this person',
  detach: 'Detach from this person',
  detachDone: 'Detached: the visitor is not this person.',
  split: 'Split into two people',
  splitButton: 'Split',
  splitText:
    'Choose what is of somebody else: whatever these visitors or names said of the person goes to a new one, now and later.',
  splitDone: 'Split into two people.',
  join: 'Join with another person',
  joinButton: 'Join',
  joinText:
    'The two are one person, whatever messages say. Whoever was named first keeps the page.',
  joinDone: 'Joined into one person.',
  other: 'The other person',
  otherPlaceholder: 'Name, email or user id',
  nobody: 'Nobody',
  preview: 'What would change?',
  previewText:
    'This is what would change. Nothing has been stored yet; afterwards it can be undone.',
  moved: (links: number, leads: number, conversions: number) =>
    `${count(links, { one: 'link', other: 'links' })}, ${count(leads, { one: 'lead', other: 'leads' })} and ${count(conversions, { one: 'conversion', other: 'conversions' })} change hands.`,
  before: 'Before',
  after: 'After',
  corrections: 'Corrections',
  correctionKinds: {
    detach: 'A visitor was detached',
    split: 'Split in two',
    join: 'Two were joined',
  },
  undo: 'Undo the correction',
  undone: 'undone',
  linkReason: (_code: LinkReason, text: string): string => text,
  suggestionReason: (_code: SuggestionReason, text: string): string => text,
  suggestions: 'Said, but not followed',
  noSuggestions: 'Nothing was said of this person without the right to.',
  suggestionKinds: {
    naming: 'Who it is',
    visitor: 'Who the visitor is',
    email: 'Address',
    name: 'Name',
    traits: 'Traits',
    conversion: 'Conversion',
  },
};
