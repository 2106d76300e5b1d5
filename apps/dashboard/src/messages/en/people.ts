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
  buyer: 'Ready to buy',
  evaluator: 'Comparing options',
  researcher: 'Researching',
  reader: 'Reading',
  newcomer: 'Just arrived',
};
const factors: Record<string, string> = {
  frequency: 'Visits',
  depth: 'Page views',
  return: 'Return visits',
  key_pages: 'Key pages',
  conversion: 'Conversions',
  recency: 'Last active',
};

/** `because` is the service's own sentence, in English. */
export interface ScoreFact {
  because: string;
  count?: number;
  pages?: string[];
}

export const people = {
  exportData: 'Export data',
  exportFormats: {
    json: { name: 'JSON', text: 'for programs' },
    html: { name: 'HTML', text: 'to read or print' },
  },
  title: 'People',
  one: 'Person',
  unnamed: 'Unnamed person',
  name: 'Name',
  email: 'Email',
  company: 'Company',
  intent: 'Intent',
  stageTitle: 'Stage',
  place: 'Place',
  favourite: 'Favorite',
  favouriteOf: (name: string) => `Favorite: ${name}`,
  firstSeen: 'First seen',
  lastSeen: 'Last seen',
  created: 'Identified',
  empty: 'No identified people yet',
  emptyText:
    'People appear here once a visitor is identified: by identify(), a form or your server.',
  guide: 'How to identify visitors',
  facts: 'Facts',
  address: 'IP address',
  summary: 'Summary',
  score: (points: string) => `Intent ${points}`,
  scoreText: 'From 0 to 100: how closely this person behaves like a buyer',
  whyScore: 'Why this score?',
  scoreAsOf: 'Based on activity up to',
  noScore: 'No score yet. It appears a minute after the first visit.',
  stage: (name: string) => stages[name] ?? name,
  persona: (name: string) => personas[name] ?? name,
  factor: (name: string) => factors[name] ?? name,
  scoreFact: (_factor: string, { because }: ScoreFact): string => because,
  traits: 'Traits',
  noTraits: 'No traits yet.',
  trait: 'Trait',
  traitValue: 'Value',
  addTrait: 'Add trait',
  addresses: 'Email addresses',
  noAddresses: 'No email address yet.',
  userIds: 'User IDs',
  devices: 'Devices',
  noDevices: 'No visitor is linked to this person anymore.',
  visitor: (end: string) => `Visitor ${end}`,
  visits: (n: number) => count(n, { one: 'visit', other: 'visits' }),
  leads: 'Leads',
  noLeads: 'No leads yet.',
  conversions: 'Conversions',
  noConversions: 'No conversions yet.',
  links: 'Why this person?',
  noLinks: 'No event identifies this person anymore.',
  identifiedAs: 'identified as',
  strengths: {
    anybody: 'unverified',
    device: 'verified by device',
    proved: 'verified',
  },
  detached: 'detached',
  doesNotCount: 'ignored',
  emailDoesNotCount: 'email ignored',
  notThisPerson: 'Not this person',
  detach: 'Detach from person',
  detachDone: 'Visitor detached from this person.',
  split: 'Split into two people',
  splitButton: 'Split',
  splitText:
    'Choose what belongs to someone else. Everything from these visitors, emails and user IDs moves to a new person, now and in the future.',
  splitDone: 'Person split in two.',
  join: 'Merge with another person',
  joinButton: 'Merge',
  joinText:
    'Merges the two into one person and keeps them merged. The page of the person identified first remains, and links to the other person’s page lead there.',
  joinDone: 'People merged.',
  other: 'Other person',
  otherPlaceholder: 'Name, email or user ID',
  nobody: 'No one',
  preview: 'Preview changes',
  previewText: 'This is a preview. Nothing has changed yet, and you can undo the change later.',
  moved: (links: number, leads: number, conversions: number) =>
    `${count(links, { one: 'link', other: 'links' })}, ${count(leads, { one: 'lead', other: 'leads' })} and ${count(conversions, { one: 'conversion', other: 'conversions' })} will move.`,
  before: 'Before',
  after: 'After',
  identityOverrides: 'Overrides',
  identityOverrideKinds: {
    detach: 'Visitor detached',
    split: 'Person split',
    join: 'People merged',
  },
  undo: 'Undo override',
  undone: 'undone',
  linkReason: (_code: LinkReason, text: string): string => text,
  suggestionReason: (_code: SuggestionReason, text: string): string => text,
  suggestions: 'Unverified claims',
  noSuggestions: 'No unverified claims.',
  suggestionKinds: {
    naming: 'Identity',
    visitor: 'Visitor',
    email: 'Email',
    name: 'Name',
    traits: 'Traits',
    conversion: 'Conversion',
  },
};
