import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();
const rest = restOf(h);

async function newLead() {
  const answer = await rest.post('/leads', {});
  return { path: `/leads/${recordIn(answer).id}`, tag: answer.headers.get('etag') ?? '' };
}

test('creation, reading and update give the same tag for the same version', async () => {
  const { path, tag } = await newLead();
  expect(tag).toMatch(/^"[\w-]{22}"$/);
  expect((await rest.get(path)).headers.get('etag')).toBe(tag);
  const changed = await rest.patch(path, { properties: { a: 1 } });
  const newTag = changed.headers.get('etag');
  expect(newTag).not.toBe(tag);
  expect((await rest.get(path)).headers.get('etag')).toBe(newTag);
});

test('lists and errors have no tag', async () => {
  expect((await rest.get('/leads')).headers.get('etag')).toBeNull();
  expect((await rest.get(`/leads/${randomUUID()}`)).headers.get('etag')).toBeNull();
});

test('If-Match with a stale tag is 412, and nothing is changed', async () => {
  const { path, tag } = await newLead();
  await rest.patch(path, { properties: { by: 'one' } });
  const answer = await rest.patch(path, { properties: { by: 'two' } }, { 'if-match': tag });
  expect(answer.status).toBe(412);
  expect(answer.body).toMatchObject({ error: 'precondition_failed' });
  expect(recordIn(await rest.get(path)).properties).toEqual({ by: 'one' });
});

test.each([
  ['the tag', (tag: string) => tag],
  ['a list with the tag', (tag: string) => `"other", ${tag}`],
  ['a star', () => '*'],
])('If-Match with %s lets the update through', async (_what, header) => {
  const { path, tag } = await newLead();
  expect((await rest.patch(path, {}, { 'if-match': header(tag) })).status).toBe(200);
});

test.each([
  ['another tag', () => '"other"'],
  ['the weak form of the tag', (tag: string) => `W/${tag}`],
  ['the tag without quotes', (tag: string) => tag.replaceAll('"', '')],
  ['nothing', () => ''],
])('If-Match with %s is 412', async (_what, header) => {
  const { path, tag } = await newLead();
  expect((await rest.patch(path, {}, { 'if-match': header(tag) })).status).toBe(412);
});

test('one of several concurrent updates with the same tag succeeds', async () => {
  const { path, tag } = await newLead();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, place) =>
      rest.patch(path, { properties: { place } }, { 'if-match': tag }),
    ),
  );
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
});

test('If-Match on a lead that does not exist is 404, on a wrong body 400', async () => {
  const headers = { 'if-match': '*' };
  expect((await rest.patch(`/leads/${randomUUID()}`, {}, headers)).status).toBe(404);
  const { path } = await newLead();
  const answer = await rest.patch(path, { state: 1 }, { 'if-match': '"stale"' });
  expect(answer.status).toBe(400);
});

test.each([
  ['the tag', (tag: string) => tag],
  ['its weak form', (tag: string) => `W/${tag}`],
  ['a list', (tag: string) => `"other",${tag} , "third"`],
  ['a star', () => '*'],
])('If-None-Match with %s is 304 without a body, with the tag', async (_what, header) => {
  const { path, tag } = await newLead();
  const answer = await rest.get(path, { 'if-none-match': header(tag) });
  expect(answer.status).toBe(304);
  expect(answer.text).toBe('');
  expect(answer.headers.get('etag')).toBe(tag);
  expect(answer.headers.get('x-workspace-id')).toBe(h.workspace.id);
});

test('If-None-Match with an old tag answers the record', async () => {
  const { path, tag } = await newLead();
  await rest.patch(path, { properties: { a: 1 } });
  expect((await rest.get(path, { 'if-none-match': tag })).status).toBe(200);
  expect((await rest.get(path, { 'if-none-match': '"other"' })).status).toBe(200);
});
