/**
 * People made anew from their whole history: identities, whose each visit was, whose conversions are,
 * and the leads that opened. The job for what messages change that came late, or told that two
 * people are one. What comes out is what would have come of the same messages in time order.
 */

import { selectSettings } from '../../accounts/workspaces/settings.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { lockMaking, lockPeople } from '../../platform/db/people-lock.ts';
import { continueJobs, enqueueJobs, type JobSubject } from '../../platform/jobs/queue.ts';
import { HistoryTooLong, namesOf, selectConnected, selectLockedLinks } from './connected.ts';
import {
  type PeopleHistory,
  readHistoryOf,
  readPeopleHistory,
  selectConversions,
} from './history.ts';
import { hold, type Locked, release, selectLocked } from './holds.ts';
import { makePeople } from './make-people.ts';
import { storePeople } from './store.ts';

/** Links, and conversions, of people who are made anew while all who name somebody wait: it takes a moment. */
const shortHistory = 300;

/**
 * `jobs`: visitors; everybody who is linked with them is made anew too. Those with a long history in two transactions: from the
 * first one on they are held, and in the other they are made while nobody waits.
 */
export async function recomputePeople(
  tx: Tx,
  workspaceId: string,
  jobs: JobSubject[],
): Promise<void> {
  await lockMaking(tx, workspaceId);
  for (const isTest of [false, true]) {
    const subjects = jobs.filter((job) => job.isTest === isTest).map(({ subject }) => subject);
    if (subjects.length === 0) continue;
    const locked = await selectLocked(tx, workspaceId, subjects, isTest);
    const left = locked
      ? await remakeLocked(tx, workspaceId, subjects, locked, isTest)
      : await remakeOrHold(tx, workspaceId, subjects, isTest);
    const again = left.map((subject) => ({ subject, isTest }));
    await continueJobs(tx, workspaceId, 'people', again);
  }
}

/** As many as have a short history together, or holds those of the first. Returns the subjects that are left. */
async function remakeOrHold(
  tx: Tx,
  workspaceId: string,
  subjects: string[],
  isTest: boolean,
): Promise<string[]> {
  for (let some = subjects; ; some = some.slice(0, Math.ceil(some.length / 2))) {
    if (await haveShortHistory(tx, workspaceId, some, isTest)) {
      await lockPeople(tx, workspaceId);
      const history = await readPeopleHistory(tx, workspaceId, some, isTest);
      await remake(tx, workspaceId, history);
      return subjects.slice(some.length);
    }
    if (some.length > 1) continue;
    await holdConnected(tx, workspaceId, some, isTest);
    return subjects;
  }
}

async function haveShortHistory(
  tx: Tx,
  workspaceId: string,
  subjects: string[],
  isTest: boolean,
): Promise<boolean> {
  try {
    const { visitorIds } = await selectConnected(tx, workspaceId, subjects, isTest, shortHistory);
    await selectConversions(tx, workspaceId, visitorIds, isTest, shortHistory);
    return true;
  } catch (error) {
    if (error instanceof HistoryTooLong) return false;
    throw error;
  }
}

async function holdConnected(
  tx: Tx,
  workspaceId: string,
  subjects: string[],
  isTest: boolean,
): Promise<void> {
  const { links, visitorIds } = await selectConnected(tx, workspaceId, subjects, isTest);
  await hold(tx, workspaceId, namesOf(links, visitorIds), isTest);
  // Whoever names people after this, which is committed at once, finds them held.
  await lockPeople(tx, workspaceId);
}

/**
 * What was stored before they were held; what came since, and connects them with others, is followed the next time. Returns the
 * subjects that are left.
 */
async function remakeLocked(
  tx: Tx,
  workspaceId: string,
  subjects: string[],
  locked: Locked,
  isTest: boolean,
): Promise<string[]> {
  const { connected, others } = await selectLockedLinks(tx, workspaceId, locked, isTest);
  const isMissed = others.some(({ identity_id }) => identity_id !== null);
  if (isMissed) {
    // Stored between the reading and the holding.
    await holdConnected(tx, workspaceId, locked.visitorIds, isTest);
    return subjects;
  }
  await remake(tx, workspaceId, await readHistoryOf(tx, workspaceId, connected, isTest));
  await release(tx, workspaceId, locked, isTest);
  const done = new Set(locked.visitorIds);
  const further = others.map(({ visitor_id }) => visitor_id).filter((id) => done.has(id));
  return [...new Set([...subjects.filter((id) => !done.has(id)), ...further])];
}

async function remake(tx: Tx, workspaceId: string, history: PeopleHistory): Promise<void> {
  const settings = await selectSettings(tx, workspaceId);
  const made = await makePeople(workspaceId, history, settings);
  await storePeople(tx, workspaceId, history, made);
  const { isTest } = history;
  const people = made.people.map(({ id }) => ({ subject: id, isTest }));
  await enqueueJobs(tx, workspaceId, 'personality', people);
}
