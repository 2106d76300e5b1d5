import { ApiError, invalidRequest } from '@footfall/contract/errors';
import type { HandlersOf } from '@footfall/contract/operation';
import {
  type Override,
  type OverrideKind,
  overrideLimits,
  type overrideOperations,
} from '@footfall/contract/overrides';
import { uuidv7 } from 'uuidv7';
import { selectCompanyEnvironment } from '../../companies/read.ts';
import { recordChanges } from '../../platform/changes/record.ts';
import { lockPeople } from '../../platform/db/people-lock.ts';
import { enqueueJobs } from '../../platform/jobs/queue.ts';
import { instant } from '../../platform/resource-kit/created-range.ts';
import { existing } from '../../platform/resource-kit/not-found.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { orderedPageOf } from '../../platform/resource-kit/paging.ts';
import {
  deleteCompanySetByHand,
  insertCompanySetByHand,
} from '../../records/company/company-overrides.ts';
import { selectBotOverrides, visitorKeyOf } from '../../records/visit/bot-overrides.ts';
import {
  lockVisitor,
  selectVisitorEnvironment,
  settleVisitorMark,
} from '../../visits/cutting/visitors.ts';
import { listOverrideRecords, type OverrideFilter, selectOverrideRecord } from './read.ts';
import {
  countOverrides,
  insertOverride,
  type StoredOverride,
  selectOverrideInForce,
  selectStoredOverride,
} from './store.ts';

type Subject = Pick<StoredOverride, 'kind' | 'visitorId' | 'companyId' | 'isTest'>;

export const overrideHandlers: HandlersOf<typeof overrideOperations, OperationContext> = {
  async listOverrides({ tx, workspaceId }, { query }) {
    const filter: OverrideFilter = {
      isTest: query.test ?? false,
      visitorId: query.visitor_id,
      companyId: query.company_id,
      isUndone: query.undone,
      updatedAfter: instant(query.updated_after),
    };
    return listOverrideRecords(tx, workspaceId, filter, orderedPageOf(query));
  },

  async getOverride({ tx, workspaceId }, { params }) {
    const override = await selectOverrideRecord(tx, workspaceId, params.id);
    return { data: existing(override, 'override') };
  },

  async createOverride(context, { body }) {
    const { tx, workspaceId, actor } = context;
    const visitorId = body.visitor_id?.toLowerCase() ?? null;
    const companyId = body.company_id?.toLowerCase() ?? null;
    requireSubjects(body.kind, visitorId, companyId);
    const isTest = await environmentOf(context, visitorId, companyId);
    const subject = { kind: body.kind, visitorId, companyId, isTest };
    await lockSubject(context, subject);
    await requireRoom(context, subject);
    const id = uuidv7();
    const { reason = '' } = body;
    await insertOverride(tx, workspaceId, { ...subject, id, reason, undoes: null }, actor);
    if (body.kind === 'company' && visitorId && companyId) {
      const set = { overrideId: id, visitorId, companyId, isTest };
      await insertCompanySetByHand(tx, workspaceId, set);
    }
    return { data: await followed(context, id, subject) };
  },

  async undoOverride(context, { params }) {
    const { tx, workspaceId, actor } = context;
    const id = params.id.toLowerCase();
    await lockSubject(
      context,
      existing(await selectStoredOverride(tx, workspaceId, id), 'override'),
    );
    const stored = existing(await selectStoredOverride(tx, workspaceId, id), 'override');
    if (stored.isUndone) {
      throw new ApiError(
        'conflict',
        'This override is already undone. To restore it, make the same override again.',
      );
    }
    const nobody = { visitorId: null, companyId: null, reason: '' };
    const { isTest, kind, visitorId } = stored;
    const undo = { ...nobody, id: uuidv7(), isTest, kind: 'undo' as const, undoes: id };
    await insertOverride(tx, workspaceId, undo, actor);
    if (kind === 'company' && visitorId) {
      await deleteCompanySetByHand(tx, workspaceId, id, visitorId);
    }
    return { data: await followed(context, id, stored) };
  },
};

/** Serializes with other overrides and claims. A visitor's mark is locked after people, as ingest does. */
async function lockSubject(
  { tx, workspaceId }: OperationContext,
  { kind, visitorId, isTest }: Subject,
): Promise<void> {
  await lockPeople(tx, workspaceId);
  if (isOfBot(kind) && visitorId) await lockVisitor(tx, workspaceId, { visitorId, isTest });
}

const isOfBot = (kind: OverrideKind) => kind === 'bot' || kind === 'not_bot';

/** Applies what shows at once, and enqueues jobs for the rest. */
async function followed(
  context: OperationContext,
  id: string,
  subject: Subject,
): Promise<Override> {
  const { tx, workspaceId } = context;
  const { kind, visitorId, companyId, isTest } = subject;
  if (isOfBot(kind) && visitorId) {
    const visitor = { visitorId, isTest };
    const overrides = await selectBotOverrides(tx, workspaceId, [visitorId]);
    await settleVisitorMark(tx, workspaceId, visitor, overrides.get(visitorKeyOf(visitor)));
    await enqueueJobs(tx, workspaceId, 'bots', [{ subject: visitorId, isTest }]);
  } else if (companyId) {
    await enqueueJobs(tx, workspaceId, 'company_links', [{ subject: companyId, isTest }]);
    // Its leads, even if no evidence has to move.
    if (visitorId) await enqueueJobs(tx, workspaceId, 'people', [{ subject: visitorId, isTest }]);
  }
  await recordChanges(tx, workspaceId, [
    ...(visitorId ? [{ kind: 'visitor' as const, id: visitorId, isTest }] : []),
    ...(companyId ? [{ kind: 'company' as const, id: companyId, isTest }] : []),
  ]);
  return existing(await selectOverrideRecord(tx, workspaceId, id), 'override');
}

function requireSubjects(kind: OverrideKind, visitorId: string | null, companyId: string | null) {
  const issues: { path: string; message: string }[] = [];
  if (kind !== 'not_company' && visitorId === null) {
    issues.push({ path: 'body.visitor_id', message: `is required for ${kind}` });
  }
  if (isOfBot(kind) && companyId !== null) {
    issues.push({ path: 'body.company_id', message: `is not allowed for ${kind}` });
  }
  if (!isOfBot(kind) && companyId === null) {
    issues.push({ path: 'body.company_id', message: `is required for ${kind}` });
  }
  if (issues.length > 0) throw invalidRequest(issues);
}

/** Environment of the company, or of the visitor; live if both use the id. */
async function environmentOf(
  { tx, workspaceId }: OperationContext,
  visitorId: string | null,
  companyId: string | null,
): Promise<boolean> {
  const ofCompany =
    companyId === null
      ? undefined
      : existing(await selectCompanyEnvironment(tx, workspaceId, companyId), 'company');
  if (visitorId === null) return ofCompany?.isTest ?? false;
  const environment = await selectVisitorEnvironment(tx, workspaceId, visitorId, ofCompany?.isTest);
  return existing(environment, 'visitor').isTest;
}

/** @throws ApiError conflict if the same or the opposite is in force, or there are too many */
async function requireRoom({ tx, workspaceId }: OperationContext, subject: Subject) {
  const { kind, visitorId, companyId } = subject;
  const kinds: OverrideKind[] = isOfBot(kind) ? ['bot', 'not_bot'] : ['company', 'not_company'];
  const other = await selectOverrideInForce(tx, workspaceId, kinds, subject);
  if (other) {
    throw new ApiError(
      'conflict',
      other.kind === kind
        ? `The override ${other.id} already says the same.`
        : `The override ${other.id} says the opposite. Undo it first with POST /overrides/${other.id}/undo.`,
    );
  }
  const { ofVisitor, ofCompanies, ofWorkspace } = overrideLimits;
  const counts = await countOverrides(tx, workspaceId, visitorId);
  if (counts.ofVisitor >= ofVisitor) {
    throw tooMany('visitor', `${ofVisitor} overrides`);
  }
  if (companyId !== null && visitorId === null && counts.ofCompanies >= ofCompanies) {
    throw tooMany('workspace', `${ofCompanies} overrides in effect for whole companies`);
  }
  if (counts.ofWorkspace >= ofWorkspace) {
    throw tooMany('workspace', `${ofWorkspace} overrides`);
  }
}

function tooMany(whose: string, many: string): ApiError {
  return new ApiError('conflict', `The ${whose} already has ${many}. That is the limit.`);
}
