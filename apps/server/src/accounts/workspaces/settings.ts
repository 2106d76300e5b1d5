/**
 * What the people of a workspace decide about it: when leads open, what is stored of IP addresses, who
 * may name visitors, and which pages matter. Kept as JSON, which older and newer versions read as far as they know it.
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
  /** As it was chosen last; which one holds at an instant tells `leadRuleAt`. */
  lead_rule: LeadRule;
  ip_anonymisation: IpAnonymisation;
  trust: Trust;
  key_pages: KeyPage[];
  /** Query parameters, in small letters, that are kept of addresses beside the usual ones. */
  url_parameters: string[];
  /** The workspace's own, beside that of a page: who comes from there was not sent by another site. */
  own_domains: string[];
  /** The same of where people pay or sign in. */
  ignored_domains: string[];
  /** What the signals of browsers against tracking (Sec-GPC, DNT) count for. */
  privacy_signals: PrivacySignals;
  /** Whether pages may have visitors told apart by address and browser. */
  cookieless: CookielessMode;
  /** What becomes of the figures of past periods when somebody is erased. */
  erasure_totals: ErasureTotals;
  /** Viewers may export lists as files. */
  viewers_may_export: boolean;
  /** Whose days figures are kept by: a name of the IANA database. */
  time_zone: string;
  /** What is taken in a day (UTC). */
  daily_quotas: Amounts;
  /** Days for which what is kept; null: without end. */
  retention: Retention;
  /** Events from before are removed, or will be: nothing of then changes any more. An instant in UTC. */
  events_kept_since: string | null;
  /** In time order; empty until the rule is changed for the first time. */
  lead_rule_history: { since: string; rule: LeadRule }[];
}

/** What is changed; the history follows from it. */
export type SettingsChange = Partial<
  Omit<WorkspaceSettings, 'lead_rule_history' | 'events_kept_since'>
>;

/** A changed setting is known to every process after this time at the latest. */
export const settingsFreshForMs = 2_000;
/** A changed lead rule holds from then on; by that time every process knows it, clocks a little apart too. */
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

/** The rule for a message that happened then (ms since 1970), also when it is looked at again later. */
export function leadRuleAt(settings: WorkspaceSettings, occurredMs: number): LeadRule {
  const { lead_rule_history: history } = settings;
  if (history.length === 0) return settings.lead_rule;
  const entry = history.findLast(({ since }) => Date.parse(since) <= occurredMs);
  return entry?.rule ?? defaultSettings.lead_rule;
}

/**
 * The settings in stored JSON. What is absent or cannot be understood is the default, except that an
 * unknown way to anonymise addresses means that none are stored, and an unknown word on signals that
 * they are refusals: a version that does not know how must not store more than was asked for.
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

/** What cannot be understood is kept without end: what was removed cannot be had back. */
function readRetention(days: unknown): Retention {
  const stored = isObject(days) ? days : {};
  const entries = retentionKindNames.map((kind) => {
    const { [kind]: own = retentionKinds[kind].usual } = stored;
    return [kind, isRetention(kind, own) ? own : null];
  });
  return Object.fromEntries(entries) as Retention;
}

/** A mode that this version does not know is taken for the one that believes least. */
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

/** The defaults when there is no such workspace. */
export async function selectSettings(tx: Tx, workspaceId: string): Promise<WorkspaceSettings> {
  const [row] = await tx<StoredSettings[]>`
    select settings, events_kept_since from workspaces where workspace_id = ${workspaceId}`;
  return readSettings(row?.settings, row?.events_kept_since);
}

/**
 * Stores what is changed and returns all settings. Changes at once come one after another. A
 * changed lead rule is added to the history, from a few seconds later on.
 *
 * @throws Error when there is no such workspace.
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
  // By the clock of the database, which all processes share, and after the row was locked.
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

/** Undefined when the rule stays. Its first entry tells what held before there was a change. */
function historyWith(before: WorkspaceSettings, rule: LeadRule, sinceMs: number) {
  if (rule === before.lead_rule) return undefined;
  const { lead_rule_history: history } = before;
  const past =
    history.length > 0
      ? // Of two in one millisecond the later one holds; what a clock that was set back has dated later is replaced.
        history.filter(({ since }) => Date.parse(since) <= sinceMs)
      : [{ since: new Date(0).toISOString(), rule: before.lead_rule }];
  return [...past, { since: new Date(sinceMs).toISOString(), rule }];
}
