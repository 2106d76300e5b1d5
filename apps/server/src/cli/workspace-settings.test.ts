import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  type Finished,
  footfall,
  footfallJson,
  startFootfall,
  temporaryDirectory,
} from '../testing/service-process.ts';
import type { WorkspaceSettings } from '../workspaces/settings.ts';

const SLOW = 60_000;

test('settings are shown, and those that are given are changed', { timeout: SLOW }, async () => {
  const dataDir = await temporaryDirectory();
  await startFootfall({ dataDir });
  const { id } = await footfallJson<{ id: string }>(['workspace', 'create', '--name', 'Acme'], {
    dataDir,
  });
  const settings = (...flags: string[]) =>
    footfallJson<WorkspaceSettings>(['workspace', 'settings', '--workspace', id, ...flags], {
      dataDir,
    });
  const defaults = await settings();
  expect(defaults).toEqual({
    id,
    lead_rule: 'both',
    ip_anonymisation: 'none',
    key_pages: [
      { pattern: '/pricing*', points: 10 },
      { pattern: '/demo*', points: 15 },
      { pattern: '/contact*', points: 10 },
      { pattern: '/signup*', points: 15 },
    ],
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
  const changed = await settings('--lead-rule', 'identify', '--ip-anonymisation', 'truncate');
  expect(changed).toMatchObject({
    lead_rule: 'identify',
    ip_anonymisation: 'truncate',
    key_pages: [],
    lead_rule_history: [{ rule: 'both' }, { rule: 'identify' }],
  });
  expect(await settings()).toEqual(changed);
  const shown = await footfall(['workspace', 'settings', '--workspace', id], { dataDir });
  expect(shown.stdout).toContain('lead rule         identify\nip anonymisation  truncate\n');
  expect(shown.stdout).toContain('key pages         none\n');
});

test('wrong settings are explained before any database is touched', { timeout: SLOW }, async () => {
  const dataDir = '/nonexistent/footfall';
  const settings = ['workspace', 'settings', '--workspace', randomUUID()];
  const pages = Array.from({ length: 51 }, (_, at) => `/${at}=1`).join(',');
  const cases: [string[], string][] = [
    [['workspace', 'settings'], "'--workspace <id>' not specified"],
    [[...settings, '--lead-rule', 'maybe'], 'Allowed choices are conversion, identify, both, none'],
    [[...settings, '--ip-anonymisation', 'hash'], 'Allowed choices are none, truncate, drop'],
    [[...settings, '--key-pages', ''], 'Name 1 to 50 pages, or none'],
    [[...settings, '--key-pages', pages], 'Name 1 to 50 pages, or none'],
    [[...settings, '--key-pages', '/a=1,/A=2'], 'named twice'],
    [[...settings, '--key-pages', '/a'], '"/a" is not PATTERN=POINTS'],
    [[...settings, '--key-pages', 'a=1'], 'begins with / or *'],
    [[...settings, '--key-pages', '/a b=1'], 'without spaces'],
    [[...settings, '--key-pages', '/a=0'], 'from 1 to 100'],
    [[...settings, '--key-pages', '/a=101'], 'from 1 to 100'],
    [['workspace', 'anonymise-ips', '--workspace', 'x'], 'must be a UUID'],
  ];
  const answers = await Promise.all(cases.map(([args]) => footfall(args, { dataDir })));
  for (const [index, [args, message]] of cases.entries()) {
    const answer: Finished | undefined = answers[index];
    expect(answer?.code, args.join(' ')).toBe(1);
    expect(answer?.stderr, args.join(' ')).toContain(message);
  }
});

test('stored addresses are brought to the setting, and no others', { timeout: SLOW }, async () => {
  const dataDir = await temporaryDirectory();
  const { url } = await startFootfall({ dataDir });
  const acme = await workspaceWithVisits(url, dataDir, ['203.0.113.77', '2001:db8:1:2::3']);
  const other = await workspaceWithVisits(url, dataDir, ['203.0.113.99']);
  const anonymise = (id: string) => ['workspace', 'anonymise-ips', '--workspace', id];

  const refused = await footfall(anonymise(acme.id), { dataDir });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('stores whole IP') });
  const unknown = await footfall(anonymise(randomUUID()), { dataDir });
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('no workspace with') });

  const truncate = ['--workspace', acme.id, '--ip-anonymisation', 'truncate'];
  const told = await footfall(['workspace', 'settings', ...truncate], { dataDir });
  expect(told.stderr).toContain(`footfall workspace anonymise-ips --workspace ${acme.id}`);
  expect(await footfallJson(anonymise(acme.id), { dataDir })).toEqual({
    id: acme.id,
    ip_anonymisation: 'truncate',
    sessions: 2,
    events: 2,
  });
  expect(await acme.addresses()).toEqual(['2001:db8:1::', '203.0.113.0']);

  expect(await other.addresses()).toEqual(['203.0.113.99']);
});

/** One visit from each address. */
async function workspaceWithVisits(url: string, dataDir: string, ips: string[]) {
  const { id } = await footfallJson<{ id: string }>(['workspace', 'create', '--name', 'Shop'], {
    dataDir,
  });
  const flags = ['--kind', 'secret', '--name', 'reader', '--scopes', 'all', '--server-only'];
  const [keys, secret] = await Promise.all([
    footfallJson<{ kind: string; key: string }[]>(['keys', 'list', '--workspace', id], { dataDir }),
    footfallJson<{ key: string }>(['keys', 'create', '--workspace', id, ...flags], { dataDir }),
  ]);
  const batch = ips.map((ip) => ({
    type: 'event',
    name: 'page_view',
    visitor_id: randomUUID(),
    context: { ip, page: { url: 'https://shop.example/' } },
  }));
  const sent = await fetch(`${url}/ingest/batch`, {
    method: 'POST',
    headers: { 'x-svc-key': keys.find(({ kind }) => kind === 'production')?.key ?? '' },
    body: JSON.stringify({ batch }),
  });
  expect(await sent.json()).toMatchObject({ data: { accepted: ips.length } });
  const addresses = async () => {
    const headers = { authorization: `Bearer ${secret.key}` };
    const answer = await fetch(`${url}/api/v1/visitors`, { headers });
    const { data } = (await answer.json()) as { data: { ip: string }[] };
    return data.map(({ ip }) => ip).sort();
  };
  return { id, addresses };
}
