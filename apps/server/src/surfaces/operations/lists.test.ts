/* Every list takes what lists take, or it says here why it does not; and pages by cursor are the list. */
import { filterFields, type RecordKind } from '@footfall/contract/filter-fields';
import type { OperationSpec } from '@footfall/contract/operation';
import { describe, expect, test } from 'vitest';
import { pageIn, type Row, recordIn, restOf } from '../../testing/rest.ts';
import { allOperations, restPathOf, seedWorkspace } from '../../testing/seeded-workspace.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();
const workspace = await seedWorkspace(h);
const rest = restOf(h, workspace.secretKey);

const parameters = ['filter', 'sort', 'fields', 'expand', 'updated_after', 'cursor'] as const;
type Parameter = (typeof parameters)[number];

const isAdded = 'what is added never changes: created_after, or the cursor of before';
const isMade =
  'made of visits, messages and people when it is read: GET /changes tells which of these changed';
const hasOwnFilters = 'a record of its own kind, with filters of its own';
const isOfOne = 'of one record, by its path';
const namesOthers = 'names others by their ids, which have lists of their own with a filter';
const isWhole = 'has nothing that belongs to it';
const isAsOfVisit = 'changes with its visits: filter=last_seen > … or last_activity_at > …';
const isFew = 'a few records';

/** By parameter, the lists that do not take it, each with the reason. */
const without: Record<Parameter, Record<string, string>> = {
  filter: {
    listIdentityLinks: isOfOne,
    listIdentityActivity: isOfOne,
    listVisitorActivity: isOfOne,
    listVisitorConsents: isOfOne,
    listIdentityConsents: isOfOne,
    listCompanyActivity: isOfOne,
    listCompanyEvidence: isOfOne,
    listListMembers: isOfOne,
    listIdentityOverrides: hasOwnFilters,
    listOverrides: hasOwnFilters,
    listSuggestions: hasOwnFilters,
    listUsers: hasOwnFilters,
    listAuditLog: hasOwnFilters,
    listRejectedEvents: hasOwnFilters,
    listErasures: 'holds nothing to look for',
  },
  sort: {},
  fields: {},
  expand: {
    listEvents: namesOthers,
    listIdentityLinks: namesOthers,
    listIdentityOverrides: namesOthers,
    listOverrides: namesOthers,
    listSuggestions: namesOthers,
    listListMembers: namesOthers,
    listCompanyEvidence: namesOthers,
    listIdentityActivity: isWhole,
    listVisitorActivity: isWhole,
    listVisitorConsents: isWhole,
    listIdentityConsents: isWhole,
    listCompanyActivity: isWhole,
    listCampaigns: isWhole,
    listCampaignPerformance: isWhole,
    listLists: isWhole,
    listUsers: isWhole,
    listAuditLog: isWhole,
    listRejectedEvents: isWhole,
    listErasures: isWhole,
  },
  updated_after: {
    listVisitors: isAsOfVisit,
    listSessions: isAsOfVisit,
    listVisitorSessions: isAsOfVisit,
    listCampaigns: isAdded,
    listCampaignPerformance: 'figures of a period',
    listEvents:
      'a message stays as it came; a late one moves it to another visit: GET /changes tells which',
    listIdentityLinks: 'whose it is changes with the person: GET /changes tells which people',
    listIdentityActivity: isMade,
    listVisitorActivity: isMade,
    listCompanyActivity: isMade,
    listVisitorConsents: 'last_given_at comes first',
    listIdentityConsents: 'last_given_at comes first',
    listCompanyEvidence:
      'a fact comes with a visit or goes with an override, which have their own lists',
    listSuggestions: 'worked out anew with the person: GET /changes tells which people',
    listListMembers:
      'who comes on the list is new, who leaves is gone: GET /changes tells which lists',
    listUsers: isFew,
    listAuditLog: isAdded,
    listRejectedEvents: isAdded,
    listErasures: isAdded,
  },
  cursor: {},
};

const lists = allOperations.filter(
  ({ ok }) => ok && 'properties' in ok && 'pagination' in Object(ok.properties),
);
const takes = ({ query }: OperationSpec, name: Parameter) => Boolean(query?.properties[name]);

test.each(parameters)('every list accepts %s, with named exceptions', (name) => {
  const missing = lists.filter((list) => !takes(list, name)).map(({ id }) => id);
  expect(missing.toSorted()).toEqual(Object.keys(without[name]).toSorted());
});

const isHidden = 'kept as long as the workspace says, and hidden from most keys';
const isOfState = 'state says which; why is told of one record at a time';
const isCredit = 'worked out later, by model: figures of campaigns tell it';
const inExpand = 'told with expand; filtered through the relation of that name';

/** By kind of record, the fields of its list that a filter does not take, each with the reason. */
const unfiltered: Partial<Record<RecordKind, Record<string, string>>> = {
  lead: { identity: inExpand, company: inExpand },
  visitor: {
    ip: isHidden,
    suspicion: isOfState,
    bot: isOfState,
    identity: inExpand,
    company: inExpand,
  },
  session: {
    ip: isHidden,
    user_agent: isHidden,
    suspicion: isOfState,
    bot: isOfState,
    pages: 'did("page_view", path = …) asks for them',
  },
  identity: {
    ip: isHidden,
    addresses: 'email finds each of them',
    verification_levels: 'by field, what the record rests on',
    personality: 'intent_score, stage and persona are fields of their own',
    company: inExpand,
  },
  company: { activity: 'of a time: from, and orders of its own' },
  conversion: {
    identity: inExpand,
    first_touch: isCredit,
    last_non_direct: isCredit,
    last_touch: isCredit,
  },
  list: {
    filter: 'what it asks is text, and hidden from most keys',
    filter_tree: 'the same as a tree',
    upkeep: 'of the moment, and of a few lists',
  },
};

test.each(
  lists.flatMap((list) => {
    const schema = Object(list.query?.properties.filter);
    // Figures are found by their campaigns.
    return schema['x-filter'] && list.id !== 'listCampaignPerformance'
      ? [[list.id, schema['x-filter'] as RecordKind, list] as const]
      : [];
  }),
)('a filter of %s takes each field of a %s, but for those that are named', (_id, kind, { ok }) => {
  const { items } = Object(Object(ok).properties.data) as { items: { properties: object } };
  const others = Object.keys(items.properties).filter(
    (name) => name !== 'workspace_id' && !Object.hasOwn(filterFields[kind], name),
  );
  expect(others.toSorted()).toEqual(Object.keys(unfiltered[kind] ?? {}).toSorted());
});

describe.each(
  lists.filter((list) => takes(list, 'cursor')).map((list) => [list.id, list] as const),
)('%s', (_id, list) => {
  const path = restPathOf(list, workspace);
  const sort = String(Object(list.query?.properties.sort).default);

  test('by cursor, in either order, is what it is by offset', async () => {
    const whole = pageIn(await rest.get(path));
    const records = whole.data;
    expect(whole.pagination.total).toBe(records.length);
    expect(await readByCursor(path, sort)).toEqual(records);
    expect(await readByCursor(path, sort.slice(1))).toEqual(records.toReversed());
  });
});

test.each([
  ['/leads', 'identity', '/identities'],
  ['/leads', 'company', '/companies'],
  ['/visitors', 'identity', '/identities'],
  ['/visitors', 'company', '/companies'],
  ['/conversions', 'identity', '/identities'],
])(
  '%s with expand=%s returns the related records, and only what the key may read',
  async (path, name, of) => {
    const whole = pageIn(await rest.get(path)).data;
    const expanded = pageIn(await rest.get(`${path}?expand=${name}`)).data;
    const names = (record: Row) => Boolean(record[`${name}_id`]);
    expect(expanded.filter((record) => record[name] !== undefined).length).toBe(
      whole.filter(names).length,
    );
    for (const [place, { [name]: related, ...record }] of expanded.entries()) {
      expect(record).toEqual(whole[place]);
      const id = record[`${name}_id`];
      expect(related).toEqual(id ? recordIn(await rest.get(`${of}/${id}`)) : undefined);
    }
    const { scopes = [] } = lists.find((list) => list.path === path) ?? {};
    const { key } = await h.newKey({
      workspaceId: workspace.id,
      scopes: [...scopes],
      serverOnly: true,
    });
    const status = (await restOf(h, key).get(`${path}?expand=${name}`)).status;
    expect(status).toBe(path === '/visitors' && name === 'identity' ? 200 : 403);
  },
);

async function readByCursor(path: string, sort: string): Promise<Row[]> {
  const all: Row[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = new URLSearchParams({ cursor, sort, limit: '1' });
    const { data, pagination } = pageIn(await rest.get(`${path}?${query}`));
    all.push(...data);
    cursor = (pagination as { next_cursor?: string | null }).next_cursor ?? null;
  }
  return all;
}
