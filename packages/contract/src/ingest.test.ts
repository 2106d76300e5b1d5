import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { type MessageType, messageSchemas, messageTypes } from './ingest.ts';

const checks: Record<MessageType, { Check(value: unknown): boolean }> = {
  event: Compile(messageSchemas.event),
  session: Compile(messageSchemas.session),
  identify: Compile(messageSchemas.identify),
  conversion: Compile(messageSchemas.conversion),
};
const id = '6f1d1c5e-8a37-4a60-9c2c-3f3a1a1c8a11';

const taken: [MessageType, object][] = [
  ['event', { name: 'page_view', visitor_id: id }],
  ['event', { name: 'x', context: { page: { title: null }, consent: { ads: false }, other: 1 } }],
  ['event', { name: 'x', undeclared: true }],
  ['session', { session_id: id, action: 'heartbeat', engaged_ms: 0.5 }],
  ['identify', { email: 'ada@example.com' }],
  ['identify', { user_id: '17', name: '' }],
  ['conversion', { name: 'signup', value: -1, currency: 'eur', lead: false }],
];
test.each(taken)('%s takes %j', (type, fields) => {
  expect(checks[type].Check({ type, ...fields })).toBe(true);
});

const refused: [MessageType, object][] = [
  ['event', {}],
  ['event', { name: '' }],
  ['event', { name: 'x', properties: [] }],
  ['event', { name: 'x', properties: null }],
  ['event', { name: 'x', visitor_id: `urn:uuid:${id}` }],
  ['event', { name: 'x', visitor_id: null }],
  ['event', { name: 'x', timestamp: 1_777_887_000 }],
  ['event', { name: 'x', context: { click_ids: { gclid: 1 } } }],
  ['session', { session_id: id }],
  ['session', { session_id: id, action: 'pause' }],
  ['session', { action: 'start' }],
  ['identify', { email: 'ada' }],
  ['identify', { email: 'a da@example.com' }],
  ['identify', { user_id: 17 }],
  ['conversion', { name: 'x', value: '10' }],
  ['conversion', { name: 'x', currency: '€' }],
  ['conversion', { name: 'x', lead: 'no' }],
];
test.each(refused)('%s refuses %j', (type, fields) => {
  expect(checks[type].Check({ type, ...fields })).toBe(false);
});

test.each(messageTypes)('%s is the type in its own schema, and has cases above', (type) => {
  expect(messageSchemas[type].properties.type.const).toBe(type);
  for (const cases of [taken, refused]) expect(cases.map(([of]) => of)).toContain(type);
});
