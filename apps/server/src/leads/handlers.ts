import type { leadOperations } from '@footfall/contract/leads';
import type { HandlersOf } from '@footfall/contract/operation';
import { uuidv7 } from 'uuidv7';
import { mergePatch } from '../common/merge-patch.ts';
import { askedOf } from '../filters/asked.ts';
import { withReferences } from '../identities/references.ts';
import { selectSurvivorOfUnknown } from '../identities/survivors.ts';
import { enqueueJobs } from '../jobs/queue.ts';
import { recordChanges } from '../resource-kit/changes/record.ts';
import { createdRange } from '../resource-kit/created-range.ts';
import { existing } from '../resource-kit/not-found.ts';
import type { OperationContext } from '../resource-kit/operation-context.ts';
import { orderedAnswer, orderedPageOf } from '../resource-kit/paging.ts';
import { insertAnonymousVisitor } from '../visitors/store.ts';
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
      ...askedOf(query),
    };
    const page = orderedPageOf(query);
    const leads = await listLeads(context, workspaceId, filter, page);
    const { data } = leads;
    const told = await withReferences(tx, workspaceId, filter.isTest, data, query.expand);
    return orderedAnswer({ ...leads, data: told }, page, leads.total);
  },

  async createLead({ tx, workspaceId }, { body }) {
    const visitorId = body.visitor_id ?? uuidv7();
    const isAnonymous = body.visitor_id === undefined;
    const toldId = body.identity_id ?? null;
    const survivorId = toldId && (await selectSurvivorOfUnknown(tx, workspaceId, toldId));
    const [lead] = await Promise.all([
      insertLead(tx, workspaceId, {
        id: uuidv7(),
        isTest: false,
        visitorId,
        code: body.code || makeLeadCode(),
        source: body.source ?? 'api',
        properties: body.properties ?? {},
        location: body.location ?? {},
        identityId: survivorId ?? toldId,
        toldIdentityId: survivorId ? toldId : null,
        sessionId: body.session_id ?? null,
        companyId: body.company_id ?? null,
        edited: ['properties', 'location', 'company_id'].filter((name) => name in body),
      }),
      isAnonymous && insertAnonymousVisitor(tx, workspaceId, visitorId),
    ]);
    // The visits of a visitor who is known may have led to it.
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
