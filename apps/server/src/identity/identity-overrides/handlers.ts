import { ApiError } from '@footfall/contract/errors';
import type { identityOverrideOperations } from '@footfall/contract/identity-overrides';
import type { HandlersOf } from '@footfall/contract/operation';
import { listIdentityLinks } from '../../people/identities/read-links.ts';
import { emailFolder, selectIdentityEnvironment } from '../../people/identities/store.ts';
import { instant } from '../../platform/resource-kit/created-range.ts';
import { existing } from '../../platform/resource-kit/not-found.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { orderedPageOf } from '../../platform/resource-kit/paging.ts';
import { ofPerson } from '../../records/person/survivors.ts';
import { detachment, join, personBy, selectionOf, split, undoing } from './changes.ts';
import { apply, holdPeople, newId, openWorkbench, requireRoom, visitorsOf } from './correct.ts';
import {
  type IdentityOverrideFilter,
  listIdentityOverrideRecords,
  selectIdentityOverrideRecord,
} from './read.ts';
import { selectStoredIdentityOverride } from './store.ts';

export const identityOverrideHandlers: HandlersOf<
  typeof identityOverrideOperations,
  OperationContext
> = {
  async listIdentityLinks({ tx, workspaceId }, { params, query }) {
    const { id } = await existingPerson({ tx, workspaceId }, params.id);
    return listIdentityLinks(tx, workspaceId, id, orderedPageOf(query));
  },

  async detachIdentityLink(context, { params, body }) {
    const isDryRun = body.dry_run ?? false;
    const { bench, identityId } = await benchOf(context, params.id, isDryRun);
    const change = detachment(bench, newId(), identityId, body.link_id.toLowerCase());
    await requireRoom(bench);
    return { data: await apply(bench, change, isDryRun) };
  },

  async splitIdentity(context, { params, body }) {
    const isDryRun = body.dry_run ?? false;
    const { tx, workspaceId } = context;
    const { bench, identityId } = await benchOf(context, params.id, isDryRun);
    const selection = selectionOf(body, await emailFolder(tx, body.emails ?? []));
    const change = split(bench, newId(), identityId, selection, workspaceId);
    await requireRoom(bench);
    return { data: await apply(bench, change, isDryRun) };
  },

  async joinIdentities(context, { params, body }) {
    const isDryRun = body.dry_run ?? false;
    const { bench, identityId, otherId } = await benchOf(
      context,
      params.id,
      isDryRun,
      body.identity_id,
    );
    const change = join(bench, newId(), identityId, otherId ?? identityId);
    await requireRoom(bench);
    return { data: await apply(bench, change, isDryRun) };
  },

  async listIdentityOverrides({ tx, workspaceId }, { query }) {
    const filter: IdentityOverrideFilter = {
      isTest: query.test ?? false,
      identityId: query.identity_id,
      isUndone: query.undone,
      updatedAfter: instant(query.updated_after),
    };
    return listIdentityOverrideRecords(tx, workspaceId, filter, orderedPageOf(query));
  },

  async getIdentityOverride({ tx, workspaceId }, { params }) {
    const identityOverride = await selectIdentityOverrideRecord(tx, workspaceId, params.id);
    return { data: existing(identityOverride, 'identity override') };
  },

  async undoIdentityOverride(context, { params, body }) {
    const isDryRun = body.dry_run ?? false;
    const { tx, workspaceId } = context;
    const identityOverrideId = params.id.toLowerCase();
    await holdPeople(context, isDryRun);
    const stored = existing(
      await selectStoredIdentityOverride(tx, workspaceId, identityOverrideId),
      'identity override',
    );
    if (stored.isUndone) {
      throw new ApiError(
        'conflict',
        'This identity override is already undone. To restore it, make the same identity override again.',
      );
    }
    const bench = await openWorkbench(context, stored.isTest, stored.visitorIds);
    const change = undoing(bench, newId(), identityOverrideId, stored.identityId);
    return { data: await apply(bench, change, isDryRun) };
  },
};

type Place = Pick<OperationContext, 'tx' | 'workspaceId'>;

async function existingPerson({ tx, workspaceId }: Place, id: string, what = 'identity') {
  const identity = await ofPerson(tx, workspaceId, id, (currentId) =>
    selectIdentityEnvironment(tx, workspaceId, currentId),
  );
  return existing(identity, what);
}

/** Loads one person, or two, with their whole history. */
async function benchOf(context: OperationContext, id: string, isDryRun: boolean, otherId?: string) {
  await holdPeople(context, isDryRun);
  const person = await existingPerson(context, id);
  const other =
    otherId === undefined ? undefined : await existingPerson(context, otherId, 'other identity');
  if (other && other.isTest !== person.isTest) {
    throw new ApiError(
      'conflict',
      'One person is live data and the other is test data. You cannot join them.',
    );
  }
  const ids = other ? [person.id, other.id] : [person.id];
  const bench = await openWorkbench(context, person.isTest, await visitorsOf(context, ids));
  return {
    bench,
    identityId: personBy(bench, person.id),
    otherId: other && personBy(bench, other.id),
  };
}
