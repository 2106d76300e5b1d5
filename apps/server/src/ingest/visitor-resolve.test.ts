import { randomUUID } from 'node:crypto';
import { VisitorResolveAnswer } from '@footfall/contract/ingest';
import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { startHarness } from '../testing/harness.ts';
import { hostileJson } from '../testing/hostile-values.ts';
import { errorOf, post } from '../testing/post.ts';

const h = await startHarness();
const answerCheck = Compile(VisitorResolveAnswer);

async function resolve(question: unknown, key = h.workspace.productionKey) {
  const answer = await post(h, '/visitor-resolve', question, { 'x-svc-key': key });
  expect(answer.status, answer.text).toBe(200);
  expect(answerCheck.Check(answer.body), answer.text).toBe(true);
  return (answer.body as VisitorResolveAnswer).data;
}

test('an unknown visitor is new, gets ids when it has none, and nothing is stored by asking', async () => {
  const first = await resolve({});
  expect(first).toEqual({
    visitor_id: expect.stringMatching(/^[\da-f-]{36}$/),
    session_id: expect.stringMatching(/^[\da-f-]{36}$/),
    is_new_visitor: true,
    is_new_session: true,
    company: null,
    location: { city: '', country: '' },
    lists: [],
  });
  const { visitor_id, session_id } = first;
  expect(await resolve({ visitor_id, session_id })).toEqual(first);
  const [row] = await h.db.system(
    (tx) => tx`select (select count(*) from visitors)::integer as visitors,
                      (select count(*) from sessions)::integer as sessions`,
  );
  expect(row).toEqual({ visitors: 0, sessions: 0 });
});

test('a visitor and a session that were seen are not new, in their own workspace and environment', async () => {
  const ids = { visitor_id: randomUUID(), session_id: randomUUID() };
  await h.send({ ...ids, type: 'event', name: 'page_view' });
  const flags = async (question: object, key?: string) => {
    const { is_new_visitor, is_new_session } = await resolve(question, key);
    return [is_new_visitor, is_new_session];
  };
  expect(await flags(ids)).toEqual([false, false]);
  expect(await flags({ ...ids, session_id: randomUUID() })).toEqual([false, true]);
  expect(await flags({ ...ids, visitor_id: ids.visitor_id.toUpperCase() })).toEqual([false, false]);
  expect(await flags(ids, h.workspace.developmentKey)).toEqual([true, true]);
  expect(await flags(ids, (await h.newWorkspace()).productionKey)).toEqual([true, true]);
});

test('without a session id the running session is told, and a new one after 30 idle minutes', async () => {
  const sessionAfter = async (minutes: number) => {
    const ids = { visitor_id: randomUUID(), session_id: randomUUID() };
    const timestamp = new Date(Date.now() - minutes * 60_000).toISOString();
    await h.send({ ...ids, type: 'event', name: 'x', timestamp });
    const { session_id, is_new_session } = await resolve({ visitor_id: ids.visitor_id });
    return { isSame: session_id === ids.session_id, is_new_session };
  };
  expect(await sessionAfter(29)).toEqual({ isSame: true, is_new_session: false });
  expect(await sessionAfter(31)).toEqual({ isSame: false, is_new_session: true });
});

test('no answer to a write key tells anything about a person', async () => {
  const ids = { visitor_id: randomUUID(), session_id: randomUUID() };
  const secrets = ['secret.person@example.com', 'Sidonie Secret', 'gold-secret', 'user-secret'];
  const [email, name, plan, user_id] = secrets;
  const person = { ...ids, type: 'identify', email, name, user_id, traits: { plan } };
  const texts: string[] = [];
  const ask = async (path: string, body: unknown) => {
    const { text, headers } = await post(h, path, body);
    texts.push(text, JSON.stringify([...headers]));
  };
  await ask('/ingest', person);
  await ask('/ingest/batch', {
    batch: [person, { ...person, traits: 7 }, { ...ids, type: 'event' }],
  });
  await ask('/visitor-resolve', ids);
  await ask('/visitor-resolve', { visitor_id: ids.visitor_id });
  await ask('/visitor-resolve', { ...ids, email });
  await ask('/visitor-resolve', { visitor_id: email });
  await ask('/ingest', { type: 'event', name: 'x', ...ids });
  expect(texts).toHaveLength(14);
  for (const secret of secrets) expect(texts.join('\n')).not.toContain(secret);
});

test.each(Object.entries(hostileJson))(
  '%s in any field is 400 or a valid answer',
  async (_name, json) => {
    const fields = ['visitor_id', 'session_id', 'page', 'referrer', 'consent', 'undeclared'];
    const bodies = [
      json,
      ...fields.map((field) => `{"${field}":${json}}`),
      `{"page":{"url":${json}}}`,
    ];
    for (const body of bodies) {
      const answer = await post(h, '/visitor-resolve', body);
      if (answer.status === 200)
        expect(answerCheck.Check(answer.body), body.slice(0, 200)).toBe(true);
      else {
        expect([400, 413], body.slice(0, 200)).toContain(answer.status);
        expect(errorOf(answer).message).toMatch(/./);
      }
    }
  },
);
