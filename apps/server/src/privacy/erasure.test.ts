/* Erasing a person leaves nothing of them anywhere, and everybody else unchanged. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkStats } from '../stats/check.ts';
import {
  at,
  erasureIn,
  expectOthersSame,
  visit,
  workspaceToErase,
} from '../testing/erased-people.ts';
import { startHarness } from '../testing/harness.ts';
import { pageIn, recordIn, restOf } from '../testing/rest.ts';
import { signedIn } from '../testing/signed-in.ts';
import { goOnWithErasures } from './erasure/steps.ts';

const h = await startHarness();

test('a dry run counts what would go, and removes nothing', async () => {
  const { rest, send, personOf } = await workspaceToErase(h);
  const ada = visit(0, { email: 'ada@firm.example', name: 'Ada' });
  // A device shared with another person.
  const shared = visit(60, { email: 'ada@firm.example' });
  const eve = visit(200, { email: 'eve@other.example' }, shared.visitor_id);
  await send(...ada.messages, ...shared.messages, ...eve.messages);
  const id = await personOf(ada.visitor_id);
  const [, other] = pageIn(await rest.get(`/identities?visitor_id=${shared.visitor_id}`)).data.map(
    (person) => person.id,
  );
  const answer = await rest.raw('DELETE', `/identities/${id}?dry_run=true`, {});
  expect(answer.status).toBe(200);
  const planned = erasureIn(answer);
  expect(planned).toMatchObject({
    id: null,
    subject: 'identity',
    state: 'planned',
    totals: 'keep',
  });
  expect(planned.removed).toMatchObject({
    people: 1,
    visitors: 1,
    shared_visitors: 1,
    sessions: 2,
    events: 8,
    links: 2,
    conversions: 2,
    leads: 1,
  });
  expect(planned.shared_with).toHaveLength(1);
  expect(planned.shared_with).not.toContain(id);
  expect(other).toBeDefined();
  expect(planned.kept).toEqual(['totals', 'shared_visitors', 'erased_names', 'record_of_erasure']);
  expect((await rest.get(`/identities/${id}`)).status).toBe(200);
  expect(pageIn(await rest.get('/erasures')).data).toEqual([]);
  expect(pageIn(await rest.get('/audit-log?action=eraseIdentity')).data).toEqual([]);
});

test('a person goes at once, all that is stored of them soon, and others are the same to the byte', async () => {
  const own = await workspaceToErase(h);
  const { rest, send, personOf, erase, rowsWith, everything, workspace, signed } = own;
  // Several addresses and devices, joined by a login.
  const devices = [
    visit(0, { email: 'Jane.Doe@firm.example', name: 'Jane Doe', traits: { plan: 'team' } }),
    visit(10, { email: 'jane@private.example', name: 'Jane Doe' }),
  ];
  const [first, second] = devices as [(typeof devices)[0], (typeof devices)[0]];
  const others = [
    visit(20, { email: 'bob@firm.example', name: 'Bob' }),
    visit(30, { user_id: 'carol-77', name: 'Carol' }),
  ];
  for (const { messages } of [...devices, ...others]) await send(...messages);
  for (const [minutes, { visitor_id }] of devices.entries()) {
    await send({
      type: 'identify',
      visitor_id,
      timestamp: at(40 + minutes),
      ...signed('jane-4711'),
    });
  }
  // A stranger claims to be her, and one message is rejected.
  const stranger = randomUUID();
  await send(
    { type: 'event', name: 'page_view', visitor_id: stranger, timestamp: at(50) },
    {
      type: 'identify',
      visitor_id: stranger,
      timestamp: at(51),
      email: 'jane.doe@firm.example',
      name: 'Not Jane',
    },
    { type: 'event', visitor_id: first.visitor_id, email: 'jane.doe@firm.example' },
  );
  const id = await personOf(first.visitor_id);
  expect(await personOf(second.visitor_id)).toBe(id);
  const bob = await personOf(others[0]?.visitor_id ?? '');
  // Changes made by members.
  await rest.patch(`/identities/${id}`, { is_favorite: true, traits: { phone: '+49 4711' } });
  const lead = { identity_id: id, visitor_id: first.visitor_id, properties: { note: 'Jane Doe' } };
  const made = recordIn(await rest.post('/leads', lead, { 'idempotency-key': 'jane' }));
  await rest.patch(`/leads/${made.id}`, { code: 'JANE-1' });
  const list = recordIn(await rest.post('/lists', { name: 'For jane.doe@firm.example' }));
  const members = { identity_ids: [id, bob], visitor_ids: [first.visitor_id, stranger] };
  recordIn(await rest.post(`/lists/${list.id}/members`, members));
  const kept = { name: 'Kept', of: 'identities', filter: 'email = "jane.doe@firm.example"' };
  recordIn(await rest.post('/lists', kept));
  const override = { kind: 'not_bot', visitor_id: first.visitor_id, reason: 'Jane Doe' };
  recordIn(await rest.post('/overrides', override));
  const links = pageIn(await rest.get(`/identities/${id}/links`)).data;
  const loose = links.find(({ strength }) => strength === 'anybody');
  if (loose) recordIn(await rest.post(`/identities/${id}/detach`, { link_id: loose.id }));
  await h.settle();

  const before = await everything();
  const visitors = devices.map(({ visitor_id }) => visitor_id);
  const records = await h.db.system(
    (tx) => tx<{ id: string }[]>`
      select id from sessions where workspace_id = ${workspace.id} and visitor_id = any(${visitors}::uuid[])
      union select id from leads where workspace_id = ${workspace.id} and visitor_id = any(${visitors}::uuid[])
      union select id from conversions where workspace_id = ${workspace.id} and visitor_id = any(${visitors}::uuid[])`,
  );
  const planned = erasureIn(await rest.raw('DELETE', `/identities/${id}?dry_run=true`, {}));
  const answer = await rest.raw('DELETE', `/identities/${id}`, {});
  expect(answer.status, answer.text).toBe(202);
  expect((await rest.get(`/identities/${id}`)).status).toBe(404);
  expect((await rest.get(`/leads/${made.id}`)).status).toBe(404);
  expect(pageIn(await rest.get('/identities?email=jane.doe@firm.example')).data).toEqual([]);
  const { id: erasureId } = erasureIn(answer);
  const poll = async () => {
    await h.settle();
    return erasureIn(await rest.get(`/erasures/${erasureId}`));
  };
  await expect.poll(async () => (await poll()).state, { timeout: 30_000 }).toBe('done');
  const done = await poll();
  const { other: _, rejected_events, suggestions: _s, ...counted } = done.removed;
  expect(counted).toMatchObject({
    people: planned.removed.people,
    visitors: planned.removed.visitors,
    sessions: planned.removed.sessions,
    events: planned.removed.events,
    leads: planned.removed.leads,
    conversions: planned.removed.conversions,
    list_memberships: planned.removed.list_memberships,
    overrides: planned.removed.overrides,
  });
  expect(rejected_events).toBe(1);
  expect(done).toMatchObject({ finished_at: expect.stringMatching(/Z$/), reason: null });
  await h.settle();
  const gone = [id, ...visitors, ...records.map((record) => record.id)];
  const names = [
    'jane.doe@firm.example',
    'jane@private.example',
    'jane-4711',
    'Jane Doe',
    '4711',
    'Not Jane',
    'JANE-1',
  ];
  expect(await rowsWith([...gone, ...names])).toEqual([]);
  // The stranger's message lost the names.
  expectOthersSame(before, await everything(), [...gone, ...names, stranger]);
  // The audit log shows that a person was erased, but not who.
  const [entry] = pageIn(await rest.get('/audit-log?action=eraseIdentity')).data;
  expect(entry).toMatchObject({ resource_type: 'erasures', resource_id: erasureId, fields: [] });
  expect(pageIn(await rest.get('/audit-log?action=updateIdentity')).data).toMatchObject([
    { resource_id: null },
  ]);
  expect((await erase(`/identities/${bob}`)).state).toBe('done');
});

test('of a device that two people share only the visits of one go', async () => {
  const { rest, send, personOf, erase, rowsWith } = await workspaceToErase(h);
  const ada = visit(0, { email: 'ada@firm.example', name: 'Ada' });
  const eve = visit(200, { email: 'eve@other.example', name: 'Eve' }, ada.visitor_id);
  const again = visit(400, { email: 'ada@firm.example', name: 'Ada' }, ada.visitor_id);
  for (const { messages } of [ada, eve, again]) await send(...messages);
  const people = pageIn(await rest.get(`/identities?visitor_id=${ada.visitor_id}`)).data;
  const idOf = (email: string) => people.find((person) => person.email === email)?.id ?? '';
  const [adaId, eveId] = [idOf('ada@firm.example'), idOf('eve@other.example')];
  const read = async () => ({
    ...recordIn(await rest.get(`/identities/${eveId}`)),
    activity: pageIn(await rest.get(`/identities/${eveId}/activity`)).data,
  });
  const before = await read();
  const { removed } = await erase(`/identities/${adaId}`);
  expect(removed).toMatchObject({
    people: 1,
    visitors: 0,
    shared_visitors: 2,
    sessions: 2,
    events: 8,
  });
  expect(await read()).toEqual(before);
  expect(await personOf(ada.visitor_id)).toBe(eveId);
  const visitor = recordIn(await rest.get(`/visitors/${ada.visitor_id}`));
  expect(visitor).toMatchObject({ session_count: 1, event_count: 4, identity_id: eveId });
  expect(visitor.first_seen).toBe(`${at(200).slice(0, 19)}Z`);
  expect(await rowsWith([adaId, 'ada@firm.example', ada.session_id, again.session_id])).toEqual([]);
  // Late messages from those periods are refused; those of the other person are not.
  const late = { type: 'event', name: 'page_view', visitor_id: ada.visitor_id };
  const answer = await send(
    { ...late, timestamp: at(5) },
    { ...late, timestamp: at(205) },
    { ...late, timestamp: at(405) },
  );
  expect(answer).toMatchObject({ accepted: 1, rejected: 2 });
});

test('one visit in which the person changes keeps what is the other’s', async () => {
  const { rest, send, erase } = await workspaceToErase(h);
  const ada = visit(0, { email: 'ada@firm.example', name: 'Ada' });
  const common = { visitor_id: ada.visitor_id, session_id: ada.session_id };
  await send(
    ...ada.messages,
    { ...common, type: 'identify', timestamp: at(10), email: 'eve@other.example', name: 'Eve' },
    {
      ...common,
      type: 'event',
      name: 'page_view',
      timestamp: at(11),
      context: { page: { url: 'https://shop.example/eve' } },
    },
  );
  const people = pageIn(await rest.get(`/identities?visitor_id=${ada.visitor_id}`)).data;
  const adaId = people.find(({ email }) => email === 'ada@firm.example')?.id;
  await erase(`/identities/${adaId}`);
  const session = recordIn(await rest.get(`/sessions/${ada.session_id}`));
  expect(session).toMatchObject({
    event_count: 2,
    page_view_count: 1,
    entry_url: 'https://shop.example/eve',
    exit_url: 'https://shop.example/eve',
  });
});

test('late and doubled messages bring nobody back; who comes again is somebody new', async () => {
  const { rest, send, personOf, erase, rowsWith, signed } = await workspaceToErase(h);
  const ada = visit(0, { email: 'Ada@firm.example', name: 'Ada', ...signed('ada-1') });
  await send(...ada.messages);
  const id = await personOf(ada.visitor_id);
  await erase(`/identities/${id}`);
  const names = [id, ada.visitor_id, 'ada@firm.example', 'ada-1'];
  expect(await rowsWith(names)).toEqual([]);
  const doubled = await send(...ada.messages);
  expect(doubled).toMatchObject({ accepted: 0, rejected: ada.messages.length });
  expect(doubled.results[0]?.error).toMatch(/^erasure: /);
  // From an unknown device: refused if proved; a public claim is stored without the names.
  const [proved, said] = [randomUUID(), randomUUID()];
  const late = await send(
    { type: 'identify', visitor_id: proved, timestamp: at(30), ...signed('ada-1') },
    {
      type: 'identify',
      visitor_id: said,
      timestamp: at(31),
      email: 'ADA@firm.example',
      name: 'Ada',
    },
    // Rejected for another reason.
    { type: 'event', visitor_id: ada.visitor_id, email: 'ada@firm.example', timestamp: at(32) },
  );
  expect(late.results.map(({ status }) => status)).toEqual(['rejected', 'accepted', 'rejected']);
  expect(await rowsWith([...names, '"ada"', proved])).toEqual([]);
  expect(pageIn(await rest.get('/identities')).data).toEqual([]);
  // A new visit of their own.
  const now = (message: object) => ({ ...message, timestamp: new Date().toISOString() });
  const [view, identify] = visit(0, { email: 'ada@firm.example' }, ada.visitor_id).messages;
  expect(await send(now(view ?? {}), now(identify ?? {}))).toMatchObject({ accepted: 2 });
  const back = recordIn(await rest.get(`/identities/${await personOf(ada.visitor_id)}`));
  expect(back).toMatchObject({ email: 'ada@firm.example', name: '' });
  expect(Date.parse(String(back.created_at))).toBeGreaterThan(Date.now() - 60_000);
  // An ID that claims the year 10889 stops no other message.
  const far = { type: 'event', name: '', message_id: 'ffffffff-ffff-7fff-bfff-ffffffffffff' };
  const beside = { type: 'event', name: 'page_view', visitor_id: ada.visitor_id };
  expect(await send({ ...far, visitor_id: ada.visitor_id }, now(beside))).toMatchObject({
    accepted: 1,
    rejected: 1,
  });
  // Erased again.
  expect((await erase(`/identities/${back.id}`)).state).toBe('done');
  expect(await rowsWith(names)).toEqual([]);
});

test('a visitor goes with the people who are known from nowhere else', async () => {
  const { rest, send, personOf, erase, rowsWith } = await workspaceToErase(h);
  const [laptop, phone] = [
    visit(0, { email: 'ada@firm.example', name: 'Ada' }),
    visit(20, { email: 'ada@firm.example', traits: { city: 'Paris' } }),
  ];
  const anonymous = {
    type: 'event',
    name: 'page_view',
    visitor_id: randomUUID(),
    timestamp: at(5),
  };
  await send(...laptop.messages, ...phone.messages, anonymous);
  const id = await personOf(laptop.visitor_id);
  expect((await erase(`/visitors/${anonymous.visitor_id}`)).removed).toMatchObject({
    people: 0,
    visitors: 1,
    events: 1,
  });
  expect((await erase(`/visitors/${phone.visitor_id}`)).removed).toMatchObject({
    people: 0,
    visitors: 1,
  });
  expect(recordIn(await rest.get(`/identities/${id}`))).toMatchObject({
    email: 'ada@firm.example',
    traits: {},
  });
  expect((await erase(`/visitors/${laptop.visitor_id}`)).removed).toMatchObject({
    people: 1,
    visitors: 1,
  });
  expect((await rest.get(`/identities/${id}`)).status).toBe(404);
  const all = [id, anonymous.visitor_id, phone.visitor_id, laptop.visitor_id, 'ada@firm.example'];
  expect(await rowsWith(all)).toEqual([]);
});

test.each(['keep', 'recount'] as const)('figures of past periods: %s', async (totals) => {
  const { workspace, rest, send, personOf, erase } = await workspaceToErase(h);
  const admin = await signedIn(h, { workspaceId: workspace.id, role: 'admin' });
  recordIn(await admin.patch('/settings', { erasure_totals: totals }));
  const ada = visit(0, { email: 'ada@firm.example', name: 'Ada' });
  const eve = visit(200, { email: 'eve@other.example', name: 'Eve' });
  const shared = visit(300, { email: 'ada@firm.example' }, eve.visitor_id);
  for (const { messages } of [ada, eve, shared]) await send(...messages);
  const day = (days: number) => at(days * 24 * 60).slice(0, 10);
  const overview = async () => {
    await h.settle();
    const metrics = 'visitors,sessions,page_views,leads,conversions,revenue';
    const answer = await rest.get(`/stats?metrics=${metrics}&from=${day(-1)}&to=${day(2)}`);
    expect(answer.status, answer.text).toBe(200);
    const { data } = answer.body as { data: { total: Record<string, unknown> } };
    return data.total;
  };
  const check = async () =>
    h.db.workspace(workspace.id, async (tx) => checkStats(tx, workspace.id));
  const before = await overview();
  expect(before).toMatchObject({ sessions: 3 });
  expect(await check()).toEqual([]);
  await erase(`/identities/${await personOf(ada.visitor_id)}`);
  const after = await overview();
  if (totals === 'keep') expect(after).toEqual(before);
  else expect(after).toMatchObject({ sessions: 1, visitors: 1, leads: 1, conversions: 1 });
  expect(await check()).toEqual([]);
  const facts = await h.db.system(
    (tx) =>
      tx`select from session_facts where workspace_id = ${workspace.id} and visitor_id = ${ada.visitor_id}`,
  );
  expect(facts).toHaveLength(0);
});

test('keys need the scope, members the role, and ids of other workspaces are unknown', async () => {
  const { workspace, send, personOf } = await workspaceToErase(h);
  const ada = visit(0, { email: 'ada@firm.example' });
  await send(...ada.messages);
  const path = `/identities/${await personOf(ada.visitor_id)}`;
  const { key } = await h.newKey({
    workspaceId: workspace.id,
    scopes: ['visitors:read', 'leads:write'],
  });
  expect((await restOf(h, key).raw('DELETE', path, {})).status).toBe(403);
  for (const role of ['member', 'viewer'] as const) {
    const member = await signedIn(h, { workspaceId: workspace.id, role });
    expect((await member.delete(path)).status).toBe(403);
    expect((await member.get('/erasures')).status).toBe(403);
  }
  const stranger = await workspaceToErase(h);
  for (const one of [path, `/visitors/${ada.visitor_id}`]) {
    expect((await stranger.rest.raw('DELETE', one, {})).status).toBe(404);
    expect((await stranger.rest.raw('DELETE', `${one}?dry_run=true`, {})).status).toBe(404);
  }
  const admin = await signedIn(h, { workspaceId: workspace.id, role: 'admin' });
  expect((await admin.delete(path)).status).toBe(202);
});

test('a person who was split off stays who they are when the other one goes, and the other way round', async () => {
  const { rest, send, personOf, erase, rowsWith } = await workspaceToErase(h);
  const split = async (minutes: number) => {
    const names = { email: `both-${minutes}@firm.example`, name: 'Both' };
    const [one, other] = [visit(minutes, names), visit(minutes + 10, names)];
    await send(...one.messages, ...other.messages);
    const id = await personOf(one.visitor_id);
    recordIn(await rest.post(`/identities/${id}/split`, { visitor_ids: [other.visitor_id] }));
    await h.settle();
    const newId = await personOf(other.visitor_id);
    expect(newId).not.toBe(id);
    return { one, other, id, newId };
  };
  const first = await split(0);
  await erase(`/identities/${first.newId}`);
  expect(recordIn(await rest.get(`/identities/${first.id}`)).visitor_id).toBe(first.one.visitor_id);
  expect(await rowsWith([first.newId, first.other.visitor_id])).toEqual([]);

  const second = await split(100);
  await erase(`/identities/${second.id}`);
  const left = recordIn(await rest.get(`/identities/${second.newId}`));
  expect(left.visitor_id).toBe(second.other.visitor_id);
  expect(await rowsWith([second.id, second.one.visitor_id])).toEqual([]);
  // A rebuild from the remaining history agrees.
  await send({ ...second.other.messages[0], timestamp: at(105), message_id: 'late' });
  expect(await personOf(second.other.visitor_id)).toBe(second.newId);
});

test('an erasure that was stopped between two slices goes on where it was', async () => {
  const { workspace, rest, send, personOf, rowsWith } = await workspaceToErase(h);
  await h.app.background.stop();
  const who = { email: 'ada@firm.example', name: 'Ada' };
  const visits = Array.from({ length: 4 }, (_, place) => visit(place * 60, who));
  await send(...visits.flatMap(({ messages }) => messages));
  const id = await personOf(visits[0]?.visitor_id ?? '');
  const { id: erasureId } = erasureIn(await rest.raw('DELETE', `/identities/${id}`, {}));
  const subject = { subject: String(erasureId), isTest: false };
  const slice = (fails: boolean) =>
    h.db.workspace(workspace.id, async (tx) => {
      await goOnWithErasures(tx, workspace.id, [
        { ...subject, workspaceId: workspace.id, kind: 'erasure' },
      ]);
      // The process dies before the slice is committed.
      if (fails) throw new Error('killed');
    });
  const left = async () => {
    const [row] = await h.db.system(
      (tx) => tx<{ visitors: number; events: number }[]>`
        select (select count(*) from visitors where workspace_id = ${workspace.id})::integer as visitors,
               (select count(*) from events where workspace_id = ${workspace.id})::integer as events`,
    );
    return row;
  };
  expect(await left()).toEqual({ visitors: 4, events: 16 });
  await expect(slice(true)).rejects.toThrow('killed');
  expect(await left()).toEqual({ visitors: 4, events: 16 });
  await slice(false);
  // A visitor is complete or gone.
  expect(await left()).toEqual({ visitors: 3, events: 12 });
  // What is left names nobody, and old messages are already refused.
  expect(pageIn(await rest.get('/identities')).data).toEqual([]);
  const again = await h.send(visits[0]?.messages ?? [], workspace.productionKey);
  expect(again).toMatchObject({ accepted: 0, rejected: 4 });
  const read = async () => {
    await h.settle();
    return erasureIn(await rest.get(`/erasures/${erasureId}`));
  };
  await expect.poll(async () => (await read()).state, { timeout: 20_000 }).toBe('done');
  expect((await read()).removed).toMatchObject({ visitors: 4, events: 16, sessions: 4 });
  expect(await rowsWith([id, 'ada@firm.example', ...visits.map((one) => one.visitor_id)])).toEqual(
    [],
  );
});
