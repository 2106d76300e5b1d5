/**
 * Makes and undoes identity overrides in the request's transaction. The outcome is computed from the people's
 * whole history, returned, and stored unless it is a dry run.
 */

import { ApiError } from '@footfall/contract/errors';
import {
  type IdentityOverrideOutcome,
  identityOverrideLimits,
} from '@footfall/contract/identity-overrides';
import { uuidv7 } from 'uuidv7';
import { selectSettings, type WorkspaceSettings } from '../../accounts/workspaces/settings.ts';
import { deletePersonalities } from '../../people/personalities/store.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { lockMaking, lockPeople, sharePeople } from '../../platform/db/people-lock.ts';
import { enqueueJobs } from '../../platform/jobs/queue.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { selectVisitorsOf } from '../../records/person/links.ts';
import { HistoryTooLong } from '../making/connected.ts';
import { type PeopleHistory, readPeopleHistory } from '../making/history.ts';
import { releaseAll } from '../making/holds.ts';
import { makePeople } from '../making/make-people.ts';
import { type MadePeople, storePeople } from '../making/store.ts';
import type { IdentityOverride } from './identity-override.ts';
import { outcomeOf } from './outcome.ts';
import {
  countIdentityOverrides,
  insertIdentityOverride,
  type NewIdentityOverride,
} from './store.ts';

/** People with their whole history, before the identity override. */
export interface Workbench {
  context: OperationContext;
  settings: WorkspaceSettings;
  history: PeopleHistory;
  now: MadePeople;
}

/** One identity override added or undone, with the row that records it. */
export interface Change {
  identityOverrides: IdentityOverride[];
  row: Omit<NewIdentityOverride, 'isTest'>;
  /** The identity override made or undone. */
  identityOverrideId: string;
}

/** Keeps these people unchanged while they are read; when something is stored, also blocks new claims. */
export async function holdPeople({ tx, workspaceId }: OperationContext, isDryRun: boolean) {
  if (isDryRun) {
    await lockMaking(tx, workspaceId);
    await sharePeople(tx, workspaceId);
  } else {
    await lockPeople(tx, workspaceId);
    await releaseAll(tx, workspaceId);
  }
}

/** @throws ApiError conflict if the history is too long */
export async function openWorkbench(
  context: OperationContext,
  isTest: boolean,
  visitorIds: string[],
): Promise<Workbench> {
  const { tx, workspaceId } = context;
  const { links } = identityOverrideLimits;
  const settings = await selectSettings(tx, workspaceId);
  const history = await readPeopleHistory(tx, workspaceId, visitorIds, isTest, links).catch(
    (error: unknown) => {
      if (!(error instanceof HistoryTooLong)) throw error;
      throw tooMuch(
        `The people involved, and everybody who shares a device or identifier with them, have more than ${links} links or conversions. That is too many for one identity override.`,
      );
    },
  );
  return { context, settings, history, now: await makePeople(workspaceId, history, settings) };
}

/** The people's visitors, as subjects for a history. */
export async function visitorsOf({ tx, workspaceId }: OperationContext, identityIds: string[]) {
  const most = identityOverrideLimits.links;
  const visitorIds = await selectVisitorsOf(tx, workspaceId, identityIds, most + 1);
  if (visitorIds.length <= most) return visitorIds;
  throw tooMuch(
    `The person has more than ${most} visitors. That is too many for one identity override.`,
  );
}

/** @throws ApiError conflict if there are too many identity overrides already */
export async function requireRoom({ context, history }: Workbench): Promise<void> {
  const { ofPeople, ofWorkspace } = identityOverrideLimits;
  if (history.identityOverrides.length >= ofPeople) {
    throw tooMuch(
      `These people already have ${ofPeople} identity overrides, including undone ones. That is the limit.`,
    );
  }
  if ((await countIdentityOverrides(context.tx, context.workspaceId)) >= ofWorkspace) {
    throw tooMuch(
      `The workspace already has ${ofWorkspace} identity overrides, including undone ones. That is the limit.`,
    );
  }
}

/** Returns the outcome of a change, and stores it unless it is a dry run. */
export async function apply(
  { context, settings, history, now }: Workbench,
  { identityOverrides, row, identityOverrideId }: Change,
  isDryRun: boolean,
): Promise<IdentityOverrideOutcome> {
  const { tx, workspaceId, actor } = context;
  const corrected = { ...history, identityOverrides };
  const made = await makePeople(workspaceId, corrected, settings);
  const outcome = outcomeOf(history, now, made);
  const exists = row.kind === 'undo';
  if (isDryRun) {
    return { dry_run: true, identity_override_id: exists ? identityOverrideId : null, ...outcome };
  }
  const { isTest } = history;
  await insertIdentityOverride(tx, workspaceId, { ...row, isTest }, actor);
  await storePeople(tx, workspaceId, corrected, made);
  await forgetPersonalities(tx, workspaceId, isTest, [now, made]);
  return { dry_run: false, identity_override_id: identityOverrideId, ...outcome };
}

/** Personalities are computed on read until the background job has stored them. */
async function forgetPersonalities(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  states: MadePeople[],
): Promise<void> {
  const ids = [...new Set(states.flatMap(({ people }) => people.map(({ id }) => id)))];
  await deletePersonalities(tx, workspaceId, ids);
  await enqueueJobs(
    tx,
    workspaceId,
    'personality',
    ids.map((subject) => ({ subject, isTest })),
  );
}

export function newId(): string {
  return uuidv7();
}

function tooMuch(message: string): ApiError {
  return new ApiError('conflict', message);
}
