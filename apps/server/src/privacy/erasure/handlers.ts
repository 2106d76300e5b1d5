import type { Erasure, ErasureSubject, erasureOperations } from '@footfall/contract/erasures';
import { mostSharers } from '@footfall/contract/erasures';
import type { HandlersOf } from '@footfall/contract/operation';
import { selectSettings } from '../../accounts/workspaces/settings.ts';
import { selectIdentity } from '../../people/identities/read.ts';
import { selectVisitor } from '../../people/visitors/read.ts';
import { timestamp } from '../../platform/common/timestamp.ts';
import { existing } from '../../platform/resource-kit/not-found.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { orderedPageOf } from '../../platform/resource-kit/paging.ts';
import { beginErasure, holdForErasure } from './begin.ts';
import { countSubject } from './counts.ts';
import { keptOf, listErasures, selectErasure } from './store.ts';
import { selectSubject } from './subject.ts';

export const erasureHandlers: HandlersOf<typeof erasureOperations, OperationContext> = {
  eraseIdentity: (context, { params, query }) =>
    erase(context, 'identity', params.id, query.dry_run ?? false),

  eraseVisitor: (context, { params, query }) =>
    erase(context, 'visitor', params.id, query.dry_run ?? false),

  listErasures: ({ tx, workspaceId }, { query }) =>
    listErasures(tx, workspaceId, query.test ?? false, orderedPageOf(query, '-requested_at')),

  async getErasure({ tx, workspaceId }, { params }) {
    return { data: existing(await selectErasure(tx, workspaceId, params.id), 'erasure') };
  },
};

async function erase(
  context: OperationContext,
  kind: ErasureSubject,
  id: string,
  isDryRun: boolean,
): Promise<{ data: Erasure }> {
  const { tx, workspaceId } = context;
  if (!isDryRun) await holdForErasure(tx, workspaceId);
  const subject = existing(await selectSubject(tx, workspaceId, kind, id), kind);
  const [personId = ''] = subject.people;
  context.requireMatch(
    existing(
      await (kind === 'identity'
        ? selectIdentity(tx, workspaceId, personId)
        : selectVisitor(tx, workspaceId, id)),
      kind,
    ),
  );
  const { erasure_totals: totals } = await selectSettings(tx, workspaceId);
  if (!isDryRun) {
    const erasureId = await beginErasure(context, subject, totals);
    return { data: existing(await selectErasure(tx, workspaceId, erasureId), 'erasure') };
  }
  return {
    data: {
      id: null,
      subject: kind,
      state: 'planned',
      test: subject.isTest,
      totals,
      removed: await countSubject(tx, workspaceId, subject),
      shared_with: subject.sharers.slice(0, mostSharers),
      kept: keptOf(totals, subject.slices.length > 0),
      requested_at: timestamp(new Date()),
      requested_by: null,
      finished_at: null,
      waiting_for: null,
      reason: null,
    },
  };
}
