/**
 * A workspace's settings: lead rule, stored IP addresses, verification, key pages and more. Stored as JSON, of which
 * older and newer versions read what they know.
 */

import {
  isRetention,
  type Retention,
  retentionKindNames,
  retentionKinds,
} from '@footfall/contract/retention-limits';
import {
  type Amounts,
  type CookielessMode,
  cookielessModes,
  domainLimits,
  type ErasureTotals,
  erasureTotals,
  type IpAnonymisation,
  ipAnonymisations,
  isDomain,
  isKeyPagePattern,
  isKeyPagePoints,
  isUrlParameter,
  type KeyPage,
  keyPageLimits,
  type LeadRule,
  leadRules,
  type PrivacySignals,
  privacySignals,
  type Trust,
  trustModes,
  urlParameterLimits,
} from '@footfall/contract/settings';
import { isTimeZone } from '@footfall/contract/time-zone';
import { isObject } from '../../platform/common/is-object.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { defaultQuotas, readQuotas } from './quotas.ts';

export interface WorkspaceSettings {
  /** Latest choice; `leadRuleAt` returns the one in force at a time. */
  lead_rule: LeadRule;
  ip_anonymisation: IpAnonymisation;
  trust: Trust;
  key_pages: KeyPage[];
  /** Additional query parameters to keep in URLs, in lower case. */
  url_parameters: string[];
  /** The workspace's other domains: visits from there are no referrals. */
  own_domains: string[];
  /** Domains of payment and login pages, treated the same. */
  ignored_domains: string[];
  /** Effect of browsers' privacy signals (Sec-GPC, DNT). */
  privacy_signals: PrivacySignals;
  /** Whether pages may distinguish visitors by address and browser. */
  cookieless: CookielessMode;
  /** What becomes of the figures of past periods when somebody is erased. */
  erasure_totals: ErasureTotals;
  /** Viewers may export lists as files. */
  viewers_may_export: boolean;
  /** Time zone of daily figures: an IANA name. */
  time_zone: string;
  /** Limits per day (UTC). */
  daily_quotas: Amounts;
  /** Days to keep each kind of data; null: forever. */
  retention: Retention;
  /** Events before this are, or will be, removed, and nothing from then changes any more. An instant in UTC. */
  events_kept_since: string | null;
  /** In time order; empty until the rule first changes. */
  lead_rule_history: { since: string; rule: LeadRule }[];
}

/** Changes; the history is derived. */
export type SettingsChange = Partial<
  Omit<WorkspaceSettings, 'lead_rule_history' | 'events_kept_since'>
>;

/** Longest time until every process knows a changed setting. */
export const settingsFreshForMs = 2_000;
/** Delay until a changed lead rule applies, so that every process knows it by then, even with deviating clocks. */
const ruleDelayMs = 5_000;

export const defaultSettings: WorkspaceSettings = {
  lead_rule: 'both',
  ip_anonymisation: 'truncate',
  trust: 'balanced',
  key_pages: [
    { pattern: '/pricing*', points: 10 },
    { pattern: '/demo*', points: 15 },
    { pattern: '/contact*', points: 10 },
    { pattern: '/signup*', points: 15 },
  ],
  url_parameters: [],
  own_domains: [],
  ignored_domains: [],
  privacy_signals: 'ignore',
  cookieless: 'refuse',
  erasure_totals: 'keep',
  viewers_may_export: true,
  time_zone: 'UTC',
  daily_quotas: defaultQuotas,
  retention: readRetention(undefined),
  events_kept_since: null,
  lead_rule_history: [],
};

/** The rule for a message at that time (ms since 1970), also when it is recomputed later. */
export function leadRuleAt(settings: WorkspaceSettings, occurredMs: number): LeadRule {
  const { lead_rule_history: history } = settings;
  if (history.length === 0) return settings.lead_rule;
  const entry = history.findLast(({ since }) => Date.parse(since) <= occurredMs);
  return entry?.rule ?? defaultSettings.lead_rule;
}

/**
 * Reads settings from stored JSON. Missing or invalid values become the default, except that an unknown IP
 * mode stores no addresses, and an unknown signal setting counts as refusal: an older version must not store
 * more than allowed.
 */
export function readSettings(json: unknown, keptSince: Date | null = null): WorkspaceSettings {
  const stored = isObject(json) ? json : {};
  const { lead_rule: rule, ip_anonymisation: mode, key_pages: pages } = stored;
  const { url_parameters: names, privacy_signals: signals } = stored;
  const fallback: IpAnonymisation = mode === undefined ? defaultSettings.ip_anonymisation : 'drop';
  return {
    lead_rule: leadRules.find((option) => option === rule) ?? defaultSettings.lead_rule,
    ip_anonymisation: ipAnonymisations.find((option) => option === mode) ?? fallback,
    trust: readTrust(stored.trust),
    key_pages: Array.isArray(pages) ? readKeyPages(pages) : defaultSettings.key_pages,
    url_parameters: Array.isArray(names)
      ? names.filter(isUrlParameter).slice(0, urlParameterLimits.names)
      : [],
    own_domains: readDomains(stored.own_domains),
    ignored_domains: readDomains(stored.ignored_domains),
    privacy_signals:
      privacySignals.find((option) => option === signals) ??
      (signals === undefined ? defaultSettings.privacy_signals : 'refuse'),
    viewers_may_export: stored.viewers_may_export !== false,
    cookieless:
      cookielessModes.find((option) => option === stored.cookieless) ?? defaultSettings.cookieless,
    erasure_totals:
      erasureTotals.find((option) => option === stored.erasure_totals) ??
      defaultSettings.erasure_totals,
    time_zone: isTimeZone(stored.time_zone) ? stored.time_zone : defaultSettings.time_zone,
    daily_quotas: readQuotas(stored.daily_quotas),
    retention: readRetention(stored.retention),
    events_kept_since: keptSince?.toISOString() ?? null,
    lead_rule_history: readHistory(stored.lead_rule_history),
  };
}

/** Invalid values keep data forever: a removal cannot be undone. */
function readRetention(days: unknown): Retention {
  const stored = isObject(days) ? days : {};
  const entries = retentionKindNames.map((kind) => {
    const { [kind]: own = retentionKinds[kind].usual } = stored;
    return [kind, isRetention(kind, own) ? own : null];
  });
  return Object.fromEntries(entries) as Retention;
}

/** An unknown mode counts as the strictest. */
function readTrust(mode: unknown): Trust {
  if (mode === undefined) return defaultSettings.trust;
  return trustModes.find((option) => option === mode) ?? 'verified';
}

function readKeyPages(pages: unknown[]): KeyPage[] {
  const read = pages.flatMap((page): KeyPage[] => {
    if (!isObject(page)) return [];
    const { pattern, points } = page;
    const isGood = typeof pattern === 'string' && isKeyPagePattern(pattern);
    return isGood && typeof points === 'number' && isKeyPagePoints(points)
      ? [{ pattern, points }]
      : [];
  });
  return read.slice(0, keyPageLimits.pages);
}

function readDomains(names: unknown): string[] {
  return Array.isArray(names) ? names.filter(isDomain).slice(0, domainLimits.domains) : [];
}

function readHistory(history: unknown): WorkspaceSettings['lead_rule_history'] {
  if (!Array.isArray(history)) return [];
  const entries = history.flatMap((entry) => {
    if (!isObject(entry) || typeof entry.since !== 'string') return [];
    const sinceMs = Date.parse(entry.since);
    const rule = leadRules.find((option) => option === entry.rule);
    return rule === undefined || Number.isNaN(sinceMs) ? [] : [{ sinceMs, rule }];
  });
  return entries
    .sort((one, other) => one.sinceMs - other.sinceMs)
    .map(({ sinceMs, rule }) => ({ since: new Date(sinceMs).toISOString(), rule }));
}

interface StoredSettings {
  settings: unknown;
  events_kept_since: Date | null;
}

/** The defaults if the workspace does not exist. */
export async function selectSettings(tx: Tx, workspaceId: string): Promise<WorkspaceSettings> {
  const [row] = await tx<StoredSettings[]>`
    select settings, events_kept_since from workspaces where workspace_id = ${workspaceId}`;
  return readSettings(row?.settings, row?.events_kept_since);
}

/**
 * Stores changes and returns all settings. Serializes concurrent changes. Adds a changed lead rule to the
 * history, effective some seconds later.
 *
 * @throws Error if the workspace does not exist.
 */
export async function changeSettings(
  tx: Tx,
  workspaceId: string,
  change: SettingsChange,
): Promise<WorkspaceSettings> {
  const [row] = await tx<{ settings: unknown }[]>`
    select settings from workspaces where workspace_id = ${workspaceId} for update`;
  if (!row) throw new Error(`there is no workspace ${workspaceId}`);
  const before = readSettings(row.settings);
  // Uses the database's clock, shared by all processes, after locking the row.
  const [clock] = await tx<{ now: Date }[]>`select clock_timestamp() as now`;
  const sinceMs = (clock?.now.getTime() ?? Date.now()) + ruleDelayMs;
  const history = historyWith(before, change.lead_rule ?? before.lead_rule, sinceMs);
  const changed = { ...change, ...(history && { lead_rule_history: history }) };
  const [written] = await tx<StoredSettings[]>`
    update workspaces set settings =
      case when jsonb_typeof(settings) = 'object' then settings else '{}' end ||
      ${JSON.stringify(changed)}::text::jsonb
    where workspace_id = ${workspaceId} returning settings, events_kept_since`;
  return readSettings(written?.settings, written?.events_kept_since);
}

/** Undefined if the rule is unchanged. The first entry is the rule before any change. */
function historyWith(before: WorkspaceSettings, rule: LeadRule, sinceMs: number) {
  if (rule === before.lead_rule) return undefined;
  const { lead_rule_history: history } = before;
  const past =
    history.length > 0
      ? // The later of two in one millisecond counts; replaces entries dated later by a clock since set back.
        history.filter(({ since }) => Date.parse(since) <= sinceMs)
      : [{ since: new Date(0).toISOString(), rule: before.lead_rule }];
  return [...past, { since: new Date(sinceMs).toISOString(), rule }];
}
