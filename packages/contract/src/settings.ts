/** Settings of a workspace. Members read them; admins and the operator change them. */
import Type, { type Static } from 'typebox';
import { type Feature, featureNames } from './access.ts';
import { operation } from './operation.ts';
import { fromOperator, fromService } from './origins.ts';
import { patternOf } from './patterns.ts';
import { EventsKeptSince, RetentionDays } from './retention.ts';
import { Closed, Label, recordOf, Timestamp, Uuid, writeBody } from './schema.ts';
import './time-zone.ts';

/** What opens a lead: a conversion, the first identify call of a person, both or neither. */
export const leadRules = ['conversion', 'identify', 'both', 'none'] as const;
export type LeadRule = (typeof leadRules)[number];

/**
 * Which claims about people are accepted. `balanced`: by verification level; `verified`: only signed ones;
 * `open`: all, as if they came from a known device.
 */
export const trustModes = ['balanced', 'verified', 'open'] as const;
export type Trust = (typeof trustModes)[number];

/** Whether Global Privacy Control and Do Not Track count as a refusal of consent. */
export const privacySignals = ['ignore', 'refuse'] as const;
export type PrivacySignals = (typeof privacySignals)[number];

/** Whether pages may identify visitors by IP address and browser for one day, without an id. */
export const cookielessModes = ['refuse', 'allow'] as const;
export type CookielessMode = (typeof cookielessModes)[number];

/** What becomes of the figures of past periods when somebody is erased. */
export const erasureTotals = ['keep', 'recount'] as const;
export type ErasureTotals = (typeof erasureTotals)[number];

/** Stored part of IP addresses: all, the network, or nothing. */
export const ipAnonymisations = ['none', 'truncate', 'drop'] as const;
export type IpAnonymisation = (typeof ipAnonymisations)[number];

/** A page that shows interest. */
export interface KeyPage {
  /** Pattern of the path, in any letter case; `*` matches any text. */
  pattern: string;
  /** Points for the intent score, 1 to 100. */
  points: number;
}

export const keyPageLimits = { pages: 50, patternLength: 200, points: 100 };
/** Longest time to restore a deleted workspace. */
export const mostUndoDays = 7;
export const urlParameterLimits = { names: 50, nameLength: 64 };

const keyPagePattern = '^[/*][^\\s\\u0000-\\u001f\\u007f-\\u009f]*$';
const keyPageText = new RegExp(keyPagePattern, 'u');
const urlParameterPattern = '^[a-z0-9_.~[\\]-]+$';
const urlParameterText = new RegExp(urlParameterPattern);
const urlParameterWords = patternOf(
  urlParameterPattern,
  'the name of a query parameter in lower case, such as gclid',
);

/** Whether the text is a valid pattern of a key page. */
export function isKeyPagePattern(text: string): boolean {
  return text.length <= keyPageLimits.patternLength && keyPageText.test(text);
}

export function isKeyPagePoints(points: number): boolean {
  return Number.isInteger(points) && points >= 1 && points <= keyPageLimits.points;
}

/** Ignores letter case. */
export function isNamedTwice(pages: readonly KeyPage[]): boolean {
  return new Set(pages.map(({ pattern }) => pattern.toLowerCase())).size < pages.length;
}

/** Whether the name is a valid query parameter to keep. */
export function isUrlParameter(name: unknown): name is string {
  return (
    typeof name === 'string' &&
    name.length <= urlParameterLimits.nameLength &&
    urlParameterText.test(name)
  );
}

export const domainLimits = { domains: 50, nameLength: 253 };
/** Host names as browsers send them: lower case, ASCII, with a dot. */
const domainPattern =
  '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$';
const domainText = new RegExp(domainPattern);
const domainWords = patternOf(domainPattern, 'a domain, such as example.com');

/** Whether the name is a valid domain. Public suffixes such as co.uk are checked elsewhere. */
export function isDomain(name: unknown): name is string {
  return (
    typeof name === 'string' && name.length <= domainLimits.nameLength && domainText.test(name)
  );
}

const Domains = (description: string) =>
  fromOperator(
    Type.Array(Type.String({ maxLength: domainLimits.nameLength, ...domainWords }), {
      maxItems: domainLimits.domains,
      description,
    }),
  );

/** Daily limits: stored `rows` and `bytes`, new people and new leads. */
export const quotaKinds = ['rows', 'bytes', 'people', 'leads'] as const;
export type QuotaKind = (typeof quotaKinds)[number];
export type Amounts = Record<QuotaKind, number>;
export const largestQuota = 1_000_000_000_000_000;

/** Only the operator sets these, because they cost disk space. Every person and every lead takes a row. */
export const quotasOfOperator: readonly QuotaKind[] = ['rows', 'bytes'];

const oneOf = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>(Type.String({ enum: [...values], description }));

const FeatureList = Type.Array(Type.Unsafe<Feature>(Type.String({ enum: [...featureNames] })), {
  description: 'Features of the workspace. Set by the operator.',
});

const Quota = (what: string) =>
  Type.Integer({ minimum: 1, maximum: largestQuota, description: what });

const quotas = {
  rows: Quota('Stored messages per day. Set by the operator.'),
  bytes: Quota('Bytes of stored messages per day. Set by the operator.'),
  people: Quota('New people per day.'),
  leads: Quota('New leads per day.'),
};

/** Entries of objects declare their own origin. */
const KeyPages = Type.Array(
  Closed({
    pattern: fromOperator(
      Type.String({
        maxLength: keyPageLimits.patternLength,
        ...patternOf(keyPagePattern, 'the path of a page, such as /pricing* (* matches any text)'),
        description: 'Pattern of a page path that starts with / or *. * matches any text.',
      }),
    ),
    points: Type.Integer({
      minimum: 1,
      maximum: keyPageLimits.points,
      description: 'Points for the intent score of people who viewed such a page.',
    }),
  }),
  { maxItems: keyPageLimits.pages, description: 'Pages that show interest, without duplicates.' },
);

const writable = {
  name: fromOperator(Label(200, 'Name of the workspace.')),
  features: FeatureList,
  lead_rule: oneOf(
    leadRules,
    'What opens a lead: a conversion, the first identify call of a person, both or none.',
  ),
  ip_anonymisation: oneOf(
    ipAnonymisations,
    'Storage of IP addresses: none stores them in full, truncate stores the network, drop stores nothing.',
  ),
  trust: oneOf(
    trustModes,
    'Which claims about people are accepted. balanced: by verification level. verified: only signed ones. open: all.',
  ),
  key_pages: KeyPages,
  url_parameters: fromOperator(
    Type.Array(Type.String({ maxLength: urlParameterLimits.nameLength, ...urlParameterWords }), {
      maxItems: urlParameterLimits.names,
      description: 'Additional query parameters to keep, in lower case.',
    }),
  ),
  own_domains: Domains(
    'Your other domains, such as example.app, with all subdomains. They do not count as referrers.',
  ),
  ignored_domains: Domains(
    'Ignored referrers: domains that visitors pass on the way, in addition to common payment and sign-in pages.',
  ),
  second_factor_required: Type.Boolean({
    description: 'true: members must set up a second factor before they can do anything else.',
  }),
  viewers_may_export: Type.Boolean({
    description: 'true: viewers can export lists as files.',
  }),
  privacy_signals: oneOf(
    privacySignals,
    'refuse: Global Privacy Control and Do Not Track count as a refusal of consent.',
  ),
  cookieless: oneOf(
    cookielessModes,
    'allow: identifies visitors without a stored id by IP address and browser for one day. Applies to cookieless.js and browsers that store nothing.',
  ),
  erasure_totals: oneOf(
    erasureTotals,
    'Figures of past periods when somebody is erased. keep: they stay, without the person. recount: they are counted again.',
  ),
  time_zone: fromOperator(
    Type.String({
      format: 'time-zone',
      maxLength: 64,
      description: 'Time zone for daily statistics, such as Europe/Berlin.',
    }),
  ),
};

export const Settings = Closed({
  id: Uuid('Id of the workspace.'),
  created_at: Timestamp('When the workspace was created.'),
  ...writable,
  daily_quotas: Closed(quotas, { description: 'Limits per day (UTC).' }),
  retention: Closed(RetentionDays, { description: 'Retention in days.' }),
  events_kept_since: EventsKeptSince,
  lead_rule_history: Type.Array(
    Closed({
      since: Type.String({ format: 'date-time', description: 'Start of the rule.' }),
      rule: oneOf(leadRules, 'What opens a lead.'),
    }),
    { description: 'Earlier and current rules, oldest first. Empty until the rule first changes.' },
  ),
});
export type Settings = Static<typeof Settings>;

export const settingsOperations = {
  getSettings: operation({
    id: 'getSettings',
    method: 'GET',
    path: '/settings',
    tag: 'Settings',
    summary: 'Get the settings of the workspace',
    scopes: [],
    roles: ['admin', 'member', 'viewer'],
    feature: 'api',
    status: 200,
    ok: recordOf(Settings),
  }),
  updateSettings: operation({
    id: 'updateSettings',
    method: 'PATCH',
    path: '/settings',
    tag: 'Settings',
    summary: 'Update the settings of the workspace',
    description:
      'Changes the fields in the body; they take effect within 2 seconds. Only the operator can change `features` and the quotas of rows and bytes; for members this returns 403.',
    scopes: [],
    roles: ['admin'],
    freshProof: ['second_factor_required', 'retention'],
    feature: 'api',
    body: writeBody(Settings, {
      ...writable,
      daily_quotas: Type.Partial(Closed(quotas), { additionalProperties: false }),
      retention: Type.Partial(Closed(RetentionDays), { additionalProperties: false }),
    }),
    bodyExample: { lead_rule: 'conversion', time_zone: 'Europe/Berlin' },
    status: 200,
    ok: recordOf(Settings),
  }),
  deleteWorkspace: operation({
    id: 'deleteWorkspace',
    method: 'POST',
    path: '/workspaces/delete',
    tag: 'Settings',
    summary: 'Delete the workspace',
    description:
      'Revokes all keys and the access of members immediately, and deletes all data in the background. You cannot undo this unless you set `undo_days`.',
    scopes: [],
    roles: ['admin'],
    freshProof: true,
    feature: 'api',
    body: Closed({
      confirm: Type.String({
        maxLength: 200,
        description: 'Name of the workspace, as confirmation.',
      }),
      undo_days: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: mostUndoDays,
          description:
            'Keep the data for this many days, so the operator can restore the workspace.',
        }),
      ),
    }),
    bodyExample: { confirm: 'Acme' },
    status: 200,
    ok: recordOf(
      Closed({
        id: Uuid('Id of the workspace.'),
        state: fromService(
          oneOf(
            ['deleting', 'closed'],
            'deleting: the data is being deleted. closed: the data can still be restored.',
          ),
        ),
        removed_after: Type.Optional(
          Timestamp('When the data will be deleted. Until then, the workspace can be restored.'),
        ),
      }),
    ),
  }),
};
