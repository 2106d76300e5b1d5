/** Late messages about people: those of whom something later is stored already. */
import {
  arrayLiteral,
  type Column,
  columnValues,
  unnestClause,
} from '../../platform/db/columns.ts';
import type { Question } from '../../platform/db/joint-questions.ts';
import type { JobSubject } from '../../platform/jobs/queue.ts';

/** The earliest message of a visitor, among some, that names a person or is a conversion. */
export interface PeopleMoment {
  visitorId: string;
  isTest: boolean;
  at: string;
}

/**
 * The visitors of whom, or of whose people, a claim or conversion is stored that is not earlier: what
 * was made of it may have to change.
 */
export function visitorsWithLaterHistory(moments: PeopleMoment[]): Question<JobSubject> {
  return {
    select: (first) => `
      select t.id as subject, t.is_test as "isTest" from ${unnestClause(momentColumns, first)}
      where exists (select from identity_links l
          where l.workspace_id = $1::uuid and l.visitor_id = t.id and l.is_test = t.is_test
            and l.linked_at >= t.at)
        or exists (select from conversions c
          where c.workspace_id = $1::uuid and c.visitor_id = t.id and c.is_test = t.is_test
            and c.created_at >= t.at)`,
    parameters: columnValues(momentColumns, moments),
  };
}

const momentColumns: Column<PeopleMoment>[] = [
  { name: 'id', type: 'uuid', value: ({ visitorId }) => visitorId },
  { name: 'is_test', type: 'boolean', value: ({ isTest }) => isTest },
  { name: 'at', type: 'timestamptz', value: ({ at }) => at },
];

/** A message of a person who is known by then, among some of one transaction. */
export interface PersonMoment {
  identityId: string;
  eventId: string;
  at: string;
}

/** The people of whom another claim, or a conversion, is stored that is not earlier than these. */
export function peopleWithLaterHistory(moments: PersonMoment[]): Question<{ id: string }> {
  const own = moments.map(({ eventId }) => eventId);
  return {
    select: (first) => `
      select v.id from (
        select t.id, min(t.at) as at from ${unnestClause(personColumns, first)} group by t.id) v
      where exists (select from identity_links l
          where l.workspace_id = $1::uuid and l.identity_id = v.id and l.linked_at >= v.at
            and l.event_id <> all($${first + personColumns.length}::uuid[]))
        or exists (select from conversions c
          where c.workspace_id = $1::uuid and c.identity_id = v.id and c.created_at >= v.at)`,
    parameters: [...columnValues(personColumns, moments), arrayLiteral('uuid', own)],
  };
}

const personColumns: Column<PersonMoment>[] = [
  { name: 'id', type: 'uuid', value: ({ identityId }) => identityId },
  { name: 'at', type: 'timestamptz', value: ({ at }) => at },
];
