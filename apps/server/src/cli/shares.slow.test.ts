import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Share } from '@footfall/contract/shares';
import { expect, test } from 'vitest';
import { runCommand, runJson } from '../testing/command-line.ts';
import { sharedHarness } from '../testing/shared-harness.ts';
import { runAsOperator } from './run-as-operator.ts';

const h = await sharedHarness();
/** Beside the service of this file. */
const env = { DATABASE_URL: h.ownerUrl };

test('links are made and shown once, read without an account, listed without their token, and revoked', async () => {
  const { id } = await h.newWorkspace();
  const own = ['--workspace', id];
  const made = await runJson<Share & { link: string }>(
    ['shares', 'create', ...own, '--name', 'For the agency', '--reveals', 'leads', '--compare'],
    env,
  );
  expect(made).toMatchObject({
    name: 'For the agency',
    reveals: ['leads'],
    query: { days: 30, compare: 'previous_period' },
    has_password: false,
  });
  const token = made.link.split('/share/')[1] ?? '';
  const figures = () => fetch(`${h.url}/share/api/${token}/stats?metrics=sessions`);
  expect((await figures()).status).toBe(200);
  const list = () => runJson<Share[]>(['shares', 'list', ...own], env);
  const listed = await list();
  expect(listed).toMatchObject([{ id: made.id, reveals: ['leads'] }]);
  expect(JSON.stringify(listed)).not.toContain(token);
  await runJson(['shares', 'revoke', ...own, '--id', made.id], env);
  expect(await list()).toEqual([]);
  expect((await figures()).status).toBe(404);
  const unknown = await runCommand(['shares', 'revoke', ...own, '--id', randomUUID()], env);
  expect(unknown).toMatchObject({ code: 1 });
});

test('a link has a password from a file, a time, a filter and an end; what is wrong is refused in words', async () => {
  const { id } = await h.newWorkspace();
  const folder = await mkdtemp(join(tmpdir(), 'footfall-shares-'));
  const file = join(folder, 'password');
  await writeFile(file, 'a long enough secret\nnot this\n');
  const create = ['shares', 'create', '--workspace', id, '--name', 'May'];
  const time = ['--from', '2026-05-01', '--to', '2026-06-01', '--time-zone', 'Europe/Berlin'];
  const more = ['--filter', 'country = Germany', '--expires', '2100-01-01', '--reveals', 'none'];
  const made = await runJson<Share & { link: string }>(
    [...create, ...time, ...more, '--password-file', file],
    env,
  );
  expect(made).toMatchObject({
    query: {
      from: '2026-05-01',
      to: '2026-06-01',
      time_zone: 'Europe/Berlin',
      filter: 'country = Germany',
    },
    reveals: [],
    has_password: true,
    expires_at: '2100-01-01T00:00:00Z',
  });
  const address = made.link.replace(/^.*\/share\//, `${h.url}/share/api/`);
  expect((await fetch(address)).status).toBe(401);
  const response = await fetch(`${address}/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'a long enough secret' }),
  });
  expect(response.status).toBe(204);
  const refused = async (...flags: string[]) => {
    const { code, stderr } = await runCommand([...create, ...flags], env);
    expect(code).toBe(1);
    return stderr;
  };
  expect(await refused('--days', '0')).toContain('from 1 to 366');
  expect(await refused('--days', '7', '--from', '2026-05-01')).toContain('cannot be used');
  expect(await refused('--reveals', 'people')).toContain('Choose from leads');
  expect(await refused('--password-file', join(folder, 'none'))).toContain(
    'Cannot read the password file',
  );
  expect(await refused('--expires', '2020-01-01')).toContain('in the future');
  expect(await refused('--filter', 'nonsense = 1')).toContain('nonsense');
  await rm(folder, { recursive: true });
});

test('a saved view is shared by its id, of the page that it is of', async () => {
  const { id } = await h.newWorkspace();
  const body = { page: 'companies', name: 'All', shared: true };
  const saved = await runAsOperator(h.db, id, 'createView', { body });
  const view = (saved as { data: { id: string } }).data.id;
  const create = ['shares', 'create', '--workspace', id, '--name', 'Who was here', '--view', view];
  const made = await runJson<Share & { link: string }>([...create, '--page', 'companies'], env);
  expect(made).toMatchObject({ page: 'companies', view_id: view, reveals: ['companies'] });
  const address = made.link.replace(/^.*\/share\//, `${h.url}/share/api/`);
  expect((await fetch(`${address}/companies`)).status).toBe(200);
  const listed = await runCommand(['shares', 'list', '--workspace', id], env);
  expect(listed.stdout).toContain('shows a view of companies');
  expect((await runCommand(create, env)).stderr).toContain('Share the overview without a view');
  expect((await runCommand([...create, '--page', 'people'], env)).stderr).toContain('overview');
});
