/**
 * The truth as far as messages can reveal it: each visitor's owner over time, leads, conversions and their
 * campaigns. Computed from the generated visits, by the service's documented rules and without its code.
 */
import type { TrueSession } from './diary.ts';
import type { Person } from './life.ts';
import { type TrueCampaign, trueCampaigns } from './true-campaigns.ts';
import { type Happening, linksOf, slicesOf, type TrueLinks, type TrueSlice } from './true-links.ts';

export interface TruePerson {
  person: Person;
  /** The account's id, if in a message; else empty. */
  userId: string;
  slices: TrueSlice[];
}

interface TrueLead {
  visitor: string;
  atMs: number;
  openedBy: 'conversion' | 'identify';
  source: TrueSession['kind'];
  /** Undefined: the visitor never identified. */
  person: Person | undefined;
}

interface TrueConversion {
  /** The message's id, or the external id if any. */
  id: string;
  visitor: string;
  atMs: number;
  name: string;
  value: number | undefined;
  currency: string | undefined;
  /** As known then. */
  person: Person | undefined;
  lead: TrueLead | undefined;
  isBot: boolean;
}

interface TrueCompany {
  visitor: string;
  /** Of a work address. */
  domain: string;
  /** Otherwise the owner of the business network. Both empty: no company can be found. */
  owner: string;
}

export interface Truth {
  people: TruePerson[];
  sessions: TrueSession[];
  leads: TrueLead[];
  conversions: TrueConversion[];
  /** Visitors with a decidable company. */
  companies: TrueCompany[];
  /** By campaign: the expected report. */
  campaigns: TrueCampaign[];
  /** Names by visitor id. */
  bots: Map<string, string>;
}

export function truthOf(all: readonly TrueSession[]): Truth {
  const sessions = [...all].sort((a, b) => a.startMs - b.startMs);
  const happenings = sessions
    .flatMap((session) => session.facts.map((fact): Happening => ({ ...fact, session })))
    .sort((a, b) => a.at - b.at);
  const links = linksOf(happenings);
  const { leads, conversions } = outcomes(happenings, links);
  const human = sessions.filter(({ bot }) => bot === '');
  const subjects = [
    ...leads.map(({ visitor, atMs }) => ({ visitor, atMs, sale: undefined })),
    ...conversions
      .filter(({ isBot }) => !isBot)
      .map(({ visitor, atMs, value, currency }) => ({ visitor, atMs, sale: { value, currency } })),
  ];
  return {
    people: peopleOf(happenings, links),
    sessions,
    leads,
    conversions,
    companies: companiesOf(human, links),
    campaigns: trueCampaigns(human, subjects, links),
    bots: new Map(sessions.filter(({ bot }) => bot).map(({ visitor, bot }) => [visitor, bot])),
  };
}

function peopleOf(happenings: Happening[], links: TrueLinks): TruePerson[] {
  const people = new Map<Person, TruePerson>();
  for (const visitor of links.keys()) {
    for (const { person, ...slice } of slicesOf(visitor, links)) {
      const existing = people.get(person) ?? { person, userId: '', slices: [] };
      existing.slices.push(slice);
      people.set(person, existing);
    }
  }
  for (const { names, tellsAccount } of happenings) {
    const entry = names && people.get(names);
    if (entry && tellsAccount) entry.userId = entry.person.userId;
  }
  return [...people.values()];
}

function outcomes(happenings: Happening[], links: TrueLinks) {
  const book = new LeadBook();
  const conversions: TrueConversion[] = [];
  const named = new Set<Person>();
  for (const { at, conversion, messageId, names, session } of happenings) {
    const { visitor } = session;
    const isBot = session.bot !== '';
    const person = links.get(visitor)?.findLast((link) => link.at <= at)?.person;
    const isFirst = names !== undefined && !named.has(names);
    if (names) named.add(names);
    const isOccasion = conversion ? conversion.lead : isFirst;
    const openedBy = conversion ? 'conversion' : 'identify';
    const occasion: TrueLead = { visitor, atMs: at, openedBy, source: session.kind, person };
    const lead = isOccasion && !isBot ? book.leadOf(occasion) : undefined;
    if (!conversion) continue;
    const { name, value, currency, externalId } = conversion;
    const id = externalId ?? messageId;
    conversions.push({ id, visitor, atMs: at, name, value, currency, person, lead, isBot });
  }
  return { leads: book.leads, conversions };
}

/** Leads by the default rule: a conversion, or a person's first identification; one per person. */
class LeadBook {
  readonly leads: TrueLead[] = [];
  readonly #ofVisitor = new Map<string, TrueLead>();
  readonly #ofPerson = new Map<Person, TrueLead>();

  /** The existing lead that applies; the new one if there is none. */
  leadOf(occasion: TrueLead): TrueLead {
    const { visitor, person } = occasion;
    const lead = this.#leadOf(occasion) ?? this.#open(occasion);
    lead.person ??= person;
    if (person) this.#ofPerson.set(person, lead);
    if (!this.#ofVisitor.has(visitor)) this.#ofVisitor.set(visitor, lead);
    return lead;
  }

  /** Of the person; else of the visitor, unless it belongs to another person. */
  #leadOf({ visitor, person }: TrueLead): TrueLead | undefined {
    const ofPerson = person && this.#ofPerson.get(person);
    if (ofPerson) return ofPerson;
    const ofVisitor = this.#ofVisitor.get(visitor);
    return person === undefined || ofVisitor?.person === undefined ? ofVisitor : undefined;
  }

  #open(occasion: TrueLead): TrueLead {
    this.leads.push(occasion);
    return occasion;
  }
}

function companiesOf(sessions: TrueSession[], links: TrueLinks): TrueCompany[] {
  const owners = new Map<string, Set<string>>();
  for (const { visitor, place } of sessions) {
    const own = owners.get(visitor) ?? new Set();
    if (place?.owner) own.add(place.owner);
    owners.set(visitor, own);
  }
  const atBusiness = new Set(
    [...owners]
      .filter(([, own]) => own.size > 0)
      .flatMap(([visitor]) => (links.get(visitor) ?? []).map(({ person }) => person)),
  );
  return [...owners].flatMap(([visitor, own]): TrueCompany[] => {
    const people = new Set(links.get(visitor)?.map(({ person }) => person));
    const [person] = people;
    if (people.size > 1 || own.size > 1) return [];
    if (person?.companyDomain) return [{ visitor, domain: person.companyDomain, owner: '' }];
    const [owner] = own;
    if (owner !== undefined) return [{ visitor, domain: '', owner }];
    // The person's other device may or may not reveal a company: both are right.
    if (person && atBusiness.has(person)) return [];
    return [{ visitor, domain: '', owner: '' }];
  });
}
