/** New messages that name a person, linked to identities in the database. */
import type { Tx } from '../../db/connect.ts';
import { insertLinks, type Link, selectLinks } from '../../identities/links.ts';
import {
  emailFolder,
  insertIdentities,
  selectKnownIdentities,
  updateIdentities,
} from '../../identities/store.ts';
import { matchNamings, type Naming } from './match-namings.ts';

interface Linked {
  /** The links of the visitors, in time order: those of the namings, and where the person changes. */
  links: Link[];
  /** Namings that only the whole history decides. */
  undecided: Naming[];
  /** By event: the first of each person that is new. */
  firstNamings: Set<string>;
  /** Those that had to be of somebody who is known, and are not. */
  barred: Naming[];
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
    return { links, undecided: [], firstNamings: new Set(), barred: [] };
  }
  const fold = await emailFolder(
    tx,
    namings.map(({ email }) => email),
  );
  const emails = namings.map(({ email }) => fold(email)).filter(Boolean);
  const userIds = namings.map(({ userId }) => userId).filter((id) => id !== undefined);
  const eventIds = namings.map(({ eventId }) => eventId);
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const known = await selectKnownIdentities(tx, workspaceId, emails, userIds, visitorIds);
    const { deltas, identityOf, worthOf, undecided } = matchNamings(
      workspaceId,
      namings,
      known,
      fold,
    );
    const fresh = deltas.filter(({ isNew }) => isNew);
    const firstNamings = firstOfEach(namings, identityOf, fresh);
    const hasNobody = namings.filter(
      ({ eventId, mustBeKnown }) => mustBeKnown && firstNamings.has(eventId),
    );
    if (hasNobody.length > 0) {
      const { barred, ...linked } = await linkNamings(
        tx,
        workspaceId,
        namings.filter((naming) => !hasNobody.includes(naming)),
        visitorIds,
      );
      return { ...linked, barred: [...barred, ...hasNobody] };
    }
    const made = await insertIdentities(tx, workspaceId, fresh);
    // Somebody else made one of them meanwhile; their transaction has ended, so it is visible now.
    if (made < fresh.length) continue;
    const existing = deltas.filter(({ isNew }) => !isNew);
    const newLinks = namings.map((naming) => {
      const worth = worthOf.get(naming.eventId) ?? { ownsEmail: false, weight: 1 as const };
      const { network = null } = naming;
      return { ...naming, ...worth, network, identityId: identityOf.get(naming.eventId) ?? '' };
    });
    // In one round trip; PostgreSQL does them in this order.
    const [untaken, , links] = await Promise.all([
      updateIdentities(tx, workspaceId, existing),
      insertLinks(tx, workspaceId, newLinks),
      selectLinks(tx, workspaceId, visitorIds, eventIds),
    ]);
    const left = namings.filter(({ eventId }) => untaken.has(identityOf.get(eventId) ?? ''));
    return { links, undecided: [...undecided, ...left], firstNamings, barred: [] };
  }
  throw new Error('identities could not be resolved: others keep making them at the same time');
}

/** By event: the namings that come first of those who are new. */
function firstOfEach(
  namings: Naming[],
  identityOf: Map<string, string>,
  fresh: { id: string }[],
): Set<string> {
  const left = new Set(fresh.map(({ id }) => id));
  const firsts = namings.filter(({ eventId }) => left.delete(identityOf.get(eventId) ?? ''));
  return new Set(firsts.map(({ eventId }) => eventId));
}
