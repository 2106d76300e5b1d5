/**
 * MCP tools for agents: their arguments, the kinds of records, and the operations behind them. Each operation declares the
 * tools that call it. A tool may do what its operations may do.
 */
import Type, { type TObject } from 'typebox';
import { listSubjects } from './list-record.ts';
import { Closed, JsonObject, Text, Uuid } from './schema.ts';

/** Kinds of records for agents. A person is an identity. */
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

/** What `explain` explains, with the kind of its id. null: no id. */
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

/**
 * Tools that write, each with one operation. `id`: argument with the record id; the others are fields of the body;
 * `asks`: a person must confirm.
 */
export const agentWrites = {
  create_lead: {},
  update_lead: { id: 'id' },
  create_list: {},
  add_to_list: { id: 'list_id' },
  remove_from_list: { id: 'list_id' },
  set_favorite: { id: 'identity_id' },
  erase_person: { id: 'identity_id', asks: true },
} as const satisfies Record<string, { id?: string; asks?: boolean }>;
export type AgentWrite = keyof typeof agentWrites;

export const agentWriteNames = Object.keys(agentWrites) as AgentWrite[];

/** How a tool calls an operation. */
export type AgentUse =
  /** `fields`: default fields. */
  | { tool: 'list'; kind: AgentKind; fields: readonly string[] }
  | { tool: 'get'; kind: AgentKind }
  /** Related data, included under this name. */
  | { tool: 'get'; kind: AgentKind; include: string }
  /** `fields`: fields that explain the claim. Absent: the whole response. */
  | { tool: 'explain'; what: Explained; fields?: readonly string[]; query?: Record<string, string> }
  | { tool: 'search' | 'stats' | 'live' | AgentWrite };

export const agentLimits = {
  /** Tokens of a response. */
  usualTokens: 6_000,
  mostTokens: 20_000,
  /** Larger writes always need a dry run. */
  recordsAtOnce: 25,
  /** After reading text from visitors, a key needs a dry run for every write this long. */
  wariedMinutes: 10,
  /** Lifetime of the token of a dry run. */
  tokenMinutes: 10,
};

export interface AgentTool {
  title: string;
  description: string;
  input: TObject;
  /** Hints for clients about repeated calls. */
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
  description: `Most tokens in the response; default ${agentLimits.usualTokens}`,
});
const fields = Type.Array(Text(60, ''), {
  maxItems: 50,
  description: 'Field names; ["*"] for all',
});
const ids = (what: string) =>
  Type.Array(Uuid(''), { maxItems: 1000, description: `Ids of ${what}` });
const committed = {
  dry_run: maybe(Type.Boolean({ description: 'Preview the change and return a token' })),
  token: maybe(Text(100, 'Token from the dry run; commits it')),
};

/** In the order of tools/list. */
export const agentTools = {
  search: {
    title: 'Search',
    description:
      'Find people, companies, leads and visitors by part of a name, email, domain, code or id.',
    input: Closed({ query: Text(200, 'A few words') }),
  },
  fetch: {
    title: 'Fetch a search result',
    description: 'Get one search result in full.',
    input: Closed({ id: Text(100, 'Id of a search result, e.g. person:UUID') }),
  },
  list: {
    title: 'List records',
    description:
      'List records of a kind, newest first, with the exact total. Call schema for fields and filters.',
    input: Closed({
      kind,
      filter: maybe(filter),
      fields: maybe(fields),
      sort: maybe(Text(60, 'Field; -field for descending')),
      parameters: maybe(JsonObject('Other parameters listed by schema')),
      limit: maybe(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 20' })),
      cursor: maybe(Text(1_000, 'Cursor of the previous response')),
      max_tokens: maybe(tokens),
    }),
  },
  get: {
    title: 'Get a record',
    description: 'Get one record. include adds activity, sessions, score or members.',
    input: Closed({
      kind,
      id: Uuid(''),
      include: maybe(Type.Array(Text(60, ''), { maxItems: 5 })),
      fields: maybe(fields),
      offset: maybe(
        Type.Integer({ minimum: 0, maximum: 100_000, description: 'Offset into included lists' }),
      ),
      max_tokens: maybe(tokens),
    }),
  },
  stats: {
    title: 'Get statistics',
    description:
      'Count visitors, sessions, page_views, bounce_rate, leads, conversions or revenue in a time range, by channel, channel_group, source, campaign, country, device, browser, agent, landing_page, exit_page, city, company, page or list.',
    input: Closed({
      metrics: maybe(Text(200, 'Comma-separated; default visitors,sessions,page_views')),
      dimensions: maybe(Text(100, 'At most two, comma-separated')),
      interval: maybe(Type.String({ enum: ['hour', 'day', 'week', 'month'] })),
      from: maybe(Text(40, 'ISO time or date; default 30 days ago')),
      to: maybe(Text(40, '')),
      compare: maybe(Type.String({ enum: ['previous_period'] })),
      filter: maybe(Text(4_000, 'Filter of visits, e.g. channel = paid')),
      sort: maybe(Text(60, 'Metric; -metric for descending')),
      top: maybe(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 10' })),
      time_zone: maybe(Text(64, 'Default: time zone of the workspace')),
    }),
  },
  live: {
    title: 'Get live visitors',
    description: 'Get visitors of the last 30 minutes with page, source, company and person.',
    input: Closed({
      limit: maybe(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 20' })),
    }),
  },
  explain: {
    title: 'Explain a claim',
    description:
      'Explain with evidence: company (id of a company), score (id of a person), person (links of visitors to a person), source or bot (id of a visitor), credit (id of a conversion), or completeness (messages made, received and lost, by day and browser; no id).',
    input: Closed({
      what: Type.String({ enum: explainedNames }),
      id: maybe(Uuid('')),
      from: maybe(Text(40, 'Only for completeness; default 30 days ago')),
      to: maybe(Text(40, '')),
    }),
  },
  schema: {
    title: 'Describe the data',
    description:
      'List kinds of records; fields, filters, sort fields, parameters and includes of a kind; or existing values of a field.',
    input: Closed({ kind: maybe(kind), field: maybe(Text(120, 'e.g. source')) }),
  },
  create_lead: {
    title: 'Create a lead',
    description: 'Create a lead. All arguments are optional.',
    input: Closed({
      visitor_id: maybe(Uuid('')),
      identity_id: maybe(Uuid('')),
      company_id: maybe(Uuid('')),
      session_id: maybe(Uuid('')),
      code: maybe(Text(200, '')),
      source: maybe(Text(200, 'Default api')),
      properties: maybe(JsonObject('')),
      location: maybe(JsonObject('')),
      ...committed,
    }),
  },
  update_lead: {
    title: 'Update a lead',
    description:
      'Merge into properties, location or summary (null removes a key), or set company_id.',
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
      'Create a list of visitors and people. With of and filter, the list is self-updating: it contains all matches.',
    input: Closed({
      name: Type.String({ minLength: 1, maxLength: 200 }),
      of: maybe(Type.String({ enum: Object.keys(listSubjects), description: '' })),
      filter: maybe(Text(4_000, 'Filter as in list')),
      description: maybe(Text(2000, '')),
      color: maybe(Text(7, '#RRGGBB')),
      ...committed,
    }),
  },
  add_to_list: {
    title: 'Add to a list',
    description: 'Add visitors and people to a list.',
    input: Closed({
      list_id: Uuid(''),
      visitor_ids: maybe(ids('visitors')),
      identity_ids: maybe(ids('people')),
      ...committed,
    }),
    hints: { idempotent: true },
  },
  remove_from_list: {
    title: 'Remove from a list',
    description: 'Remove visitors and people from a list.',
    input: Closed({
      list_id: Uuid(''),
      visitor_ids: maybe(ids('visitors')),
      identity_ids: maybe(ids('people')),
      ...committed,
    }),
    hints: { destructive: true, idempotent: true },
  },
  set_favorite: {
    title: 'Mark a favorite',
    description: 'Mark or unmark a person as a favorite.',
    input: Closed({ identity_id: Uuid(''), is_favorite: Type.Boolean(), ...committed }),
    hints: { idempotent: true },
  },
  erase_person: {
    title: 'Erase a person',
    description:
      'Erase a person with all data about them, for good. Only on request; the user must confirm.',
    input: Closed({ identity_id: Uuid(''), ...committed }),
    hints: { destructive: true },
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
