/** What an identity override changes: compares people before and after. Pure. */
import type { IdentityOverrideOutcome, PersonOutline } from '@footfall/contract/identity-overrides';
import { ownerNow, type PeopleHistory } from '../making/history.ts';
import type { MadePeople } from '../making/store.ts';

const listed = 100;

type Owners = Map<string, string | null>;

interface Owned {
  links: Owners;
  leads: Owners;
  conversions: Owners;
}

export function outcomeOf(
  history: PeopleHistory,
  before: MadePeople,
  after: MadePeople,
): Pick<IdentityOverrideOutcome, 'before' | 'after' | 'moved'> {
  const [was, is] = [ownedBy(history, before), ownedBy(history, after)];
  const outlines = [outlinesOf(history, before, was), outlinesOf(history, after, is)];
  const texts = outlines.map(
    (people) => new Map(people.map((one) => [one.id, JSON.stringify(one)])),
  );
  const [old = new Map(), now = new Map()] = texts;
  const changed = ({ id }: PersonOutline) => old.get(id) !== now.get(id);
  const [people = [], corrected = []] = outlines;
  return {
    before: people.filter(changed).slice(0, listed),
    after: corrected.filter(changed).slice(0, listed),
    moved: {
      links: countMoved(was.links, is.links),
      leads: countMoved(was.leads, is.leads),
      conversions: countMoved(was.conversions, is.conversions),
    },
  };
}

/** Maps every claim, visit, conversion and lead to its owner. */
function ownedBy({ identifyClaims, leads: stored }: PeopleHistory, made: MadePeople): Owned {
  const { personOf, nowOf } = made;
  const kept = stored.filter(({ openedBy, isEdited }) => openedBy === 'api' || isEdited);
  return {
    links: new Map(
      identifyClaims.map(({ eventId }) => [eventId, personOf.get(eventId)?.id ?? null]),
    ),
    leads: new Map([
      ...kept.map((lead) => [lead.id, ownerNow(lead, nowOf)] as const),
      ...made.leads.map(({ id, identityId }) => [id, identityId] as const),
    ]),
    conversions: new Map(made.conversions.map(({ eventId, identityId }) => [eventId, identityId])),
  };
}

function outlinesOf(
  { identifyClaims }: PeopleHistory,
  made: MadePeople,
  owned: Owned,
): PersonOutline[] {
  const { people, personOf, worthOf } = made;
  const counts = {
    links: countByOwner(owned.links),
    leads: countByOwner(owned.leads),
    conversions: countByOwner(owned.conversions),
  };
  const facts = new Map(
    people.map(({ id }) => [
      id,
      { emails: new Set<string>(), userIds: new Set<string>(), visitorIds: new Set<string>() },
    ]),
  );
  for (const { eventId, visitorId, emailKey, userId } of identifyClaims) {
    const own = facts.get(personOf.get(eventId)?.id ?? '');
    own?.visitorIds.add(visitorId);
    if (worthOf.get(eventId)?.ownsEmail) own?.emails.add(emailKey);
    if (userId !== null) own?.userIds.add(userId);
  }
  const firstOf = (values?: Set<string>) => [...(values ?? [])].slice(0, listed);
  return people.map(({ id, name, email }) => {
    const own = facts.get(id);
    return {
      id,
      name,
      email,
      emails: firstOf(own?.emails),
      user_ids: firstOf(own?.userIds),
      visitor_ids: firstOf(own?.visitorIds),
      visitors: own?.visitorIds.size ?? 0,
      links: counts.links.get(id) ?? 0,
      leads: counts.leads.get(id) ?? 0,
      conversions: counts.conversions.get(id) ?? 0,
    };
  });
}

function countByOwner(owners: Owners): Map<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const owner of owners.values()) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return counts;
}

function countMoved(before: Owners, after: Owners): number {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].filter((id) => before.get(id) !== after.get(id)).length;
}
