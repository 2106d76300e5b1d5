/**
 * Late-arriving messages: what they change in hindsight is worked out anew in the background. Most come
 * in order and request nothing; these parts find the others among the sessions that were written.
 */
import type { StatementPart } from '../platform/db/combined-statement.ts';
import { enqueueSelected } from '../platform/jobs/queue.ts';
import { sessionCapMs, sessionIdleMs } from '../visits/cutting/assign-session.ts';

/**
 * As they were before the statement. A session takes messages that name none for a day at most, so
 * those that are older are left alone.
 */
const stored = (written: string) => `
  o.workspace_id = $1::uuid and o.visitor_id = ${written}.visitor_id and o.is_test = ${written}.is_test
  and o.visitor_assigned
  and o.started_at >= ${written}.started_at - interval '${sessionCapMs + sessionIdleMs} ms'`;

/**
 * A visitor's sessions, when a message that names its session comes in before activity that is stored:
 * a message that named none may belong elsewhere now.
 */
export const requestReassignmentAfterUpdate: StatementPart = {
  name: 'reassignment_after_update',
  change: () =>
    enqueueSelected(
      'sessions',
      `select u.id as subject, u.is_test from updated_sessions u
       where u.visitor_assigned and exists (select from sessions o
         where ${stored('u')} and o.last_activity_at >= u.started_at)`,
    ),
  parameters: () => [],
};

/** The same for sessions that begin: what lies just before one may be part of it. */
export const requestReassignmentAfterUpsert: StatementPart = {
  name: 'reassignment_after_upsert',
  change: () =>
    enqueueSelected(
      'sessions',
      `select u.id as subject, u.is_test from upserted_sessions u
       where u.named and exists (select from sessions o where ${stored('u')}
         and o.last_activity_at >= u.started_at - interval '${sessionIdleMs} ms')`,
    ),
  parameters: () => [],
};

const hasLater = (table: string, condition: string) => `exists (select from ${table}
  where x.workspace_id = $1::uuid and x.created_at >= u.started_at and ${condition})`;
const ofVisitor = 'x.visitor_id = u.visitor_id and x.is_test = u.is_test';
const ofPerson = `l.workspace_id = $1::uuid and l.visitor_id = u.visitor_id and l.is_test = u.is_test
  and x.identity_id = l.identity_id`;

/**
 * Conversions and leads that are stored and later than a session which begins, or is opened by
 * another message: its own or those of the person's other visitors.
 */
export const requestPeopleRecompute: StatementPart = {
  name: 'people_recompute',
  change: () =>
    enqueueSelected(
      'people',
      `select distinct u.visitor_id as subject, u.is_test from upserted_sessions u
       where ${hasLater('conversions x', ofVisitor)} or ${hasLater('leads x', ofVisitor)}
          or ${hasLater('identity_links l, conversions x', ofPerson)}
          or ${hasLater('identity_links l, leads x', ofPerson)}`,
    ),
  parameters: () => [],
};
