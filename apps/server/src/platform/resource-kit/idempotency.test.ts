import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { faultsIn, pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { forgetOldAnswers } from './idempotency.ts';

const h = await sharedHarness();
const rest = restOf(h);
const named = (name: string) => ({ 'idempotency-key': name });
const countOf = async (code: string) =>
  pageIn(await rest.get(`/leads?code=${code}`)).pagination.total;

test('a request that is repeated gets the first answer, marked as such, and makes nothing', async () => {
  const headers = named('repeat');
  const first = await rest.post('/leads', { code: 'repeat' }, headers);
  const again = await rest.post('/leads', { code: 'repeat' }, headers);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.text).toBe(first.text);
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await countOf('repeat')).toBe(1);
});

test('the first response is repeated also when the record has changed since', async () => {
  const headers = named('changed');
  const first = await rest.post('/leads', {}, headers);
  await rest.patch(`/leads/${recordIn(first).id}`, { summary: { later: true } });
  expect((await rest.post('/leads', {}, headers)).text).toBe(first.text);
});

test('one of many concurrent requests runs, and all get its response', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => rest.post('/leads', { code: 'race' }, named('race'))),
  );
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const replayed = answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
  expect(replayed).toHaveLength(19);
  expect(await countOf('race')).toBe(1);
});

test('the same key with another body or path is 409, and makes nothing', async () => {
  const headers = named('conflict');
  await rest.post('/leads', { code: 'one' }, headers);
  for (const [path, body] of [
    ['/leads', { code: 'two' }],
    ['/leads', {}],
    ['/lists', { name: 'x' }],
  ] as const) {
    const answer = await rest.post(path, body, headers);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ error: 'conflict' });
  }
  expect(await countOf('two')).toBe(0);
  expect(pageIn(await rest.get('/lists')).pagination.total).toBe(0);
});

test('a body with other spaces is the same body', async () => {
  const first = await rest.post('/leads', '{"code":"s"}', named('spaces'));
  expect((await rest.post('/leads', '{ "code" : "s" }', named('spaces'))).text).toBe(first.text);
});

test('the same text under another API key is another request', async () => {
  const other = await h.newKey({ serverOnly: true });
  const one = await rest.post('/leads', {}, named('shared'));
  const two = await restOf(h, other.key).post('/leads', {}, named('shared'));
  expect(recordIn(two).id).not.toBe(recordIn(one).id);
  const workspace = await h.newWorkspace();
  const three = await restOf(h, workspace.secretKey).post('/leads', {}, named('shared'));
  expect(recordIn(three).workspace_id).toBe(workspace.id);
});

test('an answer that is an error is not kept: the corrected request runs', async () => {
  const path = '/leads';
  expect((await rest.post(path, { code: 5 }, named('error'))).status).toBe(400);
  expect((await rest.post(path, { code: 'ok' }, named('error'))).status).toBe(201);
  const members = `/lists/${randomUUID()}/members`;
  expect((await rest.post(members, {}, named('missing'))).status).toBe(404);
  expect((await rest.post('/leads', {}, named('missing'))).status).toBe(201);
});

test('a key without the scope gets 403, whatever was answered before', async () => {
  const reader = await h.newKey({ scopes: ['leads:read'], serverOnly: true });
  expect((await restOf(h, reader.key).post('/leads', {}, named('scope'))).status).toBe(403);
  expect((await rest.post('/leads', {}, named('scope'))).status).toBe(201);
});

test('after 24 hours the key is free again, and the old answer is removed', async () => {
  const age = (name: string, hours: number) =>
    h.db.system(
      (tx) => tx`
        update idempotent_answers set created_at = now() - ${`${hours} hours`}::text::interval
        where idempotency_key = ${name}`,
    );
  const headers = named('old');
  const first = recordIn(await rest.post('/leads', {}, headers));
  await age('old', 23.9);
  expect(recordIn(await rest.post('/leads', {}, headers)).id).toBe(first.id);
  await age('old', 24.1);
  const second = recordIn(await rest.post('/leads', { code: 'another body' }, headers));
  expect(second.id).not.toBe(first.id);
  const kept = await rest.post('/leads', { code: 'another body' }, headers);
  expect(recordIn(kept).id).toBe(second.id);

  await rest.post('/leads', {}, named('forgotten'));
  await age('forgotten', 25);
  await h.db.system(forgetOldAnswers);
  const left = await h.db.system(
    (tx) => tx<{ idempotency_key: string }[]>`
      select idempotency_key from idempotent_answers where idempotency_key in ('old', 'forgotten')`,
  );
  expect(left.map(({ idempotency_key }) => idempotency_key)).toEqual(['old']);
});

test.each([
  ['an empty one', ''],
  ['one of 256 characters', 'x'.repeat(256)],
  ['one beyond ASCII', 'schl\u00fcssel'],
  ['one with a tab inside', 'a\tb'],
])('%s is refused as a key', async (_what, name) => {
  const answer = await rest.post('/leads', {}, named(name));
  expect(faultsIn(answer)).toEqual(['header.Idempotency-Key']);
});

test('a key of 255 characters is taken', async () => {
  expect((await rest.post('/leads', {}, named('x'.repeat(255)))).status).toBe(201);
});

test('every POST takes a key: members are added once', async () => {
  const visitor_id = randomUUID();
  await h.send({ type: 'event', name: 'x', visitor_id });
  const list = recordIn(await rest.post('/lists', { name: 'L' }, named('list')));
  expect(recordIn(await rest.post('/lists', { name: 'L' }, named('list'))).id).toBe(list.id);
  const path = `/lists/${list.id}/members`;
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = await rest.post(path, { visitor_ids: [visitor_id] }, named('members'));
    expect(recordIn(answer)).toMatchObject({ added: 1, already_there: 0 });
  }
});
