/**
 * Links to the overview or to a saved view, for people without an account. What such a link tells stands here and in
 * shared-tables.ts: `sharedParameters` is all that its reader may ask, and everything else is what whoever made it chose.
 */
import Type, { type Static } from 'typebox';
import type { Scope, WorkspaceRole } from './access.ts';
import { filterLimits } from './filter.ts';
import { Maker } from './maker.ts';
import { operation } from './operation.ts';
import { fromOperator, fromService } from './origins.ts';
import {
  Closed,
  Instant,
  idParams,
  Label,
  listOf,
  Nullable,
  ordered,
  pageOfList,
  recordOf,
  Text,
  Timestamp,
  Uuid,
  writeBody,
} from './schema.ts';
import { sharedTablePages } from './shared-tables.ts';
import { statsLimits, type statsOperations } from './stats.ts';
import { View, type ViewPage, viewPageNames } from './views.ts';

export const mostShares = 100;

/** Of each there is a page in the dashboard that shows it; all but the overview are shared as a saved view of them. */
export const sharePages = ['overview', ...sharedTablePages] as const;

/** What a link may tell beside visitors, visits and pages. */
export const shareReveals = {
  leads: { meaning: 'how many leads there are', scopes: ['leads:read'] },
  conversions: {
    meaning: 'how many conversions there are, and what they are worth',
    scopes: ['conversions:read'],
  },
  campaigns: { meaning: 'the names of campaigns', scopes: ['campaigns:read'] },
  companies: { meaning: 'the names of companies', scopes: ['companies:read'] },
} as const satisfies Record<string, { meaning: string; scopes: readonly Scope[] }>;
export type ShareReveal = keyof typeof shareReveals;
export const shareRevealNames = Object.keys(shareReveals) as ShareReveal[];
const usualReveals: ShareReveal[] = ['leads', 'conversions', 'campaigns'];

/**
 * The operations that a shared overview runs, and of each the parameters that its reader chooses. The time, the filter, the
 * comparison and the test flag are the link's; there is no parameter by which single visitors could be told apart.
 */
export const sharedParameters: {
  readonly [Name in keyof typeof statsOperations]: readonly string[];
} = { getStats: ['metrics', 'dimensions', 'breakdowns', 'interval', 'sort', 'top'] };

/** Whose values are names that the workspace gave to people. */
export const unsharedDimensions = ['list'] as const;

const ShareQuery = Closed(
  {
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: statsLimits.days,
        description: 'The last so many days, today with them; by default 30.',
      }),
    ),
    since: Type.Optional(
      fromOperator(
        Instant('In place of `days`: where the range begins (inclusive), together with `until`.'),
      ),
    ),
    until: Type.Optional(fromOperator(Instant('Where it ends (exclusive).'))),
    time_zone: Type.Optional(
      fromOperator(
        Text(64, 'Whose days they are, as Europe/Berlin; by default that of the workspace.'),
      ),
    ),
    compare: Type.Optional(
      Type.Unsafe<'previous_period'>({
        type: 'string',
        enum: ['previous_period'],
        description: 'Tells the period before as well.',
      }),
    ),
    filter: Type.Optional(
      fromOperator(
        Type.String({
          minLength: 1,
          maxLength: filterLimits.length,
          description:
            'Only visits of which this is true, such as `country = Germany`; not told to who reads the link. docs/guides/filters.md tells the language.',
        }),
        'hidden',
      ),
    ),
    test: Type.Optional(Type.Boolean({ description: 'true: of test data.' })),
  },
  { description: 'What is counted.' },
);
export type ShareQuery = Static<typeof ShareQuery>;

const SharePage = Type.Unsafe<(typeof sharePages)[number]>({
  type: 'string',
  enum: sharePages,
  description: 'Which page.',
});

const writable = {
  // Of any page, so that who asks for one that is not shared is told why.
  page: Type.Unsafe<ViewPage>({
    type: 'string',
    enum: viewPageNames,
    description: `Which page: ${sharePages.join(', ')}. Rows of the others are people, and are not shared.`,
  }),
  view_id: Nullable(
    Uuid('The saved view that it shows.'),
    'Null, or absent, of the overview. The link ends when somebody changes what the view shows, or deletes it.',
  ),
  name: Label(200, 'What its readers see as its title.'),
  query: ShareQuery,
  reveals: Type.Array(
    Type.Unsafe<ShareReveal>({
      type: 'string',
      enum: shareRevealNames,
      description: 'One of these.',
    }),
    {
      maxItems: shareRevealNames.length,
      uniqueItems: true,
      description: `What it tells beside visitors, visits and pages: ${shareRevealNames.map((name) => `\`${name}\`, ${shareReveals[name].meaning}`).join('; ')}. Absent: ${usualReveals.join(', ')}. Of a view it is what its page shows, and is not given.`,
    },
  ),
  expires_at: Nullable(
    Instant('When the link ends.'),
    'Null, or absent: when somebody deletes it.',
  ),
};

const Share = Closed(
  {
    id: Uuid('Assigned by the service.'),
    page: SharePage,
    view_id: Nullable(Uuid('The saved view that it shows.'), 'Null: the overview.'),
    name: fromOperator(Type.String({ description: 'What its readers see as its title.' })),
    query: ShareQuery,
    reveals: writable.reveals,
    has_password: Type.Boolean({ description: 'Whether its readers have to know one.' }),
    created_by: Maker('Who made it.'),
    created_at: Timestamp('When it was made.'),
    expires_at: Nullable(Timestamp('When the link ends.'), 'Null: when somebody deletes it.'),
    views: Type.Integer({ description: 'How often the page was opened.' }),
    last_viewed_at: Nullable(Timestamp('When last.'), 'Null: never.'),
  },
  {
    $id: 'Share',
    description: 'A link to figures, for people without an account.',
    examples: [
      {
        id: '01a1f849-6666-7c3e-9d52-3b1f60a7c006',
        page: 'overview',
        view_id: null,
        name: 'Traffic for the agency',
        query: { days: 30, time_zone: 'Europe/Berlin', filter: 'country = Germany' },
        reveals: ['leads', 'campaigns'],
        has_password: false,
        created_by: { type: 'member', id: '01a1f840-33cc-7c3e-9d52-3b1f60a7c003', name: 'Ada' },
        created_at: '2026-05-04T09:30:00Z',
        expires_at: null,
        views: 12,
        last_viewed_at: '2026-05-06T14:02:11Z',
      },
    ],
  },
);
export type Share = Static<typeof Share>;

const NewShare = Closed({
  ...Share.properties,
  token: fromService(
    Type.String({ description: 'The link is /share/<token> below PUBLIC_URL. Told this once.' }),
  ),
});

export const passwordLength = { least: 8, most: 200 };

/** What a reader is told of the page before any figures. */
export const SharedPage = Closed({
  page: SharePage,
  name: Share.properties.name,
  query: Closed({
    days: ShareQuery.properties.days,
    since: ShareQuery.properties.since,
    until: ShareQuery.properties.until,
    time_zone: ShareQuery.properties.time_zone,
    compare: ShareQuery.properties.compare,
    test: ShareQuery.properties.test,
  }),
  reveals: writable.reveals,
  table: Nullable(
    Closed({
      columns: View.properties.columns,
      sort: View.properties.sort,
    }),
    'Of a view: what its table shows, and in which order. Null of the overview.',
  ),
  expires_at: Share.properties.expires_at,
});
export type SharedPage = Static<typeof SharedPage>;

const tag = 'Share links';
const feature = 'api';
const roles: readonly WorkspaceRole[] = ['admin', 'member'];

export const shareOperations = {
  listShares: operation({
    id: 'listShares',
    method: 'GET',
    path: '/shares',
    tag,
    summary: 'List share links',
    description: 'Newest first; the links themselves are told to nobody again.',
    scopes: [],
    roles,
    feature,
    query: pageOfList(ordered(['created_at'])),
    status: 200,
    ok: listOf(Share),
  }),
  createShare: operation({
    id: 'createShare',
    method: 'POST',
    path: '/shares',
    tag,
    summary: 'Make a share link',
    description: `Of the overview, or with \`view_id\` of a saved view of ${sharedTablePages.join(', ')}, whose filter, order, columns and test flag are the view's: its readers turn pages and sort, and are told nothing personal. The token is in this answer and nowhere else. A workspace may have ${mostShares} links.`,
    scopes: [],
    roles,
    freshProof: true,
    feature,
    showsSecretOnce: true,
    body: writeBody(
      Share,
      {
        ...writable,
        password: Type.String({
          minLength: passwordLength.least,
          maxLength: passwordLength.most,
          description: 'What its readers have to know. Absent: nothing but the link.',
        }),
      },
      ['page', 'name'],
    ),
    bodyExample: { page: 'overview', name: 'Traffic for the agency', query: { days: 30 } },
    status: 200,
    ok: recordOf(NewShare),
  }),
  deleteShare: operation({
    id: 'deleteShare',
    method: 'DELETE',
    path: '/shares/{id}',
    tag,
    summary: 'Delete a share link',
    description: 'Whoever has it open is told nothing more, from the next request on.',
    scopes: [],
    roles,
    feature,
    params: idParams,
    status: 204,
  }),
};

/** What `reveals` is where it is absent. */
export function revealsOf(reveals: readonly ShareReveal[] | undefined): ShareReveal[] {
  return [...(reveals ?? usualReveals)];
}
