import { expect, test } from 'vitest';
import { runCommand, runJson } from '../testing/command-line.ts';
import { migratedDatabase } from '../testing/database.ts';

const SMALL = ['demo', '--events', '300', '--days', '3'];

interface Filled {
  workspace: string;
  name: string;
  stored: number;
  duplicates: number;
  made: Record<string, number>;
}

test('demo makes a workspace and fills it, finds it again, and adds another history to it', async () => {
  const env = { DATABASE_URL: await migratedDatabase() };
  const first = await runCommand([...SMALL, '--json'], env);
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
  const again = await runCommand(SMALL, env);
  expect(again.stdout).toContain('0 messages stored, 300 already stored');
  expect(again.stdout).toContain(`footfall keys create --workspace ${filled.workspace}`);
  const other = await runJson<Filled>([...SMALL, '--seed', '2'], env);
  expect(other).toMatchObject({ workspace: filled.workspace, stored: 300 });
});

test('wrong flags of demo are explained before any database is touched', async () => {
  const env = { DATA_DIR: '/nonexistent/footfall' };
  const cases: [string[], string][] = [
    [['--events', '0'], 'from 1 to 2000000'],
    [['--events', '1e3'], 'from 1 to 2000000'],
    [['--days', '367'], 'from 1 to 366'],
    [['--seed', '-1'], 'from 0 to'],
    [['--workspace', 'demo'], 'Use an ID, such as'],
  ];
  for (const [flags, message] of cases) {
    const { code, stderr } = await runCommand(['demo', ...flags], env);
    expect(code, flags.join(' ')).toBe(1);
    expect(stderr, flags.join(' ')).toContain(message);
  }
});
