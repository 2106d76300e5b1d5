/* `footfall identities`: what the operations of REST do, from the command line. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { runCommand, runJson } from '../testing/command-line.ts';
import { pageIn, restOf } from '../testing/rest.ts';
import { sharedHarness } from '../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });
const env = { DATABASE_URL: h.ownerUrl };

async function twoPeople() {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const [laptop, phone] = [randomUUID(), randomUUID()];
  await h.send(
    [
      {
        type: 'identify',
        visitor_id: laptop,
        user_id: 'u1',
        email: 'ada@siemens.com',
        name: 'Ada',
      },
      { type: 'identify', visitor_id: phone, user_id: 'u2' },
    ],
    workspace.productionKey,
  );
  await h.settle();
  const idOf = async (visitor: string) =>
    pageIn(await rest.get(`/identities?visitor_id=${visitor}`)).data[0]?.id ?? '';
  const [one, other] = [await idOf(laptop), await idOf(phone)];
  const own = ['--workspace', workspace.id];
  const run = (...args: string[]) => runCommand(['identities', ...args, ...own], env);
  const json = <T>(...args: string[]) => runJson<T>(['identities', ...args, ...own], env);
  const people = async () => pageIn(await rest.get('/identities')).data;
  return { laptop, phone, one, other, run, json, people, own };
}

interface Outcome {
  dry_run: boolean;
  identity_override_id: string;
  after: { id: string; links: number }[];
}

test('people are joined, split and undone, each tried out before', async () => {
  const { one, other, phone, run, json, people } = await twoPeople();
  const join = ['join', '--id', one, '--with', other];
  const tried = await run(...join, '--dry-run');
  expect([tried.code, tried.stderr]).toEqual([0, '']);
  expect(tried.stdout).toContain('Dry run: nothing was stored.');
  expect(await people()).toHaveLength(2);
  const joined = await json<Outcome>(...join);
  expect(joined).toMatchObject({ dry_run: false, after: [{ links: 2 }] });
  expect(await people()).toHaveLength(1);

  const links = await run('links', '--id', other);
  expect(links.stdout).toMatch(/device {2}u1 ada@siemens\.com[\s\S]*2 of 2 links/);
  const [person] = await people();
  const split = await run('split', '--id', person?.id ?? '', '--visitors', phone);
  expect(split.stdout).toContain('identities undo --workspace');
  expect(await people()).toHaveLength(2);
  const [first] = (await json<{ data: { id: string }[] }>('overrides')).data;
  const undone = await run('undo', '--id', first?.id ?? '');
  expect(undone.stdout).toContain(`Undid identity override ${first?.id}.`);
  await json('undo', '--id', joined.identity_override_id);
  expect((await people()).map(({ id }) => id).sort()).toEqual([one, other].sort());
  const listed = await run('overrides', '--limit', '1');
  expect(listed.stdout).toMatch(/undone[\s\S]*1 of 2 identity overrides/);
});

test('a link is detached by its id, and a mistake ends with what to do', async () => {
  const { one, other, run, json, people } = await twoPeople();
  const { data } = await json<{ data: { id: string }[] }>('links', '--id', other);
  const link = data[0]?.id ?? '';
  expect(await json('detach', '--id', other, '--link', link)).toMatchObject({ after: [] });
  expect(await people()).toHaveLength(1);
  const failed = [
    [['join', '--id', one, '--with', one], 'already belong to the same person'],
    [['join', '--id', one, '--with', other], 'There is no such other identity'],
    [['detach', '--id', one, '--link', link], 'There is no such link of this identity'],
    [['split', '--id', one, '--emails', 'eve@example.com'], 'The person has no link'],
    [['undo', '--id', randomUUID()], 'There is no such identity override'],
    [['split', '--id', one, '--visitors', 'x'], 'Use an ID, such as'],
    [['links', '--id', one, '--limit', '0'], 'whole number from 1 to 100'],
  ] as const;
  for (const [args, reason] of failed) {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout], args.join(' ')).toEqual([1, '']);
    expect(stderr).toContain(reason);
  }
  const elsewhere = await runCommand(
    ['identities', 'links', '--id', one, '--workspace', randomUUID()],
    env,
  );
  expect(elsewhere).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No workspace has the ID'),
  });
});
