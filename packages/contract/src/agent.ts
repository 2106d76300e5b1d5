/**
 * How agents meet the operations over MCP: the tools that they call, the kinds of records that these name,
 * and which operation is behind which. An operation says in its declaration by which tool it is called;
 * what a tool may do is what its operations may.
 */
import Type, { type TObject } from 'typebox';
import { listSubjects } from './list-record.ts';
import { Closed, JsonObject, Text, Uuid } from './schema.ts';

/** Records as agents name them. A person is an identity. */
export const agentKinds = [
  'lead',
  'person',
  'company',
  'visitor',
  'session',
  'event',
  'conversion',
  'campaign',
  'campaign_performance',
  'list',
  'member',
] as const;
export type AgentKind = (typeof agentKinds)[number];

/** What can be explained, and of what kind the id is that it takes; null: of the workspace, without one. */
export const explained = {
  company: 'company',
  score: 'person',
  person: 'person',
  source: 'visitor',
  bot: 'visitor',
  credit: 'conversion',
  completeness: null,
} as const satisfies Record<string, AgentKind | null>;
export type Explained = keyof typeof explained;
const explainedNames = Object.keys(explained) as Explained[];

/** Each by one operation; `id`: the argument that names its record, `names`: of fields of the body. */
export const agentWrites = {
  create_lead: {},
  update_lead: { id: 'id' },
  create_list: {},
  add_to_list: { id: 'list_id', names: { person_ids: 'identity_ids' } },
  remove_from_list: { id: 'list_id', names: { person_ids: 'identity_ids' } },
  set_favourite: { id: 'person_id', names: { favourite: 'is_favorite' } },
} as const satisfies Record<string, { id?: string; names?: Record<string, string> }>;
export type AgentWrite = keyof typeof agentWrites;

export const agentWriteNames = Object.keys(agentWrites) as AgentWrite[];

/** By which tool an operation is called. */
export type AgentUse =
  /** `fields`: those that are told unless others are asked for. */
  | { tool: 'list'; kind: AgentKind; fields: readonly string[] }
  | { tool: 'get'; kind: AgentKind }
  /** More of a record, under this name. */
  | { tool: 'get'; kind: AgentKind; include: string }
  /** `fields`: of the record, that explain it; absent: the whole answer does. */
  | { tool: 'explain'; what: Explained; fields?: readonly string[]; query?: Record<string, string> }
  | { tool: 'search' | 'stats' | 'live' | AgentWrite };

export const agentLimits = {
  /** Of an answer, in tokens. */
  usualTokens: 6_000,
  mostTokens: 20_000,
  /** A write of more records is previewed, always. */
  recordsAtOnce: 25,
  /** So long after it was shown what visitors wrote, a key previews every write. */
  wariedMinutes: 10,
  /** A token of a preview is good for so long. */
  tokenMinutes: 10,
};

export interface AgentTool {
  title: string;
  description: string;
  input: TObject;
  /** What may go wrong when it is called again, as clients are told. */
  hints?: { destructive?: boolean; idempotent?: boolean };
}

const maybe = Type.Optional;
const kind = Type.String({ enum: [...agentKinds] });
const filter = Text(
  4_000,
  'e.g. country = Germany AND company.name:acme AND created_at > now-7d AND did("page_view", path = "/pricing*", at least 2, within 7d)',
);
const tokens = Type.Integer({
  minimum: 1_000,
  maximum: agentLimits.mostTokens,
  description: `Most tokens of the answer; ${agentLimits.usualTokens} unless given`,
});
const fields = Type.Array(Text(60, ''), {
  maxItems: 50,
  description: 'Names of fields; ["*"] for all',
});
const ids = (what: string) =>
  Type.Array(Uuid(''), { maxItems: 1000, description: `Ids of ${what}` });
const committed = {
  dry_run: maybe(Type.Boolean({ description: 'Only tell what would change, and give a token' })),
  token: maybe(Text(100, 'Of the dry run of the same call: does it')),
};

/** In the order in which they are listed. */
export const agentTools = {
  search: {
    title: 'Search',
    description:
      'Find people, companies, leads and visitors by part of a name, email, domain, code or id.',
    input: Closed({ query: Text(200, 'A few words') }),
  },
  fetch: {
    title: 'Fetch a search result',
    description: 'One search result in full.',
    input: Closed({ id: Text(100, 'Id of a search result, e.g. person:UUID') }),
  },
  list: {
    title: 'List records',
    description:
      'Records of a kind, newest first, with the exact total. Call schema for the fields and filters of a kind.',
    input: Closed({
      kind,
      filter: maybe(filter),
      fields: maybe(fields),
      sort: maybe(Text(60, 'Field; -field for greatest first')),
      parameters: maybe(JsonObject('Others that schema names for the kind')),
      limit: maybe(Type.Integer({ minimum: 1, maximum: 100, description: '20 unless given' })),
      cursor: maybe(Text(1_000, 'Of the answer before, to go on')),
      max_tokens: maybe(tokens),
    }),
  },
  get: {
    title: 'Get a record',
    description: 'One record, with what belongs to it: include activity, sessions, score, members.',
    input: Closed({
      kind,
      id: Uuid(''),
      include: maybe(Type.Array(Text(60, ''), { maxItems: 5 })),
      fields: maybe(fields),
      offset: maybe(
        Type.Integer({ minimum: 0, maximum: 100_000, description: 'Into what is included' }),
      ),
      max_tokens: maybe(tokens),
    }),
  },
  stats: {
    title: 'Count',
    description:
      'Count visitors, sessions, page_views, bounce_rate, leads, conversions, revenue of a range; by channel, channel_group, source, campaign, country, device, browser, agent, landing_page, exit_page, city, company, page or list.',
    input: Closed({
      metrics: maybe(Text(200, 'With commas; visitors,sessions,page_views unless given')),
      dimensions: maybe(Text(100, 'At most two, with a comma')),
      interval: maybe(Type.String({ enum: ['hour', 'day', 'week', 'month'] })),
      since: maybe(Text(40, 'ISO time or date; 30 days ago unless given')),
      until: maybe(Text(40, '')),
      compare: maybe(Type.String({ enum: ['previous_period'] })),
      filter: maybe(Text(4_000, 'Of visits, e.g. channel = paid')),
      sort: maybe(Text(60, 'A metric; -metric for greatest first')),
      top: maybe(Type.Integer({ minimum: 1, maximum: 100, description: '10 unless given' })),
      time_zone: maybe(Text(64, 'Of the workspace unless given')),
    }),
  },
  live: {
    title: 'See who is here now',
    description: 'Visitors of the last 30 minutes: page, source, company, person.',
    input: Closed({
      limit: maybe(Type.Integer({ minimum: 1, maximum: 100, description: '20 unless given' })),
    }),
  },
  explain: {
    title: 'Explain a claim',
    description:
      'Why: company (evidence; id of a company), score (of a person), person (what links visitors to them), source (of a visitor), bot (of a visitor), credit (of a conversion); completeness of the figures (messages made, received, lost, by day and browser; no id).',
    input: Closed({
      what: Type.String({ enum: explainedNames }),
      id: maybe(Uuid('')),
      since: maybe(Text(40, 'Of completeness; 30 days ago unless given')),
      until: maybe(Text(40, '')),
    }),
  },
  schema: {
    title: 'Describe the data',
    description:
      'Kinds of records; of a kind its fields, filters, orders, parameters and includes; of a field the values that exist.',
    input: Closed({ kind: maybe(kind), field: maybe(Text(120, 'e.g. source')) }),
  },
  create_lead: {
    title: 'Create a lead',
    description: 'Make a lead; nothing is mandatory.',
    input: Closed({
      visitor_id: maybe(Uuid('')),
      identity_id: maybe(Uuid('')),
      company_id: maybe(Uuid('')),
      session_id: maybe(Uuid('')),
      code: maybe(Text(200, '')),
      source: maybe(Text(200, 'api unless given')),
      properties: maybe(JsonObject('')),
      location: maybe(JsonObject('')),
      ...committed,
    }),
  },
  update_lead: {
    title: 'Update a lead',
    description:
      'Merge into properties, location, summary (null removes a key), or set company_id.',
    input: Closed({
      id: Uuid(''),
      properties: maybe(JsonObject('')),
      location: maybe(JsonObject('')),
      summary: maybe(Type.Union([JsonObject(''), Type.Null()])),
      company_id: maybe(Type.Union([Uuid(''), Type.Null()])),
      ...committed,
    }),
    hints: { destructive: true, idempotent: true },
  },
  create_list: {
    title: 'Create a list',
    description:
      'Make a list of visitors and people. With of and filter it keeps itself: those of whom the filter is true are on it.',
    input: Closed({
      name: Type.String({ minLength: 1, maxLength: 200 }),
      of: maybe(Type.String({ enum: Object.keys(listSubjects), description: '' })),
      filter: maybe(Text(4_000, 'As of list.')),
      description: maybe(Text(2000, '')),
      color: maybe(Text(7, '#RRGGBB')),
      ...committed,
    }),
  },
  add_to_list: {
    title: 'Add to a list',
    description: 'Put visitors and people on a list.',
    input: Closed({
      list_id: Uuid(''),
      visitor_ids: maybe(ids('visitors')),
      person_ids: maybe(ids('people')),
      ...committed,
    }),
    hints: { idempotent: true },
  },
  remove_from_list: {
    title: 'Remove from a list',
    description: 'Take visitors and people off a list.',
    input: Closed({
      list_id: Uuid(''),
      visitor_ids: maybe(ids('visitors')),
      person_ids: maybe(ids('people')),
      ...committed,
    }),
    hints: { destructive: true, idempotent: true },
  },
  set_favourite: {
    title: 'Mark a favourite',
    description: 'Mark a person as favourite, or not.',
    input: Closed({ person_id: Uuid(''), favourite: Type.Boolean(), ...committed }),
    hints: { idempotent: true },
  },
} as const satisfies Record<string, AgentTool>;

export type AgentToolName = keyof typeof agentTools;
export const agentToolNames = Object.keys(agentTools) as AgentToolName[];

export function isAgentTool(name: string): name is AgentToolName {
  return Object.hasOwn(agentTools, name);
}

export function isAgentWrite(name: string): name is AgentWrite {
  return Object.hasOwn(agentWrites, name);
}
