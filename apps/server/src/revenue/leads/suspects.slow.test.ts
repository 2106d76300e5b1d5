/* Leads by the dozen from one network are kept apart, and those of an office are not. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signatureOf } from '../../accounts/keys/signature.ts';
import { createSigningSecret } from '../../accounts/keys/signing-secrets.ts';
import { forgetNetworkSecrets } from '../../accounts/workspaces/network-secrets.ts';
import { startHarness, type TestWorkspace } from '../../testing/harness.ts';
import { injectRequest } from '../../testing/inject-request.ts';
import { pageIn, type Row, recordIn, restOf } from '../../testing/rest.ts';

const h = await startHarness();

const start = Date.now() - 3 * 3_600_000;
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();

/** One lead each; as a conversion, or as a name. */
function openings(count: number, minutesApart: number, from = 0): object[] {
  return Array.from({ length: count }, (_, place) => {
    const visitor_id = randomUUID();
    const message = {
      message_id: randomUUID(),
      visitor_id,
      timestamp: at(from + place * minutesApart),
    };
    return place % 2 === 0
      ? { ...message, type: 'conversion', name: 'signup' }
      : { ...message, type: 'identify', email: `p${place}-${visitor_id}@firm.example` };
  });
}

async function send(workspace: TestWorkspace, messages: object[], from: string) {
  const answer = await injectRequest(h.app, {
    method: 'POST',
    url: '/ingest/batch',
    headers: { 'x-svc-key': workspace.productionKey },
    remoteAddress: from,
    payload: { batch: messages },
  });
  if (answer.statusCode !== 200) throw new Error(h.logLines.slice(-3).join());
  expect(answer.json()).toMatchObject({ data: { rejected: 0 } });
}

async function leadsOf({ secretKey }: TestWorkspace, query = '') {
  const { data, pagination } = pageIn(await restOf(h, secretKey).get(`/leads?limit=100${query}`));
  expect(pagination.total).toBe(data.length);
  return data;
}

const idsOf = (leads: Row[]) => leads.map(({ id }) => id).toSorted();

async function outcome(deliveries: object[][], from = '203.0.113.7') {
  const workspace = await h.newWorkspace();
  const { secret } = await h.db.system((tx) => createSigningSecret(tx, workspace.id, 'Test'));
  for (const delivery of deliveries) {
    await send(workspace, delivery, from);
    if (delivery.length === 1) await h.settle();
  }
  await h.settle();
  const visitors = (leads: Row[]) => leads.map(({ visitor_id }) => visitor_id).toSorted();
  const [trusted, suspect] = [await leadsOf(workspace), await leadsOf(workspace, '&suspect=true')];
  expect(trusted.every((lead) => !('suspect' in lead))).toBe(true);
  expect(suspect.every((lead) => lead.suspect === true)).toBe(true);
  return { workspace, secret, suspect, trusted: visitors(trusted), suspects: visitors(suspect) };
}

test('more than 20 leads of a network in ten minutes are suspect, in whatever order they come', async () => {
  const messages = openings(30, 0.2);
  const together = await outcome([messages]);
  expect(together.trusted).toHaveLength(20);
  expect(together.suspects).toHaveLength(10);
  const half = messages.slice(0, 15);
  for (const deliveries of [
    messages.toReversed().map((message) => [message]),
    [messages.slice(15), half, half],
  ]) {
    const { trusted, suspects } = await outcome(deliveries);
    expect({ trusted, suspects }).toEqual({
      trusted: together.trusted,
      suspects: together.suspects,
    });
  }
});

test('an office that opens leads all day is not suspect, and neither is a proxy within', async () => {
  expect((await outcome([openings(60, 2)])).suspects).toEqual([]);
  expect((await outcome([openings(60, 0.1)], '10.0.0.7')).suspects).toEqual([]);
  expect((await outcome([openings(60, 0.1)], '::1')).suspects).toEqual([]);
});

test('one network gets a hundred leads a day, whatever times it sends', async () => {
  const { suspects } = await outcome([openings(110, 1)], '2001:db8:1:2::3');
  expect(suspects).toHaveLength(10);
});

test('a suspect lead is shown by its id; an edit or a signature ends it, and it stays so', async () => {
  const messages = openings(24, 0.1);
  const { workspace, suspect, secret } = await outcome([messages]);
  const rest = restOf(h, workspace.secretKey);
  const [edited, named] = [
    suspect.find(({ identity_id }) => identity_id === null),
    suspect.find(({ identity_id }) => identity_id !== null),
  ];
  expect(recordIn(await rest.get(`/leads/${edited?.id}`)).suspect).toBe(true);
  expect(recordIn(await rest.patch(`/leads/${edited?.id}`, {})).suspect).toBe(true);
  const change = { properties: { seen: true } };
  expect(recordIn(await rest.patch(`/leads/${edited?.id}`, change))).not.toHaveProperty('suspect');

  const email = messages
    .map((message) => message as { visitor_id: string; email?: string })
    .find(({ visitor_id }) => visitor_id === named?.visitor_id)?.email;
  const signature = signatureOf(secret, email ?? '');
  await h.send({ type: 'identify', email, signature }, workspace.productionKey);
  await send(workspace, openings(2, 0.1), '203.0.113.7');
  await h.settle();
  expect(idsOf(await leadsOf(workspace, '&suspect=true'))).not.toContain(named?.id);
  expect(recordIn(await rest.get(`/leads/${named?.id}`))).not.toHaveProperty('suspect');
  expect(recordIn(await rest.get(`/leads/${edited?.id}`))).not.toHaveProperty('suspect');
});

test('no address is stored, and the secret of a day is gone with it', async () => {
  const leads = await h.db.system((tx) => tx`select * from leads where network is not null`);
  expect(leads.length).toBeGreaterThan(0);
  expect(JSON.stringify(leads)).not.toMatch(/\b203\.0\./);
  expect((await h.db.system((tx) => tx`select from network_secrets`)).length).toBeGreaterThan(0);
  await h.db.system(async (tx) => {
    await tx`update network_secrets set day = day - 2`;
    await forgetNetworkSecrets(tx);
    expect(await tx`select from network_secrets`).toHaveLength(0);
  });
});
