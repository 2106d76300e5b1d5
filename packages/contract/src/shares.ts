/**
 * Share links to the overview or a saved view, for people without an account. This file and shared-tables.ts define what
 * a link shows. Readers choose only `sharedParameters`; the author of the link sets everything else.
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

/** Pages that can be shared: the overview, and saved views of the others. */
export const sharePages = ['overview', ...sharedTablePages] as const;

/** What a link can show in addition to visitors, visits and pages. */
export const shareReveals = {
  leads: { meaning: 'number of leads', scopes: ['leads:read'] },
  conversions: {
    meaning: 'number and value of conversions',
    scopes: ['conversions:read'],
  },
  campaigns: { meaning: 'names of campaigns', scopes: ['campaigns:read'] },
  companies: { meaning: 'names of companies', scopes: ['companies:read'] },
} as const satisfies Record<string, { meaning: string; scopes: readonly Scope[] }>;
export type ShareReveal = keyof typeof shareReveals;
export const shareRevealNames = Object.keys(shareReveals) as ShareReveal[];
const usualReveals: ShareReveal[] = ['leads', 'conversions', 'campaigns'];

/**
 * Operations of a shared overview, with the parameters its reader chooses. The link sets the range, filter, comparison and
 * test flag. No parameter can single out a visitor.
 */
export const sharedParameters: {
  readonly [Name in keyof typeof statsOperations]: readonly string[];
} = { getStats: ['metrics', 'dimensions', 'breakdowns', 'interval', 'sort', 'top'] };

/** Not shared: list names may describe people. */
export const unsharedDimensions = ['list'] as const;

const ShareQuery = Closed(
  {
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: statsLimits.days,
        description: 'Number of days up to and including today. Default: 30.',
      }),
    ),
    from: Type.Optional(
      fromOperator(Instant('Start of the range (inclusive). Replaces `days`; needs `to`.')),
    ),
    to: Type.Optional(fromOperator(Instant('End of the range (exclusive).'))),
    time_zone: Type.Optional(
      fromOperator(
        Text(
          64,
          'Time zone of the days, such as Europe/Berlin. Default: the time zone of the workspace.',
        ),
      ),
    ),
    compare: Type.Optional(
      Type.Unsafe<'previous_period'>({
        type: 'string',
        enum: ['previous_period'],
        description: 'Also shows the previous period.',
      }),
    ),
    filter: Type.Optional(
      fromOperator(
        Type.String({
          minLength: 1,
          maxLength: filterLimits.length,
          description:
            'Only visits that match this filter, such as `country = Germany`. Readers of the link do not see it. See docs/guides/filters.md.',
        }),
        'hidden',
      ),
    ),
    test: Type.Optional(Type.Boolean({ description: 'true: show test data.' })),
  },
  { description: 'Range and filter of the link.' },
);
export type ShareQuery = Static<typeof ShareQuery>;

const SharePage = Type.Unsafe<(typeof sharePages)[number]>({
  type: 'string',
  enum: sharePages,
  description: 'Shared page.',
});

const writable = {
  // Accepts any page, so that pages that cannot be shared get an error with the reason.
  page: Type.Unsafe<ViewPage>({
    type: 'string',
    enum: viewPageNames,
    description: `Shared page: ${sharePages.join(', ')}. Other pages list people and cannot be shared.`,
  }),
  view_id: Nullable(
    Uuid('Saved view of the link.'),
    'Null or absent for the overview. The link ends when the view changes or is deleted.',
  ),
  name: Label(200, 'Title for readers.'),
  query: ShareQuery,
  reveals: Type.Array(
    Type.Unsafe<ShareReveal>({
      type: 'string',
      enum: shareRevealNames,
      description: 'Additional content.',
    }),
    {
      maxItems: shareRevealNames.length,
      uniqueItems: true,
      description: `Content in addition to visitors, visits and pages. ${shareRevealNames.map((name) => `\`${name}\`: ${shareReveals[name].meaning}`).join('; ')}. Default: ${usualReveals.join(', ')}. Not allowed with a view, which sets its own content.`,
    },
  ),
  expires_at: Nullable(
    Instant('When the link expires.'),
    'Null or absent: the link works until you delete it.',
  ),
};

const Share = Closed(
  {
    id: Uuid('Assigned by the service.'),
    page: SharePage,
    view_id: Nullable(Uuid('Saved view of the link.'), 'Null for the overview.'),
    name: fromOperator(Type.String({ description: 'Title for readers.' })),
    query: ShareQuery,
    reveals: writable.reveals,
    has_password: Type.Boolean({ description: 'true: readers need a password.' }),
    created_by: Maker('Who created the link.'),
    created_at: Timestamp('When the link was created.'),
    expires_at: Nullable(
      Timestamp('When the link expires.'),
      'Null: the link works until you delete it.',
    ),
    views: Type.Integer({ description: 'Number of times the page was opened.' }),
    last_viewed_at: Nullable(Timestamp('When the page was last opened.'), 'Null if never opened.'),
  },
  {
    $id: 'Share',
    description: 'A link to statistics for people without an account.',
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
    Type.String({
      description:
        'The link is /share/<token> below PUBLIC_URL. This is the only time the token is shown.',
    }),
  ),
});

export const passwordLength = { least: 8, most: 200 };

/** What a reader of a link gets before any data. */
export const SharedPage = Closed({
  page: SharePage,
  name: Share.properties.name,
  query: Closed({
    days: ShareQuery.properties.days,
    from: ShareQuery.properties.from,
    to: ShareQuery.properties.to,
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
    'Columns and sort order of a view. Null for the overview.',
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
    description: 'Returns the newest first. Does not include the links themselves.',
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
    summary: 'Create a share link',
    description: `Shares the overview or, with \`view_id\`, a saved view of ${sharedTablePages.join(', ')} with its filter, sort order, columns and test flag. Readers can page and sort; they see no personal data. The response shows the token once. A workspace can have ${mostShares} links.`,
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
          description: 'Password for readers. Absent: no password.',
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
    description: 'Open pages stop working with their next request.',
    scopes: [],
    roles,
    feature,
    params: idParams,
    status: 204,
  }),
};

/** Applies the default of `reveals`. */
export function revealsOf(reveals: readonly ShareReveal[] | undefined): ShareReveal[] {
  return [...(reveals ?? usualReveals)];
}
