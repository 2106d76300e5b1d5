/**
 * Which visits get credit for conversions and leads; models.ts divides it. Pure.
 *
 * Visits count if they belong to the converting person and began before the conversion: the visitor's own,
 * within the person's slices; those of the person's other visitors, if linked before; and the visit of the
 * conversion. Bots' visits never count, and conversions in them get no credit. So nothing after a conversion
 * changes its touches, except an anonymous visitor's first identification. Ties are broken by id, so that
 * order of arrival does not matter.
 *
 * Each visit is read once, and subjects find theirs by binary search: a server may send a year of orders as
 * one visitor, or as thousands of visitors of one person.
 */
import { countWhile } from '../../platform/common/count-while.ts';
import type { Link } from '../../records/person/links.ts';
import { ownerAt, VisitorLinks } from '../../records/person/ownership.ts';
import { type Credit, creditOf, mostTouches, type Path } from './models.ts';

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

/** A conversion or lead. */
export interface Subject {
  type: 'conversion' | 'lead';
  id: string;
  is_test: boolean;
  visitor_id: string;
  session_id: string | null;
  happened_at: string;
}

export interface Touch extends Credit<Visit> {
  subject: Subject;
  /** Position among the subject's touches, by start, from 1. */
  place: number;
}

/**
 * Returns a function for one subject's touches at a time, since each may have dozens. `links` and `visits`:
 * complete for the subjects' visitors and everybody who shares a person with them.
 */
export function visitCrediting(links: Link[], visits: Visit[]): (subject: Subject) => Touch[] {
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

  return (subject) => {
    const { happened_at, session_id } = subject;
    const visitor = visitorKey(subject);
    const person = ownerAt(linksOf(subject), happened_at);
    const within = visitByKey.get(visitKey(subject, session_id ?? ''));
    if (within?.is_bot) return [];
    const path = joined([
      ofVisitor.get(`${visitor}${person ?? ''}`)?.until(happened_at),
      ofPerson.get(person ?? '')?.until(happened_at),
      within && within.started_at <= happened_at ? pathWith(undefined, within) : undefined,
    ]);
    const credits = path ? creditOf(path) : [];
    return credits.map((credit, before) => ({ subject, place: before + 1, ...credit }));
  };
}

/** By start: the first and latest visits, and the last non-direct one. */
type VisitPath = Path<Visit>;

function pathWith(path: VisitPath | undefined, visit: Visit): VisitPath {
  const { visits = [], lastNonDirect } = path ?? {};
  const isLater = !lastNonDirect || byStart(visit, lastNonDirect) > 0;
  return {
    visits: bounded([...visits, visit]),
    lastNonDirect: isDirect(visit) || !isLater ? lastNonDirect : visit,
  };
}

/** Undefined if all are. */
function joined(paths: (VisitPath | undefined)[]): VisitPath | undefined {
  const complete = paths.filter((path) => path !== undefined);
  if (complete.length === 0) return undefined;
  const ofKey = new Map<string, Visit>();
  for (const { visits } of complete) {
    for (const visit of visits) ofKey.set(visitKey(visit, visit.id), visit);
  }
  const others = complete.flatMap(({ lastNonDirect }) => lastNonDirect ?? []);
  return { visits: bounded([...ofKey.values()]), lastNonDirect: others.toSorted(byStart).at(-1) };
}

function bounded(visits: Visit[]): Visit[] {
  const sorted = visits.toSorted(byStart);
  return sorted.length > mostTouches ? sorted.toSpliced(1, sorted.length - mostTouches) : sorted;
}

const isDirect = ({ source }: Visit) => source === 'website';

interface DatedVisit {
  visit: Visit;
  /** It counts from this time on. */
  knownAt: string;
}

/** Visits in the order they became known, with the path of all up to each. */
class Timeline {
  readonly #moments: { knownAt: string; path: VisitPath }[] = [];

  constructor(visits: DatedVisit[]) {
    const inTime = visits.toSorted((a, b) => compare(a.knownAt, b.knownAt));
    for (const { visit, knownAt } of inTime) {
      this.#moments.push({ knownAt, path: pathWith(this.#moments.at(-1)?.path, visit) });
    }
  }

  /** Undefined if there is none. */
  until(at: string): VisitPath | undefined {
    return this.#moments[countWhile(this.#moments, ({ knownAt }) => knownAt <= at) - 1]?.path;
  }
}

/** One timeline per key; skips items without one. */
function timelines<T>(items: T[], describe: (item: T) => DatedVisit & { key: string | undefined }) {
  const described = items.map(describe).filter(({ key }) => key !== undefined);
  const groups = grouped(described, ({ key }) => key ?? '');
  return new Map([...groups].map(([key, visits]) => [key, new Timeline(visits)]));
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
