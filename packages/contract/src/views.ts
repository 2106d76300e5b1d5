/** Saved views of dashboard pages, private or shared with the workspace. */
import Type, { type Static } from 'typebox';
import { filterLimits } from './filter.ts';
import type { RecordKind } from './filter-fields.ts';
import { Maker } from './maker.ts';
import { operation } from './operation.ts';
import { fromOperator } from './origins.ts';
import { patternOf } from './patterns.ts';
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

/** Pages, with the record kind of their filter. */
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
  name: fromOperator(Label(100, 'Name of the view.')),
  filter: fromOperator(
    Type.String({
      maxLength: filterLimits.length,
      description: 'Filter of the page as text. Empty: no filter.',
    }),
  ),
  sort: fromOperator(
    Type.String({
      ...patternOf(`^(-?${fieldName})?$`, 'the name of a field, such as created_at or -created_at'),
      description: 'Sort order, such as -created_at. Empty: the default.',
    }),
  ),
  columns: fromOperator(
    Type.Array(
      Type.String(patternOf(`^${fieldName}$`, 'the name of a field, such as created_at')),
      {
        maxItems: mostColumns,
        description: 'Columns in order. Empty: the default.',
      },
    ),
  ),
  range: fromOperator(
    Type.String({
      ...patternOf('^[A-Za-z0-9_.:+-]{0,100}$', 'a range of dates, such as 30d'),
      description: 'Date range as in the URL of the page. Empty: the default.',
    }),
  ),
  test: Type.Boolean({ description: 'true: shows test data.' }),
  shared: Type.Boolean({ description: 'true: shared with everybody in the workspace.' }),
};

export const View = Closed({
  id: Uuid('Assigned by the service.'),
  page: PageName('Page of the view.'),
  ...writable,
  owner: Maker('Owner of the view.'),
  created_at: Timestamp('When the view was created.'),
  updated_at: Timestamp('When the view was last changed.'),
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
    description: 'Your own and shared views, newest first.',
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
    description: `A member can have ${mostViewsOfMember} views, and a workspace ${mostSharedViews} shared ones. Sharing needs the role member or admin.`,
    scopes: [],
    roles: everybody,
    feature,
    body: writeBody(View, { page: PageName('Page of the view.'), ...writable }, ['page', 'name']),
    bodyExample: { page: 'leads', name: 'From campaigns', filter: 'source = campaign' },
    status: 200,
    ok: recordOf(View),
  }),
  updateView: operation({
    id: 'updateView',
    method: 'PATCH',
    path: '/views/{id}',
    tag,
    summary: 'Update a saved view',
    description: 'You can update your own views. Admins can update all shared views.',
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
    description: 'You can delete your own views. Admins can delete all shared views.',
    scopes: [],
    roles: everybody,
    feature,
    params: idParams,
    status: 204,
  }),
};
