import { randomUUID } from 'node:crypto';
import { featureNames } from '@footfall/contract/access';
import type { Settings } from '@footfall/contract/settings';
import { expect, test } from 'vitest';
import { runCommand, runJson } from '../testing/command-line.ts';
import { pageIn, restOf } from '../testing/rest.ts';
import { sharedHarness } from '../testing/shared-harness.ts';

const h = await sharedHarness();
/** Beside the service of this file. */
const env = { DATABASE_URL: h.ownerUrl };

test('settings are shown, and only the options passed are changed', async () => {
  const { id } = await h.newWorkspace();
  const settings = (...flags: string[]) =>
    runJson<Settings>(['workspace', 'settings', '--workspace', id, ...flags], env);
  const defaults = await settings();
  expect(defaults).toEqual({
    id,
    name: 'Test',
    created_at: expect.stringMatching(/^\d{4}-/),
    features: featureNames,
    second_factor_required: false,
    viewers_may_export: true,
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
    time_zone: 'UTC',
    daily_quotas: { rows: 20e6, bytes: 20e9, people: 200_000, leads: 100_000 },
    retention: { events: null, refused_messages: null, consents: null, audit_log: 400 },
    events_kept_since: null,
    lead_rule_history: [],
  });
  const pages = await settings('--key-pages', '/Pricing*=7, *quote=100');
  expect(pages).toEqual({
    ...defaults,
    key_pages: [
      { pattern: '/Pricing*', points: 7 },
      { pattern: '*quote', points: 100 },
    ],
  });
  expect((await settings('--key-pages', 'none')).key_pages).toEqual([]);
  const changed = await settings('--lead-rule', 'identify', '--ip-anonymisation', 'drop');
  expect(changed).toMatchObject({
    lead_rule: 'identify',
    ip_anonymisation: 'drop',
    key_pages: [],
    lead_rule_history: [{ rule: 'both' }, { rule: 'identify' }],
  });
  expect(await settings()).toEqual(changed);
  const shown = await runCommand(['workspace', 'settings', '--workspace', id], env);
  expect(shown.stdout).toContain('lead rule         identify\nip anonymisation  drop\n');
  expect(shown.stdout).toContain('key pages         none\n');
  expect(shown.stdout).toContain(
    'url parameters    default\nown domains       none\nignored domains   default\nprivacy signals   ignore\n',
  );
  const heeding = await settings(
    '--url-parameters',
    'Product, size',
    '--privacy-signals',
    'refuse',
    '--cookieless',
    'allow',
    '--erasure-totals',
    'recount',
  );
  expect(heeding).toEqual({
    ...changed,
    url_parameters: ['product', 'size'],
    privacy_signals: 'refuse',
    cookieless: 'allow',
    erasure_totals: 'recount',
  });
  expect((await settings('--url-parameters', 'none')).url_parameters).toEqual([]);
  const own = await settings(
    '--own-domains',
    'Tidemark.app, tidemark.dev',
    '--ignored-domains',
    'none',
  );
  expect(own).toMatchObject({ own_domains: ['tidemark.app', 'tidemark.dev'], ignored_domains: [] });
  const everybodys = ['workspace', 'settings', '--workspace', id, '--own-domains', 'co.uk'];
  const refused = await runCommand(everybodys, env);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    'footfall: --own-domains: co.uk is a public suffix. Use a domain such as example.co.uk.',
  );
  const { daily_quotas: usual } = await settings();
  const fewer = { ...usual, rows: 1000, leads: 5 };
  expect((await settings('--daily-quotas', 'rows=1000, leads=5')).daily_quotas).toEqual(fewer);
  expect((await settings('--trust', 'balanced')).daily_quotas).toEqual(fewer);
  expect((await settings('--daily-quotas', 'default')).daily_quotas).toEqual(usual);
  const open = await runCommand(
    ['workspace', 'settings', '--workspace', id, '--trust', 'open'],
    env,
  );
  expect(open.stdout).toContain('trust             open\n');
  expect(open.stderr).toContain('Warning: anyone who reads the key');
});

test('wrong settings are explained before any database is touched', async () => {
  const settings = ['workspace', 'settings', '--workspace', randomUUID()];
  const pages = Array.from({ length: 51 }, (_, at) => `/${at}=1`).join(',');
  const names = Array.from({ length: 51 }, (_, at) => `p${at}`).join(',');
  const cases: [string[], string][] = [
    [['workspace', 'settings'], "'--workspace <id>' not specified"],
    [[...settings, '--lead-rule', 'maybe'], 'Allowed choices are conversion, identify, both, none'],
    [[...settings, '--ip-anonymisation', 'hash'], 'Allowed choices are none, truncate, drop'],
    [[...settings, '--key-pages', ''], 'List 1 to 50 pages, or none'],
    [[...settings, '--key-pages', pages], 'List 1 to 50 pages, or none'],
    [[...settings, '--key-pages', '/a=1,/A=2'], 'List each pattern once'],
    [[...settings, '--key-pages', '/a'], '"/a" is not PATTERN=POINTS'],
    [[...settings, '--key-pages', 'a=1'], 'begins with / or *'],
    [[...settings, '--key-pages', '/a b=1'], 'no spaces'],
    [[...settings, '--key-pages', '/a=0'], 'from 1 to 100'],
    [[...settings, '--key-pages', '/a=101'], 'from 1 to 100'],
    [[...settings, '--url-parameters', 'a b'], '"a b" is not the name of a URL parameter'],
    [[...settings, '--url-parameters', names], 'List at most 50 parameters, or none'],
    [[...settings, '--own-domains', 'https://a.example'], '"https://a.example" is not a domain'],
    [[...settings, '--privacy-signals', 'maybe'], 'Allowed choices are ignore, refuse'],
    [[...settings, '--daily-quotas', 'leads'], '"leads" is not NAME=NUMBER'],
    [[...settings, '--daily-quotas', 'cats=5'], 'Names are rows, bytes, people, leads'],
    [[...settings, '--daily-quotas', 'rows=0'], 'from 1 to'],
    [['workspace', 'anonymise-ips', '--workspace', 'x'], 'Use an ID, such as'],
  ];
  for (const [args, message] of cases) {
    const { code, stderr } = await runCommand(args, { DATA_DIR: '/nonexistent/footfall' });
    expect(code, args.join(' ')).toBe(1);
    expect(stderr, args.join(' ')).toContain(message);
  }
});

test('stored addresses are brought to the setting, and no others', async () => {
  const acme = await workspaceWithVisits(['203.0.113.77', '2001:db8:1:2::3']);
  const other = await workspaceWithVisits(['203.0.113.99']);
  const anonymise = (id: string) => ['workspace', 'anonymise-ips', '--workspace', id];

  const refused = await runCommand(anonymise(acme.id), env);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('stores full IP') });
  const unknown = await runCommand(anonymise(randomUUID()), env);
  expect(unknown).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No workspace has the ID'),
  });

  const truncate = ['--workspace', acme.id, '--ip-anonymisation', 'truncate'];
  const result = await runCommand(['workspace', 'settings', ...truncate], env);
  expect(result.stderr).toContain(`footfall workspace anonymise-ips --workspace ${acme.id}`);
  expect(await runJson(anonymise(acme.id), env)).toEqual({
    id: acme.id,
    ip_anonymisation: 'truncate',
    sessions: 2,
    events: 2,
  });
  expect(await acme.addresses()).toEqual(['2001:db8:1::', '203.0.113.0']);

  expect(await other.addresses()).toEqual(['203.0.113.99']);
});

/** One visit from each address. */
async function workspaceWithVisits(ips: string[]) {
  // So that a message may say whose address it is.
  const { id, productionKey, secretKey } = await h.newWorkspace('Test', {
    ip_anonymisation: 'none',
    trust: 'open',
  });
  const visits = ips.map((ip) => ({
    type: 'event',
    name: 'page_view',
    visitor_id: randomUUID(),
    context: { ip, page: { url: 'https://shop.example/' } },
  }));
  expect(await h.send(visits, productionKey)).toMatchObject({ accepted: ips.length });
  const rest = restOf(h, secretKey);
  const addresses = async () =>
    pageIn(await rest.get('/visitors'))
      .data.map(({ ip }) => ip)
      .sort();
  return { id, addresses };
}

test('signing secrets are made and shown once, listed by their end, and revoked', async () => {
  const { id } = await h.newWorkspace();
  const own = ['--workspace', id];
  const made = await runJson<{ id: string; secret: string }>(
    ['signing-secrets', 'create', ...own, '--name', 'backend'],
    env,
  );
  expect(made.secret).toMatch(/^svc_sign_[\w-]{43}$/);
  const list = () => runJson<object[]>(['signing-secrets', 'list', ...own], env);
  const listed = await list();
  expect(listed).toMatchObject([
    { id: made.id, name: 'backend', hint: made.secret.slice(-4), revoked_at: null },
  ]);
  expect(JSON.stringify(listed)).not.toContain(made.secret);
  await runJson(['signing-secrets', 'revoke', ...own, '--id', made.id], env);
  expect(await list()).toMatchObject([{ revoked_at: expect.any(String) }]);
  const unknown = ['signing-secrets', 'revoke', ...own, '--id', randomUUID()];
  expect(await runCommand(unknown, env)).toMatchObject({ code: 1 });
});
