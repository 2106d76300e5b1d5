/** New messages that name a person, linked to identities in the database. */

import {
  busyNames,
  type Crowd,
  nameKey,
  type PublicName,
  selectCrowds,
} from '../../people/identities/crowds.ts';
import {
  identitiesNamed,
  type KnownIdentities,
  knownIdentities,
  ownersOfAddresses,
  peopleOfVisitors,
  saidUserIds,
} from '../../people/identities/known-identities.ts';
import {
  emailFolder,
  insertIdentities,
  lockIdentities,
  updateIdentities,
} from '../../people/identities/store.ts';
import { publicVisitors } from '../../people/identities/suggestion-reasons.ts';
import { runCombined } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { AnswersTo } from '../../platform/db/joint-questions.ts';
import {
  correctedNames,
  insertLinks,
  type LinkWorth,
  MarkedNames,
  type NamingLink,
  type NamingNames,
  type NewLink,
  selectLinks,
  worthOfBot,
  worthUnknown,
} from '../../records/person/links.ts';
import { VisitorLinks } from '../../records/person/ownership.ts';
import { heldNames } from './holds.ts';
import { type Matched, matchNamings, type Naming } from './match-namings.ts';
import { namedIds, provedPart } from './names.ts';
import { mayFollowFromPast, pastWindowMs } from './told-by-past.ts';
import { isProved } from './who-is-who.ts';

export interface Linked {
  /** The links of the visitors, in time order: those of the namings, and where the person changes. */
  links: NamingLink[];
  /** By the naming's event. */
  worthOf: Map<string, LinkWorth>;
  /** By event: those that name a person for the first time. */
  founding: Set<string>;
  /** By event: those that the job may make somebody of. */
  laterFounding: Set<string>;
  /** Namings that only the whole history decides. */
  undecided: Naming[];
  /** Those that had to be of somebody who is known, and are not. */
  barred: Naming[];
  /** Of people who are made anew just now. */
  ofHeld: Naming[];
  /** The others. */
  followed: Naming[];
  /** The identities that were made or learnt something. */
  changed: { id: string; isTest: boolean }[];
}

/** Namings, with the names as they are compared. */
export interface NamingsToLink {
  namings: Naming[];
  named: Named[];
  publicNames: (PublicName & { naming: Naming })[];
  visitorIds: string[];
  fold: (email: string) => string;
}

/** `visitorIds`: of all messages that people are followed for. */
export async function namingsToLink(
  tx: Tx,
  namings: Naming[],
  visitorIds: string[],
): Promise<NamingsToLink> {
  const fold = await emailFolder(
    tx,
    namings.map(({ email }) => email),
  );
  const named = namings.map((naming) => ({ naming, names: namesOf(naming, fold) }));
  return { namings, named, publicNames: publicNamesOf(namings, fold), visitorIds, fold };
}

/** Who is stored, how many gave each name, and whose names somebody corrected or are made anew. */
export function namingQuestions({ named, publicNames, visitorIds }: NamingsToLink) {
  const emails = named.map(({ names }) => names.emailKey).filter(Boolean);
  const userIds = named.map(({ names }) => names.userId).filter((id) => id !== null);
  const provedUserIds = named.flatMap(({ naming: { right, userId } }) =>
    isProved(right) && userId !== undefined ? [userId] : [],
  );
  return {
    identities: identitiesNamed(emails, userIds),
    owners: ownersOfAddresses(emails),
    linked: peopleOfVisitors(visitorIds),
    said: saidUserIds(provedUserIds),
    busy: busyNames(publicNames, publicVisitors),
    corrected: correctedNames(emails, userIds, visitorIds),
    held: heldNames(emails, userIds, visitorIds),
  };
}

type NamingAnswers = AnswersTo<ReturnType<typeof namingQuestions>>;

/**
 * Links each naming, in time order, to its identity, which is made where it was unknown. `answers`: to the
 * questions above, of these namings at least.
 * @throws MadeMeanwhile; the transaction cannot go on
 */
export async function linkNamings(
  tx: Tx,
  workspaceId: string,
  { namings, named, publicNames, visitorIds, fold }: NamingsToLink,
  answers: NamingAnswers,
): Promise<Linked> {
  const known = knownIdentities(answers);
  const held = new MarkedNames(answers.held);
  const marked = new MarkedNames([...answers.corrected, ...answers.held]);
  const left = named.filter(({ names }) => marked.has(names));
  const matched = named.filter(({ names }) => !marked.has(names)).map(({ naming }) => naming);
  const match = await matchNamings(workspaceId, matched, known, fold);
  const { deltas, identityOf, worthOf } = match;
  const fresh = deltas.filter(({ isNew }) => isNew);
  const founding = foundingOf(matched, identityOf, fresh);
  const laterFounding = strangersIn(left, known, marked);
  const hasNobody = namings.filter(
    ({ eventId, mustBeKnown }) =>
      mustBeKnown && (founding.has(eventId) || laterFounding.has(eventId)),
  );
  if (hasNobody.length > 0) {
    const others = await namingsToLink(
      tx,
      namings.filter((naming) => !hasNobody.includes(naming)),
      visitorIds,
    );
    const { barred, ...linked } =
      others.namings.length > 0
        ? await linkNamings(tx, workspaceId, others, answers)
        : await linkNobody(tx, workspaceId, visitorIds);
    return { ...linked, barred: [...barred, ...hasNobody] };
  }
  const crowds = await selectCrowds(tx, workspaceId, publicNames, answers.busy, publicVisitors);
  const existing = deltas.filter(({ isNew }) => !isNew);
  const changed = existing.map(({ id }) => id);
  const eventIds = namings.map(({ eventId }) => eventId);
  // Leads of these are followed too, which locks them: all at once, in order.
  const others = existing.length > 0 ? knownPeople(answers.linked, held, changed) : [];
  // In one round trip; PostgreSQL does them in this order.
  const [made, , untaken, links] = await Promise.all([
    runCombined(tx, workspaceId, [
      insertIdentities(fresh),
      insertLinks(linksOf(workspaceId, named, match)),
    ]),
    others.length > 0 ? lockIdentities(tx, workspaceId, [...changed, ...others]) : undefined,
    updateIdentities(tx, workspaceId, existing),
    selectLinks(tx, workspaceId, visitorIds, eventIds, pastOf(namings)),
  ]);
  if (Number(made.made_identities) < fresh.length) throw new MadeMeanwhile();
  const undecided = [
    ...match.undecided,
    ...left.map(({ naming }) => naming),
    ...toldByPast(namings, links, founding),
    ...namings.filter(({ eventId }) => untaken.has(identityOf.get(eventId) ?? '')),
    ...crowding(publicNames, crowds),
  ];
  const decided = { links, worthOf, founding, laterFounding };
  const ofHeld = named.filter(({ names }) => held.has(names)).map(({ naming }) => naming);
  const followed = namings.filter((naming) => !ofHeld.includes(naming));
  return { ...decided, undecided, barred: [], ofHeld, followed, changed: deltas };
}

/** Who else the visitors are or were. */
function knownPeople(
  linked: NamingAnswers['linked'],
  held: MarkedNames,
  changed: string[],
): string[] {
  return linked
    .filter(
      ({ visitorId, identityId }) => !held.isVisitor(visitorId) && !changed.includes(identityId),
    )
    .map(({ identityId }) => identityId);
}

/** Where no message names anybody. */
export async function linkNobody(
  tx: Tx,
  workspaceId: string,
  visitorIds: string[],
): Promise<Linked> {
  return {
    links: await selectLinks(tx, workspaceId, visitorIds, []),
    worthOf: new Map(),
    founding: new Set(),
    laterFounding: new Set(),
    undecided: [],
    barred: [],
    ofHeld: [],
    followed: [],
    changed: [],
  };
}

/** Somebody else made one of the people meanwhile: the transaction is to be done again, which finds them. */
class MadeMeanwhile extends Error {
  override readonly name = 'MadeMeanwhile';
  /** PostgreSQL's serialization_failure, which it is. */
  readonly code = '40001';

  constructor() {
    super('somebody else made the same person at the same time');
  }
}

interface Named {
  naming: Naming;
  names: NamingNames;
}

function namesOf(
  { isTest, visitorId, email, userId }: Naming,
  fold: (email: string) => string,
): NamingNames {
  return { isTest, visitorId, emailKey: fold(email), userId: userId ?? null };
}

/** By event: which of those that are left to the job may make somebody. */
function strangersIn(
  left: Named[],
  { identities, owners }: KnownIdentities,
  marked: MarkedNames,
): Set<string> {
  const strangers = left.filter(({ names }) => {
    const { isTest, emailKey, userId } = names;
    const isKnown =
      marked.hasName(names) ||
      identities.some(
        (one) =>
          one.isTest === isTest &&
          ((userId !== null && one.userId === userId) ||
            (emailKey !== '' && one.foldedEmail === emailKey)),
      ) ||
      owners.some(({ identity, email }) => identity.isTest === isTest && email === emailKey);
    return !isKnown;
  });
  return new Set(strangers.map(({ naming }) => naming.eventId));
}

function linksOf(
  workspaceId: string,
  named: Named[],
  { identityOf, worthOf }: Pick<Matched, 'identityOf' | 'worthOf'>,
): NewLink[] {
  const namedIdOf = namedIds(workspaceId);
  return named.map(({ naming, names }) => {
    const { eventId, network = null, isFoundBot = false } = naming;
    const worth = worthOf.get(eventId) ?? worthUnknown;
    const identityId = identityOf.get(eventId) ?? null;
    return {
      ...naming,
      ...worth,
      network,
      isFoundBot,
      identityId,
      namedId: namedIdOf(provedPart({ ...names, provedName: naming.provedName })),
    };
  });
}

/** Those of bots are kept, and name nobody unless somebody says that it is no bot. */
export async function keepNamingsOfBots(
  tx: Tx,
  workspaceId: string,
  namings: Naming[],
): Promise<void> {
  const { named } = await namingsToLink(tx, namings, []);
  const identityOf = new Map<string, string>();
  const worthOf = new Map(namings.map(({ eventId }) => [eventId, worthOfBot]));
  const links = linksOf(workspaceId, named, { identityOf, worthOf });
  await runCombined(tx, workspaceId, [insertLinks(links)]);
}

/** By event: the namings that come first of those who are new. */
function foundingOf(
  namings: Naming[],
  identityOf: Map<string, string>,
  fresh: { id: string }[],
): Set<string> {
  const left = new Set(fresh.map(({ id }) => id));
  const firsts = namings.filter(({ eventId }) => left.delete(identityOf.get(eventId) ?? ''));
  return new Set(firsts.map(({ eventId }) => eventId));
}

/** Since when the addresses that visitors gave matter for these. */
function pastOf(namings: Naming[]): string {
  const [first] = namings;
  return new Date(Date.parse(first?.occurredAt ?? '') - pastWindowMs).toISOString();
}

function toldByPast(namings: Naming[], links: NamingLink[], founding: Set<string>): Naming[] {
  const byVisitor = new VisitorLinks(links);
  const places = new Map<string, { link: NamingLink; own: NamingLink[]; place: number }>();
  for (const own of byVisitor.all()) {
    for (const [place, link] of own.entries()) places.set(link.event_id, { link, own, place });
  }
  return namings.filter(({ eventId, right }) => {
    const linked = places.get(eventId);
    if (linked === undefined) return false;
    const isFounding = founding.has(eventId);
    return mayFollowFromPast({ link: linked.link, right, isFounding }, linked.own, linked.place);
  });
}

/** The names that were given by public right, each with who gave it. */
function publicNamesOf(
  namings: Naming[],
  fold: (email: string) => string,
): (PublicName & { naming: Naming })[] {
  return namings.flatMap((naming) => {
    if (naming.right !== 'public') return [];
    const { isTest, visitorId, email, userId } = naming;
    const names = [
      { kind: 'email' as const, name: fold(email) },
      { kind: 'user' as const, name: userId ?? '' },
    ];
    return names
      .filter(({ name }) => name !== '')
      .map((name) => ({ ...name, isTest, visitorId, naming }));
  });
}

/** Namings by visitors who come when their name has as many as are believed. */
function crowding(names: (PublicName & { naming: Naming })[], crowds: Crowd[]): Naming[] {
  const known = new Map(crowds.map((crowd) => [nameKey(crowd), crowd]));
  const fresh = new Map<string, Set<string>>();
  return names.flatMap((name) => {
    const key = nameKey(name);
    const crowd = known.get(key);
    if (crowd?.visitorIds.includes(name.visitorId)) return [];
    const others = fresh.get(key) ?? new Set();
    fresh.set(key, others.add(name.visitorId));
    return (crowd?.size ?? 0) + others.size > publicVisitors ? [name.naming] : [];
  });
}
