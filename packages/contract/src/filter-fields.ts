/** What a filter can speak of: the kinds of records, their fields, and which records belong to which. */

export type FieldKind = 'text' | 'email' | 'number' | 'boolean' | 'time' | 'id' | 'object';

const time = 'time';
const text = 'text';
const id = 'id';
const number = 'number';
const boolean = 'boolean';
const object = 'object';

/** By kind of record, the fields that a filter takes, named as in the record. */
export const filterFields = {
  lead: {
    id,
    visitor_id: id,
    identity_id: id,
    session_id: id,
    company_id: id,
    code: text,
    source: text,
    properties: object,
    location: object,
    summary: object,
    suspect: boolean,
    created_at: time,
    updated_at: time,
  },
  visitor: {
    id,
    identity_id: id,
    company_id: id,
    company_confidence: number,
    source: text,
    channel: text,
    channel_group: text,
    origin: text,
    referrer: text,
    entry_url: text,
    campaign: object,
    city: text,
    country: text,
    session_count: number,
    event_count: number,
    page_view_count: number,
    state: text,
    agent: text,
    first_seen: time,
    last_seen: time,
    created_at: time,
  },
  identity: {
    id,
    visitor_id: id,
    email: 'email',
    name: text,
    traits: object,
    is_favorite: boolean,
    intent_score: number,
    stage: text,
    persona: text,
    city: text,
    country: text,
    first_seen: time,
    last_seen: time,
    created_at: time,
    updated_at: time,
  },
  company: {
    id,
    name: text,
    domain: text,
    description: text,
    employees: text,
    main_industry: text,
    created_at: time,
    updated_at: time,
  },
  session: {
    id,
    visitor_id: id,
    campaign_id: id,
    source: text,
    channel: text,
    channel_group: text,
    origin: text,
    campaign: object,
    click_ids: object,
    referrer: text,
    entry_url: text,
    exit_url: text,
    city: text,
    country: text,
    network_owner: text,
    connection: text,
    browser: text,
    device: text,
    locale: text,
    timezone: text,
    screen: text,
    state: text,
    agent: text,
    event_count: number,
    page_view_count: number,
    engaged_seconds: number,
    duration_seconds: number,
    is_bounce: boolean,
    started_at: time,
    last_activity_at: time,
    ended_at: time,
    created_at: time,
  },
  conversion: {
    id,
    visitor_id: id,
    session_id: id,
    identity_id: id,
    lead_id: id,
    name: text,
    value: number,
    currency: text,
    external_id: text,
    code: text,
    right: text,
    properties: object,
    created_at: time,
  },
  campaign: { id, name: text, source: text, medium: text, created_at: time },
  list: { id, name: text, description: text, color: text, of: text, created_at: time },
  /** What figures count, by what they are counted by. */
  visit: {
    channel: text,
    channel_group: text,
    source: text,
    campaign_id: id,
    country: text,
    city: text,
    device: text,
    browser: text,
    agent: text,
    landing_page: text,
    exit_page: text,
    page: text,
    company_id: id,
  },
  /** In a list, and inside of `did`. */
  event: {
    id,
    visitor_id: id,
    session_id: id,
    type: text,
    name: text,
    url: text,
    path: text,
    title: text,
    referrer: text,
    properties: object,
    created_at: time,
  },
} as const satisfies Record<string, Record<string, FieldKind>>;

export type RecordKind = keyof typeof filterFields;

/**
 * Whose fields come behind a dot, as in `company.name`; true where at least one of the records that belong
 * to it is so. A name alone asks whether there is one: `conversion:*`.
 */
export const filterRelations = {
  lead: ['visitor', 'identity', 'company', 'session', 'conversion'],
  visitor: ['identity', 'company', 'session', 'lead', 'conversion', 'list'],
  identity: ['visitor', 'company', 'session', 'lead', 'conversion', 'list'],
  company: ['visitor', 'identity', 'session', 'lead', 'conversion'],
  session: ['visitor', 'identity', 'company', 'lead', 'conversion'],
  conversion: ['visitor', 'identity', 'company', 'lead', 'session'],
  campaign: [],
  list: [],
  visit: ['session', 'visitor', 'identity', 'company', 'lead', 'conversion', 'list'],
  event: ['visitor', 'identity', 'company', 'session', 'lead'],
} as const satisfies Record<RecordKind, readonly RecordKind[]>;

/** Of whom can be asked what they did. */
export const canDo: ReadonlySet<RecordKind> = new Set<RecordKind>([
  'visitor',
  'identity',
  'company',
  'lead',
  'session',
  'visit',
]);
