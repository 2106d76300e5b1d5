/**
 * Runs an erasure in slices, each in its own transaction: visitor by visitor, then places that mention the person, then a
 * final check. A slice that was not committed runs again.
 */
import type { Tx } from '../../platform/db/connect.ts';
import { sharePeople } from '../../platform/db/people-lock.ts';
import { lockVisitors } from '../../platform/db/visitor-locks.ts';
import { continueJobs, enqueueJobs, type Job } from '../../platform/jobs/queue.ts';
import { waitForTurn } from '../../stats/turn.ts';
import { hasLeftovers } from './leftovers.ts';
import { removeSliceOfShared } from './shared-visitors.ts';
import {
  addRemoved,
  finishErasure,
  lockErasure,
  markRemoved,
  noteTraced,
  type Part,
  type RunningErasure,
  selectNextPart,
  selectParts,
  waitsForSink,
} from './store.ts';
import { type Parts, scrubTraces } from './traces.ts';
import { removeSliceOfVisitor } from './visitors.ts';

/** Transactions that may not know of the erasure end within a moment. */
const lookAgainMs = 250;
/** ClickHouse may be down for long. */
const lookAtSinkMs = 2_000;

/** `jobs`: one for each erasure. */
export async function goOnWithErasures(tx: Tx, workspaceId: string, jobs: Job[]): Promise<void> {
  for (const job of jobs) {
    const erasure = await lockErasure(tx, workspaceId, job.subject);
    const next = erasure && (await step(tx, workspaceId, erasure));
    if (next) await continueJobs(tx, workspaceId, 'erasure', [job], next.afterMs);
  }
}

/** Returns when to continue; undefined if done. */
async function step(
  tx: Tx,
  workspaceId: string,
  erasure: RunningErasure,
): Promise<{ afterMs: number } | undefined> {
  const part = await selectNextPart(tx, workspaceId, erasure.id);
  if (part) {
    await removePart(tx, workspaceId, erasure, part);
    return { afterMs: 0 };
  }
  // Twice: now, and once no transaction is left that does not know of it. Each scans whole tables.
  if (erasure.isTraced && !erasure.isKnown) return { afterMs: lookAgainMs };
  const parts = await selectParts(tx, workspaceId, erasure.id);
  if (erasure.sink === null) {
    const removed = await scrubTraces(tx, workspaceId, erasure, parts);
    await addRemoved(tx, workspaceId, erasure.id, removed);
    await noteTraced(tx, workspaceId, erasure.id);
  }
  if (!erasure.isKnown) return { afterMs: lookAgainMs };
  if (await hasLeftovers(tx, workspaceId, erasure, parts)) return { afterMs: lookAgainMs };
  // Rebuilds people who shared devices before the parts that name them are removed.
  if (erasure.sink === null) await remakeOthers(tx, workspaceId, erasure, parts);
  if (await waitsForSink(tx, workspaceId, erasure.id)) return { afterMs: lookAtSinkMs };
  await finishErasure(tx, workspaceId, erasure.id);
  return undefined;
}

async function remakeOthers(
  tx: Tx,
  workspaceId: string,
  erasure: RunningErasure,
  parts: Parts,
): Promise<void> {
  const near = [...new Set([...parts.slice, ...parts.neighbor])];
  const subjects = near.map((subject) => ({ subject, isTest: erasure.isTest }));
  await enqueueJobs(tx, workspaceId, 'people', subjects);
}

/** Whoever returned since is a new person on the same device. */
async function removeVisits(tx: Tx, workspaceId: string, erasure: RunningErasure, part: Part) {
  if (part.kind === 'slice') return removeSliceOfShared(tx, workspaceId, erasure, part);
  const { isTest, erasedAt } = erasure;
  // Tolerates slightly fast clocks.
  const [again] = await tx`
    select from sessions s
    join events e on e.workspace_id = ${workspaceId} and e.session_id = s.id and e.visitor_id = s.visitor_id
      and e.is_test = s.is_test and e.received_at > ${erasedAt}::text::timestamptz
    where s.workspace_id = ${workspaceId} and s.visitor_id = ${part.key} and s.is_test = ${isTest}
      and s.last_activity_at > ${erasedAt}::text::timestamptz limit 1`;
  if (!again) return removeSliceOfVisitor(tx, workspaceId, erasure, part);
  const before = { ...part, until: erasedAt };
  return removeSliceOfShared(tx, workspaceId, { ...erasure, totals: 'recount' }, before);
}

async function removePart(
  tx: Tx,
  workspaceId: string,
  erasure: RunningErasure,
  part: Part,
): Promise<void> {
  // Sums and facts change together, under the same lock.
  if (erasure.totals === 'keep') await waitForTurn(tx, workspaceId);
  await sharePeople(tx, workspaceId);
  await lockVisitors(tx, 'sessions', workspaceId, [part.key]);
  const { removed, isLast } = await removeVisits(tx, workspaceId, erasure, part);
  await addRemoved(tx, workspaceId, erasure.id, removed);
  if (isLast) await markRemoved(tx, workspaceId, erasure.id, part);
}
