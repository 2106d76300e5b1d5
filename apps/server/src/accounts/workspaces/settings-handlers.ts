import { ApiError, type Issue, invalidRequest } from '@footfall/contract/errors';
import type { HandlersOf } from '@footfall/contract/operation';
import type { Retention } from '@footfall/contract/retention-limits';
import {
  type Amounts,
  isNamedTwice,
  quotasOfOperator,
  type Settings,
  type settingsOperations,
} from '@footfall/contract/settings';
import { isWholeSuffix } from '../../enrichment/sources/web-address.ts';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { knowsTimeZone } from '../../platform/db/quarters.ts';
import { existing } from '../../platform/resource-kit/not-found.ts';
import type { Actor, OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { enqueueEverybody } from '../../records/person/outdated-scores.ts';
import { differences } from './audit-log.ts';
import { closeWorkspace, endWorkspace } from './removal.ts';
import { changeSettings } from './settings.ts';
import { lockWorkspace, selectWorkspaceSettings, setFeatures, setWorkspace } from './store.ts';

type Change = Partial<
  Omit<Settings, 'id' | 'created_at' | 'lead_rule_history' | 'events_kept_since'>
>;

export const settingsHandlers: HandlersOf<typeof settingsOperations, OperationContext> = {
  async getSettings({ tx, workspaceId }) {
    return { data: existing(await selectWorkspaceSettings(tx, workspaceId), 'workspace') };
  },

  async updateSettings({ tx, workspaceId, actor, requireMatch, noteChanges }, { body }) {
    await lockWorkspace(tx, workspaceId);
    const before = existing(await selectWorkspaceSettings(tx, workspaceId), 'workspace');
    requireMatch(before);
    const wanted = wantedOf(body, before);
    const changes = differences(before, wanted);
    refuseOfOperator(actor, changes);
    const issues = await faultsOf(tx, wanted);
    if (issues.length > 0) throw invalidRequest(issues);
    const { name, features, second_factor_required: needsSecondFactor, ...settings } = wanted;
    await setWorkspace(tx, workspaceId, { name, needsSecondFactor });
    if ('features' in changes && features) await setFeatures(tx, workspaceId, features);
    if (Object.keys(settings).length > 0) await changeSettings(tx, workspaceId, settings);
    // Key pages affect everybody's intent score.
    if ('key_pages' in changes) await enqueueEverybody(tx, workspaceId);
    noteChanges(changes);
    return { data: existing(await selectWorkspaceSettings(tx, workspaceId), 'workspace') };
  },

  async deleteWorkspace({ tx, workspaceId, noteChanges }, { body }) {
    await lockWorkspace(tx, workspaceId);
    const { name } = existing(await selectWorkspaceSettings(tx, workspaceId), 'workspace');
    if (body.confirm.trim() !== name) {
      const message = 'must be the exact name of the workspace';
      throw invalidRequest([{ path: 'body.confirm', message }]);
    }
    noteChanges({ name: [name, null] });
    const { undo_days: days = 0 } = body;
    if (days > 0) {
      const until = await closeWorkspace(tx, workspaceId, days);
      return {
        data: { id: workspaceId, state: 'closed' as const, removed_after: timestamp(until) },
      };
    }
    await endWorkspace(tx, workspaceId);
    return { data: { id: workspaceId, state: 'deleting' as const } };
  },
};

/** The values to store; unnamed quotas and retention limits stay unchanged. */
function wantedOf(
  { name, features, url_parameters: parameters, daily_quotas: quotas, retention, ...changes }: Body,
  before: Pick<Settings, 'daily_quotas' | 'retention'>,
): Change {
  const { lead_rule, ip_anonymisation, trust, key_pages, privacy_signals, time_zone } = changes;
  const { cookieless, own_domains: own, ignored_domains: ignored } = changes;
  const wanted: Change = {
    lead_rule,
    ip_anonymisation,
    trust,
    key_pages,
    privacy_signals,
    cookieless,
    erasure_totals: changes.erasure_totals,
    viewers_may_export: changes.viewers_may_export,
    time_zone,
    second_factor_required: changes.second_factor_required,
    name: name?.trim(),
    features: features && [...new Set(features)],
    url_parameters: parameters && [...new Set(parameters)],
    own_domains: own && [...new Set(own)],
    ignored_domains: ignored && [...new Set(ignored)],
    daily_quotas: quotas && { ...before.daily_quotas, ...quotas },
    retention: retention && { ...before.retention, ...retention },
  };
  const entries = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

type Body = Omit<Change, 'daily_quotas' | 'retention'> & {
  daily_quotas?: Partial<Amounts>;
  retention?: Partial<Retention>;
};

/** Checks beyond the schema. */
async function faultsOf(tx: Tx, wanted: Change): Promise<Issue[]> {
  const { key_pages: pages, time_zone: zone } = wanted;
  const issues: Issue[] = (['own_domains', 'ignored_domains'] as const).flatMap((name) =>
    (wanted[name] ?? []).filter(isWholeSuffix).map((domain) => ({
      path: `body.${name}`,
      message: `${domain} is a public suffix. Use a domain such as example.${domain}.`,
    })),
  );
  if (pages && isNamedTwice(pages)) {
    issues.push({ path: 'body.key_pages', message: 'Each pattern can be used only once.' });
  }
  if (zone && !(await knowsTimeZone(tx, zone))) {
    const message = `The database does not support the time zone ${zone}.`;
    issues.push({ path: 'body.time_zone', message });
  }
  return issues;
}

/** Sending a read record back unchanged is allowed. @throws ApiError forbidden if it changes an operator's setting */
function refuseOfOperator(actor: Actor, changes: Record<string, [unknown, unknown]>): void {
  if (actor.kind === 'command') return;
  const [before, after] = (changes.daily_quotas ?? []) as [Amounts?, Amounts?];
  const quotas = quotasOfOperator.filter((kind) => before?.[kind] !== after?.[kind]);
  const fields = [
    ...('features' in changes ? ['features'] : []),
    ...quotas.map((kind) => `daily_quotas.${kind}`),
  ];
  if (fields.length === 0) return;
  throw new ApiError('forbidden', `Only the operator can change ${fields.join(' and ')}.`, {
    reason: 'operator_only',
    fields,
  });
}
