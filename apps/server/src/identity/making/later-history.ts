/** Finds late messages about people: something later is already stored. */
import {
  arrayLiteral,
  type Column,
  columnValues,
  unnestClause,
} from '../../platform/db/columns.ts';
import type { Question } from '../../platform/db/joint-questions.ts';
import type { JobSubject } from '../../platform/jobs/queue.ts';

/** A visitor's earliest message of a batch that is a claim or conversion. */
export interface PeopleMoment {
  visitorId: string;
  isTest: boolean;
  at: string;
}

/**
 * Visitors with a stored claim or conversion, their own or their person's, that is not earlier than the
 * message: its outcome may change.
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

/** A message of an already identified person, within one transaction. */
export interface PersonMoment {
  identityId: string;
  eventId: string;
  at: string;
}

/** People with another stored claim or conversion that is not earlier than these. */
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
