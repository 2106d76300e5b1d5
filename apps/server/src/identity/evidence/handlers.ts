import { companyOperations } from '@footfall/contract/companies';
import type { evidenceOperations } from '@footfall/contract/evidence';
import type { HandlersOf } from '@footfall/contract/operation';
import { existing } from '../../platform/resource-kit/not-found.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { selectConversion } from '../../revenue/conversions/read.ts';
import { selectLead } from '../../revenue/leads/store.ts';
import { selectSession } from '../../visits/sessions/read.ts';
import { botClaim, companyClaim, creditClaim, sourceClaim } from './claims.ts';
import {
  selectClaimedCompanies,
  selectClaimedVisit,
  selectClaimedVisitor,
  selectCreditedVisits,
} from './read.ts';

export const evidenceHandlers: HandlersOf<typeof evidenceOperations, OperationContext> = {
  async getVisitorEvidence({ tx, workspaceId, permissions }, { params }) {
    const visitor = existing(await selectClaimedVisitor(tx, workspaceId, params.id), 'visitor');
    const { scopes, features } = permissions;
    const { scopes: needed, feature } = companyOperations.listCompanyEvidence;
    const mayRead = features.has(feature) && needed.some((scope) => scopes.has(scope));
    const { visitor_id, is_test } = visitor;
    const companies = mayRead
      ? await selectClaimedCompanies(tx, workspaceId, visitor_id, is_test)
      : [];
    const claims = [botClaim(visitor), sourceClaim(visitor), ...companies.map(companyClaim)];
    return { data: { claims } };
  },

  async getSessionEvidence({ tx, workspaceId }, { params }) {
    const { session } = existing(
      await selectSession(tx, workspaceId, params.id, undefined),
      'session',
    );
    const key = { visitorId: session.visitor_id, sessionId: session.id };
    const visit = existing(await selectClaimedVisit(tx, workspaceId, key), 'session');
    return { data: { claims: [botClaim(visit), sourceClaim(visit)] } };
  },

  async getLeadEvidence({ tx, workspaceId }, { params }) {
    const lead = existing(await selectLead(tx, workspaceId, params.id), 'lead');
    const { visitor_id: visitorId, session_id: sessionId } = lead;
    const visit =
      sessionId && (await selectClaimedVisit(tx, workspaceId, { visitorId, sessionId }));
    return { data: { claims: visit ? [sourceClaim(visit)] : [] } };
  },

  async getConversionEvidence({ tx, workspaceId }, { params }) {
    existing(await selectConversion(tx, workspaceId, params.id), 'conversion');
    const visits = await selectCreditedVisits(tx, workspaceId, params.id);
    return { data: { claims: visits.map(creditClaim) } };
  },
};
