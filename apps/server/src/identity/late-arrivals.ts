/**
 * Schedules recomputation for messages that arrive late. Most arrive in order and need none; these statement
 * parts find the others among the sessions just written.
 */
import type { StatementPart } from '../platform/db/combined-statement.ts';
import { enqueueSelected } from '../platform/jobs/queue.ts';
import { sessionCapMs, sessionIdleMs } from '../visits/cutting/assign-session.ts';

/**
 * Sessions as they were before the statement. A session accepts messages without a session id for at most a
 * day, so older ones are left alone.
 */
const stored = (written: string) => `
  o.workspace_id = $1::uuid and o.visitor_id = ${written}.visitor_id and o.is_test = ${written}.is_test
  and o.visitor_assigned
  and o.started_at >= ${written}.started_at - interval '${sessionCapMs + sessionIdleMs} ms'`;

/**
 * A visitor's sessions, when a message with a session id arrives before stored activity: messages without one
 * may now belong to another session.
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

/** The same for new sessions: activity just before one may be part of it. */
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
 * Stored conversions and leads later than a session that begins, or that gets a new opening message: the
 * visitor's own and those of the person's other visitors.
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
