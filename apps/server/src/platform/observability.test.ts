import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startHarness } from '../testing/harness.ts';
import { loggerOptions } from './observability.ts';

const h = await startHarness();

test('an error of the database is logged with its code, without the values that it quotes', async () => {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  const log = pino(loggerOptions({ logLevel: 'info' }), { write });
  const wrong = 'ada@example.com';
  await h.db
    .system((tx) => tx`select ${wrong}::text::integer`)
    .catch((err: unknown) => log.error({ err }, 'request failed'));
  expect(lines.join('')).not.toContain(wrong);
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({
    err: { code: '22P02' },
    msg: 'request failed',
  });
});

test('requests are logged through the same serializers', async () => {
  await h.fetch('/healthz');
  const line = h.logLines.find((text) => text.includes('/healthz'));
  expect(line).toContain('"time":"20');
  const err = Object.assign(new Error('ada@example.com'), { code: '23505' });
  h.app.log.error({ err }, 'request failed');
  expect(h.logLines.at(-1)).toContain('23505');
  expect(h.logLines.join('')).not.toContain('ada@example.com');
});
