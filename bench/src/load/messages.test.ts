import { expect, test } from 'vitest';
import { messages } from './messages.ts';

type Message = Record<string, unknown> & { type: string; message_id: string; context: object };

const shape = { perRequest: 1, mixed: false };

function read(bytes: Buffer): { head: string; body: string } {
  const [head = '', body = ''] = bytes.toString().split('\r\n\r\n');
  return { head, body };
}

test('every message is whole, announced with its length, and has an id of its own', () => {
  const source = messages({ ...shape, mixed: true }, 4, 8080, 'svc_pk_x');
  const ids = new Set<string>();
  const types: Record<string, number> = {};
  const began = Date.now();
  for (let i = 0; i < 5_000; i++) {
    const sending = source.next(i % 4);
    const { head, body } = read(sending.bytes);
    const message = JSON.parse(body) as Message;
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
    expect(body).not.toContain('#');
    expect(sending.types).toEqual([message.type]);
    const at = Date.parse(String(message.timestamp));
    expect(at).toBeGreaterThan(began - 1_000);
    expect(at).toBeLessThanOrEqual(Date.now());
    ids.add(message.message_id);
    types[message.type] = (types[message.type] ?? 0) + 1;
  }
  expect(ids.size).toBe(5_000);
  expect(types.identify).toBeGreaterThan(150);
  expect(types.conversion).toBeGreaterThan(150);
  expect(types.event).toBeGreaterThan(4_000);
});

test('a batch holds its number of messages, each filled, with a tenth of them mixed in', () => {
  const source = messages({ perRequest: 100, mixed: true }, 2, 8080, 'svc_pk_x');
  const ids = new Set<string>();
  const began = Date.now();
  for (const slot of [0, 1, 0, 1]) {
    const sending = source.next(slot);
    const { body } = read(sending.bytes);
    expect(body).not.toContain('#');
    const { batch, sent_at } = JSON.parse(body) as { batch: Message[]; sent_at: string };
    expect(Date.parse(sent_at)).toBeGreaterThan(began - 1_000);
    expect(sending.types).toEqual(batch.map((message) => message.type));
    expect(batch.filter((message) => message.type !== 'event')).toHaveLength(10);
    for (const message of batch) ids.add(message.message_id);
  }
  expect(ids.size).toBe(400);
});
