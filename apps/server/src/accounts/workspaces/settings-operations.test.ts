/* Settings as members of each role read and change them, and what of them is the operator's. */
import { randomUUID } from 'node:crypto';
import type { Settings } from '@footfall/contract/settings';
import { expect, test } from 'vitest';
import { runCommand, runJson } from '../../testing/command-line.ts';
import type { Answer } from '../../testing/post.ts';
import { faultsIn, pageIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { signedIn } from '../../testing/signed-in.ts';
import { defaultSettings, settingsFreshForMs } from './settings.ts';

const h = await sharedHarness();

async function team() {
  const workspace = await h.newWorkspace('Acme');
  const workspaceId = workspace.id;
  const admin = await signedIn(h, { workspaceId, role: 'admin', name: 'Ada' });
  const member = await signedIn(h, { workspaceId, role: 'member' });
  const viewer = await signedIn(h, { workspaceId, role: 'viewer' });
  return { workspace, admin, member, viewer };
}

const settingsIn = ({ status, body, text }: Answer): Settings => {
  if (status !== 200) throw new Error(text);
  return (body as { data: Settings }).data;
};

test('every role reads them, and administrators alone change them', async () => {
  const { workspace, admin, member, viewer } = await team();
  const before = settingsIn(await viewer.get('/settings'));
  expect(before).toMatchObject({
    id: workspace.id,
    name: 'Acme',
    second_factor_required: false,
    ...defaultSettings,
  });
  for (const by of [member, viewer]) {
    expect((await by.patch('/settings', { name: 'Mine' })).status).toBe(403);
  }
  const change = {
    name: ' Acme & Sons ',
    lead_rule: 'none',
    trust: 'verified',
    ip_anonymisation: 'drop',
    privacy_signals: 'refuse',
    cookieless: 'allow',
    erasure_totals: 'recount',
    viewers_may_export: false,
    time_zone: 'Europe/Berlin',
    url_parameters: ['size', 'size'],
    own_domains: ['tidemark.app', 'tidemark.app'],
    ignored_domains: ['login.partner.example'],
    key_pages: [{ pattern: '/prices*', points: 5 }],
    daily_quotas: { people: 10, leads: 5 },
  };
  const after = settingsIn(await admin.patch('/settings', change));
  expect(after).toMatchObject({
    ...change,
    name: 'Acme & Sons',
    url_parameters: ['size'],
    own_domains: ['tidemark.app'],
    daily_quotas: { ...before.daily_quotas, people: 10, leads: 5 },
    lead_rule_history: [{ rule: 'both' }, { rule: 'none' }],
  });
  expect(settingsIn(await member.get('/settings'))).toEqual(after);
  const shown = ['workspace', 'settings', '--workspace', workspace.id];
  expect(await runJson(shown, { DATABASE_URL: h.ownerUrl })).toEqual(after);
  // What was read may be sent back, and changes nothing.
  expect(settingsIn(await admin.patch('/settings', after))).toEqual(after);
  const { body } = await admin.get('/audit-log?action=updateSettings');
  expect(body).toMatchObject({
    data: [
      { changes: {} },
      {
        actor_name: 'Ada',
        changes: { trust: ['balanced', 'verified'], lead_rule: ['both', 'none'] },
      },
    ],
  });
});

test('a change holds for what comes seconds later', async () => {
  const { workspace, admin } = await team();
  const visit = () =>
    h.send(
      {
        type: 'event',
        name: 'page_view',
        visitor_id: randomUUID(),
        context: { ip: '203.0.113.7' },
      },
      workspace.productionKey,
    );
  await visit();
  settingsIn(await admin.patch('/settings', { ip_anonymisation: 'drop' }));
  await new Promise((resolve) => setTimeout(resolve, settingsFreshForMs + 50));
  await visit();
  const visitors = pageIn(await restOf(h, workspace.secretKey).get('/visitors')).data;
  expect(visitors.map(({ ip }) => ip)).toEqual(['', expect.stringMatching(/0$|^::1?$|^$/)]);
});

test('features, and the quotas that the machine pays for, are the operator’s', async () => {
  const { workspace, admin } = await team();
  const env = { DATABASE_URL: h.ownerUrl };
  const { features, daily_quotas: quotas } = settingsIn(await admin.get('/settings'));
  for (const [change, field] of [
    [{ features: features.slice(1) }, 'features'],
    [{ daily_quotas: { rows: quotas.rows + 1 } }, 'daily_quotas.rows'],
    [{ daily_quotas: { ...quotas, bytes: 1 } }, 'daily_quotas.bytes'],
  ] as const) {
    const { status, body } = await admin.patch('/settings', change);
    expect([status, body]).toMatchObject([
      403,
      { details: { reason: 'operator_only', fields: [field] } },
    ]);
  }
  const own = ['--workspace', workspace.id];
  await runJson(['workspace', 'settings', ...own, '--daily-quotas', 'rows=1000'], env);
  await runJson(['workspace', 'set-features', ...own, '--features', 'api,lists'], env);
  expect(settingsIn(await admin.get('/settings'))).toMatchObject({
    features: ['api', 'lists'],
    daily_quotas: { ...quotas, rows: 1000 },
  });
});

test('an invalid setting is refused with its path, and a stale version too', async () => {
  const { workspace, admin } = await team();
  const page = { pattern: '/a', points: 1 };
  const cases: [object, string][] = [
    [{ name: ' ' }, 'body.name'],
    [{ lead_rule: 'maybe' }, 'body.lead_rule'],
    [{ key_pages: [page, { ...page, pattern: '/A' }] }, 'body.key_pages'],
    [{ key_pages: [{ ...page, pattern: 'a' }] }, 'body.key_pages.0.pattern'],
    [{ key_pages: [{ ...page, points: 101 }] }, 'body.key_pages.0.points'],
    [{ url_parameters: ['a b'] }, 'body.url_parameters.0'],
    [{ own_domains: ['https://a.example'] }, 'body.own_domains.0'],
    [{ own_domains: ['co.uk'] }, 'body.own_domains'],
    [{ ignored_domains: ['github.io'] }, 'body.ignored_domains'],
    [
      { ignored_domains: Array.from({ length: 51 }, (_, n) => `a${n}.example`) },
      'body.ignored_domains',
    ],
    [{ time_zone: 'Mars/Olympus' }, 'body.time_zone'],
    [{ daily_quotas: { leads: 0 } }, 'body.daily_quotas.leads'],
    [{ daily_quotas: { cats: 1 } }, 'body.daily_quotas.cats'],
  ];
  for (const [body, path] of cases) {
    expect(faultsIn(await admin.patch('/settings', body)), path).toContain(path);
  }
  const stale = await admin.patch('/settings', { name: 'x' }, { 'if-match': '"x"' });
  expect(stale.status).toBe(412);
  const unknown = ['workspace', 'settings', '--workspace', workspace.id, '--time-zone', 'Mars/X'];
  expect((await runCommand(unknown, { DATABASE_URL: h.ownerUrl })).code).toBe(1);
});
