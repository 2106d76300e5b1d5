/* What commands change stands in the audit log; what they only show or try does not. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEntry } from '@footfall/contract/audit';
import { expect, test } from 'vitest';
import { runCommand, runJson } from '../testing/command-line.ts';
import { temporaryDirectory } from '../testing/service-process.ts';
import { sharedHarness } from '../testing/shared-harness.ts';

const h = await sharedHarness();
const env = { DATABASE_URL: h.ownerUrl };

async function newWorkspace() {
  const { id } = await runJson<{ id: string }>(['workspace', 'create', '--name', 'Acme'], env);
  const workspace = ['--workspace', id];
  const log = async (...flags: string[]) =>
    (await runJson<{ data: AuditEntry[] }>(['audit', ...workspace, ...flags], env)).data;
  return { workspace, log };
}

async function files() {
  const folder = await temporaryDirectory();
  const spend = join(folder, 'spend.csv');
  await writeFile(spend, 'date,campaign,cost,currency\n2026-05-01,spring,5,EUR\n');
  const companies = join(folder, 'companies.csv');
  await writeFile(companies, 'domain,name\nacme.example,Acme\n');
  return { spend, companies };
}

test('each command that changes something has one entry', async () => {
  const { workspace, log } = await newWorkspace();
  const { spend, companies } = await files();
  const make = ['keys', 'create', ...workspace, '--kind', 'secret', '--name', 'CRM'];
  const origins = ['--origins', 'https://a.example'];
  const key = await runJson<{ id: string }>([...make, '--scopes', 'leads:read', ...origins], env);
  const secret = await runJson<{ id: string; secret: string }>(
    ['signing-secrets', 'create', ...workspace, '--name', 'May'],
    env,
  );
  const ann = ['members', 'add', ...workspace, '--email', 'ann.audit@example.com', '--name', 'Ann'];
  const set = ['campaigns', 'spend', 'set', ...workspace, '--day', '2026-05-02'];
  for (const command of [
    ['keys', 'revoke', '--id', key.id],
    ['signing-secrets', 'revoke', ...workspace, '--id', secret.id],
    ['workspace', 'set-features', ...workspace, '--features', 'api,mcp'],
    ['workspace', 'settings', ...workspace, '--trust', 'verified'],
    ['workspace', 'anonymise-ips', ...workspace],
    [...ann, '--role', 'viewer'],
    [...ann, '--role', 'admin'],
    [...set, '--campaign', 'spring', '--amount', '5', '--currency', 'EUR'],
    ['campaigns', 'import-spend', ...workspace, '--file', spend],
    ['campaigns', 'recompute', ...workspace],
    ['companies', 'import', ...workspace, '--file', companies],
  ]) {
    await runJson(command, env);
  }
  const entries = (await log()).toReversed();
  expect(entries.map(({ action, resource_type }) => [action, resource_type])).toEqual([
    ['workspace create', 'workspaces'],
    ['createKey', 'keys'],
    ['createSigningSecret', 'signing-secrets'],
    ['revokeKey', 'keys'],
    ['revokeSigningSecret', 'signing-secrets'],
    ['updateSettings', 'settings'],
    ['updateSettings', 'settings'],
    ['workspace anonymise-ips', 'sessions'],
    ['members add', 'users'],
    ['members add', 'users'],
    ['campaigns spend set', 'campaigns'],
    ['importSpend', 'campaigns'],
    ['campaigns recompute', 'campaigns'],
    ['companies import', 'companies'],
  ]);
  const [, created, , revoked, , features, settings, , , promoted] = entries;
  expect(created).toMatchObject({
    actor_type: 'command',
    actor_id: null,
    actor_name: 'command line',
    resource_id: key.id,
    fields: ['kind', 'name', 'scopes', 'origins', 'server_only', 'pii'],
    changes: { scopes: [null, ['leads:read']], origins: [null, ['https://a.example']] },
    ip: '',
  });
  expect(revoked).toMatchObject({ resource_id: key.id, fields: ['revoked_at'] });
  expect(features?.changes).toMatchObject({ features: [expect.any(Array), ['api', 'mcp']] });
  expect(settings?.changes).toEqual({ trust: ['balanced', 'verified'] });
  expect(promoted?.changes).toEqual({ workspace_role: ['viewer', 'admin'] });
  const text = JSON.stringify(entries);
  for (const hidden of ['svc_', 'ann.audit@example.com', 'Ann']) expect(text).not.toContain(hidden);
  expect((await log('--resource', key.id)).map(({ action }) => action)).toEqual([
    'revokeKey',
    'createKey',
  ]);
});

test('reads, dry runs and refused commands have none', async () => {
  const { workspace, log } = await newWorkspace();
  const { spend, companies } = await files();
  const { length } = await log();
  for (const command of [
    ['workspace', 'settings', ...workspace],
    ['keys', 'list', ...workspace],
    ['signing-secrets', 'list', ...workspace],
    ['campaigns', 'spend', 'list', ...workspace],
    ['campaigns', 'import-spend', ...workspace, '--file', spend, '--dry-run'],
    ['companies', 'import', ...workspace, '--file', companies, '--dry-run'],
  ]) {
    await runJson(command, env);
  }
  const unknown = '01a1f840-11aa-7c3e-9d52-3b1f60a7c001';
  const refused = await runCommand(['keys', 'revoke', '--id', unknown], env);
  expect(refused.code).toBe(1);
  await runJson(['workspace', 'settings', ...workspace, '--ip-anonymisation', 'none'], env);
  expect((await runCommand(['workspace', 'anonymise-ips', ...workspace], env)).code).toBe(1);
  expect(await log()).toHaveLength(length + 1);
});

test('it prints lines, accepts filters, and explains why it refuses one', async () => {
  const { workspace } = await newWorkspace();
  await runJson(['workspace', 'settings', ...workspace, '--trust', 'verified'], env);
  const { stdout } = await runCommand(
    ['audit', ...workspace, '--action', 'updateSettings', '--limit', '1'],
    env,
  );
  expect(stdout).toMatch(
    /^\d{4}-\S+Z {2}command line {2}updateSettings settings [\da-f-]{36} {2}trust\n$/,
  );
  const none = await runCommand(['audit', ...workspace, '--created-before', '2020-01-01'], env);
  expect(none.stdout).toBe('No changes.\n');
  const wide = await runCommand(['audit', ...workspace, '--limit', '500'], env);
  expect([wide.code, wide.stderr]).toEqual([1, expect.stringContaining('limit')]);
});
