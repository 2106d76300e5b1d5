/* How a record is told: what is whose, what is left out, and what becomes of what is too long or too deep. */
import { fromNetwork, fromOperator, fromService, fromVisitor } from '@footfall/contract/origins';
import { Closed, JsonObject, Nullable, Timestamp, Uuid } from '@footfall/contract/schema';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { shownValue } from './shown-value.ts';

const text = () => Type.String();
const Person = Closed({ id: Uuid(''), name: fromVisitor(text()) });
const schema = Closed({
  id: Uuid(''),
  workspace_id: Uuid(''),
  created_at: Timestamp(''),
  state: fromService(text()),
  owner: fromNetwork(text()),
  note: fromOperator(text()),
  comment: fromVisitor(text()),
  words: Type.Array(fromVisitor(text())),
  properties: fromVisitor(JsonObject('')),
  person: Nullable(Person, ''),
  people: Type.Array(Person),
  unknown: text(),
});
const telling = { now: Date.parse('2026-05-06T00:00:00Z'), longestText: 20 };
const link = '[x](https://evil.example/)';

test('text from visitors is under untrusted, at every depth, and so is text of unknown origin', () => {
  const record = {
    id: 'a',
    workspace_id: 'w',
    created_at: '2026-05-04T00:00:00Z',
    state: 'new',
    owner: 'Example Telecom',
    note: 'call',
    comment: 'hello',
    words: ['one'],
    properties: { plan: 'team' },
    person: { id: 'p', name: 'Ada' },
    people: [{ id: 'q', name: 'Bob' }],
    unknown: 'whose',
  };
  expect(shownValue(schema, record, telling)).toEqual({
    isOfVisitors: true,
    value: {
      id: 'a',
      created_at: '2026-05-04T00:00:00Z (2 d ago)',
      state: 'new',
      owner: 'Example Telecom',
      note: 'call',
      person: { id: 'p', untrusted: { name: 'Ada' } },
      people: [{ id: 'q', untrusted: { name: 'Bob' } }],
      untrusted: {
        comment: 'hello',
        words: ['one'],
        properties: { plan: 'team' },
        unknown: 'whose',
      },
    },
  });
});

test('empty fields are left out, unless everything is requested, and show no visitor', () => {
  const record = { id: 'a', comment: '', words: [], properties: {}, person: null, note: '' };
  expect(shownValue(schema, record, telling)).toEqual({ isOfVisitors: false, value: { id: 'a' } });
  expect(shownValue(schema, record, { ...telling, whole: true }).value).toEqual({
    id: 'a',
    person: null,
    note: '',
    untrusted: { comment: '', words: [], properties: {} },
  });
});

test('links are harmless in whatever was not made by the service, in names of properties too', () => {
  const record = {
    id: 'a',
    state: link,
    owner: link,
    note: link,
    comment: link,
    properties: { [link]: [link] },
  };
  const { state, ...others } = shownValue(schema, record, { ...telling, longestText: 200 })
    .value as Record<string, unknown>;
  expect(state).toBe(link);
  expect(JSON.stringify(others)).not.toMatch(/\]\(|https:/);
});

test('long or deep values are cut and marked', () => {
  let deep: unknown = 'end';
  for (let level = 0; level < 100; level++) deep = [deep];
  const { untrusted } = shownValue(
    schema,
    { comment: 'x'.repeat(50), properties: { deep } },
    telling,
  ).value as {
    untrusted: { comment: string; properties: object };
  };
  expect(untrusted.comment).toBe(`${'x'.repeat(20)}… (30 more characters)`);
  expect(JSON.stringify(untrusted.properties)).toContain('…');
  expect(JSON.stringify(untrusted.properties).length).toBeLessThan(200);
});
