/* What a key is told from which personal data is hidden, of somebody who has a canary in every field. */
import { randomUUID } from 'node:crypto';
import { filterFields, type RecordKind } from '@footfall/contract/filter-fields';
import { personalField } from '@footfall/contract/personal-fields';
import { expect, test } from 'vitest';
import { canaries, seedCanary, tellTale } from '../../testing/canary-person.ts';
import { startHarness } from '../../testing/harness.ts';
import { filledFields, personalFields } from '../../testing/personal-values.ts';
import type { Answer } from '../../testing/post.ts';
import { readEverything } from '../../testing/read-everything.ts';
import { pageIn, type Rest, recordIn, restOf } from '../../testing/rest.ts';
import { allOperations, bodyOf, restPathOf } from '../../testing/seeded-workspace.ts';
import { signedIn } from '../../testing/signed-in.ts';

const h = await startHarness({ TRUST_PROXY: '127.0.0.1' }, { ip_anonymisation: 'none' });
const seeded = await seedCanary(h);
const { visitor, identity, lead } = seeded;
const full = restOf(h, seeded.secretKey);
const { key: hiddenKey } = await h.newKey({ workspaceId: seeded.id, pii: 'hidden' });
const hidden = restOf(h, hiddenKey);

/** What is neither a list nor a record. */
const others = [
  '/live',
  '/stats?dimensions=landing_page',
  '/stats?dimensions=company',
  '/search?q=canary',
  '/search?q=acme',
  `/search?q=${identity.slice(0, 8)}`,
  '/changes',
  '/rejected-events/reasons',
  '/completeness',
  '/leads?expand=identity&fields=id,identity,properties',
];

async function readAll(from: Rest): Promise<Record<string, string>> {
  const read = async (path: string) => {
    const { status, text } = await from.get(path);
    expect(status, `${path}: ${text}`).toBe(200);
    return text;
  };
  const answers = await readEverything(read);
  const more = await Promise.all(others.map(async (path) => [path, await read(path)] as const));
  return { ...answers, ...Object.fromEntries(more) };
}

// What is still under way would be told by one and not by the other.
await h.settle();
const allShown = await readAll(full);
const allMasked = await readAll(hidden);

/** Where the two differ, the second has what stands for hidden data. */
function expectMasked(shown: unknown, masked: unknown, path: string): void {
  // Goes on from one reading to the next.
  if (path.endsWith('.upkeep.as_of') || path.endsWith('.minutes')) return;
  if (typeof shown !== 'object' || shown === null) {
    if (shown !== masked) expectMask(String(shown), String(masked), path);
    return;
  }
  const parts = masked as Record<string, unknown>;
  if (Array.isArray(shown)) expect(masked, path).toHaveLength(shown.length);
  for (const name of Object.keys(parts)) expect(shown, path).toHaveProperty([name]);
  for (const [name, part] of Object.entries(shown)) {
    if (name in parts) expectMasked(part, parts[name], `${path}.${name}`);
    // Names that somebody made up.
    else expect(name, path).toMatch(/@|\d{5}/);
  }
}

function expectMask(shown: string, masked: string, path: string): void {
  const isCut = shown.startsWith(masked) && /^[?#;]/.test(shown.slice(masked.length));
  const isMask = /^\(hidden\)$|\[(?:email|phone|ip)\]/.test(masked);
  expect(isCut || isMask, `${path}: ${masked}`).toBe(true);
}

test('every read of a hidden key has no canary, the shape of the contract, and all that is not personal', async () => {
  const paths = Object.keys(allShown).map((path) => path.split('?')[0] ?? '');
  const unread = allOperations.filter(
    ({ method, stream, file, document, path }) =>
      method === 'GET' &&
      !stream &&
      // What is in files is what their lists tell: exports/exports.test.ts.
      !file &&
      // Refused as a whole: privacy/export.
      !document &&
      !paths.some((read) => new RegExp(`^${path.replace('{id}', '[^/]+')}$`).test(read)),
  );
  expect(unread.map(({ id }) => id)).toEqual([]);
  const all = Object.values(allShown).join('\n');
  expect(tellTale.filter((text) => !all.includes(text))).toEqual([]);
  expect(Object.keys(allMasked).toSorted()).toEqual(Object.keys(allShown).toSorted());
  for (const [path, text] of Object.entries(allMasked)) {
    const leak = canaries.exec(text);
    expect(leak && text.slice(Math.max(0, leak.index - 200), leak.index + 80), path).toBeNull();
    // They find less, and go on.
    if (/^.(?:search|changes)/.test(path)) continue;
    expectMasked(JSON.parse(allShown[path] ?? ''), JSON.parse(text), path);
  }
  const shown = Object.values(allMasked).join('\n');
  const plain = ['acme.example', 'Pricing', 'https://shop.example/pricing', 'Munich', '49.5'];
  expect(plain.filter((text) => !shown.includes(text))).toEqual([]);
});

test('a member without personal data reads the same as such a key, also in files', async () => {
  const ann = await signedIn(h, { workspaceId: seeded.id, role: 'member', pii: 'hidden' });
  const look = async (path: string) => {
    const { status, text } = await ann.get(path);
    // Members do not read the audit log and what was refused.
    if (status === 403)
      expect(path).toMatch(/^.(?:rejected-events|audit-log|completeness|erasures)/);
    else expect([path, status, canaries.exec(text)]).toEqual([path, 200, null]);
  };
  await Promise.all(Object.keys(allMasked).map(look));
  const files = allOperations.filter(({ file, path }) => file && !path.includes('{'));
  for (const { path } of files) {
    const { status, text } = await ann.get(path);
    expect([path, status, canaries.exec(text)]).toEqual([path, 200, null]);
  }
  const response = await ann.get('/identities?email=canary@example.com');
  expect([response.status, response.text]).toEqual([
    403,
    expect.stringContaining('personal_data_hidden'),
  ]);
});

test('each field that is personal has a value that is hidden', async () => {
  const detach = `/identities/${identity}/detach`;
  const [link] = pageIn(await full.get(`/identities/${identity}/links`)).data;
  const outcome = await full.post(detach, { link_id: link?.id, dry_run: true });
  const answers = Object.entries({ ...allShown, [detach]: outcome.text });
  const specs = allOperations.flatMap(({ id, path, ok }) => (ok ? [{ id, path, ok }] : []));
  const filled = new Set(
    specs.flatMap(({ path, ok }) => {
      const own = new RegExp(`^${path.replace('{id}', '[^/]+')}(?:[?]|$)`);
      const texts = answers.flatMap(([requestPath, text]) => (own.test(requestPath) ? [text] : []));
      return texts.flatMap((text) => filledFields(ok, JSON.parse(text)));
    }),
  );
  const declared = new Map(specs.flatMap(({ id, ok }) => personalFields(ok, id)));
  expect(declared.size).toBeGreaterThan(30);
  const empty = [...declared].filter(([schema]) => !filled.has(schema));
  expect(empty.map(([, path]) => path)).toEqual([]);
});

test('hidden fields show that a value exists, and booleans are shown', async () => {
  const person = recordIn(await hidden.get(`/identities/${identity}`));
  expect(person).toMatchObject({ email: '(hidden)', name: '(hidden)', ip: '(hidden)' });
  expect(person.traits).toEqual({
    phone: '(hidden)',
    number: '(hidden)',
    address: { street: '(hidden)', floors: ['(hidden)'] },
    is_vip: true,
    nothing: '',
  });
  expect(recordIn(await hidden.get(`/leads/${lead}`))).toMatchObject({
    summary: { note: '(hidden)', interested: true },
    location: { city: 'Munich', street: '(hidden)' },
  });
  const { data } = pageIn(await hidden.get(`/identities/${identity}/activity`));
  expect(data.map(({ type, who, what }) => [type, who, what])).toEqual(
    expect.arrayContaining([
      ['identify', '(hidden)', '(hidden)'],
      ['click', '(hidden)', '(hidden)'],
      ['page_view', '(hidden)', 'Viewed Pricing'],
    ]),
  );
});

test('every write of a hidden key answers without a canary', async () => {
  const links = pageIn(await full.get(`/identities/${identity}/links`)).data;
  const identityOverrides = pageIn(await full.get('/identity-overrides')).data;
  const split = identityOverrides.find(({ kind }) => kind === 'split');
  const tried: [string, object][] = [
    [`/identities/${identity}/detach`, { link_id: links[0]?.id }],
    [`/identities/${identity}/split`, { visitor_ids: [visitor] }],
    [`/identities/${identity}/join`, { identity_id: seeded.named.identity_id }],
    [`/identity-overrides/${split?.id}/undo`, {}],
  ];
  let outcomes = 0;
  for (const [path, body] of tried) {
    const shown = await full.post(path, { ...body, dry_run: true });
    const masked = await hidden.post(path, { ...body, dry_run: true });
    expect(masked.status, masked.text).toBe(shown.status);
    expect(masked.text).not.toMatch(canaries);
    if (masked.status !== 200) continue;
    outcomes += 1;
    expect(shown.text).toMatch(canaries);
    expectMasked(shown.body, masked.body, path);
  }
  expect(outcomes).toBeGreaterThan(2);
  const writes = allOperations.filter(({ method }) => method !== 'GET');
  for (const operation of writes) {
    const own = new Map([...seeded.ids, ['leads', lead], ['identities', identity]]);
    const path = restPathOf(operation, { ...seeded, ids: own });
    const body = bodyOf(operation, seeded);
    // An erasure would leave nothing for the tests below.
    const trial = operation.query?.properties.dry_run ? '?dry_run=true' : '';
    const answer = await hidden.raw(operation.method, `${path}${trial}`, {
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, dry_run: body.dry_run }),
      }),
    });
    expect(answer.status, answer.text).toBeLessThan(500);
    expect(answer.text, operation.id).not.toMatch(canaries);
  }
});

const refusalOf = (answer: Answer) =>
  answer.body as { error: string; details: { reason?: string } };

async function expectHidden(answer: Answer): Promise<void> {
  expect(answer.status, answer.text).toBe(403);
  expect(refusalOf(answer)).toMatchObject({
    error: 'forbidden',
    details: { reason: 'personal_data_hidden' },
  });
}

const filtered: Record<Exclude<RecordKind, 'visit'>, string> = {
  lead: '/leads',
  visitor: '/visitors',
  identity: '/identities',
  company: '/companies',
  session: '/sessions',
  conversion: '/conversions',
  campaign: '/campaigns',
  list: '/lists',
  event: '/events',
};
const query = (filter: string) => `filter=${encodeURIComponent(filter)}`;

test('no filter matches hidden fields', async () => {
  let refused = 0;
  for (const [kind, path] of Object.entries(filtered)) {
    for (const [field, type] of Object.entries(filterFields[kind as RecordKind])) {
      const name = type === 'object' ? `${field}.name` : field;
      const personal = personalField(kind as RecordKind, field);
      const isHidden = personal !== undefined && personal !== 'none';
      if (!isHidden) continue;
      await expectHidden(await hidden.get(`${path}?${query(`${name} = "x@y.zz"`)}`));
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(14);
});

test.each([
  '/identities?email=canary@acme.example',
  `/identities?${query('NOT name:canary')}`,
  `/identities?${query('country = Germany OR email < n')}`,
  `/identities?${query('email IN ("a@b.cc", "canary@acme.example")')}`,
  `/identities?${query('traits.phone:*')}`,
  `/identities?${query('{"not":{"field":"email","op":":","value":"canary"}}')}`,
  `/leads?${query('person.email:canary')}`,
  `/leads?${query('identity.name:canary')}`,
  `/leads?${query('location.street:canary')}`,
  `/companies?${query('person.traits.phone:49')}`,
  `/visitors?${query('did("click", properties.text = "Canary button")')}`,
  `/visitors?${query('did("page_view", url = "*canary*", within 7d)')}`,
  `/stats?${query('person.email:canary')}`,
  '/events?page=https://shop.example/pricing%3Fref=can',
  '/sessions?entry_page=https://shop.example/pricing%3Fref=can',
  '/search?q=canary&kinds=identity',
  '/search?q=canary&kinds=company,identity',
])('%s is refused', async (path) => {
  const answer = await full.get(path);
  expect(answer.status, answer.text).toBe(200);
  await expectHidden(await hidden.get(path));
});

test.each([
  `/identities?${query('email:* AND NOT name:* OR intent_score > 3')}`,
  `/leads?${query('location.city = Munich AND company.domain:acme')}`,
  `/visitors?${query('did("page_view", path = "/pricing*", at least 1, within 30d)')}`,
  `/events?${query('title:pricing')}`,
  '/events?page=https://shop.example/pri',
  '/search?q=acme',
  `/identities?visitor_id=${visitor}`,
])('%s is answered', async (path) => {
  const answer = await hidden.get(path);
  expect(answer.status, answer.text).toBe(200);
  expect((answer.body as { data: unknown[] }).data.length).toBeGreaterThan(0);
});

test('an automatic list with a filter on hidden fields is refused, new or changed', async () => {
  const filter = 'email = "canary@acme.example"';
  await expectHidden(await hidden.post('/lists', { name: 'Found', of: 'identities', filter }));
  await expectHidden(await hidden.post('/lists/preview', { of: 'identities', filter }));
  const made = { name: 'Known', of: 'identities', filter: 'intent_score > 3' };
  const list = recordIn(await hidden.post('/lists', made));
  await expectHidden(await hidden.patch(`/lists/${list.id}`, { filter }));
});

test('a split by names is refused because it would reveal people', async () => {
  const path = `/identities/${identity}/split`;
  await expectHidden(await hidden.post(path, { emails: ['canary@acme.example'], dry_run: true }));
  await expectHidden(await hidden.post(path, { user_ids: ['canary-user'], dry_run: true }));
});

test('search finds no person, and no lead by its person', async () => {
  const kinds = async (from: Rest, q: string) => {
    const { data } = (await from.get(`/search?q=${q}`)).body as { data: { kind: string }[] };
    return new Set(data.map(({ kind }) => kind));
  };
  expect(await kinds(full, 'canary')).toEqual(new Set(['identity', 'lead']));
  expect(await kinds(hidden, 'canary')).toEqual(new Set());
  const { code } = recordIn(await hidden.get(`/leads/${lead}`));
  expect(await kinds(hidden, String(code))).toEqual(new Set(['lead']));
});

test('the version of a record reveals nothing hidden and works for updates', async () => {
  const path = `/identities/${identity}`;
  const tagOf = async (from: Rest) => (await from.get(path)).headers.get('etag') ?? '';
  const [shown, masked] = [await tagOf(full), await tagOf(hidden)];
  expect(masked).not.toBe(shown);
  expect((await hidden.get(path, { 'if-none-match': shown })).status).toBe(200);
  expect((await hidden.get(path, { 'if-none-match': masked })).status).toBe(304);
  await full.patch(path, { traits: { phone: 'canary 2' } });
  expect(await tagOf(full)).not.toBe(shown);
  expect(await tagOf(hidden)).toBe(masked);
  const stale = await hidden.patch(path, { is_favorite: true }, { 'if-match': shown });
  expect(stale.status).toBe(412);
  const changed = await hidden.patch(path, { is_favorite: true }, { 'if-match': masked });
  expect(changed.status).toBe(200);
  expect(changed.headers.get('etag')).toBe(await tagOf(hidden));
  const list = recordIn(await full.post('/lists', { name: 'For canary@list.example' }));
  const own = (await hidden.get(`/lists/${list.id}`)).headers.get('etag') ?? '';
  const gone = await hidden.raw('DELETE', `/lists/${list.id}`, { headers: { 'if-match': own } });
  expect(gone.status).toBe(204);
});

test('a repeated request gets its masked answer again', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const body = { identity_id: identity, properties: { note: 'for canary', urgent: true } };
  const first = await hidden.post('/leads', body, headers);
  const again = await hidden.post('/leads', body, headers);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.text).toBe(first.text);
  expect(recordIn(first).properties).toEqual({ note: '(hidden)', urgent: true });
  // What another key was answered under the same Idempotency-Key is not told.
  const other = { 'idempotency-key': randomUUID() };
  const shown = await full.post('/leads', body, other);
  const own = await hidden.post('/leads', body, other);
  expect(own.headers.get('idempotency-replayed')).toBeNull();
  expect(recordIn(own).id).not.toBe(recordIn(shown).id);
  expect(own.text).not.toMatch(canaries);
  const { id } = recordIn(first);
  expect(recordIn(await full.get(`/leads/${id}`)).properties).toEqual(body.properties);
});

test('a record that was read masked is not written back over what is hidden', async () => {
  const path = `/leads/${lead}`;
  const before = recordIn(await full.get(path));
  const read = recordIn(await hidden.get(path));
  const back = await hidden.patch(path, read);
  expect(back.status).toBe(400);
  expect(back.text).toContain('body.summary');
  expect(recordIn(await full.get(path)).summary).toEqual(before.summary);
  const { is_favorite, email } = recordIn(await hidden.get(`/identities/${identity}`));
  // The address cannot be written at all.
  const kept = await hidden.patch(`/identities/${identity}`, { is_favorite, email });
  expect(kept.status).toBe(200);
});

test('a key without personal data gets changes, in a list and as a stream', async () => {
  const { next } = (await hidden.get('/changes')).body as { next: string };
  await full.patch(`/leads/${lead}`, { summary: { note: 'Canary once more' } });
  // Beside it may stand what was still being reckoned from the messages before, and who is at it may hold it back.
  await expect
    .poll(async () => (await hidden.get(`/changes?after=${next}`)).body)
    .toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ kind: 'lead', ids: [lead] })]),
    });
  expect((await hidden.get(`/changes/stream?after=${next}`)).status).toBe(200);
});

test('refusals come in the order of all others, and only to keys that hide', async () => {
  const { key } = await h.newKey({ workspaceId: seeded.id, pii: 'hidden', scopes: ['leads:read'] });
  const refused = await restOf(h, key).get('/identities?email=canary@acme.example');
  expect(refusalOf(refused).details.reason).toBe('missing_scope');
  expect((await full.get('/identities?email=canary@acme.example')).status).toBe(200);
});
