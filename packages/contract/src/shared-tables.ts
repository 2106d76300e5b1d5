/**
 * Tables that a share link can show: the operation of each page, and the record fields of each column. Tables of people and
 * visits are excluded: combined, their rows could identify somebody even without personal data.
 */
import type { RecordKind } from './filter-fields.ts';

export interface SharedColumn {
  fields: readonly string[];
  /** Sort field of the column, if it can be sorted. */
  sort?: string;
}

export interface SharedTable {
  operation: string;
  about: Exclude<RecordKind, 'visit'>;
  /** Content the table reveals. */
  reveals: readonly ('leads' | 'conversions' | 'campaigns' | 'companies')[];
  /** Field that identifies a row. */
  id: string;
  /** true: the page has a time range, `from` and `to`. */
  hasPeriod?: true;
  /** Other fixed parameters. */
  query: Readonly<Record<string, string>>;
  sort: string;
  columns: Readonly<Record<string, SharedColumn>>;
  /** Default columns. */
  usual: readonly string[];
}

const activity = ['activity'];

export const sharedTables = {
  companies: {
    operation: 'listCompanies',
    about: 'company',
    reveals: ['companies'],
    id: 'id',
    hasPeriod: true,
    query: { expand: 'activity' },
    sort: '-last_seen',
    columns: {
      name: { fields: ['name', 'domain'], sort: 'name' },
      last_seen: { fields: activity, sort: 'last_seen' },
      visits: { fields: activity, sort: 'visits' },
      people: { fields: activity },
      page_views: { fields: activity, sort: 'page_views' },
      intent: { fields: activity, sort: 'intent' },
      top_pages: { fields: activity },
      domain: { fields: ['domain'] },
      industry: { fields: ['main_industry'] },
      employees: { fields: ['employees'] },
      created: { fields: ['created_at'] },
    },
    usual: ['name', 'last_seen', 'visits', 'people', 'page_views', 'intent', 'top_pages', 'domain'],
  },
  campaigns: {
    operation: 'listCampaignPerformance',
    about: 'campaign',
    reveals: ['leads', 'conversions', 'campaigns'],
    id: 'campaign_id',
    hasPeriod: true,
    query: {},
    sort: '-created_at',
    columns: {
      name: { fields: ['name', 'source', 'medium'] },
      source: { fields: ['source', 'medium'] },
      visitors: { fields: ['visitors'] },
      sessions: { fields: ['sessions'] },
      leads: { fields: ['leads'] },
      conversions: { fields: ['conversions'] },
      revenue: { fields: ['revenue'] },
      spend: { fields: ['spend'] },
      cost_per_lead: { fields: ['cost_per_lead'] },
      return: { fields: ['return'] },
    },
    usual: [
      'name',
      'source',
      'sessions',
      'leads',
      'conversions',
      'revenue',
      'spend',
      'cost_per_lead',
      'return',
    ],
  },
  // Leaves out the columns of the person and the visit: they contain ids of people and visits.
  conversions: {
    operation: 'listConversions',
    about: 'conversion',
    reveals: ['conversions'],
    id: 'id',
    query: {},
    sort: '-created_at',
    columns: {
      name: { fields: ['name'] },
      value: { fields: ['value', 'currency'] },
      verification_level: { fields: ['verification_level'] },
      code: { fields: ['code'] },
      created: { fields: ['created_at'], sort: 'created_at' },
    },
    usual: ['name', 'value', 'verification_level', 'created'],
  },
} as const satisfies Record<string, SharedTable>;
export type SharedTablePage = keyof typeof sharedTables;
export const sharedTablePages = Object.keys(sharedTables) as SharedTablePage[];

/** Parameters that readers of a link choose. */
export const sharedTableParameters = ['limit', 'offset', 'sort'] as const;

export function sharedTableOf(page: string): SharedTable | undefined {
  return sharedTablePages.some((name) => name === page)
    ? sharedTables[page as SharedTablePage]
    : undefined;
}

/** Columns of a link to a view: the chosen ones that a link may show. */
export function sharedColumns({ columns, usual }: SharedTable, chosen: readonly string[]) {
  const names = chosen.length === 0 ? usual : chosen;
  return Object.keys(columns).filter((name) => names.includes(name));
}

/** Sort values of a link: the columns that it shows. */
export function sharedSorts({ columns }: SharedTable, shown: readonly string[]): string[] {
  return shown.flatMap((name) => {
    const sort = columns[name]?.sort;
    return sort === undefined ? [] : [sort, `-${sort}`];
  });
}
