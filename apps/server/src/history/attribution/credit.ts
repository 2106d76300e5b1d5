/**
 * Which visits conversions and leads are credited to, by each model. Pure.
 *
 * The visits that count are those of the person who converted that began until then: the visitor's
 * own, as far as they are in the person's slices; of the person's other visitors, when the visitor
 * was linked until then; and the visit in which it happened. Bots' visits never count, and what
 * happened in one is credited to nothing. So nothing that comes after a conversion changes its
 * touches, but for the first naming of a visitor who was anonymous, which tells whose conversion it
 * was. Ties go by the ids, so that the same history gives the same touches in whatever order it
 * arrived.
 *
 * Each visit is looked at once, and each subject finds its own by binary search: somebody's server
 * may send a year of orders as one visitor, or as thousands of visitors of one person.
 */
import type { AttributionModel } from '@footfall/contract/campaigns';
import { countWhile } from '../../common/count-while.ts';
import type { Link } from '../../identities/links.ts';
import { ownerAt, VisitorLinks } from '../../identities/ownership.ts';

/** Times are texts in UTC with microseconds, which sort. */
export interface Visit {
  visitor_id: string;
  id: string;
  is_test: boolean;
  started_at: string;
  campaign_id: string | null;
  source: string;
  is_bot: boolean;
}

/** What is credited. */
export interface Subject {
  type: 'conversion' | 'lead';
  id: string;
  is_test: boolean;
  visitor_id: string;
  session_id: string | null;
  happened_at: string;
}

export interface Touch {
  subject: Subject;
  model: AttributionModel;
  visit: Visit;
}

/** `links` and `visits`: all of these subjects' visitors and of everybody who shares a person with them. */
export function creditVisits(subjects: Subject[], links: Link[], visits: Visit[]): Touch[] {
  const visitorLinks = new VisitorLinks(links.toSorted(byTime));
  const linksOf = ({ visitor_id: visitorId, is_test: isTest }: Visit | Subject) =>
    visitorLinks.of({ visitorId, isTest });
  const counting = visits.filter(({ is_bot }) => !is_bot);
  const ownedVisits = counting.map((visit) => {
    const own = linksOf(visit);
    return { visit, person: ownerAt(own, visit.started_at), firstLinkAt: own[0]?.linked_at ?? '' };
  });
  const ofPerson = timelines(ownedVisits, ({ visit, person, firstLinkAt }) => ({
    key: person,
    visit,
    knownAt: compare(firstLinkAt, visit.started_at) > 0 ? firstLinkAt : visit.started_at,
  }));
  const ofVisitor = timelines(ownedVisits, ({ visit, person }) => ({
    key: `${visitorKey(visit)}${person ?? ''}`,
    visit,
    knownAt: visit.started_at,
  }));
  const visitByKey = new Map(visits.map((visit) => [visitKey(visit, visit.id), visit]));

  return subjects.flatMap((subject) => {
    const { happened_at, session_id } = subject;
    const visitor = visitorKey(subject);
    const person = ownerAt(linksOf(subject), happened_at);
    const within = visitByKey.get(visitKey(subject, session_id ?? ''));
    if (within?.is_bot) return [];
    const known = [
      ...(ofVisitor.get(`${visitor}${person ?? ''}`)?.until(happened_at) ?? []),
      ...(ofPerson.get(person ?? '')?.until(happened_at) ?? []),
      ...(within && within.started_at <= happened_at ? [within] : []),
    ].toSorted(byStart);
    const [first, last] = [known[0], known.at(-1)];
    if (!first || !last) return [];
    return [
      { subject, model: 'first_touch', visit: first },
      { subject, model: 'last_touch', visit: last },
    ];
  });
}

interface Known {
  visit: Visit;
  /** From then on it counts. */
  knownAt: string;
}

/** Visits in the order in which they became known, with the first and the last of all until then. */
class Timeline {
  readonly #moments: { knownAt: string; first: Visit; last: Visit }[] = [];

  constructor(known: Known[]) {
    const inTime = known.toSorted((a, b) => compare(a.knownAt, b.knownAt));
    for (const { visit, knownAt } of inTime) {
      const { first = visit, last = visit } = this.#moments.at(-1) ?? {};
      this.#moments.push({
        knownAt,
        first: byStart(visit, first) < 0 ? visit : first,
        last: byStart(visit, last) > 0 ? visit : last,
      });
    }
  }

  /** The first and the last; empty when there is none. */
  until(at: string): Visit[] {
    const moment = this.#moments[countWhile(this.#moments, ({ knownAt }) => knownAt <= at) - 1];
    return moment ? [moment.first, moment.last] : [];
  }
}

/** One for each key; what has none is left out. */
function timelines<T>(items: T[], describe: (item: T) => Known & { key: string | undefined }) {
  const described = items.map(describe).filter(({ key }) => key !== undefined);
  const groups = grouped(described, ({ key }) => key ?? '');
  return new Map([...groups].map(([key, known]) => [key, new Timeline(known)]));
}

function grouped<T>(items: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

const visitorKey = (row: { visitor_id: string; is_test: boolean }) =>
  `${row.is_test}:${row.visitor_id}:`;
const visitKey = (row: { visitor_id: string; is_test: boolean }, id: string) =>
  visitorKey(row) + id;

const compare = (a: string, b: string) => Number(a > b) - Number(a < b);
const byTime = (a: Link, b: Link) =>
  compare(a.linked_at, b.linked_at) || compare(a.event_id, b.event_id);
const byStart = (a: Visit, b: Visit) =>
  compare(a.started_at, b.started_at) || compare(a.id, b.id) || compare(a.visitor_id, b.visitor_id);
