import { expect, test } from 'vitest';
import { runCommand, runJson } from '../testing/command-line.ts';
import { footfall, startFootfall, temporaryDirectory } from '../testing/service-process.ts';
import { SLOW } from '../testing/slow.ts';

const SMALL = ['demo', '--events', '300', '--days', '3'];

interface Filled {
  workspace: string;
  name: string;
  until: string;
  stored: number;
  duplicates: number;
  made: Record<string, number>;
}

test('demo fills a workspace while no service runs, and finds it again beside one', {
  timeout: SLOW,
}, async () => {
  const dataDir = await temporaryDirectory();
  const first = await footfall([...SMALL, '--json'], { dataDir });
  expect(first, first.stderr).toMatchObject({ code: 0 });
  expect(first.stderr).toContain('300 of 300 messages');
  const filled: Filled = JSON.parse(first.stdout);
  expect(filled).toMatchObject({ name: 'Demo', stored: 300, duplicates: 0 });
  expect(Object.keys(filled.made)).toEqual([
    'visitors',
    'sessions',
    'people',
    'leads',
    'conversions',
    'bots',
  ]);
  await startFootfall({ dataDir });
  const again = await runJson<Filled>(SMALL, { DATA_DIR: dataDir });
  expect(again).toMatchObject({ stored: 0, duplicates: 300, until: filled.until });
  expect(again.workspace).toBe(filled.workspace);
  const other = await runJson<Filled>([...SMALL, '--seed', '2'], { DATA_DIR: dataDir });
  expect(other).toMatchObject({ workspace: filled.workspace, stored: 300 });
  const told = await runCommand(SMALL, { DATA_DIR: dataDir });
  expect(told.stdout).toContain(`footfall keys create --workspace ${filled.workspace}`);
});

test('wrong flags of demo are explained before any database is touched', async () => {
  const env = { DATA_DIR: '/nonexistent/footfall' };
  const cases: [string[], string][] = [
    [['--events', '0'], 'from 1 to 2000000'],
    [['--events', '1e3'], 'from 1 to 2000000'],
    [['--days', '367'], 'from 1 to 366'],
    [['--seed', '-1'], 'from 0 to'],
    [['--workspace', 'demo'], 'must be a UUID'],
  ];
  for (const [flags, message] of cases) {
    const { code, stderr } = await runCommand(['demo', ...flags], env);
    expect(code, flags.join(' ')).toBe(1);
    expect(stderr, flags.join(' ')).toContain(message);
  }
});
