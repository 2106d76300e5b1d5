/** Exports: the records of a list as a file. Each export is derived from its list operation. */
import Type, { type TObject, type TProperties, type TSchema } from 'typebox';
import { campaignOperations } from './campaigns.ts';
import { companyOperations } from './companies.ts';
import { conversionOperations } from './conversions.ts';
import { eventOperations } from './events.ts';
import { identityOperations } from './identities.ts';
import { leadOperations } from './leads.ts';
import { listOperations } from './lists.ts';
import { type OperationSpec, operation } from './operation.ts';
import { Closed } from './schema.ts';
import { sessionOperations } from './sessions.ts';
import { visitorOperations } from './visitors.ts';

export const exportFormats = {
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    meaning: 'for spreadsheets',
  },
  ndjson: {
    mediaType: 'application/x-ndjson; charset=utf-8',
    meaning: 'one JSON record per line',
  },
  parquet: {
    mediaType: 'application/vnd.apache.parquet',
    meaning: 'typed columns, for DuckDB and pandas',
  },
} as const satisfies Record<string, { mediaType: string; meaning: string }>;
export type ExportFormat = keyof typeof exportFormats;
export const exportFormatNames = Object.keys(exportFormats) as ExportFormat[];

export const exportLimits = {
  rows: 5_000_000,
  /** Longest time from the first to the last record. */
  minutes: 60,
  /** The export stops if the client reads nothing for this long. */
  idleSeconds: 60,
  /** Exports at the same time. */
  ofWorkspace: 4,
  ofProcess: 16,
};

const format = {
  format: Type.Optional(
    Type.Unsafe<ExportFormat>({
      type: 'string',
      enum: exportFormatNames,
      default: 'csv',
      description: `File format. ${exportFormatNames.map((name) => `\`${name}\`: ${exportFormats[name].meaning}`).join('; ')}.`,
    }),
  ),
};

type Paging = 'limit' | 'offset' | 'cursor';

interface ListSpec<P extends TProperties> extends OperationSpec {
  query: TObject<P>;
  ok: TSchema;
}

/** `what`: plural name of the records. */
function exportOf<
  const Id extends string,
  P extends TProperties,
  Params extends TObject | undefined,
>(
  list: ListSpec<P> & { params?: Params },
  { id, path, what }: { id: Id; path: string; what: string },
) {
  const { limit, offset, cursor, ...others } = list.query.properties as P & Record<Paging, TSchema>;
  const { data } = (list.ok as unknown as TObject<{ data: { items: TObject } & TSchema }>)
    .properties;
  const query = { ...others, ...format } as Omit<P, Paging> & typeof format;
  return operation({
    id,
    method: 'GET',
    path,
    tag: 'Exports',
    summary: `Export ${what}`,
    description: `Downloads the records of \`${list.id}\`, with the same filters; at most ${exportLimits.rows.toLocaleString('en')} records. docs/guides/exports.md describes the formats.`,
    scopes: list.scopes,
    feature: list.feature,
    params: list.params as Params,
    query: Closed(query),
    window: list.window,
    limit: list.limit,
    status: 200,
    file: { name: path.split('/')[2] ?? '', list: list.id, record: data.items },
  });
}

export const exportOperations = {
  exportLeads: exportOf(leadOperations.listLeads, {
    id: 'exportLeads',
    path: '/exports/leads',
    what: 'leads',
  }),
  exportPeople: exportOf(identityOperations.listIdentities, {
    id: 'exportPeople',
    path: '/exports/people',
    what: 'people (identities)',
  }),
  exportCompanies: exportOf(companyOperations.listCompanies, {
    id: 'exportCompanies',
    path: '/exports/companies',
    what: 'companies',
  }),
  exportVisitors: exportOf(visitorOperations.listVisitors, {
    id: 'exportVisitors',
    path: '/exports/visitors',
    what: 'visitors',
  }),
  exportSessions: exportOf(sessionOperations.listSessions, {
    id: 'exportSessions',
    path: '/exports/sessions',
    what: 'sessions',
  }),
  exportConversions: exportOf(conversionOperations.listConversions, {
    id: 'exportConversions',
    path: '/exports/conversions',
    what: 'conversions',
  }),
  exportCampaigns: exportOf(campaignOperations.listCampaigns, {
    id: 'exportCampaigns',
    path: '/exports/campaigns',
    what: 'campaigns',
  }),
  exportEvents: exportOf(eventOperations.listEvents, {
    id: 'exportEvents',
    path: '/exports/events',
    what: 'events',
  }),
  exportListMembers: exportOf(listOperations.listListMembers, {
    id: 'exportListMembers',
    path: '/exports/lists/{id}/members',
    what: 'members of a visitor list',
  }),
};
