/* What is counted is compared with what a tokeniser of today's models counts. */
import { randomBytes, randomUUID } from 'node:crypto';
import { countTokens as countedExactly } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { withRelative } from './relative-time.ts';
import { countTokens } from './token-count.ts';

const record = () => ({
  id: randomUUID(),
  created_at: '2026-05-04T09:30:00Z (3 d ago)',
  identity_id: randomUUID(),
  untrusted: { code: 'K7QX-2MPA', properties: { plan: 'team', note: 'Wants a demo next week' } },
});
const texts: Record<string, string> = {
  records: JSON.stringify(Array.from({ length: 50 }, record)),
  ids: Array.from({ length: 100 }, () => randomUUID()).join(),
  addresses: JSON.stringify(
    Array.from(
      { length: 50 },
      () => `https://www.example.com/shoes?gclid=${randomBytes(20).toString('base64url')}`,
    ),
  ),
  English: 'The quick brown fox wants to see the pricing page again, and then some. '.repeat(30),
  German: 'Die Geschwindigkeitsbegrenzung gilt für Straßenverkehrsteilnehmer. '.repeat(30),
  Chinese: '我们想要一个演示，请尽快联系我们的采购部门。'.repeat(30),
  Arabic: 'نريد عرضا توضيحيا لمنتجكم في أقرب وقت ممكن '.repeat(30),
  Thai: 'ฉันต้องการสาธิตผลิตภัณฑ์ของคุณ'.repeat(30),
  emoji: '😀🎉🚀👩‍👩‍👧‍👦'.repeat(50),
  signs: '}{][)(*&^%$#@!~`|\\/?><,.;:'.repeat(40),
  capitals: 'QWERTZUIOPASDFGHJKLYXCVBNM'.repeat(30),
  base64: randomBytes(3_000).toString('base64'),
};

test.each(Object.entries(texts))('of %s no fewer are counted, and not many more', (_, text) => {
  const exact = countedExactly(text);
  const counted = countTokens(text);
  expect(counted).toBeGreaterThanOrEqual(exact * 0.98);
  expect(counted).toBeLessThanOrEqual(exact * 3);
});

test('a time shows how long ago it was, or how far ahead', () => {
  const now = Date.parse('2026-05-06T12:00:00Z');
  expect(withRelative('2026-05-04T12:00:00Z', now)).toBe('2026-05-04T12:00:00Z (2 d ago)');
  expect(withRelative('2026-05-06T11:58:30Z', now)).toBe('2026-05-06T11:58:30Z (2 min ago)');
  expect(withRelative('2026-05-06T15:00:00Z', now)).toBe('2026-05-06T15:00:00Z (in 3 h)');
  expect(withRelative('soon', now)).toBe('soon');
});
