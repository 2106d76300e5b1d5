import type { leadOperations } from '@footfall/contract/leads';
import type { HandlersOf } from '@footfall/contract/operation';
import { uuidv7 } from 'uuidv7';
import { withReferences } from '../../people/identities/references.ts';
import { recordChanges } from '../../platform/changes/record.ts';
import { mergePatch } from '../../platform/common/merge-patch.ts';
import { enqueueJobs } from '../../platform/jobs/queue.ts';
import { createdRange } from '../../platform/resource-kit/created-range.ts';
import { existing } from '../../platform/resource-kit/not-found.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { orderedPageOf } from '../../platform/resource-kit/paging.ts';
import { listFilterOf } from '../../records/filters/list-filter.ts';
import { selectSurvivorOfUnknown } from '../../records/person/survivors.ts';
import { insertAnonymousVisitor } from '../../visits/cutting/visitors.ts';
import { makeLeadCode } from './lead-code.ts';
import {
  insertLead,
  type LeadFilter,
  listLeads,
  lockLead,
  selectLead,
  updateLead,
} from './store.ts';

export const leadHandlers: HandlersOf<typeof leadOperations, OperationContext> = {
  async listLeads(context, { query }) {
    const { tx, workspaceId } = context;
    const filter: LeadFilter = {
      isTest: query.test ?? false,
      isSuspect: query.suspect ?? false,
      source: query.source,
      code: query.code,
      identityId: query.identity_id,
      companyId: query.company_id,
      ...createdRange(query),
      ...listFilterOf(query),
    };
    const page = orderedPageOf(query);
    const leads = await listLeads(context, workspaceId, filter, page);
    return withReferences(tx, workspaceId, filter.isTest, leads, query.expand);
  },

  async createLead({ tx, workspaceId }, { body }) {
    const visitorId = body.visitor_id ?? uuidv7();
    const isAnonymous = body.visitor_id === undefined;
    const identityId = body.identity_id ?? null;
    const survivorId = identityId && (await selectSurvivorOfUnknown(tx, workspaceId, identityId));
    const [lead] = await Promise.all([
      insertLead(tx, workspaceId, {
        id: uuidv7(),
        isTest: false,
        visitorId,
        code: body.code || makeLeadCode(),
        source: body.source ?? 'api',
        properties: body.properties ?? {},
        location: body.location ?? {},
        identityId: survivorId ?? identityId,
        originalIdentityId: survivorId ? identityId : null,
        sessionId: body.session_id ?? null,
        companyId: body.company_id ?? null,
        edited: ['properties', 'location', 'company_id'].filter((name) => name in body),
      }),
      isAnonymous && insertAnonymousVisitor(tx, workspaceId, visitorId),
    ]);
    // Visits of an identified visitor may get credit for it.
    if (!isAnonymous) {
      await enqueueJobs(tx, workspaceId, 'attribution', [{ subject: visitorId, isTest: false }]);
    }
    await recordChanges(tx, workspaceId, [{ kind: 'lead', id: lead.id, isTest: false }]);
    return { data: lead };
  },

  async getLead({ tx, workspaceId }, { params }) {
    return { data: existing(await selectLead(tx, workspaceId, params.id), 'lead') };
  },

  async updateLead({ tx, workspaceId, requireMatch }, { params, body }) {
    const lead = existing(await lockLead(tx, workspaceId, params.id), 'lead');
    requireMatch(lead);
    const { properties, location, summary, company_id: companyId } = body;
    const { lead: updated, isTest } = await updateLead(tx, workspaceId, params.id, {
      properties: properties && mergePatch(lead.properties, properties),
      location: location && mergePatch(lead.location, location),
      summary: summary ? mergePatch(lead.summary ?? {}, summary) : summary,
      companyId,
    });
    await recordChanges(tx, workspaceId, [{ kind: 'lead', id: updated.id, isTest }]);
    return { data: updated };
  },
};
