/**
 * What a late message changes in hindsight is worked out anew in the background. Most messages come
 * in order and ask for nothing; these parts find the others among the sessions that were written.
 */
import type { Part } from '../db/together.ts';
import { enqueueSelected } from '../jobs/queue.ts';
import { sessionCapMs, sessionIdleMs } from './sessions/assign-session.ts';

/**
 * As they were before the statement. A session takes messages that name none for a day at most, so
 * those that are older are left alone.
 */
const stored = (met: string) => `
  o.workspace_id = $1::uuid and o.visitor_id = ${met}.visitor_id and o.is_test = ${met}.is_test
  and o.visitor_assigned
  and o.started_at >= ${met}.started_at - interval '${sessionCapMs + sessionIdleMs} ms'`;

/**
 * A visitor's sessions, when a message that names its session comes in before activity that is stored:
 * a message that named none may belong elsewhere now.
 */
export const reviewGrownSessions: Part = {
  name: 'grown_reviewed',
  change: () =>
    enqueueSelected(
      'sessions',
      `select g.id as subject, g.is_test from grown_sessions g
       where g.visitor_assigned and exists (select from sessions o
         where ${stored('g')} and o.last_activity_at >= g.started_at)`,
    ),
  parameters: [],
};

/** The same for sessions that begin: what lies just before one may be part of it. */
export const reviewMetSessions: Part = {
  name: 'met_reviewed',
  change: () =>
    enqueueSelected(
      'sessions',
      `select m.id as subject, m.is_test from sessions_met m
       where m.named and exists (select from sessions o where ${stored('m')}
         and o.last_activity_at >= m.started_at - interval '${sessionIdleMs} ms')`,
    ),
  parameters: [],
};

const hasLater = (table: string, condition: string) => `exists (select from ${table}
  where x.workspace_id = $1::uuid and x.created_at >= m.started_at and ${condition})`;
const ofVisitor = 'x.visitor_id = m.visitor_id and x.is_test = m.is_test';
const ofPerson = `l.workspace_id = $1::uuid and l.visitor_id = m.visitor_id and l.is_test = m.is_test
  and x.identity_id = l.identity_id`;

/**
 * Conversions and leads that are stored and later than a session which begins, or is opened by
 * another message: its own or those of the person's other visitors.
 */
export const reviewPeopleOfSessions: Part = {
  name: 'people_reviewed',
  change: () =>
    enqueueSelected(
      'people',
      `select distinct m.visitor_id as subject, m.is_test from sessions_met m
       where ${hasLater('conversions x', ofVisitor)} or ${hasLater('leads x', ofVisitor)}
          or ${hasLater('identity_links l, conversions x', ofPerson)}
          or ${hasLater('identity_links l, leads x', ofPerson)}`,
    ),
  parameters: [],
};
