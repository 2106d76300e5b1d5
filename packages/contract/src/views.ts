/** Views: what a page of the dashboard shows, under a name; a member's own, or shared with the workspace. */
import Type, { type Static } from 'typebox';
import { filterLimits } from './filter.ts';
import type { RecordKind } from './filter-fields.ts';
import { Maker } from './maker.ts';
import { operation } from './operation.ts';
import { fromOperator } from './origins.ts';
import {
  Closed,
  idParams,
  Label,
  listOf,
  ordered,
  pageOfList,
  recordOf,
  Timestamp,
  Uuid,
  writeBody,
} from './schema.ts';

/** By page, the kind of record that its filter is about. */
export const viewPages = {
  overview: 'visit',
  leads: 'lead',
  people: 'identity',
  companies: 'company',
  visitors: 'visitor',
  lists: 'list',
  campaigns: 'campaign',
  conversions: 'conversion',
} as const satisfies Record<string, RecordKind>;
export type ViewPage = keyof typeof viewPages;
export const viewPageNames = Object.keys(viewPages) as ViewPage[];

export const mostViewsOfMember = 200;
export const mostSharedViews = 500;
const mostColumns = 50;

const PageName = (description: string) =>
  Type.Unsafe<ViewPage>(Type.String({ enum: [...viewPageNames], description }));

const fieldName = '[a-z][a-z0-9_.]{0,63}';

const writable = {
  name: fromOperator(Label(100, 'What it is called.')),
  filter: fromOperator(
    Type.String({
      maxLength: filterLimits.length,
      description: 'The filter of the page, as text; empty: none.',
    }),
  ),
  sort: fromOperator(
    Type.String({
      pattern: `^(-?${fieldName})?$`,
      description: 'As lists take it, such as -created_at; empty: the usual order.',
    }),
  ),
  columns: fromOperator(
    Type.Array(Type.String({ pattern: `^${fieldName}$` }), {
      maxItems: mostColumns,
      description: 'Which fields are shown, in this order; none: the usual ones.',
    }),
  ),
  range: fromOperator(
    Type.String({
      pattern: '^[A-Za-z0-9_.:+-]{0,100}$',
      description: 'The dates, as the address of the page says them; empty: the usual ones.',
    }),
  ),
  test: Type.Boolean({ description: 'It shows test data.' }),
  shared: Type.Boolean({ description: 'Everybody of the workspace sees it.' }),
};

export const View = Closed({
  id: Uuid('Assigned by the service.'),
  page: PageName('The page that it is of.'),
  ...writable,
  owner: Maker('Whose it is.'),
  created_at: Timestamp('When it was saved first.'),
  updated_at: Timestamp('When it was changed last.'),
});
export type View = Static<typeof View>;

const everybody = ['admin', 'member', 'viewer'] as const;
const [tag, feature] = ['Views', 'api'] as const;

export const viewOperations = {
  listViews: operation({
    id: 'listViews',
    method: 'GET',
    path: '/views',
    tag,
    summary: 'List saved views',
    description: 'Your own and those that are shared, newest first.',
    scopes: [],
    roles: everybody,
    feature,
    query: pageOfList({
      page: PageName('Only views of this page.'),
      ...ordered(['created_at']),
    }),
    status: 200,
    ok: listOf(View),
  }),
  createView: operation({
    id: 'createView',
    method: 'POST',
    path: '/views',
    tag,
    summary: 'Save a view',
    description: `A member may have ${mostViewsOfMember}, and a workspace ${mostSharedViews} that are shared. To share one takes the role member or admin.`,
    scopes: [],
    roles: everybody,
    feature,
    body: writeBody(View, { page: PageName('The page that it is of.'), ...writable }, [
      'page',
      'name',
    ]),
    bodyExample: { page: 'leads', name: 'From campaigns', filter: 'source = campaign' },
    status: 200,
    ok: recordOf(View),
  }),
  updateView: operation({
    id: 'updateView',
    method: 'PATCH',
    path: '/views/{id}',
    tag,
    summary: 'Change a saved view',
    description: 'Your own; of those that are shared, administrators may change any.',
    scopes: [],
    roles: everybody,
    feature,
    params: idParams,
    body: writeBody(View, writable),
    bodyExample: { name: 'From campaigns in May' },
    status: 200,
    ok: recordOf(View),
  }),
  deleteView: operation({
    id: 'deleteView',
    method: 'DELETE',
    path: '/views/{id}',
    tag,
    summary: 'Delete a saved view',
    description: 'Your own; of those that are shared, administrators may delete any.',
    scopes: [],
    roles: everybody,
    feature,
    params: idParams,
    status: 204,
  }),
};
