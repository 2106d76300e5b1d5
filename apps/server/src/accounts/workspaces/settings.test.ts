import { leadRules } from '@footfall/contract/settings';
import { beforeAll, expect, test } from 'vitest';
import type { Harness } from '../../testing/harness.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import {
  changeSettings,
  defaultSettings,
  leadRuleAt,
  readSettings,
  type SettingsChange,
  selectSettings,
} from './settings.ts';

let service: Harness;

beforeAll(async () => {
  service = await sharedHarness();
});

const change = (workspaceId: string, what: SettingsChange) =>
  service.db.system((tx) => changeSettings(tx, workspaceId, what));
const settingsOf = (workspaceId: string) =>
  service.db.workspace(workspaceId, (tx) => selectSettings(tx, workspaceId));
const store = (workspaceId: string, json: string) =>
  service.db.system(
    (tx) =>
      tx`update workspaces set settings = ${json}::text::jsonb where workspace_id = ${workspaceId}`,
  );

test('a new workspace has the defaults', async () => {
  const { id } = await service.newWorkspace();
  expect(await settingsOf(id)).toEqual(defaultSettings);
});

test.for([undefined, null, 1, 'text', [], [{}], {}, { unknown: 1 }])(
  'settings without anything known are the defaults: %j',
  (json) => {
    expect(readSettings(json)).toEqual(defaultSettings);
  },
);

test('a broken value costs itself only', () => {
  const settings = readSettings({
    lead_rule: 'sometimes',
    ip_anonymisation: 'truncate',
    key_pages: [
      { pattern: '/a*', points: 5, note: 'of a newer version' },
      { pattern: 'a', points: 5 },
      { pattern: '/b c', points: 5 },
      { pattern: `/${'x'.repeat(200)}`, points: 5 },
      { pattern: '/d', points: '5' },
      { pattern: '/e', points: 0.5 },
      { pattern: '/f', points: 101 },
      { pattern: '/g' },
      { points: 5 },
      null,
      '/h',
    ],
    own_domains: ['a.example', 'A.example', 'a', 'https://a.example', 7],
    url_parameters: ['a', 'B', 'a b', '', 7, 'x'.repeat(65), 'b[]'],
    privacy_signals: 'sometimes',
    cookieless: 'perhaps',
    erasure_totals: 'double',
    time_zone: '+05:30',
    daily_quotas: { rows: 5, bytes: -1, people: '7', cats: 1 },
    retention: { events: 29, refused_messages: 7, consents: '400', cats: 1 },
    lead_rule_history: [
      { since: '2026-02-01T00:00:00+01:00', rule: 'none' },
      { since: 'yesterday', rule: 'none' },
      { since: '2026-01-01T00:00:00.000Z', rule: 'identify' },
      { since: '2026-01-02T00:00:00.000Z', rule: 'sometimes' },
      { rule: 'both' },
      7,
    ],
  });
  expect(settings).toEqual({
    lead_rule: 'both',
    ip_anonymisation: 'truncate',
    trust: 'balanced',
    key_pages: [{ pattern: '/a*', points: 5 }],
    own_domains: ['a.example'],
    ignored_domains: [],
    url_parameters: ['a', 'b[]'],
    privacy_signals: 'refuse',
    cookieless: 'refuse',
    erasure_totals: 'keep',
    viewers_may_export: true,
    time_zone: 'UTC',
    daily_quotas: { ...defaultSettings.daily_quotas, rows: 5 },
    retention: { ...defaultSettings.retention, refused_messages: 7 },
    events_kept_since: null,
    lead_rule_history: [
      { since: '2026-01-01T00:00:00.000Z', rule: 'identify' },
      { since: '2026-01-31T23:00:00.000Z', rule: 'none' },
    ],
  });
});

test('the first 50 key pages count, and an empty list does not fall back to the defaults', () => {
  const pages = Array.from({ length: 60 }, (_, at) => ({ pattern: `/${at}`, points: 1 }));
  expect(readSettings({ key_pages: pages }).key_pages).toEqual(pages.slice(0, 50));
  expect(readSettings({ key_pages: [] }).key_pages).toEqual([]);
});

test.for(['hash', '', 0, null, {}])(
  'a way to anonymise addresses that is not known stores none: %j',
  (mode) => {
    expect(readSettings({ ip_anonymisation: mode }).ip_anonymisation).toBe('drop');
  },
);

test('the rule for a message is the one of its own time', () => {
  const at = (text: string) => Date.parse(text);
  const settings = readSettings({
    lead_rule: 'none',
    lead_rule_history: [
      { since: '2026-01-01T00:00:00.000Z', rule: 'identify' },
      { since: '2026-02-01T00:00:00.000Z', rule: 'none' },
    ],
  });
  expect(leadRuleAt(settings, at('2025-12-31T23:59:59.999Z'))).toBe('both');
  expect(leadRuleAt(settings, at('2026-01-01T00:00:00.000Z'))).toBe('identify');
  expect(leadRuleAt(settings, at('2026-01-31T23:59:59.999Z'))).toBe('identify');
  expect(leadRuleAt(settings, at('2026-02-01T00:00:00.000Z'))).toBe('none');
  for (const rule of leadRules) {
    expect(leadRuleAt(readSettings({ lead_rule: rule }), at('2026-01-01T00:00:00Z'))).toBe(rule);
  }
});

test('a change of the lead rule leaves the past as it was, and each one is in the history', async () => {
  const { id } = await service.newWorkspace();
  const before = Date.now();
  await change(id, { lead_rule: 'none' });
  const settings = await change(id, { lead_rule: 'identify' });
  expect(settings).toEqual(await settingsOf(id));
  expect(settings.lead_rule).toBe('identify');
  expect(settings.lead_rule_history.map(({ rule }) => rule)).toEqual(['both', 'none', 'identify']);
  expect(leadRuleAt(settings, 0)).toBe('both');
  expect(leadRuleAt(settings, before)).toBe('both');
  expect(leadRuleAt(settings, Date.now() + 60_000)).toBe('identify');
});

test('the same rule again, or another setting, adds nothing to the history', async () => {
  const { id } = await service.newWorkspace();
  await change(id, { lead_rule: 'both' });
  expect((await change(id, { ip_anonymisation: 'drop' })).lead_rule_history).toEqual([]);
  await change(id, { lead_rule: 'conversion' });
  expect((await change(id, { lead_rule: 'conversion' })).lead_rule_history).toHaveLength(2);
});

test('a change that was to hold from a time far away gives way to the next one', async () => {
  const { id } = await service.newWorkspace();
  const future = { since: '2999-01-01T00:00:00.000Z', rule: 'none' };
  await store(id, JSON.stringify({ lead_rule: 'none', lead_rule_history: [future] }));
  const settings = await change(id, { lead_rule: 'identify' });
  expect(leadRuleAt(settings, Date.now() + 60_000)).toBe('identify');
  expect(settings.lead_rule_history).toHaveLength(1);
});

test('changes at once are all kept', async () => {
  const { id } = await service.newWorkspace();
  const pages = [{ pattern: '/a', points: 1 }];
  await Promise.all([
    change(id, { lead_rule: 'none' }),
    change(id, { ip_anonymisation: 'truncate' }),
    change(id, { key_pages: pages }),
  ]);
  expect(await settingsOf(id)).toMatchObject({
    lead_rule: 'none',
    ip_anonymisation: 'truncate',
    key_pages: pages,
    lead_rule_history: [{ rule: 'both' }, { rule: 'none' }],
  });
});

test('settings of a newer version stay, and settings that are no object are replaced', async () => {
  const { id } = await service.newWorkspace();
  await store(id, '{"theme": "dark"}');
  await change(id, { lead_rule: 'none' });
  const [row] = await service.db.system(
    (tx) => tx`select settings->>'theme' as theme from workspaces where workspace_id = ${id}`,
  );
  expect(row?.theme).toBe('dark');
  for (const json of ['[1]', '"text"', 'null']) {
    await store(id, json);
    await change(id, { ip_anonymisation: 'drop' });
    expect((await settingsOf(id)).ip_anonymisation).toBe('drop');
  }
});

test('a workspace sees and changes its own settings only', async () => {
  const [one, other] = [await service.newWorkspace(), await service.newWorkspace()];
  await change(other.id, { lead_rule: 'none' });
  expect(await settingsOf(one.id)).toEqual(defaultSettings);
  const seen = await service.db.workspace(one.id, (tx) => selectSettings(tx, other.id));
  expect(seen).toEqual(defaultSettings);
  await expect(
    service.db.workspace(one.id, (tx) => changeSettings(tx, other.id, { lead_rule: 'both' })),
  ).rejects.toThrow('there is no workspace');
});
