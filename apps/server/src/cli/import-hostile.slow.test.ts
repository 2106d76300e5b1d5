/* Files that somebody made to break an import, or that broke on their way: it ends in words or counts the row, and in bounded memory. */
import { execFileSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runCommand } from '../testing/command-line.ts';
import { startImportStage } from '../testing/import-stage.ts';
import { zipOf } from '../testing/zip.ts';

const { h, env, folder, fileOf, importing, run, failure, refusal } = await startImportStage();

const columns = 'session_id,event_id,hostname,url_path,page_title,event_type,event_name,created_at';
const row = (event: number, title = 'Home', type = '1') =>
  `s-1,e-${event},www.acme.example,/,${title},${type},,2026-03-04 09:00:00`;
const table = (...rows: (string | Buffer)[]) =>
  Buffer.concat([columns, ...rows].map((part) => Buffer.concat([Buffer.from(part), newline])));
const newline = Buffer.from('\n');

test('broken rows are reported with their line numbers, and all others are stored', async () => {
  const workspace = await h.newWorkspace();
  const file = await fileOf(
    'middle.csv',
    table(
      row(1),
      Buffer.from(row(2, 'Caf\u00e9'), 'latin1'),
      row(3, '"open" end'),
      row(4).replace(',/,', ','),
      row(5, 'a\0b'),
      row(6, 'Caf\u00e9 \uFFFD'),
      row(7).replace('2026-03-04 09:00:00', '04.03.2026 09:00'),
      row(8),
    ),
  );
  const answer = await run(workspace, 'umami', file);
  expect(answer.faults.map(({ line, reason }) => [line, reason])).toEqual([
    [3, 'not valid UTF-8; export or save the file as UTF-8'],
    [4, 'text after the closing quote of field 5'],
    [5, '7 fields instead of the 8 in the first line'],
    [8, 'timestamp: "04.03.2026 09:00" is not a date and time'],
  ]);
  expect(answer).toMatchObject({ rows: 8, stored: 4 });
});

test('JSON: broken lines and bytes are reported, in JSON lines and in an array', async () => {
  const workspace = await h.newWorkspace();
  const event = (number: number, title: string) =>
    `{"uuid":"e-${number}","event":"$pageview","distinct_id":"0195a000-0000-7000-8000-000000000001","timestamp":"2026-03-04T09:00:00Z","properties":{"$current_url":"https://www.acme.example/","title":"${title}"}}`;
  const bad = Buffer.from(event(2, 'Caf\u00e9'), 'latin1');
  const [first, third] = [event(1, 'Home'), event(3, 'Caf\u00e9')].map((text) => Buffer.from(text));
  const joined = (between: string) =>
    [first, bad, Buffer.from('{"event":5}'), third].flatMap((part, place) =>
      place === 0 ? [part] : [Buffer.from(between), part],
    ) as Buffer[];
  const lines = await fileOf('middle.jsonl', Buffer.concat(joined('\n')));
  const faults = [
    { line: 2, reason: 'not valid UTF-8; export or save the file as UTF-8' },
    { line: 3, reason: 'event: is missing' },
  ];
  const parts = [Buffer.from('['), ...joined(',\n'), Buffer.from(']')];
  const whole = await fileOf('middle.json', Buffer.concat(parts));
  expect(await run(workspace, 'posthog', lines, whole)).toMatchObject({
    stored: 2,
    duplicates: 2,
    faults: [...faults, ...faults],
  });
});

test('endless nesting costs only its row', async () => {
  const workspace = await h.newWorkspace();
  const event = (number: number, more: string) =>
    `{"uuid":"d-${number}","event":"asked","distinct_id":"0195a000-0000-7000-8000-000000000001","timestamp":"2026-03-04T09:00:00Z","properties":{"a":${more}}}`;
  const deep = event(1, `${'['.repeat(400_000)}${']'.repeat(400_000)}`);
  const lines = await fileOf('deep.jsonl', `${deep}\n${event(2, '1')}\n`);
  const faults = [{ line: 1, reason: 'nested too deeply' }];
  const list = await fileOf('deep.json', `[${deep},\n${event(2, '1')}]`);
  expect(await run(workspace, 'posthog', lines, list, '--dry-run')).toMatchObject({
    rows: 4,
    faulty: 2,
    faults: [...faults, ...faults],
  });
});

test('many rows of a wrong kind: as a whole file they are refused early, behind a good one counted', async () => {
  const workspace = await h.newWorkspace();
  const wrong = Array.from({ length: 1_100 }, () => row(9, 'Home', '1').replace('s-1', ''));
  const all = await refusal(workspace, 'umami', await fileOf('wrong.csv', table(...wrong)));
  expect(all).toContain('None of the first 1000 rows of');
  expect(all).toContain('Line 2: session_id: is empty');
  const file = await fileOf('behind.csv', table(row(1), ...wrong));
  const behind = await run(workspace, 'umami', file, '--dry-run');
  expect(behind).toMatchObject({ rows: 1_101, faulty: 1_100 });
  expect(behind.faults).toHaveLength(20);
});

test('an endless line and an unclosed quote are reported with their line number', async () => {
  const workspace = await h.newWorkspace();
  const endless = gzipSync(Buffer.alloc(3_000_000, 'x'));
  for (const [from, name] of [
    ['umami', 'endless.csv.gz'],
    ['posthog', 'endless.jsonl.gz'],
    ['access-log', 'endless.log.gz'],
  ] as const) {
    const message = await refusal(workspace, from, await fileOf(name, endless));
    expect(message).toMatch(/[Ll]ine 1: (?:the line is )?longer than 1000000 characters/);
  }
  const list = await fileOf('endless.json.gz', gzipSync(Buffer.alloc(3_000_000, '[')));
  expect(await refusal(workspace, 'ga4', list)).toContain('Line 1: an object is longer than');
  const quote = await fileOf('quote.csv', table(row(1), row(2, '"open'), row(3)));
  const storeFailure = await failure(workspace, 'umami', quote);
  expect(storeFailure).toContain('Line 3: a quote (") is never closed');
  expect(storeFailure).toContain('Messages stored before the error: 1.');
});

test('a table of a million columns is refused, and short rows below many columns cost no memory', async () => {
  const workspace = await h.newWorkspace();
  const names = (count: number) =>
    Array.from({ length: count }, (_, place) => `c${place}`).join(',');
  const wide = await fileOf('wide.csv', `${columns},${names(100_000)}\n`);
  expect(await refusal(workspace, 'umami', wide)).toContain('at most 20000 are allowed');
  const short = `${columns},${names(19_000)}\n${'a,b\n'.repeat(999)}`;
  expect(await refusal(workspace, 'umami', await fileOf('short.csv', short))).toContain(
    '2 fields instead of the 19008 in the first line',
  );
  const commas = await fileOf('commas.csv', `${columns}\n${','.repeat(900_000)}\n${row(1)}\n`);
  const read = await run(workspace, 'umami', commas, '--dry-run');
  expect(read).toMatchObject({ rows: 2, faulty: 1 });
});

test('an archive that unpacks to a thousand times its size is read piece by piece', async () => {
  const workspace = await h.newWorkspace();
  const bomb = zipOf({
    'website_event.csv': Buffer.concat([table(row(1)), Buffer.alloc(1e6, '\n')]),
  });
  expect(bomb.length).toBeLessThan(2_000);
  const read = await run(workspace, 'umami', await fileOf('bomb.zip', bomb), '--dry-run');
  expect(read).toMatchObject({ rows: 1, faulty: 0 });
  const flat = zipOf({ 'website_event.csv': Buffer.alloc(5e6) });
  expect(await refusal(workspace, 'umami', await fileOf('flat.zip', flat))).toContain(
    'is not a text file',
  );
  const names = Array.from({ length: 1_001 }, (_, place) => `${place}.txt`);
  const many = zipOf(Object.fromEntries(names.map((name) => [name, ''])));
  expect(await refusal(workspace, 'umami', await fileOf('many.zip', many))).toContain(
    'has 1001 files; at most 1000 are allowed',
  );
});

test('broken links and pipes are reported without waiting', async () => {
  const workspace = await h.newWorkspace();
  const round = join(folder, 'round.csv');
  await symlink(round, round);
  expect(await refusal(workspace, 'umami', round)).toContain('is a broken symbolic link');
  const dangling = join(folder, 'dangling.csv');
  await symlink(join(folder, 'nothing'), dangling);
  expect(await refusal(workspace, 'umami', dangling)).toContain('does not exist');
  const pipe = join(folder, 'pipe.csv');
  execFileSync('mkfifo', [pipe]);
  expect(await refusal(workspace, 'umami', pipe)).toContain('is not a file');
  const link = join(folder, 'link.csv');
  await symlink(await fileOf('linked.csv', table(row(1))), link);
  expect(await run(workspace, 'umami', link, '--dry-run')).toMatchObject({ rows: 1, faulty: 0 });
});

test('text of a file is escaped on the terminal', async () => {
  const workspace = await h.newWorkspace();
  const clear = '\u001b[2J\u001b]0;owned\u0007';
  const file = await fileOf('escape.csv', table(row(1), row(2, 'Home', clear)));
  const trying = importing(workspace, 'umami', file, '--dry-run');
  const { stdout, stderr } = await runCommand(trying, env);
  const zip = await fileOf('escape.zip', zipOf({ [`${clear}website_event.csv`]: 'a,b\n' }));
  const message = await refusal(workspace, 'umami', zip);
  for (const text of [stdout, stderr, message]) {
    expect(['\u001b', '\u0007'].some((letter) => text.includes(letter))).toBe(false);
  }
  expect(stdout).toContain('1 row skipped: event_type �[2J�]0;owned�');
});
