/** New messages that name a person, linked to identities in the database. */
import type { Tx } from '../../db/connect.ts';
import {
  insertLinks,
  type NamingLink,
  type NewLink,
  selectCorrectedNames,
  selectLinks,
} from '../../identities/links.ts';
import { VisitorLinks } from '../../identities/ownership.ts';
import {
  emailFolder,
  insertIdentities,
  selectKnownIdentities,
  updateIdentities,
} from '../../identities/store.ts';
import { matchNamings, type Naming } from './match-namings.ts';
import { mayFollowFromPast, pastWindowMs } from './told-by-past.ts';
import { namedIds } from './who-is-who.ts';

interface Linked {
  /** The links of the visitors, in time order: those of the namings, and where the person changes. */
  links: NamingLink[];
  /** Those that name a person for the first time. */
  founding: Set<string>;
  /** Namings that only the whole history decides. */
  undecided: Naming[];
}

const attempts = 5;

/** Links each naming, in time order, to its identity, which is made where it was unknown. */
export async function linkNamings(
  tx: Tx,
  workspaceId: string,
  namings: Naming[],
  visitorIds: string[],
): Promise<Linked> {
  if (namings.length === 0) {
    const links = await selectLinks(tx, workspaceId, visitorIds, []);
    return { links, founding: new Set(), undecided: [] };
  }
  const fold = await emailFolder(
    tx,
    namings.map(({ email }) => email),
  );
  const emails = namings.map(({ email }) => fold(email)).filter(Boolean);
  const userIds = namings.map(({ userId }) => userId).filter((id) => id !== undefined);
  const eventIds = namings.map(({ eventId }) => eventId);
  const namedIdOf = namedIds(workspaceId);
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const [known, corrected] = await Promise.all([
      selectKnownIdentities(tx, workspaceId, emails, userIds, visitorIds),
      selectCorrectedNames(tx, workspaceId, emails, userIds, visitorIds),
    ]);
    const namesOf = ({ isTest, visitorId, email, userId }: Naming) => {
      return { isTest, visitorId, emailKey: fold(email), userId: userId ?? null };
    };
    const left = namings.filter((naming) => corrected.has(namesOf(naming)));
    const { deltas, identityOf, worthOf, undecided } = matchNamings(
      workspaceId,
      left.length === 0 ? namings : namings.filter((naming) => !left.includes(naming)),
      known,
      fold,
    );
    const fresh = deltas.filter(({ isNew }) => isNew);
    const made = await insertIdentities(tx, workspaceId, fresh);
    // Somebody else made one of them meanwhile; their transaction has ended, so it is visible now.
    if (made < fresh.length) continue;
    const existing = deltas.filter(({ isNew }) => !isNew);
    const newLinks = namings.map((naming) => {
      const worth = worthOf.get(naming.eventId) ?? { ownsEmail: false, weight: 1 as const };
      const identityId = identityOf.get(naming.eventId) ?? null;
      return { ...naming, ...worth, identityId, namedId: namedIdOf(namesOf(naming)) };
    });
    // In one round trip; PostgreSQL does them in this order.
    const [, , links] = await Promise.all([
      updateIdentities(tx, workspaceId, existing),
      insertLinks(tx, workspaceId, newLinks),
      selectLinks(tx, workspaceId, visitorIds, eventIds, pastOf(namings)),
    ]);
    const founding = foundingOf(newLinks, fresh);
    const byPast = toldByPast(namings, links, founding);
    return { links, founding, undecided: [...undecided, ...left, ...byPast] };
  }
  throw new Error('identities could not be resolved: others keep making them at the same time');
}

/** `namings`: in time order. */
function foundingOf(namings: NewLink[], fresh: { id: string }[]): Set<string> {
  const firsts = new Map<string, string>();
  for (const { identityId, eventId } of namings) {
    if (identityId !== null && !firsts.has(identityId)) firsts.set(identityId, eventId);
  }
  return new Set(fresh.flatMap(({ id }) => firsts.get(id) ?? []));
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
