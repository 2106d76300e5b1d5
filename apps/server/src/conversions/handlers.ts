import type { conversionOperations } from '@footfall/contract/conversions';
import type { HandlersOf } from '@footfall/contract/operation';
import { askedOf } from '../filters/asked.ts';
import { withReferences } from '../identities/references.ts';
import { createdRange } from '../resource-kit/created-range.ts';
import { existing } from '../resource-kit/not-found.ts';
import type { OperationContext } from '../resource-kit/operation-context.ts';
import { orderedAnswer, orderedPageOf } from '../resource-kit/paging.ts';
import { countConversions, findConversions, selectConversion, selectConversions } from './read.ts';

export const conversionHandlers: HandlersOf<typeof conversionOperations, OperationContext> = {
  async listConversions({ tx, workspaceId, counted, last }, { query }) {
    const filter = {
      isTest: query.test ?? false,
      isBot: query.bots ?? false,
      name: query.name,
      visitorId: query.visitor_id,
      identityId: query.identity_id,
      ...createdRange(query),
      ...askedOf(query),
    };
    const page = orderedPageOf(query);
    const found = await findConversions({ tx, counted }, workspaceId, filter, page);
    const read = Promise.all([
      selectConversions(tx, workspaceId, filter, page, found),
      found?.total ?? counted(() => countConversions(tx, workspaceId, filter)),
    ]);
    const [conversions, total] = await (query.expand ? read : last(read));
    if (!query.expand) return orderedAnswer(conversions, page, total);
    const { data } = conversions;
    const told = withReferences(tx, workspaceId, filter.isTest, data, query.expand);
    return orderedAnswer({ ...conversions, data: await told }, page, total);
  },

  async getConversion({ tx, workspaceId, last }, { params }) {
    return {
      data: existing(await last(selectConversion(tx, workspaceId, params.id)), 'conversion'),
    };
  },
};
