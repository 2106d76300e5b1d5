import { expect, test } from 'vitest';
import {
  type Finished,
  footfall,
  footfallJson,
  startFootfall,
  temporaryDirectory,
} from '../testing/service-process.ts';

const SLOW = 60_000;
const SECRET = ['--kind', 'secret', '--name', 'backend', '--scopes', 'leads:read,mcp'];

interface Made {
  id: string;
  key: string;
}

test('every command works while no service runs, and beside one', { timeout: SLOW }, async () => {
  const dataDir = await temporaryDirectory();
  const { id, ...rest } = await footfallJson<{ id: string; name: string }>(
    ['workspace', 'create', '--name', 'Acme'],
    { dataDir },
  );
  expect(rest).toEqual({ name: 'Acme' });
  const work = async () => {
    const workspace = ['--workspace', id];
    const make = (flags: string[]) =>
      footfallJson<Made>(['keys', 'create', ...workspace, ...flags], { dataDir });
    const secret = await make(SECRET);
    expect(secret.key).toMatch(/^svc_sk_\w{36}$/);
    expect(Object.keys(secret)).toEqual(['id', 'key']);
    const slow = await make([...SECRET, '--rate-limit', '30']);
    const legacy = await make(['--kind', 'legacy', '--name', 'old']);
    expect(legacy.key).toMatch(/^svc_\w{36}$/);
    expect(await footfallJson(['keys', 'revoke', '--id', legacy.id], { dataDir })).toEqual({
      id: legacy.id,
      revoked: true,
    });
    const list = await footfallJson<
      {
        id: string;
        key: string | null;
        revoked_at: string | null;
        rate_limit_per_minute: unknown;
      }[]
    >(['keys', 'list', ...workspace], { dataDir });
    expect(list.find((key) => key.id === secret.id)).toMatchObject({
      key: null,
      revoked_at: null,
      rate_limit_per_minute: null,
    });
    expect(list.find((key) => key.id === slow.id)?.rate_limit_per_minute).toBe(30);
    expect(list.find((key) => key.id === legacy.id)?.revoked_at).toMatch(/^\d{4}-/);
    const features = ['--features', 'mcp,api'];
    expect(
      await footfallJson(['workspace', 'set-features', ...workspace, ...features], { dataDir }),
    ).toEqual({ id, features: ['api', 'mcp'] });
    const person = ['--email', 'ann@example.com', '--name', 'Ann', '--role', 'viewer'];
    expect(
      await footfallJson(['members', 'add', ...workspace, ...person], { dataDir }),
    ).toMatchObject({
      email: 'ann@example.com',
      workspace_role: 'viewer',
    });
    expect(await footfallJson(['migrate'], { dataDir })).toEqual({ applied: [] });
  };
  await work();
  const service = await startFootfall({ dataDir });
  await work();
  const doctor = await footfall(['doctor'], { dataDir, env: { PORT: new URL(service.url).port } });
  expect(doctor).toMatchObject({ code: 0, stdout: expect.stringContaining('All is well.') });
});

test('two commands at once take turns', { timeout: SLOW }, async () => {
  const dataDir = await temporaryDirectory();
  const names = ['One', 'Two', 'Three'];
  await Promise.all(
    names.map((name) => footfallJson(['workspace', 'create', '--name', name], { dataDir })),
  );
  const list = await footfallJson<{ name: string }[]>(['workspace', 'list'], { dataDir });
  expect(list.map(({ name }) => name).sort()).toEqual(names.sort());
});

test('wrong flags are explained, with exit code 1 and before any database is touched', {
  timeout: SLOW,
}, async () => {
  const dataDir = '/nonexistent/footfall';
  const id = '0190f0a0-0000-7000-8000-000000000000';
  const keys = ['keys', 'create', '--workspace', id, '--name', 'n'];
  const cases: [string[], string][] = [
    [['fly'], "unknown command 'fly'"],
    [['keys', 'creat'], "unknown command 'creat'"],
    [['workspace', 'create'], "'--name <name>' not specified"],
    [['workspace', 'create', '--name', ' '], '1 to 200 printable characters'],
    [['workspace', 'set-features', '--workspace', id, '--features', 'api,fly'], 'Unknown: fly'],
    [['keys', 'list', '--workspace', 'x'], 'must be a UUID'],
    [[...keys, '--kind', 'golden'], 'Allowed choices are production'],
    [[...keys, '--kind', 'secret', '--scopes', 'leads:fly'], 'Unknown: leads:fly'],
    [[...keys, '--kind', 'secret'], 'needs its scopes'],
    [[...keys, '--kind', 'production', '--scopes', 'all'], 'are for secret keys'],
    [[...keys, ...SECRET, '--origins', 'https://a.example/path'], 'is not an origin'],
    [[...keys, ...SECRET, '--origins', 'https://a.example', '--server-only'], 'not both'],
    [[...keys, ...SECRET, '--rate-limit', '0'], 'from 1 to'],
    [[...keys, ...SECRET, '--rate-limit', '1e3'], 'from 1 to'],
    [
      ['members', 'add', '--workspace', id, '--email', 'x', '--name', 'n', '--role', 'admin'],
      'email',
    ],
  ];
  const answers = await Promise.all(cases.map(([args]) => footfall(args, { dataDir })));
  for (const [index, [args, message]] of cases.entries()) {
    const answer: Finished | undefined = answers[index];
    expect(answer?.code, args.join(' ')).toBe(1);
    expect(answer?.stderr, args.join(' ')).toContain(message);
  }
});

test('what does not exist is named', { timeout: SLOW }, async () => {
  const dataDir = await temporaryDirectory();
  const id = '0190f0a0-0000-7000-8000-000000000000';
  const unknownKey = await footfall(['keys', 'revoke', '--id', id], { dataDir });
  expect(unknownKey).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no key with the id'),
  });
  const unknown = await footfall(['keys', 'list', '--workspace', id], { dataDir });
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('no workspace with') });
});

test('a wrong environment variable is named', { timeout: SLOW }, async () => {
  const refused = await footfall(['start'], { dataDir: '/nonexistent', env: { PORT: 'eighty' } });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('PORT is "eighty"') });
  const help = await footfall(['--help'], { dataDir: '/nonexistent' });
  expect(help).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('INGEST_RATE_LIMIT_PER_MINUTE'),
  });
});
