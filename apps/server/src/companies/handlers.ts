import type { companyOperations } from '@footfall/contract/companies';
import type { HandlersOf } from '@footfall/contract/operation';
import { askedOf } from '../filters/asked.ts';
import { activityPage } from '../identities/activity.ts';
import { existing } from '../resource-kit/not-found.ts';
import type { OperationContext } from '../resource-kit/operation-context.ts';
import { listAnswer, orderedAnswer, orderedPageOf, pageOf } from '../resource-kit/paging.ts';
import { countEvidence, selectEvidence } from './evidence.ts';
import { countCompanies, selectCompanies, selectCompany } from './store.ts';

export const companyHandlers: HandlersOf<typeof companyOperations, OperationContext> = {
  async listCompanies({ tx, workspaceId, last }, { query }) {
    const filter = {
      isTest: query.test ?? false,
      name: query.name,
      domain: query.domain,
      ...askedOf(query),
    };
    const page = orderedPageOf(query);
    const [companies, total] = await last(
      Promise.all([
        selectCompanies(tx, workspaceId, filter, page),
        countCompanies(tx, workspaceId, filter),
      ]),
    );
    return orderedAnswer(companies, page, total);
  },

  async getCompany({ tx, workspaceId, last }, { params }) {
    return { data: existing(await last(selectCompany(tx, workspaceId, params.id)), 'company') };
  },

  async listCompanyActivity({ tx, workspaceId, last }, { params, query }) {
    existing(await selectCompany(tx, workspaceId, params.id), 'company');
    const of = { companyId: params.id, isTest: query.test ?? false };
    return last(activityPage(tx, workspaceId, of, pageOf(query)));
  },

  async listCompanyEvidence({ tx, workspaceId, last }, { params, query }) {
    existing(await selectCompany(tx, workspaceId, params.id), 'company');
    const isTest = query.test ?? false;
    const page = pageOf(query);
    const [evidence, total] = await last(
      Promise.all([
        selectEvidence(tx, workspaceId, params.id, isTest, page),
        countEvidence(tx, workspaceId, params.id, isTest),
      ]),
    );
    return listAnswer(evidence, page, total);
  },
};
