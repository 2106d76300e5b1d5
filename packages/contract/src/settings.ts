/** What is decided for a workspace, and by whom: members read it, administrators and the operator change it. */
import Type, { type Static } from 'typebox';
import { type Feature, featureNames } from './access.ts';
import { operation } from './operation.ts';
import { fromOperator, fromService } from './origins.ts';
import { EventsKeptSince, RetentionDays } from './retention.ts';
import { Closed, Label, recordOf, Timestamp, Uuid, writeBody } from './schema.ts';
import './time-zone.ts';

/** What opens a lead: a conversion, the first naming of a person, either of them, or nothing. */
export const leadRules = ['conversion', 'identify', 'both', 'none'] as const;
export type LeadRule = (typeof leadRules)[number];

/**
 * Who may say who visitors are. `balanced`: everybody, each by their right; `verified`: only who proves it;
 * `open`: everybody is believed, as if the browser had said it before.
 */
export const trustModes = ['balanced', 'verified', 'open'] as const;
export type Trust = (typeof trustModes)[number];

/** Whether a browser's Global Privacy Control or Do Not Track is a refusal. */
export const privacySignals = ['ignore', 'refuse'] as const;
export type PrivacySignals = (typeof privacySignals)[number];

/** Whether pages may have visitors told apart by address and browser, for a day. */
export const cookielessModes = ['refuse', 'allow'] as const;
export type CookielessMode = (typeof cookielessModes)[number];

/** What is stored of IP addresses: all, their network, or nothing. */
export const ipAnonymisations = ['none', 'truncate', 'drop'] as const;
export type IpAnonymisation = (typeof ipAnonymisations)[number];

/** Pages that tell of interest. */
export interface KeyPage {
  /** Of the page's path, in any case; `*` stands for any text. */
  pattern: string;
  /** What a look at such a page adds to the intent score, 1 to 100. */
  points: number;
}

export const keyPageLimits = { pages: 50, patternLength: 200, points: 100 };
/** For which a deleted workspace can be restored. */
export const mostUndoDays = 7;
export const urlParameterLimits = { names: 50, nameLength: 64 };

const keyPagePattern = '^[/*][^\\s\\u0000-\\u001f\\u007f-\\u009f]*$';
const keyPageText = new RegExp(keyPagePattern, 'u');
const urlParameterPattern = '^[a-z0-9_.~[\\]-]+$';
const urlParameterText = new RegExp(urlParameterPattern);

/** Whether it can be a pattern of a key page. */
export function isKeyPagePattern(text: string): boolean {
  return text.length <= keyPageLimits.patternLength && keyPageText.test(text);
}

export function isKeyPagePoints(points: number): boolean {
  return Number.isInteger(points) && points >= 1 && points <= keyPageLimits.points;
}

/** Capitals make no difference. */
export function isNamedTwice(pages: readonly KeyPage[]): boolean {
  return new Set(pages.map(({ pattern }) => pattern.toLowerCase())).size < pages.length;
}

/** Whether it can be the name of a query parameter to keep. */
export function isUrlParameter(name: unknown): name is string {
  return (
    typeof name === 'string' &&
    name.length <= urlParameterLimits.nameLength &&
    urlParameterText.test(name)
  );
}

export const domainLimits = { domains: 50, nameLength: 253 };
/** As browsers send hosts: small letters, ASCII, with a dot. */
const domainPattern =
  '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$';
const domainText = new RegExp(domainPattern);

/** Whether it can be a domain of a list; that it is not all of a suffix, such as co.uk, is checked besides. */
export function isDomain(name: unknown): name is string {
  return (
    typeof name === 'string' && name.length <= domainLimits.nameLength && domainText.test(name)
  );
}

const Domains = (description: string) =>
  fromOperator(
    Type.Array(Type.String({ maxLength: domainLimits.nameLength, pattern: domainPattern }), {
      maxItems: domainLimits.domains,
      description,
    }),
  );

/** What is taken in a day: `rows` and `bytes` that are stored; people and leads that are new. */
export const quotaKinds = ['rows', 'bytes', 'people', 'leads'] as const;
export type QuotaKind = (typeof quotaKinds)[number];
export type Amounts = Record<QuotaKind, number>;
export const largestQuota = 1_000_000_000_000_000;

/** What pays for these is the machine: who runs the service sets them. Every person and every lead takes a row. */
export const quotasOfOperator: readonly QuotaKind[] = ['rows', 'bytes'];

const oneOf = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>(Type.String({ enum: [...values], description }));

const FeatureList = Type.Array(Type.Unsafe<Feature>(Type.String({ enum: [...featureNames] })), {
  description: 'What the workspace includes. Whoever runs the service sets it.',
});

const Quota = (what: string) =>
  Type.Integer({ minimum: 1, maximum: largestQuota, description: what });

const quotas = {
  rows: Quota('Messages that are stored. Whoever runs the service sets it.'),
  bytes: Quota('Bytes of them. Whoever runs the service sets it.'),
  people: Quota('People who are new.'),
  leads: Quota('Leads that are new.'),
};

/** Lists have the origin on them; what is in an entry of an object, the entry says itself. */
const KeyPages = Type.Array(
  Closed({
    pattern: fromOperator(
      Type.String({
        maxLength: keyPageLimits.patternLength,
        pattern: keyPagePattern,
        description: 'Of the path of a page, from / or * on; * stands for any text.',
      }),
    ),
    points: Type.Integer({
      minimum: 1,
      maximum: keyPageLimits.points,
      description: 'What having seen such a page adds to the intent score.',
    }),
  }),
  { maxItems: keyPageLimits.pages, description: 'Pages that tell of interest, each once.' },
);

const writable = {
  name: fromOperator(Label(200, 'What people call the workspace.')),
  features: FeatureList,
  lead_rule: oneOf(leadRules, 'What opens a lead.'),
  ip_anonymisation: oneOf(ipAnonymisations, 'What is stored of IP addresses.'),
  trust: oneOf(trustModes, 'Who may say who visitors are.'),
  key_pages: KeyPages,
  url_parameters: fromOperator(
    Type.Array(
      Type.String({ maxLength: urlParameterLimits.nameLength, pattern: urlParameterPattern }),
      {
        maxItems: urlParameterLimits.names,
        description: 'Query parameters, in small letters, that are kept beside the usual ones.',
      },
    ),
  ),
  own_domains: Domains(
    'Domains beside that of the page, such as example.app, that are your own with all their hosts: nobody comes from there.',
  ),
  ignored_domains: Domains(
    'Domains that people pass on the way, beside the known ones for paying and signing in: nobody comes from there either.',
  ),
  second_factor_required: Type.Boolean({
    description: 'Members need a second factor: without one they can do nothing but set one up.',
  }),
  viewers_may_export: Type.Boolean({
    description: 'Viewers may export lists as files, as members may.',
  }),
  privacy_signals: oneOf(
    privacySignals,
    'Whether Global Privacy Control and Do Not Track are a refusal.',
  ),
  cookieless: oneOf(
    cookielessModes,
    'Whether visitors of pages that keep no id are told apart by address and browser, for a day: those of cookieless.js, and browsers that store nothing.',
  ),
  time_zone: fromOperator(
    Type.String({
      format: 'time-zone',
      maxLength: 64,
      description: 'Whose days figures are kept by, such as Europe/Berlin.',
    }),
  ),
};

export const Settings = Closed({
  id: Uuid('Of the workspace.'),
  created_at: Timestamp('When the workspace was made.'),
  ...writable,
  daily_quotas: Closed(quotas, { description: 'What is taken in a day, in UTC.' }),
  retention: Closed(RetentionDays, { description: 'How long what is kept.' }),
  events_kept_since: EventsKeptSince,
  lead_rule_history: Type.Array(
    Closed({
      since: Type.String({ format: 'date-time', description: 'From when on it holds.' }),
      rule: oneOf(leadRules, 'The rule.'),
    }),
    { description: 'In time order; empty until the rule is changed for the first time.' },
  ),
});
export type Settings = Static<typeof Settings>;

export const settingsOperations = {
  getSettings: operation({
    id: 'getSettings',
    method: 'GET',
    path: '/settings',
    tag: 'Settings',
    summary: 'Read the settings of the workspace',
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
    summary: 'Change settings of the workspace',
    description:
      'What is given is changed, and known to every process within 2 seconds. `features` and the quotas of rows and bytes are of whoever runs the service: to members a change of them is a 403.',
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
      'Its keys are revoked and its members have no access any more at once; all that is stored of it is deleted in the background. It cannot be undone, unless `undo_days` says so.',
    scopes: [],
    roles: ['admin'],
    freshProof: true,
    feature: 'api',
    body: Closed({
      confirm: Type.String({ maxLength: 200, description: 'The name of the workspace.' }),
      undo_days: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: mostUndoDays,
          description: 'Its data stays for so many days, in which the operator can restore it.',
        }),
      ),
    }),
    bodyExample: { confirm: 'Acme' },
    status: 200,
    ok: recordOf(
      Closed({
        id: Uuid('Of the workspace.'),
        state: fromService(
          oneOf(['deleting', 'closed'], 'Its data is being deleted, or stays for some days.'),
        ),
        removed_after: Type.Optional(
          Timestamp('Its data is deleted then; it can be restored before.'),
        ),
      }),
    ),
  }),
};
