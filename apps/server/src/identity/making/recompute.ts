/**
 * Recomputes people from their whole history: identities, owners of visits and conversions, and leads. Runs
 * as a job after late messages or merges. The result equals that of the same messages in time order.
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

/** Links and conversions small enough to recompute while other claims wait. */
const shortHistory = 300;

/**
 * `jobs`: visitors; everybody linked with them is recomputed too. A long history takes two transactions: the first puts the
 * people on hold, the second recomputes them while ingest continues.
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

/** Recomputes as many as are short together, or puts the first ones on hold. Returns the remaining subjects. */
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
  // Claims after this commit see the hold.
  await lockPeople(tx, workspaceId);
}

/**
 * Recomputes what was stored before the hold; newer data that connects them with others is followed next time. Returns the
 * remaining subjects.
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
    // Stored between the read and the hold.
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
