/** Links new identify claims to identities in the database. */

import {
  identitiesNamed,
  type KnownIdentities,
  knownIdentities,
  linkedUserIds,
  ownersOfAddresses,
  peopleOfVisitors,
} from '../../people/identities/known-identities.ts';
import { busyNames, selectOverflows } from '../../people/identities/overflows.ts';
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
  type IdentifyClaimLink,
  type IdentifyClaimNames,
  insertLinks,
  type LinkWorth,
  MarkedNames,
  type NewLink,
  selectLinks,
  worthOfBot,
  worthUnknown,
} from '../../records/person/links.ts';
import { VisitorLinks } from '../../records/person/ownership.ts';
import { mayFollowFromPast, pastWindowMs } from './follows-from-past.ts';
import { lockedNames } from './holds.ts';
import { type IdentifyClaim, type Matched, matchIdentifyClaims } from './match-claims.ts';
import { namedIds, provedPart } from './names.ts';
import { type ClaimedPublicName, overflowing, publicNamesOf } from './public-names.ts';
import { isProved } from './who-is-who.ts';

export interface Linked {
  /** The visitors' links, in time order: one per claim, and one wherever the person changes. */
  links: IdentifyClaimLink[];
  /** By the claim's event. */
  worthOf: Map<string, LinkWorth>;
  /** Events that identify a person for the first time. */
  founding: Set<string>;
  /** Events that the job may create a person from. */
  laterFounding: Set<string>;
  /** Claims that need the whole history. */
  undecided: IdentifyClaim[];
  /** Claims that require a known person and name an unknown one. */
  barred: IdentifyClaim[];
  /** Claims about people being recomputed now. */
  ofLocked: IdentifyClaim[];
  /** All other claims. */
  followed: IdentifyClaim[];
  /** Identities created or updated. */
  changed: { id: string; isTest: boolean }[];
}

/** Claims with their normalized names. */
export interface IdentifyClaimsToLink {
  identifyClaims: IdentifyClaim[];
  named: Named[];
  publicNames: ClaimedPublicName[];
  visitorIds: string[];
  fold: (email: string) => string;
}

/** `visitorIds`: those of all messages in the batch that can affect people. */
export async function identifyClaimsToLink(
  tx: Tx,
  identifyClaims: IdentifyClaim[],
  visitorIds: string[],
): Promise<IdentifyClaimsToLink> {
  const fold = await emailFolder(
    tx,
    identifyClaims.map(({ email }) => email),
  );
  const named = identifyClaims.map((identifyClaim) => ({
    identifyClaim,
    names: namesOf(identifyClaim, fold),
  }));
  return {
    identifyClaims,
    named,
    publicNames: publicNamesOf(identifyClaims, fold),
    visitorIds,
    fold,
  };
}

/** Queries for stored people, visitors per public name, and names that are corrected or on hold. */
export function identifyClaimQuestions({ named, publicNames, visitorIds }: IdentifyClaimsToLink) {
  const emails = named.map(({ names }) => names.emailKey).filter(Boolean);
  const userIds = named.map(({ names }) => names.userId).filter((id) => id !== null);
  const provedUserIds = named.flatMap(({ identifyClaim: { verificationLevel, userId } }) =>
    isProved(verificationLevel) && userId !== undefined ? [userId] : [],
  );
  return {
    identities: identitiesNamed(emails, userIds),
    owners: ownersOfAddresses(emails),
    linked: peopleOfVisitors(visitorIds),
    userIds: linkedUserIds(provedUserIds),
    busy: busyNames(publicNames, publicVisitors),
    corrected: correctedNames(emails, userIds, visitorIds),
    locked: lockedNames(emails, userIds, visitorIds),
  };
}

type IdentifyClaimAnswers = AnswersTo<ReturnType<typeof identifyClaimQuestions>>;

/**
 * Links each claim, in time order, to its identity, and creates missing identities. `answers`: results of the
 * queries above, covering at least these claims.
 * @throws MadeMeanwhile; the transaction has to be retried
 */
export async function linkIdentifyClaims(
  tx: Tx,
  workspaceId: string,
  { identifyClaims, named, publicNames, visitorIds, fold }: IdentifyClaimsToLink,
  answers: IdentifyClaimAnswers,
): Promise<Linked> {
  const identities = knownIdentities(answers);
  const locked = new MarkedNames(answers.locked);
  const marked = new MarkedNames([...answers.corrected, ...answers.locked]);
  const left = named.filter(({ names }) => marked.has(names));
  const matched = named
    .filter(({ names }) => !marked.has(names))
    .map(({ identifyClaim }) => identifyClaim);
  const match = await matchIdentifyClaims(workspaceId, matched, identities, fold);
  const { deltas, identityOf, worthOf } = match;
  const fresh = deltas.filter(({ isNew }) => isNew);
  const founding = foundingOf(matched, identityOf, fresh);
  const laterFounding = strangersIn(left, identities, marked);
  const hasNobody = identifyClaims.filter(
    ({ eventId, mustBeKnown }) =>
      mustBeKnown && (founding.has(eventId) || laterFounding.has(eventId)),
  );
  if (hasNobody.length > 0) {
    const others = await identifyClaimsToLink(
      tx,
      identifyClaims.filter((identifyClaim) => !hasNobody.includes(identifyClaim)),
      visitorIds,
    );
    const { barred, ...linked } =
      others.identifyClaims.length > 0
        ? await linkIdentifyClaims(tx, workspaceId, others, answers)
        : await linkNobody(tx, workspaceId, visitorIds);
    return { ...linked, barred: [...barred, ...hasNobody] };
  }
  const overflows = await selectOverflows(
    tx,
    workspaceId,
    publicNames,
    answers.busy,
    publicVisitors,
  );
  const existing = deltas.filter(({ isNew }) => !isNew);
  const changed = existing.map(({ id }) => id);
  const eventIds = identifyClaims.map(({ eventId }) => eventId);
  // Leads of these people are followed too, which locks them: all at once, in order.
  const others = existing.length > 0 ? knownPeople(answers.linked, locked, changed) : [];
  // In one round trip; PostgreSQL runs them in this order.
  const [made, , untaken, links] = await Promise.all([
    runCombined(tx, workspaceId, [
      insertIdentities(fresh),
      insertLinks(linksOf(workspaceId, named, match)),
    ]),
    others.length > 0 ? lockIdentities(tx, workspaceId, [...changed, ...others]) : undefined,
    updateIdentities(tx, workspaceId, existing),
    selectLinks(tx, workspaceId, visitorIds, eventIds, pastOf(identifyClaims)),
  ]);
  if (Number(made.made_identities) < fresh.length) throw new MadeMeanwhile();
  const undecided = [
    ...match.undecided,
    ...left.map(({ identifyClaim }) => identifyClaim),
    ...claimsFollowingPast(identifyClaims, links, founding),
    ...identifyClaims.filter(({ eventId }) => untaken.has(identityOf.get(eventId) ?? '')),
    ...overflowing(publicNames, overflows),
  ];
  const decided = { links, worthOf, founding, laterFounding };
  const ofLocked = named
    .filter(({ names }) => locked.has(names))
    .map(({ identifyClaim }) => identifyClaim);
  const followed = identifyClaims.filter((identifyClaim) => !ofLocked.includes(identifyClaim));
  return { ...decided, undecided, barred: [], ofLocked, followed, changed: deltas };
}

/** Other people the visitors are or were linked to. */
function knownPeople(
  linked: IdentifyClaimAnswers['linked'],
  locked: MarkedNames,
  changed: string[],
): string[] {
  return linked
    .filter(
      ({ visitorId, identityId }) => !locked.isVisitor(visitorId) && !changed.includes(identityId),
    )
    .map(({ identityId }) => identityId);
}

/** For batches without claims. */
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
    ofLocked: [],
    followed: [],
    changed: [],
  };
}

/** Another transaction created one of the people meanwhile; a retry will find them. */
class MadeMeanwhile extends Error {
  override readonly name = 'MadeMeanwhile';
  /** PostgreSQL's serialization_failure, so that the transaction is retried. */
  readonly code = '40001';

  constructor() {
    super('somebody else made the same person at the same time');
  }
}

interface Named {
  identifyClaim: IdentifyClaim;
  names: IdentifyClaimNames;
}

function namesOf(
  { isTest, visitorId, email, userId }: IdentifyClaim,
  fold: (email: string) => string,
): IdentifyClaimNames {
  return { isTest, visitorId, emailKey: fold(email), userId: userId ?? null };
}

/** Events left to the job that may create a person. */
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
  return new Set(strangers.map(({ identifyClaim }) => identifyClaim.eventId));
}

function linksOf(
  workspaceId: string,
  named: Named[],
  { identityOf, worthOf }: Pick<Matched, 'identityOf' | 'worthOf'>,
): NewLink[] {
  const namedIdOf = namedIds(workspaceId);
  return named.map(({ identifyClaim, names }) => {
    const { eventId, network = null, isFoundBot = false } = identifyClaim;
    const worth = worthOf.get(eventId) ?? worthUnknown;
    const identityId = identityOf.get(eventId) ?? null;
    return {
      ...identifyClaim,
      ...worth,
      network,
      isFoundBot,
      identityId,
      namedId: namedIdOf(provedPart({ ...names, provedName: identifyClaim.provedName })),
    };
  });
}

/** Stores claims of bots; they identify nobody unless an override says the visitor is no bot. */
export async function keepIdentifyClaimsOfBots(
  tx: Tx,
  workspaceId: string,
  identifyClaims: IdentifyClaim[],
): Promise<void> {
  const { named } = await identifyClaimsToLink(tx, identifyClaims, []);
  const identityOf = new Map<string, string>();
  const worthOf = new Map(identifyClaims.map(({ eventId }) => [eventId, worthOfBot]));
  const links = linksOf(workspaceId, named, { identityOf, worthOf });
  await runCombined(tx, workspaceId, [insertLinks(links)]);
}

/** Events of the first claim for each new person. */
function foundingOf(
  identifyClaims: IdentifyClaim[],
  identityOf: Map<string, string>,
  fresh: { id: string }[],
): Set<string> {
  const left = new Set(fresh.map(({ id }) => id));
  const firsts = identifyClaims.filter(({ eventId }) => left.delete(identityOf.get(eventId) ?? ''));
  return new Set(firsts.map(({ eventId }) => eventId));
}

/** How far back earlier addresses of the visitors matter for these claims. */
function pastOf(identifyClaims: IdentifyClaim[]): string {
  const [first] = identifyClaims;
  return new Date(Date.parse(first?.occurredAt ?? '') - pastWindowMs).toISOString();
}

function claimsFollowingPast(
  identifyClaims: IdentifyClaim[],
  links: IdentifyClaimLink[],
  founding: Set<string>,
): IdentifyClaim[] {
  const byVisitor = new VisitorLinks(links);
  const places = new Map<
    string,
    { link: IdentifyClaimLink; own: IdentifyClaimLink[]; place: number }
  >();
  for (const own of byVisitor.all()) {
    for (const [place, link] of own.entries()) places.set(link.event_id, { link, own, place });
  }
  return identifyClaims.filter(({ eventId, verificationLevel }) => {
    const linked = places.get(eventId);
    if (linked === undefined) return false;
    const isFounding = founding.has(eventId);
    return mayFollowFromPast(
      { link: linked.link, verificationLevel, isFounding },
      linked.own,
      linked.place,
    );
  });
}
