import { expect, test } from 'vitest';
import { pageIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { signedIn } from '../../testing/signed-in.ts';

const h = await sharedHarness();

const head = 'date,campaign,source,medium,cost,currency';
const day = (date: string, cost: string) => `${date},spring,google,cpc,${cost},EUR`;
const fileOf = (...rows: string[]) => `${[head, ...rows].join('\n')}\n`;
const good = fileOf(day('2026-05-02', '20'), day('2026-05-01', '12.50'));

async function newWorkspace() {
  const { id, secretKey } = await h.newWorkspace();
  const rest = restOf(h, secretKey);
  const as = (role: 'admin' | 'member' | 'viewer') => signedIn(h, { workspaceId: id, role });
  const campaigns = async () => pageIn(await rest.get('/campaigns')).data;
  const actions = async () =>
    pageIn(await rest.get('/audit-log?action=importSpend')).pagination.total;
  return { rest, as, campaigns, actions };
}

test('a member tries a file, which stores nothing, and stores it, which is in the audit log', async () => {
  const { as, campaigns, actions } = await newWorkspace();
  const member = await as('member');
  const expected = {
    rows: 2,
    campaigns: 1,
    new_campaigns: 1,
    from: '2026-05-01',
    to: '2026-05-02',
    amounts: [{ currency: 'EUR', value: 32.5 }],
    totals_left_out: 0,
    bad_rows: 0,
    bad: [],
  };
  const tried = await member.post('/campaigns/spend', { csv: good, dry_run: true });
  expect([tried.status, tried.body]).toEqual([200, { data: { ...expected, dry_run: true } }]);
  expect([await campaigns(), await actions()]).toEqual([[], 0]);
  const stored = await member.post('/campaigns/spend', { csv: good });
  expect(stored.body).toEqual({ data: { ...expected, dry_run: false } });
  const [campaign] = await campaigns();
  const performance = await member.get(`/campaigns/${campaign?.id}/performance`);
  expect(performance.body).toMatchObject({ data: { spend: [{ currency: 'EUR', value: 32.5 }] } });
  expect(await actions()).toBe(1);
});

test('unreadable rows show in a dry run, refuse the file, and are skipped with skip_bad', async () => {
  const { as, campaigns } = await newWorkspace();
  const admin = await as('admin');
  const csv = fileOf(day('2026-05-01', '5'), ...Array.from({ length: 25 }, () => day('soon', '5')));
  const tried = await admin.post('/campaigns/spend', { csv, dry_run: true });
  expect(tried.body).toMatchObject({
    data: {
      rows: 1,
      bad_rows: 25,
      bad: expect.arrayContaining([expect.objectContaining({ line: 3 })]),
    },
  });
  const refused = await admin.post('/campaigns/spend', { csv });
  expect(refused.status).toBe(400);
  const { issues } = (refused.body as { details: { issues: { path: string; message: string }[] } })
    .details;
  expect(issues).toHaveLength(21);
  expect(issues[0]).toEqual({
    path: 'body.csv',
    message: expect.stringMatching(/^line 3: the date "soon" is not a day/),
  });
  expect(issues[20]?.message).toBe('and 5 more rows');
  expect(await campaigns()).toEqual([]);
  const stored = await admin.post('/campaigns/spend', { csv, skip_bad: true });
  expect(stored.body).toMatchObject({ data: { rows: 1, bad_rows: 25, dry_run: false } });
});

test('a file of another kind is refused with a reason, also in a dry run', async () => {
  const { as } = await newWorkspace();
  const admin = await as('admin');
  const cases: [object, string][] = [
    [{ csv: 'name,clicks\nspring,5\n' }, 'No line has the required column names'],
    [{ csv: `${head}\n` }, 'has no usable rows'],
    [{ csv: `${head}\n"2026` }, 'a quote (") is never closed'],
    [{ csv: '' }, 'body.csv'],
    [{ csv: good, date_order: 'ymd' }, 'body.date_order'],
    [{}, 'csv is required'],
  ];
  for (const [body, message] of cases) {
    const answer = await admin.post('/campaigns/spend', body);
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringContaining(JSON.stringify(message).slice(1, -1)),
    ]);
  }
  const empty = await admin.post('/campaigns/spend', { csv: `${head}\n`, dry_run: true });
  expect(empty.body).toMatchObject({ data: { rows: 0, from: null, to: null, amounts: [] } });
});

test('a viewer may not, and no key has such a path', async () => {
  const { as, rest } = await newWorkspace();
  const answer = await (await as('viewer')).post('/campaigns/spend', { csv: good });
  expect([answer.status, answer.body]).toMatchObject([
    403,
    { details: { reason: 'missing_role' } },
  ]);
  expect((await rest.post('/campaigns/spend', { csv: good })).status).toBe(405);
});

test('a file of a megabyte is read in time', async () => {
  const { as } = await newWorkspace();
  const member = await as('member');
  const rows = Array.from({ length: 24_000 }, (_, n) =>
    day('2026-05-01', '1').replace('spring', `c${n}`),
  );
  const answer = await member.post('/campaigns/spend', { csv: fileOf(...rows), dry_run: true });
  expect(answer.body).toMatchObject({ data: { rows: 24_000, campaigns: 24_000 } });
});
