/** Describes changes in words: field names, and codes of settings, keys and members as their pages show them. */
import type { Messages } from '../messages/en.ts';
import { isObject, isSame, type JsonObject } from './json-object.ts';

export interface ChangedField {
  name: string;
  /** Undefined if there was none, or it is not stored. */
  before: string | undefined;
  /** Undefined if values are not stored: the field was set. */
  after: string | undefined;
}

/** A field in three versions of a record: as read, as changed by somebody else, and as edited here. */
export interface ContestedField {
  name: string;
  before: string;
  now: string;
  yours: string;
}

type Versions = Record<'before' | 'now' | 'yours', JsonObject>;

/** Fields that differ. */
export function contestedFields(
  { before, now, yours }: Versions,
  words: ChangeWords,
): ContestedField[] {
  const changesTo = (after: JsonObject) => {
    const names = Object.keys(before).filter((name) => !isSame(before[name], after[name]));
    const changes = Object.fromEntries(names.map((name) => [name, [before[name], after[name]]]));
    return new Map(
      changedFields({ fields: [], changes }, words).map((field) => [field.name, field]),
    );
  };
  const [theirs, mine] = [changesTo(now), changesTo(yours)];
  const { nothing } = words.audit;
  return [...new Set([...theirs.keys(), ...mine.keys()])].map((name) => {
    const [their, own] = [theirs.get(name), mine.get(name)];
    const was = their?.before ?? own?.before ?? nothing;
    const is = their ? (their.after ?? nothing) : was;
    return { name, before: was, now: is, yours: own ? (own.after ?? nothing) : is };
  });
}

export interface ChangeWords
  extends Pick<
    Messages,
    'audit' | 'common' | 'fields' | 'filters' | 'keys' | 'members' | 'settings'
  > {
  number: (value: number) => string;
}

interface Kept {
  fields: string[];
  changes: Record<string, unknown>;
}

export function changedFields({ fields, changes }: Kept, words: ChangeWords): ChangedField[] {
  const entries = Object.entries(changes).flatMap(([name, value]) => changesOf(name, value, words));
  const others = fields.filter((name) => !(name in changes));
  return [
    ...entries,
    ...others.map((name) => ({
      name: fieldName(name, words),
      before: undefined,
      after: undefined,
    })),
  ];
}

/** From [before, after]; a single value describes a call or export. */
function changesOf(name: string, value: unknown, words: ChangeWords): ChangedField[] {
  const [before, after] = Array.isArray(value) ? value : [null, value];
  const label = fieldName(name, words);
  if (isObject(after) && (before === null || isObject(before))) {
    const was = before ?? {};
    const parts = [...new Set([...Object.keys(was), ...Object.keys(after)])];
    return parts
      .filter((part) => !isSame(was[part], after[part]))
      .map((part) => ({
        name: `${label} › ${partName(name, part, words)}`,
        before: before === null ? undefined : valueText(part, was[part], words),
        after: valueText(part, after[part], words),
      }));
  }
  return [
    {
      name: label,
      before: before === null ? undefined : valueText(name, before, words),
      after: valueText(name, after, words),
    },
  ];
}

/** Its name within this field, if different. */
function partName(field: string, part: string, words: ChangeWords): string {
  const own: Record<string, string> = words.audit.names;
  return own[`${field}.${part}`] ?? fieldName(part, words);
}

/** `filter.company.name` of an export: a field its filter compares. */
function fieldName(name: string, words: ChangeWords): string {
  const { filters } = words;
  const fieldNames = fieldNamesOf(words);
  const relations: Record<string, string> = filters.relations;
  const parts = name.split('.').map((part) => fieldNames[part] ?? relations[part] ?? part);
  return fieldNames[name] ?? parts.join(' › ');
}

function fieldNamesOf({ audit, fields, keys, settings }: ChangeWords): Record<string, string> {
  return {
    ...fields,
    ...audit.names,
    ...settings.retentionKinds,
    lead_rule: settings.leadRule,
    key_pages: settings.keyPages,
    trust: settings.trust,
    time_zone: settings.timeZone,
    second_factor_required: settings.secondFactor,
    viewers_may_export: settings.viewersMayExport,
    ip_anonymisation: settings.addresses,
    privacy_signals: settings.signals,
    cookieless: settings.cookieless,
    erasure_totals: settings.erasureTotals,
    url_parameters: settings.urlParameters,
    own_domains: settings.ownDomains,
    ignored_domains: settings.ignoredDomains,
    daily_quotas: settings.limits,
    retention: settings.retention,
    origins: keys.origins,
    server_only: keys.serverOnly,
  };
}

function valueText(name: string, value: unknown, words: ChangeWords): string {
  const { audit, common } = words;
  if (value === null || value === undefined || value === '') return audit.nothing;
  if (typeof value === 'number') return words.number(value);
  if (typeof value === 'boolean') return value ? common.yes : common.no;
  if (Array.isArray(value)) {
    if (value.length === 0) return audit.nothing;
    return value.map((each) => valueText(name, each, words)).join(', ');
  }
  if (isObject(value)) return objectText(value, words);
  return codes(name, words)[String(value)] ?? String(value);
}

function objectText(value: Record<string, unknown>, words: ChangeWords): string {
  const { pattern, points } = value;
  if (typeof pattern === 'string' && typeof points === 'number') {
    return words.audit.keyPage(pattern, points);
  }
  return Object.entries(value)
    .map(([name, each]) => `${fieldName(name, words)}: ${valueText(name, each, words)}`)
    .join(', ');
}

function codes(name: string, { keys, members, settings }: ChangeWords): Record<string, string> {
  const codeWords: Record<string, Record<string, string>> = {
    lead_rule: settings.leadRules,
    trust: settings.trustModes,
    ip_anonymisation: settings.ipAnonymisations,
    privacy_signals: settings.privacySignals,
    cookieless: settings.cookielessModes,
    erasure_totals: settings.erasureTotalsModes,
    features: settings.featureNames,
    kind: keys.kinds,
    workspace_role: members.roles,
  };
  return codeWords[name] ?? {};
}
