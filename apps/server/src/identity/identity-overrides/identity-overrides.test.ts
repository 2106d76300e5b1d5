/* Links of people and identity overrides through the REST API: what each does, and that undoing takes it back. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { convert, identify, workspaceOfPeople } from '../../testing/corrected-people.ts';
import { pageIn, recordIn } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });
const newWorkspace = () => workspaceOfPeople(h);

test('links show each claim with its source, time, verification level and whether it counts', async () => {
  const { send, people, links, rest } = await newWorkspace();
  const [laptop, phone] = [randomUUID(), randomUUID()];
  await send(
    identify(0, laptop, { email: 'Ada@example.com' }),
    identify(10, phone, { user_id: 'u1', email: 'ada@example.com' }),
    identify(20, phone, { user_id: 'u2', email: 'ada@example.com' }),
  );
  const [second, first] = await people();
  expect(await links(first?.id ?? '')).toMatchObject([
    { visitor_id: phone, evidence: { email: 'ada@example.com', user_id: 'u1' }, counts: true },
    {
      ...{ visitor_id: laptop, evidence: { email: 'Ada@example.com', user_id: '' } },
      ...{ verification_level: 'device', strength: 'device', email_counts: true, reason: null },
    },
  ]);
  expect(await links(second?.id ?? '')).toMatchObject([
    {
      counts: true,
      email_counts: false,
      reason: expect.stringContaining('belongs to another person'),
    },
  ]);
  const page = pageIn(await rest.get(`/identities/${first?.id}/links?limit=1&offset=1`));
  expect(page).toMatchObject({ data: [{ visitor_id: laptop }], pagination: { total: 2 } });
});

test('a detached link does not count, even if the claim is repeated, until the detachment is undone', async () => {
  const { send, people, links, correct, undo, rest, list } = await newWorkspace();
  const [laptop, borrowed] = [randomUUID(), randomUUID()];
  await send(
    identify(0, laptop, { email: 'ada@siemens.com', name: 'Ada' }),
    identify(10, borrowed, { email: 'ada@siemens.com', name: 'Eve' }),
    convert(11, borrowed),
  );
  const [person] = await people();
  const id = person?.id ?? '';
  const link_id = (await links(id))[0]?.id;
  const preview = await correct(id, 'detach', { link_id, dry_run: true });
  expect(preview).toMatchObject({ dry_run: true, identity_override_id: null, moved: { links: 1 } });
  expect(await people()).toMatchObject([{ name: 'Eve' }]);

  const done = await correct(id, 'detach', { link_id });
  expect({ ...done, dry_run: true, identity_override_id: null }).toEqual(preview);
  expect(done.before).toMatchObject([{ id, links: 2, visitor_ids: [laptop, borrowed] }]);
  expect(done.after).toMatchObject([{ id, links: 1, visitor_ids: [laptop], conversions: 0 }]);
  expect(await people()).toMatchObject([{ id, name: 'Ada' }]);
  await send(identify(20, borrowed, { email: 'ADA@siemens.com', name: 'Eve again' }));
  expect(await people()).toMatchObject([{ id, name: 'Ada' }]);
  expect(await list(`/identities?visitor_id=${borrowed}`)).toEqual([]);
  expect(await list('/conversions')).toMatchObject([{ identity_id: null }]);
  expect(await links(id)).toMatchObject([
    {
      counts: false,
      detached_by: done.identity_override_id,
      reason: expect.stringContaining('detached'),
    },
    { counts: false, detached_by: done.identity_override_id, id: link_id },
    { counts: true, detached_by: null },
  ]);
  const again = await rest.post(`/identities/${id}/detach`, { link_id });
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('already')]);

  await undo(done.identity_override_id);
  expect(await people()).toMatchObject([{ id, name: 'Eve again' }]);
  expect((await links(id)).filter(({ counts }) => counts)).toHaveLength(3);
  expect((await correct(id, 'detach', { link_id })).moved).toMatchObject({ links: 2 });
});

test('the only link of a person detached: nobody is there, and all comes back with the undo', async () => {
  const { send, people, links, correct, undo, rest, list } = await newWorkspace();
  const visitor = randomUUID();
  await send(identify(0, visitor, { email: 'ada@siemens.com' }), convert(5, visitor));
  const [person] = await people();
  const id = person?.id ?? '';
  const { id: listId } = recordIn(await rest.post('/lists', { name: 'Hot' }));
  await rest.post(`/lists/${listId}/members`, { identity_ids: [id] });
  await rest.post('/leads', { identity_id: id });
  const before = [await people(), await list('/leads'), await list(`/lists/${listId}/members`)];
  const { identity_override_id, after } = await correct(id, 'detach', {
    link_id: (await links(id))[0]?.id,
  });
  expect(after).toEqual([]);
  expect(await people()).toEqual([]);
  expect((await rest.get(`/identities/${id}`)).status).toBe(404);
  expect(await list(`/lists/${listId}/members`)).toEqual([]);
  await undo(identity_override_id);
  expect([await people(), await list('/leads'), await list(`/lists/${listId}/members`)]).toEqual(
    before,
  );
});

test('two people with user_ids of their own are joined: either name means them, and the old id answers', async () => {
  const { send, people, correct, undo, idOf, rest, list } = await newWorkspace();
  const [laptop, phone, tablet] = [randomUUID(), randomUUID(), randomUUID()];
  await send(
    identify(0, laptop, { user_id: 'u1', email: 'ada@siemens.com', name: 'Ada' }),
    identify(10, phone, { user_id: 'u2', email: 'ada@gmail.com', traits: { plan: 'team' } }),
    convert(11, phone),
  );
  const [one, other] = [await idOf(laptop), await idOf(phone)];
  const preview = await correct(other, 'join', { identity_id: one, dry_run: true });
  expect(await people()).toHaveLength(2);
  const { identity_override_id, after } = await correct(other, 'join', { identity_id: one });
  expect(after).toEqual(preview.after);
  expect(after).toMatchObject([
    {
      ...{ id: one, user_ids: ['u1', 'u2'], emails: ['ada@siemens.com', 'ada@gmail.com'] },
      ...{ links: 2, conversions: 1, visitor_ids: [laptop, phone] },
    },
  ]);
  expect(await people()).toMatchObject([{ id: one, name: 'Ada', traits: { plan: 'team' } }]);
  for (const path of ['', '/links', '/activity', '/personality']) {
    const [now, old] = [
      await rest.get(`/identities/${one}${path}`),
      await rest.get(`/identities/${other}${path}`),
    ];
    expect([old.status, old.text], path).toEqual([200, now.text]);
  }
  for (const path of ['/visitors', '/conversions', '/suggestions']) {
    expect(await list(`${path}?identity_id=${other}`)).toEqual(
      await list(`${path}?identity_id=${one}`),
    );
  }
  const { id: listId } = recordIn(await rest.post('/lists', { name: 'Hot' }));
  recordIn(await rest.post(`/lists/${listId}/members`, { identity_ids: [other, one] }));
  expect(await list(`/lists/${listId}/members`)).toMatchObject([{ id: one }]);
  expect(recordIn(await rest.post('/leads', { identity_id: other }))).toMatchObject({
    identity_id: one,
  });

  await send(identify(20, tablet, { user_id: 'u2', name: 'Ada L.' }));
  await send(identify(30, randomUUID(), { email: 'ada@gmail.com' }));
  expect(await people()).toMatchObject([{ id: one, name: 'Ada L.' }]);
  const again = await rest.post(`/identities/${one}/join`, { identity_id: other });
  expect([again.status, again.text]).toEqual([
    409,
    expect.stringContaining('already belong to the same person'),
  ]);

  await undo(identity_override_id);
  expect(await people()).toMatchObject([
    { id: other, name: 'Ada L.' },
    { id: one, name: 'Ada' },
  ]);
  // Whom the list was told to have while they were one: the survivor.
  expect(await list(`/lists/${listId}/members`)).toMatchObject([{ id: one }]);
  expect(await list('/leads')).toContainEqual(
    expect.objectContaining({ source: 'api', identity_id: other }),
  );
});

test('a person is split by visitors or by names; later events follow the split', async () => {
  const { send, people, correct, undo, idOf, list, rest } = await newWorkspace();
  const [mother, son] = [randomUUID(), randomUUID()];
  await send(
    identify(0, mother, { email: 'home@example.com', name: 'Mother' }),
    identify(10, son, { email: 'home@example.com', name: 'Son' }),
    identify(20, son, { email: 'son@example.com', user_id: 'son' }),
  );
  const id = await idOf(mother);
  const both = await correct(await idOf(son), 'join', { identity_id: id });
  expect(both.after).toMatchObject([{ id, links: 3 }]);
  const body = { visitor_ids: [son.toUpperCase()] };
  const preview = await correct(id, 'split', { ...body, dry_run: true });
  const { identity_override_id, after } = await correct(id, 'split', body);
  expect(after).toEqual(preview.after);
  const made = after.find((person) => person.id !== id);
  expect(made).toMatchObject({ emails: ['son@example.com'], user_ids: ['son'], links: 2 });
  expect(await idOf(son)).toBe(made?.id);
  expect(await people()).toHaveLength(2);
  await send(identify(30, son, { email: 'home@example.com', name: 'The son' }));
  await send(identify(40, randomUUID(), { email: 'home@example.com', traits: { pets: 2 } }));
  expect(recordIn(await rest.get(`/identities/${made?.id}`))).toMatchObject({ name: 'The son' });
  expect(recordIn(await rest.get(`/identities/${id}`))).toMatchObject({
    name: 'Mother',
    traits: { pets: 2 },
  });
  const { id: listId } = recordIn(await rest.post('/lists', { name: 'Sons' }));
  await rest.post(`/lists/${listId}/members`, { identity_ids: [made?.id] });

  await undo(identity_override_id);
  expect(await people()).toMatchObject([{ id, name: 'The son' }]);
  expect(recordIn(await rest.get(`/identities/${made?.id}`))).toMatchObject({ id });
  expect(await list(`/lists/${listId}/members`)).toMatchObject([{ id }]);
  const byName = await correct(id, 'split', { emails: ['SON@example.com'], user_ids: ['son'] });
  expect(byName.after).toHaveLength(2);
  expect((await correct(id, 'split', body)).after.map((person) => person.id)).toContain(made?.id);
});
