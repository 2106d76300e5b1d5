import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { freePort } from '../platform/common/free-port.ts';
import { runCommand, runJson } from '../testing/command-line.ts';
import { migratedDatabase } from '../testing/database.ts';
import {
  footfall,
  footfallJson,
  startFootfall,
  temporaryDirectory,
} from '../testing/service-process.ts';
import { SLOW } from '../testing/slow.ts';

const SECRET = ['--kind', 'secret', '--name', 'backend', '--scopes', 'leads:read,mcp'];

interface Made {
  id: string;
  key: string;
}

test('commands work while no service runs, take turns, and all of them work beside one', {
  timeout: SLOW,
}, async () => {
  const dataDir = await temporaryDirectory();
  const env = { DATA_DIR: dataDir };
  // The first one makes the database, and the other waits for it.
  const names = ['Acme', 'Other'];
  const [made] = await Promise.all(
    names.map((name) =>
      footfallJson<{ id: string; name: string }>(['workspace', 'create', '--name', name], {
        dataDir,
      }),
    ),
  );
  expect(made).toEqual({ id: expect.any(String), name: 'Acme' });
  const id = made?.id ?? '';
  const service = await startFootfall({ dataDir });
  const listed = await runJson<{ name: string }[]>(['workspace', 'list'], env);
  expect(listed.map(({ name }) => name).sort()).toEqual(names);
  const workspace = ['--workspace', id];
  const command = <T>(args: string[]) => runJson<T>(args, env);
  const make = (flags: string[]) => command<Made>(['keys', 'create', ...workspace, ...flags]);
  const secret = await make(SECRET);
  expect(secret.key).toMatch(/^svc_sk_\w{36}$/);
  expect(Object.keys(secret)).toEqual(['id', 'key']);
  const slow = await make([...SECRET, '--rate-limit', '30', '--pii', 'hidden']);
  const legacy = await make(['--kind', 'legacy', '--name', 'old']);
  expect(legacy.key).toMatch(/^svc_\w{36}$/);
  expect(await command(['keys', 'revoke', '--id', legacy.id])).toEqual({
    id: legacy.id,
    revoked: true,
  });
  const list = await command<
    {
      id: string;
      key: string | null;
      revoked_at: string | null;
      rate_limit_per_minute: unknown;
      pii: string;
    }[]
  >(['keys', 'list', ...workspace]);
  expect(list.find((key) => key.id === secret.id)).toMatchObject({
    key: null,
    revoked_at: null,
    rate_limit_per_minute: null,
    pii: 'shown',
  });
  expect(list.find((key) => key.id === slow.id)).toMatchObject({
    rate_limit_per_minute: 30,
    pii: 'hidden',
  });
  expect(list.find((key) => key.id === legacy.id)?.revoked_at).toMatch(/^\d{4}-/);
  const features = ['--features', 'mcp,api'];
  expect(await command(['workspace', 'set-features', ...workspace, ...features])).toEqual({
    id,
    features: ['api', 'mcp'],
  });
  const person = ['--email', 'ann@example.com', '--name', 'Ann', '--role', 'viewer'];
  expect(await command(['members', 'add', ...workspace, ...person])).toMatchObject({
    email: 'ann@example.com',
    workspace_role: 'viewer',
  });
  expect(await command(['migrate'])).toEqual({ applied: [] });
  const keys = await runCommand(['keys', 'list', '--workspace', id], env);
  expect(keys.stdout.match(/ {2}personal data hidden {2}30 a minute/g)).toHaveLength(1);
  const doctor = await runCommand(['doctor'], { ...env, PORT: new URL(service.url).port });
  expect(doctor).toMatchObject({ code: 0, stdout: expect.stringContaining('No problems found.') });
});

test('wrong flags are explained, with exit code 1 and before any database is touched', async () => {
  const dataDir = '/nonexistent/footfall';
  const id = '0190f0a0-0000-7000-8000-000000000000';
  const keys = ['keys', 'create', '--workspace', id, '--name', 'n'];
  const cases: [string[], string][] = [
    [['fly'], "unknown command 'fly'"],
    [['keys', 'creat'], "unknown command 'creat'"],
    [['workspace', 'create'], "'--name <name>' not specified"],
    [['workspace', 'create', '--name', ' '], '1 to 200 printable characters'],
    [['workspace', 'set-features', '--workspace', id, '--features', 'api,fly'], 'Unknown: fly'],
    [['keys', 'list', '--workspace', 'x'], 'Use an ID, such as'],
    [[...keys, '--kind', 'golden'], 'Allowed choices are production'],
    [[...keys, '--kind', 'secret', '--scopes', 'leads:fly'], 'Unknown: leads:fly'],
    [[...keys, '--kind', 'secret'], 'needs scopes'],
    [[...keys, '--kind', 'production', '--scopes', 'all'], 'Only secret keys have'],
    [[...keys, ...SECRET, '--origins', 'https://a.example/path'], 'is not an origin'],
    [[...keys, ...SECRET, '--origins', 'https://*'], 'at the start of your own domain'],
    [[...keys, ...SECRET, '--origins', 'https://*.co.uk'], 'at the start of your own domain'],
    [[...keys, ...SECRET, '--origins', 'https://*.github.io'], 'at the start of your own domain'],
    [[...keys, ...SECRET, '--origins', 'https://a.*.example.com'], 'is not an origin'],
    [[...keys, ...SECRET, '--origins', 'https://*.*.example.com'], 'is not an origin'],
    [[...keys, ...SECRET, '--origins', 'https://x*.example.com'], 'is not an origin'],
    [[...keys, ...SECRET, '--origins', 'https://a.example', '--server-only'], 'not both'],
    [[...keys, '--kind', 'production', '--pii', 'hidden'], 'Only secret keys have'],
    [[...keys, ...SECRET, '--pii', 'some'], 'Allowed choices are shown, hidden'],
    [[...keys, ...SECRET, '--rate-limit', '0'], 'from 1 to'],
    [[...keys, ...SECRET, '--rate-limit', '1e3'], 'from 1 to'],
    [
      ['members', 'add', '--workspace', id, '--email', 'x', '--name', 'n', '--role', 'admin'],
      'email',
    ],
  ];
  for (const [args, message] of cases) {
    const { code, stderr } = await runCommand(args, { DATA_DIR: dataDir });
    expect(code, args.join(' ')).toBe(1);
    expect(stderr, args.join(' ')).toContain(message);
  }
  const [args, message] = cases[0] ?? [[], ''];
  expect(await footfall(args, { dataDir })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(message),
  });
});

test('unknown commands and options are named', async () => {
  const env = { DATABASE_URL: await migratedDatabase() };
  const id = randomUUID();
  const unknownKey = await runCommand(['keys', 'revoke', '--id', id], env);
  expect(unknownKey).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No key has the ID'),
  });
  const unknown = await runCommand(['keys', 'list', '--workspace', id], env);
  expect(unknown).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No workspace has the ID'),
  });
});

test('on a server of somebody else the doctor names what only a superuser could take from the application', async () => {
  const env = { DATABASE_URL: await migratedDatabase(), PORT: String(await freePort()) };
  const { stdout } = await runCommand(['doctor'], env);
  expect(stdout).toMatch(
    /ok +Database .*; the application role can connect to other databases \(.*\), which only a superuser can revoke/,
  );
});

test('a wrong environment variable is named', async () => {
  const refused = await footfall(['start'], { dataDir: '/nonexistent', env: { PORT: 'eighty' } });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('PORT is "eighty"') });
  const help = await runCommand(['--help'], { DATA_DIR: '/nonexistent' });
  expect(help).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('INGEST_RATE_LIMIT_PER_MINUTE'),
  });
});
